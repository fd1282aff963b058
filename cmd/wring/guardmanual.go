package main

const guardManual = `
Guard measures the benchmarks of the packages and compares with wring.budget at
the root of the module: one entry for each benchmark, in one section for each
release of Go, system and architecture. The file is in the Go benchmark format,
so benchstat reads it. -update measures and writes it, and shows what changed;
commit it with the code. It checks directives, too, and cannot change them: the
exit code is 1 when one is not kept.

Counts are compared exactly, in objects and bytes per operation, and 0.9 is not
0. Nothing is timed. So that they are the same each time, benchmarks are run
with GOMAXPROCS=1 and without collections; what varies all the same is measured
five times by -update, and the spread is stored.

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
