package valuefield

import (
	"bytes"
	"fmt"
	"strings"
)

type twin struct {
	stats stats
	own   int
}

func newTwin() *twin { return &twin{} }

// Each twin has its own.
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
	return fmt.Sprint(a.stats, b.stats, a.own, b.own)
}

type lazy struct{ stats stats }

func newLazy(count bool) *lazy { return &lazy{} }

// All count.
func Missing(words []string) string {
	var out strings.Builder
	for i, w := range words {
		l := newLazy(i%2 == 0)
		l.stats.up(w)
		fmt.Fprint(&out, l.stats)
	}
	return out.String()
}

type period struct{ stats stats }

func newPeriod() *period { return &period{} }

// The new count is in the place of the old one.
func Periods(words []string) (out []stats) {
	p := newPeriod()
	var all []*stats
	for _, w := range words {
		if len(w)%3 == 0 {
			all = append(all, &p.stats)
			p.stats = stats{last: "new"}
		}
		p.stats.up(w)
	}
	for _, s := range append(all, &p.stats) {
		out = append(out, *s)
	}
	return out
}

type side struct{ stats stats }

func newSide() *side { return &side{} }

// The reader stays with its side.
func Swapped(words []string) string {
	a, b := newSide(), newSide()
	reader := &a.stats
	for i, w := range words {
		if i == 2 {
			a.stats, b.stats = b.stats, a.stats
		}
		a.stats.up(w)
	}
	return fmt.Sprint(*reader, a.stats, b.stats)
}

type guest struct{ stats stats }

// A guest begins with what the other has counted.
func newGuest(of *guest) *guest {
	if of != nil {
		return &guest{stats: of.stats}
	}
	return &guest{}
}

// The guests count for themselves.
func Shared(words []string) (numbers []int) {
	of := &guest{}
	for _, w := range words {
		if strings.HasPrefix(w, "a") {
			of = &guest{}
		}
		g := newGuest(of)
		g.stats.up(w)
		numbers = append(numbers, g.stats.n)
	}
	return numbers
}

type plain struct{ stats stats }

func newPlain() *plain { return &plain{} }

// Nothing fails.
func Declared(words []string) (out string) {
	defer func() { out = fmt.Sprint(out, recover()) }()
	list := make([]*plain, len(words))
	for i, w := range words {
		list[i] = newPlain()
		list[i].stats.up(w)
		out += list[i].stats.last
	}
	return out
}

type early struct {
	stats stats
	n     int
}

// The struct is complete.
func newEarly() *early {
	e := &early{}
	e.n = e.look()
	return e
}

// The look counts.
func Early(words []string) (n int) {
	for range words {
		e := newEarly()
		n += e.n*10 + e.stats.n
		e.stats.up("")
	}
	return n
}

type item struct {
	stats stats
	word  string
}

// The copies count.
func Ranged(words []string) string {
	var items []item
	for _, w := range words {
		items = append(items, item{word: w})
	}
	for _, it := range items {
		it.stats.up(it.word)
		it.word = ""
	}
	var out strings.Builder
	for i := range items {
		fmt.Fprint(&out, items[i].word, items[i].stats)
	}
	return out.String()
}

// A box that is empty was never used.
func Later(words []string) string {
	type box struct{ buf, notes bytes.Buffer }
	boxes := []*box{{}, {}, {}}
	var out strings.Builder
	for _, w := range words {
		in := boxes[len(w)%3]
		if len(w)%2 == 0 {
			in.buf.WriteString(w)
		} else {
			in.notes.WriteString(w)
		}
		for _, box := range boxes {
			used := box.buf.Len() > 0
			fmt.Fprint(&out, string(box.buf.Next(2)), used, box.notes.Len(), " ")
		}
	}
	return out.String()
}
