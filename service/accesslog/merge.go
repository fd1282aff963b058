package accesslog

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wring-go/wring/internal/pathshape"
)

// Merge adds o to b. The sums are those of books that read what b did and then
// what o did.
func (b *Books) Merge(o *Books) error {
	if b.by != o.by {
		return fmt.Errorf("one result is by %s and one by %s: only like can be added", b.by, o.by)
	}
	if !slices.Equal(patternTexts(b), patternTexts(o)) {
		return errors.New("the results were made with different named routes: only like can " +
			"be added")
	}
	b.Lines += o.Lines
	b.Booked += o.Booked
	b.Filtered += o.Filtered
	b.overflow += o.overflow
	b.Formats = append(b.Formats, o.Formats...)
	for i := range b.kinds {
		b.kinds[i].merge(o.kinds[i])
	}
	for i := range b.notes {
		b.notes[i].merge(o.notes[i])
	}
	for _, s := range o.slowest.list {
		b.slowest.insert(s)
	}
	b.series.merge(o.series)
	b.mergeTable(o)
	return nil
}

func patternTexts(b *Books) []string {
	var texts []string
	for _, p := range b.named {
		texts = append(texts, p.String())
	}
	return texts
}

func (c *counted) merge(o counted) {
	if c.Count == 0 {
		c.First = o.First
	}
	c.Count += o.Count
}

// mergeTable adds the keys, then what is counted by key.
func (b *Books) mergeTable(o *Books) {
	if b.level < o.level {
		b.setLevel(o.level)
	}
	moved := make([]int32, o.table.n)
	for i := range o.table.n {
		k := o.table.key(i)
		method := b.method([]byte(o.methods[k.method]))
		j, later := b.place(method, o.table.text(k))
		if later != nil {
			for n := range moved[:i] {
				moved[n] = later[moved[n]]
			}
		}
		b.table.key(j).Add(k.Tally)
		moved[i] = int32(j)
	}
	for _, s := range o.table.cells.slots {
		if s != 0 {
			b.table.cells.add(int(moved[s>>44]), uint16(s>>32&0xfff), s&countMask)
		}
	}
	b.shapes.merge(o.shapes, moved)
	b.thin()
}

// place finds or makes the key of a text of other books. When that took a higher
// level, it returns where earlier keys are now.
func (b *Books) place(method uint8, path []byte) (i int, moved []int32) {
	for {
		text := path
		if b.by.route() && b.level > 0 {
			text = b.reduce(method, path)
		}
		i, hash := b.table.find(method, text)
		if i >= 0 {
			return i, moved
		}
		if !b.table.full(text) {
			i = b.table.add(method, text, hash)
			if b.by.route() {
				b.describe(i)
			}
			return i, moved
		}
		if !b.by.route() || b.level == pathshape.Levels-1 {
			b.overflow++
			method, path = 0, []byte(otherKey)
			if i, hash := b.table.find(method, path); i < 0 {
				return b.table.add(method, path, hash), moved
			}
			continue
		}
		next := b.setLevel(b.level + 1)
		for n := range moved {
			moved[n] = next[moved[n]]
		}
		if moved == nil {
			moved = next
		}
	}
}

// merge adds the samples of o, whose keys have the numbers in moved.
func (s *shapes) merge(o shapes, moved []int32) {
	for text, i := range o.byText {
		j, ok := s.byText[text]
		if !ok {
			if len(s.list) == maxShapes {
				s.missed++
				continue
			}
			j = int32(len(s.list))
			s.byText[text] = j
			s.list = append(s.list, shape{})
		}
		into, from := &s.list[j], &o.list[i]
		into.count += from.count
		for _, one := range from.slow {
			one.key = moved[one.key]
			into.keepSlow(one)
		}
		for _, one := range from.usual {
			one.key = moved[one.key]
			into.keepUsual(one)
		}
	}
	s.missed += o.missed
}
