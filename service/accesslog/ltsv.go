package accesslog

import (
	"bytes"
	"maps"
	"math/bits"
)

// ltsv splits labelled tab-separated values. Lines of a log mostly have the
// same labels in the same order: what was found at a place is tried first.
type ltsv struct {
	roles map[string]role
	guess []label             // by place
	ends  [maxLabels]int32    // of the fields of the line that is being read
	whole [maxLabels + 1]bool // how many fields lines have that are not cut
}

// maxLabels is how many places of a line are learned.
const maxLabels = 64

type label struct {
	prefix // with the colon
	role   role
}

func (f *ltsv) split(line []byte, to *fields) Kind {
	if n := f.tabs(line); n+1 == len(f.guess) && f.whole[n+1] && f.asGuessed(line, to) {
		return Understood
	}
	place, last := 0, roleNone
	for len(line) > 0 {
		value := line
		if i := index(line, '\t'); i >= 0 {
			value, line = value[:i], line[i+1:]
		} else {
			line = nil
		}
		colon := bytes.IndexByte(value, ':')
		if colon < 0 {
			return f.broken(place, line)
		}
		last = f.learn(place, value[:colon+1])
		to.put(last, value[colon+1:])
		place++
	}
	if last != roleNone && place <= len(f.guess) && !f.whole[place] {
		return Cut // perhaps in the middle of a value that would be booked
	}
	return Understood
}

// tabs notes where the tabs of a line are, and the end of the line. It has no
// branch that depends on where they are, unless two are within eight bytes.
func (f *ltsv) tabs(line []byte) (n int) {
	i := 0
	for ; i+8 <= len(line); i += 8 {
		found := exactZeros(word8(line[i:]) ^ lows*'\t')
		f.ends[n%maxLabels] = int32(i + bits.TrailingZeros64(found)/8)
		n += int((found | -found) >> 63)
		for found &= found - 1; found != 0; found &= found - 1 {
			f.ends[n%maxLabels] = int32(i + bits.TrailingZeros64(found)/8)
			n++
		}
	}
	for ; i < len(line); i++ {
		if line[i] == '\t' {
			f.ends[n%maxLabels] = int32(i)
			n++
		}
	}
	f.ends[n%maxLabels] = int32(len(line))
	return n
}

// asGuessed takes the values of a line that has the labels that were found at
// their places before, and reports whether it is one.
func (f *ltsv) asGuessed(line []byte, to *fields) bool {
	from := 0
	for place := range f.guess {
		g := &f.guess[place]
		end := int(f.ends[place])
		if !g.begins(line[from:]) || from+len(g.text) > end {
			return false
		}
		if g.role != roleNone {
			to.put(g.role, line[from+len(g.text):end])
		}
		from = end + 1
	}
	return true
}

// broken names a line with a field that has no label.
func (f *ltsv) broken(place int, rest []byte) Kind {
	if place > 0 && rest == nil {
		return Cut
	}
	return Malformed
}

// learn returns the role of a label, and remembers labels by place.
func (f *ltsv) learn(place int, text []byte) role {
	r := f.roles[string(text[:len(text)-1])]
	if place == len(f.guess) && place < maxLabels {
		f.guess = append(f.guess, label{newPrefix(text), r})
	}
	return r
}

// newLTSV learns the labels of the first lines.
func newLTSV(head [][]byte, opt Options) (*ltsv, assigned) {
	f := &ltsv{}
	counts := map[int]int{}
	columns := columnsOf(head, func(line []byte, add func(name string, value []byte)) {
		pieces := bytes.Split(line, []byte("\t"))
		for _, piece := range pieces {
			if name, value, ok := bytes.Cut(piece, []byte(":")); ok {
				add(string(name), value)
			}
		}
		counts[len(pieces)]++
	})
	for n, times := range counts {
		if n <= maxLabels && (times >= 2 && times*20 >= len(head) || len(head) < 3) {
			f.whole[n] = true
		}
	}
	for i := range columns {
		if columns[i].name == "host" && opt.Map["host"] == "" {
			opt.Map = withHost(opt.Map) // as ltsv.org has it: vhost is the other
		}
	}
	a := assign(columns, opt)
	f.roles = a.roles
	return f, a
}

// withHost adds that host is the client.
func withHost(m map[string]string) map[string]string {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]string{}
	}
	m["host"] = "client"
	return m
}

// columnsOf collects the fields that occur in the first lines, with samples.
func columnsOf(head [][]byte, each func(line []byte, add func(string, []byte))) []column {
	var columns []column
	at := map[string]int{}
	for _, line := range head {
		each(line, func(name string, value []byte) {
			i, ok := at[name]
			if !ok {
				if len(columns) == 500 {
					return
				}
				i = len(columns)
				at[name] = i
				columns = append(columns, column{name: name})
			}
			if len(columns[i].samples) < 200 {
				columns[i].samples = append(columns[i].samples, bytes.Clone(value))
			}
		})
	}
	return columns
}
