package accesslog

import (
	"bytes"
	"strings"
)

// tabbed splits values that stand between tabs, or between blanks where the
// header of the W3C says so.
type tabbed struct {
	roles     []role
	separator byte
	header    string // the line of names, which may come again
	date      int    // the column whose time of day is the next one, or -1
}

func (t *tabbed) split(line []byte, to *fields) Kind {
	if t.header != "" && string(line) == t.header || line[0] == '#' {
		return Header
	}
	all := line
	start := 0
	for place := range t.roles {
		value := line
		i := bytes.IndexByte(line, t.separator)
		if i >= 0 {
			value, line = line[:i], line[i+1:]
		} else if place < len(t.roles)-1 {
			return cutOr(Malformed, place > 0)
		}
		to.put(t.roles[place], unquote(value))
		if place == t.date {
			start = len(all) - len(line) - len(value) - 1
		}
		if place == t.date+1 && t.date >= 0 {
			to.put(roleAt, all[start:start+len("2006-01-02 15:04:05")])
		}
		if i < 0 {
			return Understood
		}
	}
	return Malformed // more values than columns
}

// newTabbed makes a splitter of the names of the columns.
func newTabbed(names []string, header string, separator byte, head [][]byte,
	opt Options) (*tabbed, assigned) {
	t := &tabbed{separator: separator, header: header, date: -1}
	columns := make([]column, len(names))
	for i, name := range names {
		columns[i].name = name
	}
	for _, line := range head {
		values := bytes.Split(line, []byte{separator})
		if string(line) == header || len(values) != len(names) {
			continue
		}
		for i, v := range values {
			columns[i].samples = append(columns[i].samples, unquote(bytes.Clone(v)))
		}
	}
	opt.Map = plainRoles(names, opt.Map)
	a := assign(columns, opt)
	for i, name := range names {
		t.roles = append(t.roles, a.roles[name])
		if name == "date" && i+1 < len(names) && names[i+1] == "time" {
			t.date = i
		}
	}
	if t.date >= 0 {
		t.roles[t.date], t.roles[t.date+1] = roleNone, roleNone
	}
	return t, a
}

// plainRoles adds that columns with the names of wring's own mean them.
func plainRoles(names []string, m map[string]string) map[string]string {
	out := map[string]string{}
	for _, name := range names {
		if _, ok := roleNames()[name]; ok && name != "time" {
			out[name] = name
		}
	}
	for field, r := range m {
		out[field] = r
	}
	return out
}

// headerOf returns the names of the columns if line holds such.
func headerOf(line []byte) (names []string, separator byte, ok bool) {
	text := string(line)
	if rest, ok := strings.CutPrefix(text, "#Fields:"); ok {
		names = strings.Fields(rest)
		return names, ' ', len(names) >= 3
	}
	names = strings.Split(text, "\t")
	if len(names) < 3 {
		return nil, 0, false
	}
	known := map[role]bool{}
	for _, name := range names {
		if m, ok := meaningOf(name); ok {
			known[m.role] = true
		}
		if strings.ContainsAny(name, ":/") {
			return nil, 0, false
		}
	}
	target := known[rolePath] || known[roleRequest]
	return names, '\t', target && (known[roleStatus] || known[roleTime])
}
