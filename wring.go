// Package wring measures every heap allocation of Go code exactly, says why it
// happens, and rewrites what can be proven. It is the front door of the library;
// the stages behind it are
//
//  1. observe: what the program does ([Measure], [MeasureProgram], [ReadProfiles])
//     and what the compiler says about it, as an [alloc.Record]
//  2. explain: the record's sites, heaviest first, each with a named cause,
//     as an [alloc.Report] ([Explain], [Find], [Causes])
//  3. propose: what the techniques would rewrite, as [alloc.Candidate] values
//     ([Vet], [Techniques])
//  4. verify: whether a change may stay, as an [alloc.Verdict]; the judges are
//     the folders below verify, and [Fix] asks them
//  5. fix: the loop that proposes, has each change judged, and keeps what is
//     proven, as an [alloc.FixReport] ([Fix])
//  6. hold: two states side by side, as an [alloc.Diff] ([Compare], [History],
//     [Bisect]), and budgets that fail a build, as an [alloc.GuardReport]
//     ([Guard], [ProveGuard])
//
// Each of these values can be written to a file and read back. What prints them,
// the folder report and the wring command, measures nothing.
package wring

import (
	"context"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/compare/series"
	"github.com/wring-go/wring/compare/states"
	"github.com/wring-go/wring/explain"
	"github.com/wring-go/wring/fix"
	"github.com/wring-go/wring/guard/gate"
	"github.com/wring-go/wring/measure"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/technique"
)

// Options say what to measure. The zero value books the benchmarks of the
// package in the current folder.
type Options = measure.Options

// Measure runs the benchmarks or tests of the packages and returns the books,
// with what the compiler says about the packages and what the techniques
// propose for them.
func Measure(ctx context.Context, opt Options) (*alloc.Record, error) {
	rec, err := measure.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	return rec, withProposals(ctx, rec, propose.Question{Dir: opt.Dir, Tags: opt.Tags,
		Env: opt.Env}, opt.Progress)
}

// ProgramOptions say which program to book.
type ProgramOptions = measure.ProgramOptions

// MaxLabels is how many keys of profiler labels [ProgramOptions] may ask for.
const MaxLabels = measure.MaxLabels

// MeasureProgram builds a program, runs it to its end, and returns its books
// and its exit code. An error with a code other than 0 says that the program
// ran, but left no books.
func MeasureProgram(ctx context.Context, opt ProgramOptions) (*alloc.Record, int, error) {
	return measure.Program(ctx, opt, func(ctx context.Context, rec *alloc.Record) error {
		return withProposals(ctx, rec, propose.Question{Dir: opt.Dir, Tags: opt.Tags,
			Env: opt.Env}, opt.Progress)
	})
}

// ProfileOptions say which packages the lines of a profile are booked to.
type ProfileOptions = measure.ProfileOptions

// ReadProfiles reads pprof heap profiles, files or URLs, as a sampled record.
func ReadProfiles(ctx context.Context, sources []string,
	opt ProfileOptions) (*alloc.Record, error) {
	rec, err := measure.Profiles(ctx, sources, opt)
	if err != nil {
		return nil, err
	}
	return rec, withProposals(ctx, rec, propose.Question{Dir: opt.Dir, Tags: opt.Tags,
		Env: opt.Env}, opt.Progress)
}

// withProposals adds to rec what the techniques propose where it allocates.
func withProposals(ctx context.Context, rec *alloc.Record, q propose.Question,
	progress func(phase, what string)) error {
	if progress != nil {
		progress("asking the techniques", "")
	}
	return propose.Add(ctx, rec, measure.Hot(rec), q)
}

// ReadRecord reads a record that was written to a file.
func ReadRecord(ctx context.Context, name string) (*alloc.Record, error) {
	return measure.ReadRecord(ctx, name)
}

// Coverage says how much of a record is explained.
type Coverage = explain.Coverage

// Explain turns a record into the report of a verb: its sites with causes,
// heaviest first. With leaf, sites are the frames that called the allocator,
// wherever they are.
func Explain(rec *alloc.Record, verb string, leaf bool) (alloc.Report, Coverage) {
	return explain.Report(rec, verb, leaf)
}

// Find returns the sites of rep at a place, heaviest first. A place is a site's
// id or the beginning of one, FILE:LINE, or a function as pprof prints it, with
// or without the folders before the package. No site there is an error.
func Find(rep alloc.Report, place string) ([]alloc.Finding, error) {
	return explain.Find(rep, place)
}

// NamedCause is a cause with its manual page.
type NamedCause = explain.Cause

// Causes returns the causes that a site can have, in order of precedence.
func Causes() []NamedCause { return explain.Causes() }

// Cause returns the cause of that name.
func Cause(name string) (NamedCause, error) {
	if c, ok := explain.Lookup(name); ok {
		return c, nil
	}
	return NamedCause{}, fmt.Errorf("no cause is named %q: wring help causes lists them", name)
}

// Techniques returns every technique, by name.
func Techniques() []technique.Technique { return propose.Techniques() }

// VetOptions say which packages to look at.
type VetOptions = propose.VetOptions

// VetReport is what techniques propose for packages by their text alone.
// Nothing of it is measured or proven.
type VetReport = propose.VetReport

// Vet asks the techniques about the packages. Lists in the report are never nil.
func Vet(ctx context.Context, opt VetOptions) (VetReport, error) { return propose.Vet(ctx, opt) }

// VetProfiles is [Vet] with the part that each candidate has of what profiles of
// a running program hold, the heaviest first. The packages are those of opt.
func VetProfiles(ctx context.Context, opt VetOptions, sources []string,
	profiles ProfileOptions) (VetReport, error) {
	profiles.Dir, profiles.Patterns, profiles.Tags = opt.Dir, opt.Patterns, opt.Tags
	profiles.Env, profiles.LinesOnly = opt.Env, true
	rec, err := measure.Profiles(ctx, sources, profiles)
	if err != nil {
		return VetReport{}, err
	}
	opt.Weigh = production.New(rec).Lighten
	rep, err := propose.Vet(ctx, opt)
	for _, w := range rec.Warnings {
		if w.Code == alloc.WarnProfile || w.Code == alloc.WarnSampled {
			rep.Warnings = append(rep.Warnings, w)
		}
	}
	return rep, err
}

// FixOptions say what to measure, what to rewrite, and what to do with it.
type FixOptions = fix.PackagesOptions

// Fix measures the packages, rewrites them, and keeps what is proven: it builds,
// the tests pass, it does the same as before, it allocates less, and it is not
// slower. Files are written at the end, all of them or none, and only if
// opt.Write says so.
func Fix(ctx context.Context, opt FixOptions) (alloc.FixReport, error) {
	return fix.Packages(ctx, opt)
}

// FixShard is one of several runs of [Fix] that share the packages of a module.
type FixShard = fix.Shard

// ParseFixShard reads a shard as "2/4".
func ParseFixShard(text string) (FixShard, error) { return fix.ParseShard(text) }

// MergeFix makes one report of those of all shards.
func MergeFix(reports []alloc.FixReport) (alloc.FixReport, error) { return fix.Merge(reports) }

// CompareOptions say what to compare.
type CompareOptions = states.Options

// Projection says which results are put side by side, in benchstat's language.
type Projection = compare.Options

// Compare measures two states and says what changed: counts and bytes by exact
// books, time by interleaved runs, and the places that allocate. States that are
// files are read instead of measured.
func Compare(ctx context.Context, opt CompareOptions) (alloc.Diff, error) {
	return states.Compare(ctx, opt)
}

// ProfileDiffOptions say which profiles to compare: files or URLs, of which those
// of one side add up.
type ProfileDiffOptions struct {
	Old, New []string
	// Requests are how many each side served; 0 where that is not known.
	Requests [2]float64
	// Predicted is the report of [Fix] that made one side the other; it may be nil.
	Predicted *alloc.FixReport
	// Packages says whose lines are compared.
	Packages ProfileOptions
}

// CompareProfiles compares what a program allocated in production before and after
// a change.
func CompareProfiles(ctx context.Context, opt ProfileDiffOptions) (alloc.ProfileDiff, error) {
	opt.Packages.LinesOnly, opt.Packages.Whole = true, true
	var sides [2]production.Side
	var warnings []alloc.Warning
	for i, sources := range [][]string{opt.Old, opt.New} {
		rec, err := measure.Profiles(ctx, sources, opt.Packages)
		if err != nil {
			return alloc.ProfileDiff{}, err
		}
		for _, w := range rec.Warnings {
			if !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
		sides[i] = production.Side{Book: production.New(rec), Requests: opt.Requests[i]}
	}
	var predicted *alloc.Production
	if opt.Predicted != nil {
		predicted = opt.Predicted.Production
	}
	d := production.Diff(sides[0], sides[1], predicted)
	d.Warnings = append(d.Warnings, warnings...)
	return d, nil
}

// HistoryOptions say which commits to measure.
type HistoryOptions = series.Options

// HistoryStore keeps the books of commits from one time to the next.
type HistoryStore = series.Store

// HistoryKey says which books a [HistoryStore] keeps.
type HistoryKey = series.Key

// History measures what the benchmarks allocate at each commit of a range. What
// was measured before comes from the store. A commit that cannot be measured
// says why.
func History(ctx context.Context, opt HistoryOptions) (alloc.History, error) {
	return series.History(ctx, opt)
}

// Bisect finds the commit of a range at which the benchmarks that match
// opt.Bench began to allocate what they allocate at its end. Commits that cannot
// be measured are passed over.
func Bisect(ctx context.Context, opt HistoryOptions) (alloc.Bisection, error) {
	return series.Bisect(ctx, opt)
}

// GuardOptions say what to hold against its budgets.
type GuardOptions = gate.Options

// Guard measures the benchmarks of the packages and holds them against the
// budget file of their module, and the directives in their sources against what
// was measured and what the compiler says. With opt.Update it writes the file, and
// only the directives are held against something. A broken budget or directive is
// not an error: it is reported as an [alloc.Problem] that fails.
func Guard(ctx context.Context, opt GuardOptions) (alloc.GuardReport, error) {
	return gate.Check(ctx, opt)
}

// ProveGuard shows that the guard of the packages can fail. It wants it to pass
// as things are; then it plants one allocation in the loop of every benchmark,
// in a copy, and faults in the budgets, and wants each to be noticed. What was
// not noticed is an [alloc.Problem] that fails, what was is in the Proofs.
func ProveGuard(ctx context.Context, opt GuardOptions) (alloc.GuardReport, error) {
	return gate.SelfTest(ctx, opt)
}
