package main

const guardManual = `
Guard measures the benchmarks of the packages and compares them with
wring.budget at the root of the module: one entry per benchmark, in a section per
release of Go, system and architecture. The file is in the Go benchmark format,
so benchstat reads it. -update measures, writes the file, and shows what changed;
commit it with the code. -update also checks directives; it cannot change them,
and exits with 1 when one is broken.

Guard compares objects and bytes per operation exactly, and 0.9 is not 0. It
times nothing. To get the same counts each time, it runs benchmarks with
GOMAXPROCS=1 and without collections; where counts vary all the same, -update
measures five times and stores the spread.

Directives in the source say the same and more:

	//wring:allocs N             above a benchmark or function: at most N objects
	//wring:bytes N              likewise, bytes
	//wring:noalloc              above a function: no path in it allocates, as far
	                             as the compiler and the calls tell
	//wring:allow CAUSE REASON   on a line or above it: not counted
	//wring:unguarded REASON     above a benchmark that cannot run everywhere

A missing benchmark, file or section, a benchmark that fails or is skipped, and
whatever cannot be read or understood is never a pass: the exit code is 1, or 2
when the question itself could not be answered. -selftest proves it.

Examples:

	wring guard -update ./...
	wring guard ./...
	wring guard -tight -strict -format github ./...
	wring guard -selftest ./...
`
