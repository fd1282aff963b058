package accesslog

import (
	"bytes"
	"maps"
)

// ltsv splits labelled tab-separated values. Lines of a log mostly have the
// same labels in the same order: what was found at a place is tried first.
type ltsv struct {
	roles map[string]role
	guess []label // by place
	tabs  places  // of the line that is being read
	// wanted are the labels of guess that asGuessed looks at.
	wanted []wantedLabel
	unused uint32              // roles, as bits
	whole  [maxLabels + 1]bool // how many fields lines have that are not cut
}

// maxLabels is how many places of a line are learned.
const maxLabels = 64

type wantedLabel struct {
	label
	place int
}

type label struct {
	prefix // with the colon
	role   role
}

func (f *ltsv) split(line []byte, to *fields) Kind {
	n := f.tabs.find(line, '\t', '\t')
	if n+1 == len(f.guess) && f.whole[n+1] && f.asGuessed(line, to) {
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

// asGuessed takes the values of a line that has the labels that were found at
// their places before, as far as they matter, and reports whether it is one.
func (f *ltsv) asGuessed(line []byte, to *fields) bool {
	if len(f.wanted) == 0 {
		f.want()
	}
	for i := range f.wanted {
		w := &f.wanted[i]
		from, end := int(f.tabs.at[w.place])+1, int(f.tabs.at[w.place+1])
		value := from + len(w.text)
		if value >= end || !w.begins(line[from:]) {
			return false
		}
		to.put(w.role, line[value:end])
	}
	return true
}

// want notes the labels whose values are used. The first line of the request is
// not where the path has a label of its own.
func (f *ltsv) want() {
	path := false
	for _, g := range f.guess {
		path = path || g.role == rolePath
	}
	for place, g := range f.guess {
		if g.role != roleNone && f.unused&(1<<g.role) == 0 && (g.role != roleRequest || !path) {
			f.wanted = append(f.wanted, wantedLabel{g, place})
		}
	}
}

// leaveOut says that the values of some roles are not used.
func (f *ltsv) leaveOut(roles uint32) { f.unused, f.wanted = roles, nil }

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
		f.wanted = nil
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
