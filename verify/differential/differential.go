// Package differential judges a change by running the old code and the new on
// the same inputs. Each is built with a harness planted into the module; the
// two processes get inputs made from the same numbers, and what they write down
// must be the same.
//
// Two processes rather than two copies of the function in one: so methods,
// generic functions, changed types, package-level state and callees that
// changed too need no renaming, and the code under test is the code that will
// be shipped. A second run of the old code tells what differs from run to run.
package differential

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/plant"
	"github.com/wring-go/wring/verify/differential/reach"
)

// Options say how long to look. The zero value is what the judge promises.
type Options struct {
	Inputs int           // for each function; 0 means 10,000
	Time   time.Duration // for each function; 0 means 2 s

	// Skip reports which functions need not be compared, since it was done
	// before. It may be nil.
	Skip func(pkg, fn string) bool

	// Left returns the time that is left for everything, of which one judgement takes half at
	// most, but for the function of its first candidate. nil means that there is no end.
	Left func() time.Duration

	// Dir is a folder in which [Judge] keeps the calls that it records of tests, for later
	// changes of the same packages. The caller removes it. Without one, each change
	// records its own.
	Dir string

	// Ahead returns functions of a package, as [Result] names them, that later changes will
	// be about, so that their calls are recorded together. It may be nil.
	Ahead func(pkg string) []string

	// Loader has loaded the packages before, perhaps; nil for none.
	Loader *load.Loader

	tapes *plant.Tapes
	cares *cares
	known *earlier
	loads *loads
	end   time.Time // after which no further function is compared; zero for never
}

const (
	defaultInputs = 10000
	defaultTime   = 2 * time.Second
)

// Result is what was found out about one function.
type Result struct {
	Package string
	Func    string // as in the source: "Join", "(*T).Join"
	alloc.Verdict

	changedBy []int // candidates that change it, where none is for it
}

// Judge returns a judge that compares all functions which a change touches, and
// says of each candidate what the comparison of its function came to. A verdict
// of an earlier comparison is repeated.
func Judge(opt Options) verify.Judge {
	if opt.Dir != "" {
		opt.tapes = plant.NewTapes(opt.Dir, opt.Ahead)
	}
	opt.cares, opt.known, opt.loads = &cares{}, &earlier{}, &loads{loader: opt.Loader}
	return func(ctx context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		rest := opt
		rest.Skip = func(pkg, fn string) bool {
			return opt.Skip != nil && opt.Skip(pkg, fn) ||
				slices.ContainsFunc(c.Candidates, func(one verify.Candidate) bool {
					_, compared := known(one)
					return compared && one.Package == pkg && symbol.Source(one.Func) == fn
				})
		}
		results, err := Compare(ctx, c, rest)
		if err != nil {
			return verify.Judgement{}, err
		}
		if len(c.Candidates) == 0 {
			return verify.All(c, sum(results)), nil
		}
		return attribute(c.Candidates, results), nil
	}
}

// sum makes one verdict of several: rejected if any is, unknown if any is and
// none is rejected. The inputs are those of the function with the fewest.
func sum(results []Result) alloc.Verdict {
	v := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	if len(results) == 0 {
		return unknown("the change touches no function that can be called before and after it")
	}
	var reasons []string
	for i, r := range results {
		if i == 0 || r.Evidence.Inputs < v.Evidence.Inputs {
			v.Evidence.Inputs = r.Evidence.Inputs
		}
		v.Evidence.Mismatches += r.Evidence.Mismatches
		v.Warnings = append(v.Warnings, r.Warnings...)
		if r.Outcome == alloc.Rejected && v.Outcome != alloc.Rejected {
			v.Outcome, reasons = alloc.Rejected, nil
		}
		if r.Outcome == alloc.Unknown && v.Outcome == alloc.Accepted {
			v.Outcome = alloc.Unknown
		}
		v.OutOfTime = v.OutOfTime || r.OutOfTime
		if r.Outcome == v.Outcome && r.Reason != "" {
			reasons = append(reasons, r.Func+": "+r.Reason)
		}
	}
	v.Reason = strings.Join(reasons, "\n")
	v.OutOfTime = v.OutOfTime && v.Outcome == alloc.Unknown
	return v
}

const judge = "differential"

func unknown(format string, args ...any) alloc.Verdict {
	return alloc.Verdict{Judge: judge, Outcome: alloc.Unknown, Reason: fmt.Sprintf(format, args...)}
}

// Compare returns a result for each function that can be called before and
// after the change and may behave differently. An error means that the
// comparison itself failed, or that ctx ended.
func Compare(ctx context.Context, c verify.Change, opt Options) ([]Result, error) {
	if opt.Inputs == 0 {
		opt.Inputs = defaultInputs
	}
	if opt.Time == 0 {
		opt.Time = defaultTime
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if opt.tapes == nil {
		opt.tapes = plant.NewTapes(dir, nil)
	}
	if opt.cares == nil {
		opt.cares, opt.known, opt.loads = &cares{}, &earlier{}, &loads{loader: opt.Loader}
	}
	if opt.Left != nil {
		opt.end = time.Now().Add(opt.Left() / 2)
	}
	var results []Result
	for i, path := range slices.Sorted(slices.Values(c.Packages)) {
		sub := fmt.Sprintf("%s/%d", dir, i)
		if err := os.Mkdir(sub, 0o700); err != nil {
			return nil, err
		}
		found, err := comparePackage(ctx, c, opt, path, sub)
		if err != nil {
			return nil, err
		}
		results = append(results, found...)
	}
	return results, nil
}

// comparePackage compares the functions of one package, in a folder of its own.
func comparePackage(ctx context.Context, c verify.Change, opt Options, path, dir string) (
	[]Result, error) {
	pkg, err := opt.loads.load(ctx, c, path)
	if err != nil {
		return nil, err
	}
	var callable []reach.Target
	var results []Result
	for _, t := range pkg.Targets() {
		if opt.Skip != nil && opt.Skip(path, t.Name) {
			continue
		}
		if t.Unable != "" {
			results = append(results, resultOf(c, pkg, t, unknown("%s", t.Unable)))
			continue
		}
		if v, ok := opt.known.find(pkg, t.Name); ok {
			results = append(results, resultOf(c, pkg, t, v))
			continue
		}
		callable = append(callable, t)
	}
	if len(callable) == 0 {
		return results, nil
	}
	builds, reason, err := plant.Build(ctx, c, pkg, callable, opt.tapes, dir)
	if err != nil {
		return nil, err
	}
	inOrder(callable, c.Candidates, path)
	reached := map[uint64]bool{}
	verdicts := make([]alloc.Verdict, len(callable))
	// short of inputs are those that come again when all others were compared, while there is time.
	var short []int
	late := func() bool { return !opt.end.IsZero() && time.Now().After(opt.end) }
	for i, t := range callable {
		verdicts[i] = unknown("%s", reason)
		if owner(t, c.Candidates, path) > 0 && late() {
			verdicts[i] = verify.OutOfTime(judge, "compared")
		} else if reason == "" {
			p := pair{builds: builds, dir: dir, opt: opt, target: t, pkg: path, reached: reached}
			p.opt.Time = opt.each(len(callable) - i)
			if verdicts[i], err = p.compare(ctx); err != nil {
				return nil, err
			}
			if p.short && verdicts[i].Outcome == alloc.Unknown {
				short = append(short, i)
			}
		}
	}
	for len(short) > 0 && !late() {
		i := short[0]
		short = short[1:]
		p := pair{builds: builds, dir: dir, opt: opt, target: callable[i], pkg: path,
			reached: reached, breeds: true}
		if verdicts[i], err = p.compare(ctx); err != nil {
			return nil, err
		}
	}
	for i, t := range callable {
		v := verdicts[i]
		if v.Outcome == alloc.Accepted {
			if missed := missed(builds.Blocks, t, reached, true); missed != "" {
				v.Outcome, v.Reason = alloc.Unknown, missed
			}
		}
		if !slices.Contains(short, i) {
			opt.known.note(pkg, t.Name, v)
		}
		results = append(results, resultOf(c, pkg, t, v))
	}
	return results, nil
}

// resultOf returns what was found out about a target.
func resultOf(c verify.Change, pkg *reach.Package, t reach.Target, v alloc.Verdict) Result {
	r := Result{Package: pkg.Path, Func: t.Name, Verdict: v}
	several := len(c.Candidates) > 1
	if v.Outcome != alloc.Accepted && several && owner(t, c.Candidates, pkg.Path) < 0 {
		r.changedBy = whoChanges(c, pkg, t.Name)
	}
	return r
}

// each returns how long one of n functions that are left may take: where time is short, its
// part of it, so that none of them is left out, but not so little that too few inputs are tried.
func (opt Options) each(n int) time.Duration {
	if opt.end.IsZero() {
		return opt.Time
	}
	part := time.Until(opt.end) / time.Duration(n) / startsAndEnds
	return max(opt.Time/leastPart, min(opt.Time, part))
}

// Comparing a function takes up to so much longer than its inputs do; where time is short they
// get at least this part of their time.
const (
	startsAndEnds = 2
	leastPart     = 4
)

// owner returns which of the candidates is for a function; -1 where none is.
func owner(t reach.Target, set []verify.Candidate, path string) int {
	return slices.IndexFunc(set, func(c verify.Candidate) bool {
		return c.Package == path && symbol.Source(c.Func) == t.Name
	})
}

// inOrder sorts functions by the candidates that are for them. Those that none is for come
// first: what they show counts for all.
func inOrder(list []reach.Target, set []verify.Candidate, path string) {
	slices.SortStableFunc(list, func(a, b reach.Target) int {
		return cmp.Compare(owner(a, set, path), owner(b, set, path))
	})
}
