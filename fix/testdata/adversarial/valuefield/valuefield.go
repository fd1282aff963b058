// Package valuefield has structs with fields that point to others.
package valuefield

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

type stats struct {
	n    int
	last string
}

func (s *stats) up(word string) {
	s.n++
	s.last = word
}

type meter struct {
	mu    *sync.Mutex
	buf   *bytes.Buffer
	stats *stats
	name  string
}

func newMeter(name string) *meter {
	return &meter{mu: &sync.Mutex{}, buf: bytes.NewBuffer(nil), stats: &stats{last: name}, name: name}
}

func add(s *stats, words ...string) {
	for _, w := range words {
		s.up(w)
	}
}

// Metered has fields that nothing else knows.
func Metered(words []string) string {
	var all []*meter
	for i, w := range words {
		if i%2 == 0 {
			all = append(all, newMeter(w))
		}
		m := all[len(all)-1]
		m.mu.Lock()
		add(m.stats, w, m.stats.last)
		fmt.Fprint(m.buf, w, m.stats.n)
		m.mu.Unlock()
	}
	var out strings.Builder
	for _, m := range all {
		before := *m.stats
		*m.stats = stats{last: m.name}
		fmt.Fprint(&out, m.buf.String(), before, *m.stats, m.buf.Bytes() == nil)
	}
	return out.String()
}

type twin struct {
	stats *stats
	own   int
}

func newTwin() *twin { return &twin{stats: &stats{}} }

// Twins share what they count with.
func Twins(words []string) string {
	a, b := newTwin(), newTwin()
	*b = *a
	for i, w := range words {
		if i%2 == 0 {
			a.stats.up(w)
			a.own++
		} else {
			b.stats.up(w)
			b.own++
		}
	}
	return fmt.Sprint(*a.stats, *b.stats, a.own, b.own)
}

type lazy struct{ stats *stats }

func newLazy(count bool) *lazy {
	l := &lazy{}
	if count {
		l.stats = &stats{}
	}
	return l
}

// Missing counts only where something counts.
func Missing(words []string) string {
	var out strings.Builder
	for i, w := range words {
		l := newLazy(i%2 == 0)
		if l.stats != nil {
			l.stats.up(w)
			fmt.Fprint(&out, *l.stats)
		}
	}
	return out.String()
}

type period struct{ stats *stats }

func newPeriod() *period { return &period{stats: &stats{}} }

// Periods keeps what was counted before a new count begins.
func Periods(words []string) (out []stats) {
	p := newPeriod()
	var all []*stats
	for _, w := range words {
		if len(w)%3 == 0 {
			all = append(all, p.stats)
			p.stats = &stats{last: "new"}
		}
		p.stats.up(w)
	}
	for _, s := range append(all, p.stats) {
		out = append(out, *s)
	}
	return out
}

type side struct{ stats *stats }

func newSide() *side { return &side{stats: &stats{}} }

// Swapped goes on with the other side's, and a reader with the one that it began with.
func Swapped(words []string) string {
	a, b := newSide(), newSide()
	reader := a.stats
	for i, w := range words {
		if i == 2 {
			a.stats, b.stats = b.stats, a.stats
		}
		a.stats.up(w)
	}
	return fmt.Sprint(*reader, *a.stats, *b.stats)
}

type guest struct{ stats *stats }

func newGuest(of *guest) *guest {
	if of != nil {
		return &guest{stats: of.stats}
	}
	return &guest{stats: &stats{}}
}

// Shared counts for all guests.
func Shared(words []string) (numbers []int) {
	var last *guest
	for _, w := range words {
		if strings.HasPrefix(w, "a") {
			last = nil
		}
		last = newGuest(last)
		last.stats.up(w)
		numbers = append(numbers, last.stats.n)
	}
	return numbers
}

type plain struct{ stats *stats }

func newPlain() *plain { return &plain{stats: &stats{}} }

// Declared has structs that no constructor made.
func Declared(words []string) (out string) {
	defer func() { out = fmt.Sprint(out, recover()) }()
	list := make([]*plain, len(words))
	for i, w := range words {
		var p plain
		if list[i] = &p; len(w) < 3 {
			list[i] = newPlain()
		}
		list[i].stats.up(w)
		out += list[i].stats.last
	}
	return out
}

type early struct {
	stats *stats
	n     int
}

func (e *early) look() (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	e.stats.up("look")
	return e.stats.n
}

func newEarly() *early {
	e := &early{}
	e.n = e.look()
	e.stats = &stats{}
	return e
}

// Early looks at a struct that is not complete.
func Early(words []string) (n int) {
	for range words {
		e := newEarly()
		n += e.n*10 + e.stats.n
	}
	return n
}

type item struct {
	stats *stats
	word  string
}

// Ranged counts in copies of the items.
func Ranged(words []string) string {
	var items []item
	for _, w := range words {
		items = append(items, item{stats: &stats{}, word: w})
	}
	for _, it := range items {
		it.stats.up(it.word)
		it.word = ""
	}
	var out strings.Builder
	for i := range items {
		fmt.Fprint(&out, items[i].word, *items[i].stats)
	}
	return out.String()
}

type inbox struct {
	buf   *bytes.Buffer
	notes *bytes.Buffer
}

func (in *inbox) add(word string) {
	if in.buf == nil {
		in.buf = new(bytes.Buffer)
	}
	in.buf.WriteString(word)
}

func (in *inbox) note(word string) {
	if in.notes == nil {
		in.notes = new(bytes.Buffer)
	}
	in.notes.WriteString(word)
}

func (in *inbox) take(n int) (string, bool) {
	if in.buf == nil {
		return "", false
	}
	return string(in.buf.Next(n)), true
}

func (in *inbox) noted() int {
	if in.notes == nil {
		return 0
	}
	return in.notes.Len()
}

// Later has a box that was never used told from one that is empty again.
func Later(words []string) string {
	boxes := []*inbox{{}, {}, {}}
	var out strings.Builder
	for _, w := range words {
		in := boxes[len(w)%3]
		if len(w)%2 == 0 {
			in.add(w)
		} else {
			in.note(w)
		}
		for _, box := range boxes {
			text, used := box.take(2)
			fmt.Fprint(&out, text, used, box.noted(), " ")
		}
	}
	return out.String()
}
