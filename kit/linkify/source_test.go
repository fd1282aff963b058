package linkify

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A keyword that was there before the call is linked, whoever did the update.
func TestSourceIsNeverStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		rows := make(map[string]string)
		updates := 0
		s := NewSource(func(_ context.Context, last *Linker) (*Linker, error) {
			mu.Lock()
			updates++
			seen := make(map[string]string)
			for k, v := range rows {
				seen[k] = v
			}
			mu.Unlock()
			time.Sleep(time.Second)
			return last.Update(seen)
		})
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 30 * time.Millisecond)
				key := fmt.Sprintf("keyword%03d", i)
				mu.Lock()
				rows[key] = "/"
				mu.Unlock()
				l, err := s.Linker(t.Context())
				if err != nil {
					t.Error(err)
				} else if _, ok := l.URL(key); !ok {
					t.Errorf("%s is not linked", key)
				}
			})
		}
		wg.Wait()
		if updates > 5 {
			t.Errorf("%d updates for 100 callers within three of them", updates)
		}
	})
}

// An update that fails is reported to its callers and changes nothing.
func TestSourceKeepsTheLast(t *testing.T) {
	gone := errors.New("the database is gone")
	var fail error
	s := NewSource(func(_ context.Context, last *Linker) (*Linker, error) {
		if fail != nil {
			return nil, fail
		}
		return last.With(fmt.Sprint("k", last.Len()), "/")
	})
	if s.Last().Len() != 0 {
		t.Error("there are keywords before the first update")
	}
	for range 3 {
		if _, err := s.Linker(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	fail = gone
	if _, err := s.Linker(t.Context()); err != gone {
		t.Errorf("got %v", err)
	}
	if got := s.Last().Len(); got != 3 {
		t.Errorf("the last has %d keywords", got)
	}
}
