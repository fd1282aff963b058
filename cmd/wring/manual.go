package main

const topManual = `
Top builds the tests of the packages so that every heap allocation is booked,
runs the benchmarks, and prints the lines that allocate, heaviest first. A line
is the nearest one in the packages asked for: what the standard library and
dependencies allocate below it is booked to it, unless -leaf is given.

The counts are exact. The last line compares them with the runtime's own
counters: when the books balance, not one object is missing. Objects that occur
only on first use (pools, caches, buffers made before the loop) are told apart
by comparing a short and a long run, and are left out of the figures per
operation.

With -profile nothing is run: pprof profiles of heap, allocations or CPU are read,
and every output is marked sampled and has the interval that sampling leaves. Of
a CPU profile the time below the allocator is booked. Lines that have moved since
the profiled build are found again; those that are not are listed. -revision
names the commit of that build. With -sampled the toolchain is used as it is.

Examples:

	wring top ./...
	wring top -bench 'Encode/small' -by cause .
	wring top -o before.wring . ; wring top -from before.wring -by type
	wring top -profile http://localhost:6060/debug/pprof/allocs ./...
`

const whyManual = `
PLACE is FILE:LINE, a function as pprof prints it, or a site's id from wring
top. The packages are those that are measured; without any it is ./... .

Why prints the source with the allocating expression marked, the stacks that
came there, types and sizes, the compiler's path of the value to the heap, and
the cause. wring help CAUSE has a page on each.

Examples:

	wring why 3f9c1a
	wring why p/join.go:17 ./p
	wring why 'p.(*Encoder).Encode' -from x.wring
`

const runManual = `
Run builds the main package with the tracer, runs it with the arguments that
follow, and prints the books when it ends: by returning from main, os.Exit, a
panic, or a signal that it does not handle (SIGINT, SIGTERM, ...), which are
forwarded. The program has wring's standard input, output and error, and the
books go to standard error. With -json they go to standard output, alone: what
the program writes there then goes to standard error.

With -from-start=false nothing is booked until the program gets SIGUSR1; the
next SIGUSR1 stops booking again. That is for a server under load: wring prints
the process id to send it to. wring live sends it, where -labels route is given, for
the time of its capture.

With -labels KEY,... objects are told apart by the profiler labels of the
goroutines that allocate them. pprof.Do sets labels, and so does kit/route, whose
label route is the pattern of the handler; goroutines inherit them. A second table
has a row for each set of values: objects, bytes, causes, types, and the line with
most. All rows together are the books, to the last object and byte; what no label
is on, such as reading a request before its handler is found, has a row of its own.

-access FILE divides by requests: those that were added to the log in FILE while
the program ran, whether it writes the log itself or what is before it does. They
are joined by the field of the log that is called like the label, and without one
by method and path, with the labels as patterns.

At most 8 keys can be asked for, and 4,096 sets of values are told apart; what
comes after is booked to (other), and a warning says how much.

The exit code is the program's own; 128+N when a signal N ended it.

Examples:

	wring run -- ./cmd/server -addr :8080
	wring run -labels route -access access.log -- ./cmd/server
	wring run -from-start=false -by cause -- ./cmd/server
	wring run -o server.wring -- . arg ; wring why -from server.wring main.handle
`

const exitManual = `Exit codes of every verb:

  0  all well
  1  the answer is no: a budget is exceeded, nothing could be proven
  2  the question could not be answered: usage, build failure, bad input, or
     stopped by Ctrl-C; one message on standard error says what failed, where,
     and what to do

wring run ends with the exit code of the program that it ran.
`

const diffManual = `
OLD and NEW are git revisions, folders, .wring records, or texts that go test
-bench printed; NEW is the current folder when it is left out. A name that is a
file or folder is that, and a revision otherwise. A revision is copied to the
cache: the work tree and the repository are not touched. Packages are those in
the current folder and below, unless some are named after NEW.

Counts and bytes come from wring's own books and are compared exactly, with
fractions. Benchmarks that differ are counted eight times on each side, and
those whose counts scatter differ only when all of one side lie above all of the
other. Time is measured in interleaved runs, each in a process of its own,
and compared by the U-test, corrected for the number of benchmarks by the method
of Holm; ~ is where nothing was shown. The table is that of benchstat, with the
corrected p.

Then come the sites that vanished, appeared or changed, with cause and reason. A
place is known again by its function and its expression, not by its line.

-go OLD,NEW measures one tree under two toolchains, or two trees under each.
-filter, -table, -row, -col and -ignore are in the language of benchstat.

-log OLD..NEW counts what each commit of a range allocates (of merged branches,
the merge), and -bisect BENCH OLD..NEW finds the one that changed it. Each tree is
measured three times, and once and for all: the counts are kept in the database
that -db names, a file or postgres://USER@HOST/NAME, or in a file in the cache. A
change is one that is larger than what the three runs scatter. Commits that do
not build are passed over.

Two pprof profiles are compared as what production allocated before and after:
per request with -requests, per second of CPU where each side has a CPU profile
(HEAP.pb.gz,CPU.pb.gz), in all and by line, with the interval that sampling
leaves; -predicted prints what a report of wring fix -profile expected beside it.

The exit code is 1 when a count, a byte or a time (after correction) is worse, or
when -bisect finds no commit.

Examples:

	wring diff HEAD~1
	wring diff -bench Join v1.2.0 main ./p
	wring diff old.txt new.txt
	wring diff -go go1.26.8,go1.27.4 .
	wring diff -format markdown origin/main HEAD > comment.md
	wring diff -bisect 'Join/few' v1.2.0..HEAD ./p
	wring diff -requests 90000,91500 -predicted fix.json before.pb.gz after.pb.gz
`
