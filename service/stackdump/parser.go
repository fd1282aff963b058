package stackdump

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Read reads dumps from r and gives each goroutine to visit, whose it is to keep.
// The error is that of r.
func Read(r io.Reader, visit func(*Goroutine)) (Summary, error) {
	p := &parser{visit: visit, names: map[string]string{}, seen: map[int64]bool{}}
	p.in = lines{in: bufio.NewReaderSize(r, 64<<10)}
	for {
		line, err := p.in.next()
		if err != nil {
			p.end()
			p.keepOutside()
			if p.sum.Headers > 0 {
				p.sum.Dumps = p.dump + 1
			}
			p.sum.Lines = p.in.n
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return p.sum, err
		}
		if p.in.cut {
			p.problem(LongLine, line)
		}
		p.line(line)
	}
}

// parser is the state between two lines.
type parser struct {
	in    lines
	sum   Summary
	visit func(*Goroutine)

	g        *Goroutine // what is being read, or nil outside
	frame    Frame      // a function whose place is awaited
	pending  place
	ancestor bool   // frames belong to the last ancestor
	foreign  string // a word that may be a function of C, awaiting its place
	last     []byte // the line of frame, for reports

	prefix  *prefix
	dump    int
	seen    map[int64]bool // goroutines of this dump
	rule    bool           // "-----": another thread of the same crash
	outside []Text

	names  map[string]string // texts that were seen, so that each is kept once
	args   []Arg
	slab   []Arg
	frames []Frame
	kept   []Frame // the rest of a slab
}

// place is what the line after a function will complete.
type place int

const (
	noPlace place = iota
	framePlace
	createdPlace
)

// line reads one line of the input, which may hold several of a dump.
func (p *parser) line(line []byte) {
	if p.sum.Lines == 0 {
		p.sum.Lines = 1
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if p.prefix != nil && !begins(line) {
		if rest, ok := p.prefix.cut(plain(line)); ok {
			p.text(rest)
			return
		}
	}
	p.text(line)
}

// begins reports whether a line is that of a dump without any prefix.
func begins(line []byte) bool {
	return len(line) > 0 && line[0] == '\t' || bytes.HasPrefix(line, createdBy) ||
		headerAt(line) == 0
}

// text reads one line of a dump.
func (p *parser) text(line []byte) {
	if p.g != nil && p.inside(line) {
		return
	}
	if p.aggregated(line) {
		return
	}
	if len(line) > 0 && line[0] == 'r' && string(line) == "runtime stack:" {
		p.begin(&Goroutine{System: true, M: -1, Count: 1, State: "runtime stack"})
		return
	}
	if i := headerAt(line); i >= 0 {
		p.found(line, i)
		return
	}
	p.other(line)
}

// found begins the goroutine whose header is at line[i:].
func (p *parser) found(line []byte, i int) {
	if i > 0 {
		if folded(line[i:]) {
			p.unfold(line[i:])
			return
		}
		before := newPrefix(plain(line[:i]))
		if p.g == nil || p.prefix != nil {
			p.prefix = &before
			p.sum.Prefix = before.example
		}
		line = before.text(plain(line[i:]))
	}
	p.sum.Headers++
	g := &Goroutine{Count: 1}
	if whole := p.header(g, line); !whole {
		g.Damaged = true
		p.problem(CutHeader, line)
	}
	p.begin(g)
}

// unfold reads a dump that stands in one string.
func (p *parser) unfold(quoted []byte) {
	for line := range bytes.SplitSeq(unquote(quoted), []byte("\n")) {
		p.text(bytes.TrimRight(line, "\r"))
	}
	p.end()
}

// begin ends the goroutine before and begins g.
func (p *parser) begin(g *Goroutine) {
	p.end()
	if len(p.outside) > 0 {
		p.keepOutside()
	}
	g.Line = p.in.n
	if g.ID != 0 {
		if p.seen[g.ID] && !p.rule {
			p.dump++
			clear(p.seen)
		}
		p.seen[g.ID] = true
	}
	g.Dump = p.dump
	p.g, p.frames = g, p.frames[:0]
}

// end gives the goroutine that was being read to the caller.
func (p *parser) end() {
	if p.g == nil {
		return
	}
	p.flush()
	g := p.g
	p.g, p.ancestor = nil, false
	g.Frames = p.keepFrames()
	if !g.System {
		p.sum.Goroutines += g.Count
	}
	p.visit(g)
}

// keepFrames copies the frames, which share a buffer, to memory of their own. Many
// stacks share a slab, as sizes of their own would waste a tenth of it.
func (p *parser) keepFrames() []Frame {
	if len(p.frames) == 0 {
		return []Frame{}
	}
	if cap(p.kept)-len(p.kept) < len(p.frames) {
		p.kept = make([]Frame, 0, max(frameSlab, len(p.frames)))
	}
	n := len(p.kept)
	p.kept = append(p.kept, p.frames...)
	return p.kept[n:len(p.kept):len(p.kept)]
}

// frameSlab is how many frames are allocated together: 32 KB.
const frameSlab = 315

// flush keeps a function whose place did not come.
func (p *parser) flush() {
	switch p.pending {
	case framePlace:
		p.g.Damaged = true
		p.problem(NoPlace, p.last)
		p.add(p.frame)
	case createdPlace:
		p.g.Damaged = true
		p.problem(NoPlace, p.last)
		p.g.Created = p.frame
	}
	p.pending = noPlace
	if p.foreign != "" {
		p.g.Damaged = true
		p.problem(ForeignText, []byte(p.foreign))
		p.foreign = ""
	}
}

// add appends a frame where it belongs.
func (p *parser) add(f Frame) {
	if p.ancestor {
		a := &p.g.Ancestors[len(p.g.Ancestors)-1]
		a.Frames = append(a.Frames, f)
		return
	}
	p.frames = append(p.frames, f)
}

// other keeps a line outside of all goroutines.
func (p *parser) other(line []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	if string(line) == "-----" {
		p.rule = true
	}
	if p.looksLikeFrame(line) {
		p.problem(NoHeader, line)
		return
	}
	if len(p.outside) == maxOutside {
		p.outside = append(p.outside[:0], p.outside[1:]...)
	}
	p.outside = append(p.outside, Text{Line: p.in.n, Text: string(clip(plain(line), 500))})
}

// looksLikeFrame reports whether a line outside is that of a frame.
func (p *parser) looksLikeFrame(line []byte) bool {
	var f Frame
	if line[0] == '\t' {
		return p.placeLine(&f, line[1:]) && f.Offset != 0
	}
	if line[len(line)-1] != ')' {
		return bytes.HasPrefix(line, []byte("created by "))
	}
	f, _, ok := p.funcLine(line)
	return ok && len(f.Args) > 0
}

// keepOutside keeps what stood before a dump.
func (p *parser) keepOutside() {
	room := max(maxText-len(p.sum.Outside), 0)
	p.sum.Outside = append(p.sum.Outside, p.outside[:min(room, len(p.outside))]...)
	p.outside = p.outside[:0]
}

func (p *parser) problem(kind string, line []byte) {
	p.sum.Problems++
	if len(p.sum.First) < maxProblems {
		p.sum.First = append(p.sum.First,
			Problem{Line: p.in.n, Kind: kind, Text: string(clip(line, 200))})
	}
}

func clip(b []byte, n int) []byte { return b[:min(n, len(b))] }

// intern returns b as a string, the same one each time.
func (p *parser) intern(b []byte) string {
	if s, ok := p.names[string(b)]; ok {
		return s
	}
	s := string(b)
	p.remember(s, s)
	return s
}

// remember keeps a text, and forgets all when there are too many.
func (p *parser) remember(key, s string) {
	if len(p.names) > 1<<16 {
		clear(p.names)
	}
	p.names[key] = s
}
