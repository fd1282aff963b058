package accesslog

import (
	"fmt"

	"github.com/wring-go/wring/internal/loghist"
	"github.com/wring-go/wring/internal/pathshape"
)

// Example is a line of a log.
type Example struct {
	File string `json:"file"`
	Line uint64 `json:"line"`
	Text string `json:"text"`
}

// sort of lines of which some are counted, with the first of them.
type counted struct {
	Count uint64
	First Example
}

// Books are the sums over the lines that were read.
type Books struct {
	Lines    uint64 // booked or of a kind that was not understood
	Booked   uint64
	Filtered uint64 // understood, and left out by Since, Until or Where
	Formats  []FormatUse
	by       By
	named    []pathshape.Pattern
	level    int // of pathshape.Reduce
	overflow uint64
	kinds    [kinds]counted
	notes    [notes]counted
	methods  []string
	last     [128]uint8 // of methods, those found last, by length and initial
	table    *table
	series   series
	slowest  slowest
	shapes   shapes
	scratch  []byte
}

// FormatUse says how a file was read.
type FormatUse struct {
	File, Name, Timed, Why string
	Unit                   Unit
}

// maxMethods is how many methods are told apart.
const maxMethods = 60

// NewBooks returns empty books that group by the given property, and among
// routes by the patterns that the user named before any that are learned.
func NewBooks(by By, named []pathshape.Pattern) *Books {
	return &Books{by: by, named: named, table: newTable(), methods: []string{"(other)"},
		series: newSeries(), shapes: shapes{byText: map[string]int32{}}}
}

// reject counts a line that was not understood.
func (b *Books) reject(kind Kind, line []byte, from position) {
	b.Lines++
	b.kinds[kind].count(line, from)
}

func (c *counted) count(line []byte, from position) {
	if c.Count == 0 {
		c.First = Example{from.file, from.line, excerpt(line)}
	}
	c.Count++
}

// position is where a line stands.
type position struct {
	file string
	line uint64
}

// excerpt returns the beginning of a line.
func excerpt(line []byte) string { return string(line[:min(len(line), 300)]) }

// book adds an entry.
func (b *Books) book(e *Entry, line []byte, from position) {
	b.Lines++
	b.Booked++
	if e.notes != 0 {
		b.note(e.notes, line, from)
	}
	i := b.keyOf(e)
	k := b.table.key(i)
	k.book(e)
	flushed := b.table.cells.later(i, loghist.Of(e.Nanos))
	if e.At != 0 {
		b.series.book(e)
	}
	if e.Nanos > b.slowest.least || len(b.slowest.list) < slowestKept {
		b.slowest.offer(e, line, from)
	}
	if k.shape >= 0 {
		b.shapes.list[k.shape].book(e, i)
	}
	if flushed {
		b.thin()
	}
}

// settle counts what was put off.
func (b *Books) settle() {
	b.table.cells.flush()
	b.thin()
}

// thin goes to the next level when there are too many cells, if that can help.
func (b *Books) thin() {
	for b.by.route() && b.level < pathshape.Levels-1 && b.table.cells.n > maxCells {
		b.setLevel(b.level + 1)
	}
}

func (b *Books) note(set noteSet, line []byte, from position) {
	for n := range notes {
		if set&(1<<n) != 0 {
			b.notes[n].count(line, from)
		}
	}
}

// method returns the number of a method.
func (b *Books) method(m []byte) uint8 {
	place := 0
	if len(m) > 0 {
		place = int(m[0])&31 ^ len(m)&3<<5
	}
	if last := b.last[place]; string(m) == b.methods[last] {
		return last
	}
	for i, known := range b.methods {
		if string(m) == known {
			b.last[place] = uint8(i)
			return uint8(i)
		}
	}
	if len(b.methods) == maxMethods {
		return 0
	}
	b.methods = append(b.methods, string(m))
	return uint8(len(b.methods) - 1)
}

// keyOf returns the number of the key that an entry is booked to.
func (b *Books) keyOf(e *Entry) int {
	method, text := uint8(0), e.Path
	if b.by.route() {
		method = b.method(e.Method)
		if b.level > 0 {
			text = b.reduce(method, e.Path)
		}
	} else {
		b.scratch = b.by.append(b.scratch[:0], e)
		text = b.scratch
	}
	i, hash := b.table.find(method, text)
	if i >= 0 {
		return i
	}
	if b.table.full(text) {
		return b.makeRoom(e)
	}
	i = b.table.add(method, text, hash)
	if b.by.route() {
		b.describe(i)
	}
	return i
}

// describe finds what the name of a new key implies.
func (b *Books) describe(i int) {
	k := b.table.key(i)
	text := b.table.text(k)
	if n, ok := namedKey(text); ok {
		k.named = int32(n)
	} else if len(b.named) > 0 {
		k.named = int32(pathshape.Match(b.named, b.methods[k.method], string(text)))
	}
	k.shape = b.shapes.of(text, b.methods[k.method], &b.scratch)
}

// reduce returns the text that stands for a path at this level: the number of
// the user's route, or what pathshape makes of it.
func (b *Books) reduce(method uint8, path []byte) []byte {
	b.scratch = b.scratch[:0]
	if _, ok := namedKey(path); ok {
		return path
	}
	if len(b.named) > 0 {
		if n := pathshape.Match(b.named, b.methods[method], string(path)); n >= 0 {
			b.scratch = fmt.Appendf(b.scratch, "%c%d", namedMark, n)
			return b.scratch
		}
	}
	b.scratch = pathshape.Reduce(b.scratch, path, b.level)
	return b.scratch
}

// namedMark begins the text of a key that stands for a route of the user's.
const namedMark = '\x02'

func namedKey(text []byte) (n int, ok bool) {
	if len(text) == 0 || text[0] != namedMark {
		return 0, false
	}
	v, ok := integer(text[1:])
	return int(v), ok
}

// makeRoom goes to the next level when the table is full, and books e there.
// Beyond the last level, what is new is booked to one key.
func (b *Books) makeRoom(e *Entry) int {
	if b.by.route() && b.level < pathshape.Levels-1 {
		b.setLevel(b.level + 1)
		return b.keyOf(e)
	}
	b.overflow++
	i, hash := b.table.find(0, []byte(otherKey))
	if i < 0 {
		i = b.table.add(0, []byte(otherKey), hash)
	}
	return i
}

// otherKey is for what found no room.
const otherKey = "(others)"

// setLevel reduces all keys. What keys have in common at the new level is
// added up. It returns the new number of each key.
func (b *Books) setLevel(level int) (moved []int32) {
	b.level = level
	b.table.cells.flush()
	old := b.table
	b.table = newTable()
	moved = make([]int32, old.n)
	for i := range old.n {
		k := old.key(i)
		text := b.reduce(k.method, old.text(k))
		j, hash := b.table.find(k.method, text)
		if j < 0 {
			j = b.table.add(k.method, text, hash)
			into := b.table.key(j)
			into.shape, into.named = k.shape, k.named
		}
		b.table.key(j).Add(k.Tally)
		moved[i] = int32(j)
	}
	for _, s := range old.cells.slots {
		if s != 0 {
			b.table.cells.add(int(moved[s>>44]), uint16(s>>32&0xfff), s&countMask)
		}
	}
	b.shapes.move(moved)
	return moved
}
