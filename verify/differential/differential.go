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
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
)

// Options say how long to look. The zero value is what the judge promises.
type Options struct {
	Inputs int           // for each function; 0 means 10,000
	Time   time.Duration // for each function; 0 means 2 s

	// Skip reports which functions need not be compared, since it was done
	// before. It may be nil.
	Skip func(pkg, fn string) bool
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
}

// Judge compares all functions that the change touches and returns one verdict.
func Judge(ctx context.Context, c alloc.Change, opt Options) (alloc.Verdict, error) {
	results, err := Compare(ctx, c, opt)
	if err != nil {
		return alloc.Verdict{}, err
	}
	return Sum(results), nil
}

// Sum makes one verdict of several: rejected if any is, unknown if any is and
// none is rejected. The inputs are those of the function with the fewest.
func Sum(results []Result) alloc.Verdict {
	sum := alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	if len(results) == 0 {
		return unknown("the change touches no function that can be called before and after it")
	}
	var reasons []string
	for i, r := range results {
		if i == 0 || r.Evidence.Inputs < sum.Evidence.Inputs {
			sum.Evidence.Inputs = r.Evidence.Inputs
		}
		sum.Evidence.Mismatches += r.Evidence.Mismatches
		sum.Warnings = append(sum.Warnings, r.Warnings...)
		if r.Outcome == alloc.Rejected && sum.Outcome != alloc.Rejected {
			sum.Outcome, reasons = alloc.Rejected, nil
		}
		if r.Outcome == alloc.Unknown && sum.Outcome == alloc.Accepted {
			sum.Outcome = alloc.Unknown
		}
		if r.Outcome == sum.Outcome && r.Reason != "" {
			reasons = append(reasons, r.Func+": "+r.Reason)
		}
	}
	sum.Reason = strings.Join(reasons, "\n")
	return sum
}

const judge = "differential"

func unknown(format string, args ...any) alloc.Verdict {
	return alloc.Verdict{Judge: judge, Outcome: alloc.Unknown, Reason: fmt.Sprintf(format, args...)}
}

// Compare returns a result for each function that can be called before and
// after the change and may behave differently. An error means that the
// comparison itself failed, or that ctx ended.
func Compare(ctx context.Context, c alloc.Change, opt Options) ([]Result, error) {
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
	var results []Result
	for i, path := range slices.Sorted(slices.Values(c.Packages)) {
		p := &comparison{Change: c, Options: opt, path: path, dir: fmt.Sprintf("%s/%d", dir, i)}
		if err := os.Mkdir(p.dir, 0o700); err != nil {
			return nil, err
		}
		found, err := p.run(ctx)
		if err != nil {
			return nil, err
		}
		results = append(results, found...)
	}
	return results, nil
}

// comparison is the comparison of one package.
type comparison struct {
	alloc.Change
	Options
	path  string // import path
	dir   string // for what is built
	calls string // file of recorded calls, "" for none
	tame  bool   // the function now compared takes small inputs only
}

func (p *comparison) run(ctx context.Context) ([]Result, error) {
	pkg, err := p.load(ctx)
	if err != nil {
		return nil, err
	}
	targets := pkg.targets()
	var callable []target
	var results []Result
	for _, t := range targets {
		if p.Skip != nil && p.Skip(p.path, t.name) {
			continue
		}
		if t.unable != "" {
			results = append(results, p.result(t, unknown("%s", t.unable)))
			continue
		}
		callable = append(callable, t)
	}
	if len(callable) == 0 {
		return results, nil
	}
	builds, reason, err := p.build(ctx, pkg, callable)
	if err != nil {
		return nil, err
	}
	p.calls = builds.calls
	for _, t := range callable {
		v := unknown("%s", reason)
		if reason == "" {
			if v, err = p.compare(ctx, builds, t); err != nil {
				return nil, err
			}
		}
		results = append(results, p.result(t, v))
	}
	return results, nil
}

func (p *comparison) result(t target, v alloc.Verdict) Result {
	return Result{Package: p.path, Func: t.name, Verdict: v}
}
