package sqlsample

import (
	"context"
	"math"
	"testing"
	"time"
)

// TestTook has a statement seen at two looks, after 200 ms and after 50 ms, and gone 50 ms
// later: it has run for half of what lies around each look.
func TestTook(t *testing.T) {
	book := NewBook(Options{})
	w := &watcher{book: book, active: map[uint64]*running{}}
	one := []sight{{conn: 1, text: "SELECT SLEEP(1)"}}
	w.took(one, 200*time.Millisecond, 0)
	w.took(one, 50*time.Millisecond, 0)
	w.took(nil, 50*time.Millisecond, 0)
	w.finish()
	rep := Finish(book.Report(ProcessList))
	if len(rep.Queries) != 1 || math.Abs(rep.Queries[0].Seconds-0.175) > 1e-9 {
		t.Errorf("it took %+v, not 0.175 s", rep.Queries)
	}
}

// TestLongest has nothing run: looks become rarer, and not where a statement runs.
func TestLongest(t *testing.T) {
	const each, most = 20 * time.Millisecond, 400 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	var at []time.Duration
	begin := time.Now()
	err := watch(ctx, NewBook(Options{}), Live{Interval: each, Longest: 4 * each, For: most},
		func(context.Context) ([]sight, error) {
			at = append(at, time.Since(begin))
			if len(at) == 4 {
				return []sight{{conn: 1, text: "SELECT 1"}}, nil
			}
			return nil, nil
		})
	if err != nil || len(at) == 0 {
		t.Fatalf("%d looks: %v", len(at), err)
	}
	// A timer may come late, and never early.
	gaps := []time.Duration{each, 2 * each, 4 * each, 4 * each, each, 2 * each, 4 * each}
	least := time.Duration(0)
	for i, took := range at {
		if least += gaps[min(i, len(gaps)-1)]; took < least {
			t.Errorf("look %d came after %v, and at the least after %v", i, took, least)
		}
	}
}
