package wring

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Bisect finds the commit of a range at which the benchmarks that match
// opt.Bench began to allocate what they allocate at its end. Commits that cannot
// be measured are passed over.
func Bisect(ctx context.Context, opt HistoryOptions) (alloc.Bisection, error) {
	c, err := openChronicle(ctx, opt)
	if err != nil {
		return alloc.Bisection{}, err
	}
	defer c.store.Close()
	s := &search{chronicle: c, books: map[int]alloc.CommitBook{}}
	return s.run(ctx)
}

// search is a bisection under way.
type search struct {
	*chronicle
	books  map[int]alloc.CommitBook // by index into commits
	result alloc.Bisection
	ends   [2]alloc.CountBook // sums at the two ends
}

func (s *search) run(ctx context.Context) (alloc.Bisection, error) {
	low, high := 0, len(s.commits)-1
	s.result = alloc.Bisection{Version: alloc.ReportVersion, Verb: "diff", Range: s.Range,
		Bench: s.Bench, Commits: high, Skipped: []alloc.CommitBook{},
		Warnings: append([]alloc.Warning{}, s.cache.warnings...)}
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
			book.Commit, s.Range, book.Failure)
	}
	s.ends[end] = s.sum(book)
	if s.ends[end].Runs == 0 {
		return fmt.Errorf("%.10s, at the end of %s, has no benchmark that matches %q: choose an "+
			"end that has, or another expression", book.Commit, s.Range, s.Bench)
	}
	return nil
}

// at returns the books of a commit, each measured once.
func (s *search) at(ctx context.Context, i int) (alloc.CommitBook, error) {
	if book, ok := s.books[i]; ok {
		return book, nil
	}
	s.Progress("measuring", fmt.Sprintf("%.10s, %d so far of %d commits", s.commits[i].Commit,
		len(s.books), len(s.commits)))
	book, err := s.book(ctx, s.commits[i])
	if err != nil {
		return book, err
	}
	if book.Failure == "" && s.sum(book).Runs == 0 {
		book.Failure = "it has no benchmark that matches " + s.Bench
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
	d, err := Compare(ctx, CompareOptions{Options: s.Options, CountsOnly: true,
		Old: s.result.Last.Commit[:12], New: s.result.First.Commit[:12]})
	if err != nil {
		return s.result, err
	}
	s.result.Diff = &d
	return s.result, nil
}

// BenchPattern returns the expression that matches one benchmark by its full
// name, and what is no full name as it is.
func BenchPattern(name string) string {
	_, bench, ok := strings.Cut(name, ".Benchmark")
	if !ok || strings.ContainsAny(name, "^$*|") {
		return name
	}
	parts := strings.Split("Benchmark"+bench, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}
