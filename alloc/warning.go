package alloc

import "strings"

// WarningCode names what a warning is about. Programs decide by it, and never by
// the text. A code is stable, lower case, its words joined by hyphens.
type WarningCode string

// About benchmarks or tests that booked nothing, or less than was asked for.
const (
	WarnFailed        WarningCode = "failed"         // it failed
	WarnSkipped       WarningCode = "skipped"        // it calls b.Skip
	WarnTooSlow       WarningCode = "too-slow"       // it took longer than was allowed
	WarnEndedEarly    WarningCode = "ended-early"    // it ended its process
	WarnGaveUp        WarningCode = "gave-up"        // it ended its process, each time
	WarnSlowBenchmark WarningCode = "slow-benchmark" // booked over less
)

// About packages.
const (
	WarnNoPackage       WarningCode = "no-package"        // a pattern matches nothing
	WarnNotBuilt        WarningCode = "not-built"         // its tests cannot be built
	WarnUnreadable      WarningCode = "unreadable"        // its books cannot be read
	WarnPackageError    WarningCode = "package-error"     // it does not type-check
	WarnTechniqueError  WarningCode = "technique-error"   // a technique failed in it
	WarnNoCompilerFacts WarningCode = "no-compiler-facts" // the compiler's reasons are missing
)

// About the books themselves.
const (
	WarnLost        WarningCode = "lost"         // allocations could not be booked
	WarnForced      WarningCode = "forced"       // the books may be off by a few objects
	WarnNoLabel     WarningCode = "no-label"     // no goroutine had a label that was asked for
	WarnManyLabels  WarningCode = "many-labels"  // more sets of labels than are told apart
	WarnNoRequests  WarningCode = "no-requests"  // the access log counts none for what was booked
	WarnDeepStack   WarningCode = "deep-stack"   // stacks are cut off
	WarnSampled     WarningCode = "sampled"      // counts are estimates
	WarnProfile     WarningCode = "profile"      // a profile holds less than was hoped for
	WarnNoFacts     WarningCode = "no-facts"     // the compiler could not be asked
	WarnNoProposals WarningCode = "no-proposals" // the techniques could not be asked
)

// About the machine and the repository.
const (
	WarnCacheFallback WarningCode = "cache"       // the cache is in a temporary folder
	WarnRecovered     WarningCode = "recovered"   // an earlier write was finished
	WarnNoGit         WarningCode = "no-git"      // there is no commit to compare with
	WarnUncommitted   WarningCode = "uncommitted" // changes are on neither side
)

// About comparisons.
const (
	WarnVarying    WarningCode = "varying"    // results with different settings are in one cell
	WarnToolchains WarningCode = "toolchains" // the sides were built by different ones
	WarnOneRun     WarningCode = "one-run"    // scatter is not known
	WarnNotTimed   WarningCode = "not-timed"  // it could not be timed
	WarnReordered  WarningCode = "reordered"  // its times are of several orders of the functions
)

// About rewrites.
const (
	WarnFlakyTest   WarningCode = "flaky-test"   // it fails now and then without the change
	WarnFailingTest WarningCode = "failing-test" // it fails without the change
	WarnBrokenTests WarningCode = "broken-tests" // they do not run without the change
	WarnNotRun      WarningCode = "not-run"      // no benchmark and no test runs it
	WarnOutOfTime   WarningCode = "budget"       // -time was over before everything had been tried
	WarnBeside      WarningCode = "beside"       // a package that was not named allocates, too
)

// Warning is something worth telling that is not a failure.
type Warning struct {
	Code WarningCode `json:"code"`
	Text string      `json:"text"` // a sentence

	// Package is the import path of the package that the warning is about; "" for
	// one about all of them.
	Package string `json:"package,omitempty"`
	// Benchmark is the full name of the benchmark or test that the warning is
	// about; "" for one about a package.
	Benchmark string `json:"benchmark,omitempty"`
}

// About reports whether w is about a benchmark, given by its full name, or about
// one below it.
func (w Warning) About(benchmark string) bool {
	rest, ok := strings.CutPrefix(w.Benchmark, benchmark)
	return ok && benchmark != "" && (rest == "" || rest[0] == '/')
}
