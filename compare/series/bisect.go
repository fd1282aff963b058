package series

import (
	"context"
	"fmt"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare/states"
)

// Bisect finds the commit of a range at which the benchmarks that match
// opt.Bench began to allocate what they allocate at its end. Commits that cannot
// be measured are passed over.
func Bisect(ctx context.Context, opt Options) (alloc.Bisection, error) {
	c, err := openChronicle(ctx, opt)
	if err != nil {
		return alloc.Bisection{}, err
	}
	defer c.store.Close()
	s := &search{series: c, books: map[int]alloc.CommitBook{}}
	return s.run(ctx)
}

// search is a bisection under way.
type search struct {
	series *chronicle
	books  map[int]alloc.CommitBook // by index into commits
	result alloc.Bisection
	ends   [2]alloc.CountBook // sums at the two ends
}

func (s *search) run(ctx context.Context) (alloc.Bisection, error) {
	low, high := 0, len(s.series.commits)-1
	s.result = alloc.Bisection{Version: alloc.ReportVersion, Verb: "diff",
		Range: s.series.opt.Range, Bench: s.series.opt.Bench, Commits: high,
		Skipped:  []alloc.CommitBook{},
		Warnings: append([]alloc.Warning{}, s.series.warnings...)}
	for end, i := range []int{low, high} {
		if err := s.end(ctx, end, i); err != nil {
			return s.result, err
		}
	}
	s.result.Objects = [2]float64{s.ends[0].Objects, s.ends[1].Objects}
	if !beyondScatter(s.ends[0], s.ends[1]) {
		return s.result, nil
	}
	for {
		at, ok, err := s.between(ctx, low, high)
		if err != nil {
			return s.result, err
		}
		if !ok {
			break
		}
		if s.isNew(at) {
			high = at
		} else {
			low = at
		}
	}
	return s.finish(ctx, low, high)
}

// end measures one end of the range, which must have the benchmarks.
func (s *search) end(ctx context.Context, end, i int) error {
	book, err := s.at(ctx, i)
	if err != nil {
		return err
	}
	if book.Failure != "" {
		return fmt.Errorf("%.10s, at the end of %s, cannot be measured: %s\nchoose another end",
			book.Commit, s.series.opt.Range, book.Failure)
	}
	s.ends[end] = s.sum(book)
	if s.ends[end].Runs == 0 {
		return fmt.Errorf("%.10s, at the end of %s, has no benchmark that matches %q: choose an "+
			"end that has, or another expression", book.Commit, s.series.opt.Range,
			s.series.opt.Bench)
	}
	return nil
}

// at returns the books of a commit, each measured once.
func (s *search) at(ctx context.Context, i int) (alloc.CommitBook, error) {
	if book, ok := s.books[i]; ok {
		return book, nil
	}
	c := s.series
	c.opt.Progress("measuring", fmt.Sprintf("%.10s, %d so far of %d commits",
		c.commits[i].Commit, len(s.books), len(c.commits)))
	book, err := c.book(ctx, c.commits[i])
	if err != nil {
		return book, err
	}
	if book.Failure == "" && s.sum(book).Runs == 0 {
		book.Failure = "it has no benchmark that matches " + s.series.opt.Bench
	}
	s.books[i] = book
	s.result.Measured++
	if book.Cached {
		s.result.Cached++
	}
	return book, nil
}

// sum adds up the benchmarks; Runs is 0 when there is none.
func (s *search) sum(book alloc.CommitBook) alloc.CountBook {
	var sum alloc.CountBook
	for _, b := range book.Benchmarks {
		sum.Objects += b.Objects
		sum.Bytes += b.Bytes
		sum.Low += b.Low
		sum.High += b.High
		sum.Runs = b.Runs
	}
	return sum
}

// between returns the commit between two others that is nearest to the middle
// and can be measured.
func (s *search) between(ctx context.Context, low, high int) (int, bool, error) {
	middle := (low + high) / 2
	for distance := range high - low {
		for _, i := range []int{middle - distance, middle + distance} {
			if i <= low || i >= high {
				continue
			}
			book, err := s.at(ctx, i)
			if err != nil {
				return 0, false, err
			}
			if book.Failure == "" {
				return i, true, nil
			}
		}
	}
	return 0, false, nil
}

// isNew reports whether a commit allocates rather as the end of the range than
// as its beginning.
func (s *search) isNew(i int) bool {
	objects := s.sum(s.books[i]).Objects
	old, now := s.ends[0].Objects, s.ends[1].Objects
	return (objects > (old+now)/2) == (now > old)
}

// finish compares the two commits that are left.
func (s *search) finish(ctx context.Context, low, high int) (alloc.Bisection, error) {
	s.result.Found = true
	s.result.Last, s.result.First = s.books[low], s.books[high]
	for i := low + 1; i < high; i++ {
		s.result.Skipped = append(s.result.Skipped, s.books[i])
	}
	// As many digits as git itself shows of commits in repositories of any size.
	opt := s.series.opt
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
