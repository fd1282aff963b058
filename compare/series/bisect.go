package series

import (
	"context"
	"fmt"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare/states"
)

// Bisect finds the commit of a range at which the benchmarks that match
// opt.Bench began to allocate what they allocate at its end. It skips commits
// that cannot be measured.
func Bisect(ctx context.Context, opt Options) (alloc.Bisection, error) {
	c, err := openSeries(ctx, opt)
	if err != nil {
		return alloc.Bisection{}, err
	}
	defer c.store.Close()
	s := &bisection{of: c, measured: map[int]alloc.CommitCounts{}}
	return s.run(ctx)
}

// bisection is a bisection under way.
type bisection struct {
	of       *series
	measured map[int]alloc.CommitCounts // by index into commits
	result   alloc.Bisection
	ends     [2]alloc.BenchCounts // sums at the two ends
}

func (s *bisection) run(ctx context.Context) (alloc.Bisection, error) {
	low, high := 0, len(s.of.commits)-1
	s.result = alloc.Bisection{Version: alloc.ReportVersion, Verb: "diff",
		Range: s.of.opt.Range, Bench: s.of.opt.Bench, Commits: high,
		Skipped:  []alloc.CommitCounts{},
		Warnings: append([]alloc.Warning{}, s.of.warnings...)}
	for end, i := range []int{low, high} {
		if err := s.measureEnd(ctx, end, i); err != nil {
			return s.result, err
		}
	}
	s.result.Objects = [2]float64{s.ends[0].Objects, s.ends[1].Objects}
	if !beyondScatter(s.ends[0], s.ends[1]) {
		return s.result, nil
	}
	low, high, err := narrow(low, high, func(i int) (bool, error) {
		book, err := s.measure(ctx, i)
		return book.Failure == "", err
	}, s.isLikeEnd)
	if err != nil {
		return s.result, err
	}
	return s.finish(ctx, low, high)
}

// measureEnd measures one end of the range, which must have the benchmarks.
func (s *bisection) measureEnd(ctx context.Context, end, i int) error {
	book, err := s.measure(ctx, i)
	if err != nil {
		return err
	}
	if book.Failure != "" {
		return fmt.Errorf("%.10s, at the end of %s, cannot be measured: %s\nchoose another end",
			book.Commit, s.of.opt.Range, book.Failure)
	}
	s.ends[end] = total(book)
	if s.ends[end].Runs == 0 {
		return fmt.Errorf("%.10s, at the end of %s, has no benchmark that matches %q: choose an "+
			"end that has, or another expression", book.Commit, s.of.opt.Range,
			s.of.opt.Bench)
	}
	return nil
}

// measure returns the counts of a commit, which it measures once.
func (s *bisection) measure(ctx context.Context, i int) (alloc.CommitCounts, error) {
	if book, ok := s.measured[i]; ok {
		return book, nil
	}
	c := s.of
	c.opt.Progress("measuring", fmt.Sprintf("%.10s, %d so far of %d commits",
		c.commits[i].Commit, len(s.measured), len(c.commits)))
	book, err := c.counts(ctx, c.commits[i])
	if err != nil {
		return book, err
	}
	if book.Failure == "" && total(book).Runs == 0 {
		book.Failure = "it has no benchmark that matches " + s.of.opt.Bench
	}
	s.measured[i] = book
	s.result.Measured++
	if book.Cached {
		s.result.Cached++
	}
	return book, nil
}

// total adds up the benchmarks; Runs is 0 when there is none.
func total(book alloc.CommitCounts) alloc.BenchCounts {
	var sum alloc.BenchCounts
	for _, b := range book.Benchmarks {
		sum.Objects += b.Objects
		sum.Bytes += b.Bytes
		sum.Low += b.Low
		sum.High += b.High
		sum.Runs = b.Runs
	}
	return sum
}

// narrow returns the commits between which the change is: of the first it is known
// that it is not like the later end, of the second that it is, and those between
// them cannot be measured. Known are the two ends; usable reports whether another
// one can be measured, and late, of one that can, whether it is like the later end.
func narrow(low, high int, usable func(i int) (bool, error),
	late func(i int) bool) (int, int, error) {
	for {
		at, ok, err := nearest(low, high, usable)
		switch {
		case err != nil || !ok:
			return low, high, err
		case late(at):
			high = at
		default:
			low = at
		}
	}
}

// nearest returns the usable commit between the two that is nearest to their
// middle.
func nearest(low, high int, usable func(i int) (bool, error)) (int, bool, error) {
	middle := (low + high) / 2
	for distance := range high - low {
		for _, i := range []int{middle - distance, middle + distance} {
			if i <= low || i >= high {
				continue
			}
			if ok, err := usable(i); ok || err != nil {
				return i, ok, err
			}
		}
	}
	return 0, false, nil
}

// isLikeEnd reports whether what a commit allocates is closer to the end of the
// range than to its beginning.
func (s *bisection) isLikeEnd(i int) bool {
	objects := total(s.measured[i]).Objects
	old, now := s.ends[0].Objects, s.ends[1].Objects
	return (objects > (old+now)/2) == (now > old)
}

// finish compares the two commits that are left.
func (s *bisection) finish(ctx context.Context, low, high int) (alloc.Bisection, error) {
	s.result.Found = true
	s.result.Last, s.result.First = s.measured[low], s.measured[high]
	for i := low + 1; i < high; i++ {
		s.result.Skipped = append(s.result.Skipped, s.measured[i])
	}
	// As many digits as git itself shows of commits in repositories of any size.
	opt := s.of.opt
	d, err := states.Compare(ctx, states.Options{Dir: opt.Dir, Patterns: opt.Patterns,
		Tags: opt.Tags, Env: opt.Env, Bench: opt.Bench, N: opt.N, Timeout: opt.Timeout,
		CacheDir: opt.CacheDir, Progress: opt.Progress, CountsOnly: true,
		Old: s.result.Last.Commit[:12], New: s.result.First.Commit[:12]})
	if err != nil {
		return s.result, err
	}
	s.result.Diff = &d
	return s.result, nil
}
