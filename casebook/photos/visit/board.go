package visit

import (
	"maps"
	"slices"
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
	from, to time.Time

	mu     sync.Mutex
	points int
	right  int            // answers that were checked
	errors map[string]int // how often, by what is wrong
}

func newBoard(from, to time.Time) *board {
	return &board{from: from, to: to, errors: make(map[string]int)}
}

// right counts an answer that is as it should be.
func (b *board) add(points int) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !now.Before(b.from) && now.Before(b.to) {
		b.points += points
		b.right++
	}
}

// wrong counts an error.
func (b *board) wrong(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors[err.Error()]++
}

// Mistake is what was wrong with answers, and how often.
type Mistake struct {
	Text  string
	Count int
}

// mistakes returns what was wrong, the most frequent first.
func (b *board) mistakes() (all []Mistake, count int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, text := range slices.Sorted(maps.Keys(b.errors)) {
		all = append(all, Mistake{text, b.errors[text]})
		count += b.errors[text]
	}
	slices.SortStableFunc(all, func(x, y Mistake) int { return y.Count - x.Count })
	return all, count
}
