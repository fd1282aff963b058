package accesslog

import (
	"bytes"
	"maps"
)

// ltsv splits labelled tab-separated values. Lines of a log mostly have the
// same labels in the same order: what was found at a place is tried first.
type ltsv struct {
	roles map[string]role
	guess []label             // by place
	whole [maxLabels + 1]bool // how many fields lines have that are not cut
}

// maxLabels is how many places of a line are learned.
const maxLabels = 64

type label struct {
	prefix // with the colon
	role   role
}

func (f *ltsv) split(line []byte, to *fields) Kind {
	place, last := 0, roleNone
	for len(line) > 0 {
		if place < len(f.guess) {
			if g := &f.guess[place]; g.begins(line) {
				value := line[len(g.text):]
				line = nil
				if i := index(value, '\t'); i >= 0 {
					value, line = value[:i], value[i+1:]
				}
				if last = g.role; last != roleNone {
					to[last] = value
				}
				place++
				continue
			}
		}
		value := line
		if i := index(line, '\t'); i >= 0 {
			value, line = line[:i], line[i+1:]
		} else {
			line = nil
		}
		colon := bytes.IndexByte(value, ':')
		if colon < 0 {
			return f.broken(place, line)
		}
		last = f.learn(place, value[:colon+1])
		to[last] = value[colon+1:]
		place++
	}
	if last != roleNone && place <= len(f.guess) && !f.whole[place] {
		return Cut // perhaps in the middle of a value that would be booked
	}
	return Understood
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

func (f *ltsv) mayFill(r role) bool { return hasRole(f.roles, r) }

func hasRole(roles map[string]role, r role) bool {
	for _, one := range roles {
		if one == r {
			return true
		}
	}
	return false
}
