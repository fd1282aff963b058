package visit

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// What an answer that was checked is worth, and what one costs that was wrong or
// did not come.
const (
	assetPoints = 1 // a picture or the stylesheet, also when it is a 304
	pagePoints  = 2
	writePoints = 5 // something was written, and the page after it shows it
	errorPoints = 50
)

// board counts the points of a run while its time lasts. What is answered outside
// of it counts for nothing; what is wrong outside of it is still an error.
type board struct {
	from  time.Time
	least int // answers that the run should have

	mu     sync.Mutex
	over   time.Time // when counting ended; zero while it goes on
	points int
	right  int             // answers that were checked
	errors map[Mistake]int // how often; the count in the key is 0
}

func newBoard(from time.Time, least int) *board {
	return &board{from: from, least: least, errors: make(map[Mistake]int)}
}

// end stops counting after a time, or as soon as there are enough answers or the
// longest time is over, and calls then. The function that it returns stops at once.
func (b *board) end(after, longest time.Duration, then func()) (stop func()) {
	stopped := make(chan struct{})
	go func() {
		begin := time.Now()
		timer := time.NewTimer(after)
		defer timer.Stop()
		for {
			select {
			case <-stopped:
			case <-timer.C:
				if !b.enough() && time.Since(begin) < longest {
					timer.Reset(min(after, longest-time.Since(begin), 200*time.Millisecond))
					continue
				}
			}
			b.close()
			then()
			return
		}
	}()
	return sync.OnceFunc(func() { close(stopped) })
}

func (b *board) enough() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.right >= b.least
}

func (b *board) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over.IsZero() {
		b.over = time.Now()
	}
}

// seconds returns how long was counted.
func (b *board) seconds() float64 {
	b.close()
	return b.over.Sub(b.from).Seconds()
}

// add counts an answer that is as it should be.
func (b *board) add(points int) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !now.Before(b.from) && b.over.IsZero() {
		b.points += points
		b.right++
	}
}

// wrong counts an error.
func (b *board) wrong(err error) {
	_, silent := errors.AsType[unanswered](err)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors[Mistake{Text: err.Error(), Unanswered: silent}]++
}

// Mistake is what was wrong with answers, and how often.
type Mistake struct {
	Text       string
	Count      int
	Unanswered bool // no answer came, or one of status 500 or more
}

// mistakes returns what was wrong, the most frequent first.
func (b *board) mistakes() (all []Mistake, count int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for m, n := range b.errors {
		m.Count = n
		all = append(all, m)
		count += n
	}
	slices.SortFunc(all, func(x, y Mistake) int {
		return cmp.Or(y.Count-x.Count, strings.Compare(x.Text, y.Text))
	})
	return all, count
}
