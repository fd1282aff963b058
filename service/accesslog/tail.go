package accesslog

import (
	"bytes"
)

// learnTail finds out what the fields say that a server's owner added behind a
// known pattern. Those written name=value say it themselves. Of the others the
// first that is a decimal fraction throughout is the time of the request, and a
// second one that of the upstream; where no field has a point, one whole number
// is taken for the time.
func (t *template) learnTail(head [][]byte, a assigned, opt Options) assigned {
	columns := t.tailColumns(head)
	t.tail = make([]tailField, len(columns))
	named := assign(columns, opt)
	for i, c := range columns {
		if c.name == "" {
			continue
		}
		t.tail[i] = tailField{role: named.roles[c.name], prefix: []byte(c.name + "=")}
		if a.timed == "" && c.name == named.timed {
			a.timed, a.unit = named.timed, named.unit
		}
	}
	for i, name := range opt.Extra {
		for j, c := range columns {
			if c.name != name {
				continue
			}
			if t.tail[j].role == roleNone {
				t.tail[j].role = roleExtra + role(i)
			}
			a.extras[i] = t.tail[j].role
		}
	}
	if a.timed != "" {
		return a
	}
	fractions, whole := numbers(columns)
	if len(fractions) > 0 {
		t.tail[fractions[0]].role = roleTime
		a.timed = place(fractions[0])
	} else if len(whole) > 0 {
		t.tail[whole[0]].role = roleTime
		a.timed = place(whole[0])
	}
	if len(fractions) > 1 {
		t.tail[fractions[1]].role = roleUpstream
	}
	return a
}

// place names a field without a name.
func place(i int) string {
	const names = "first second third fourth fifth sixth seventh eighth ninth tenth"
	words := bytes.Fields([]byte(names))
	if i < len(words) {
		return "the " + string(words[i]) + " field behind the pattern"
	}
	return "a field behind the pattern"
}

// tailColumns collects the fields behind the pattern by place.
func (t *template) tailColumns(head [][]byte) []column {
	var columns []column
	for _, line := range head {
		var to fields
		if t.split(line, &to) != Understood {
			continue
		}
		rest := t.behind(line)
		for i := 0; len(rest) > 0; {
			if rest[0] == ' ' || rest[0] == '\t' {
				rest = rest[1:]
				continue
			}
			value, next := token(rest)
			if rest = next; value == nil || i == 64 {
				break
			}
			if i == len(columns) {
				columns = append(columns, column{name: nameIn(value)})
			}
			if c := &columns[i]; c.name != "" {
				value = bytes.TrimPrefix(value, []byte(c.name+"="))
			}
			columns[i].samples = append(columns[i].samples, bytes.Clone(unquote(value)))
			i++
		}
	}
	return columns
}

// behind returns what follows the pattern on a line that has it.
func (t *template) behind(line []byte) []byte {
	line = line[len(t.lead):]
	for i := range t.parts {
		p := &t.parts[i]
		end := p.end(line)
		if i == len(t.parts)-1 && len(p.after) == 0 {
			if end = bytes.IndexByte(line, ' '); end < 0 {
				end = len(line)
			}
		}
		line = line[end+len(p.after):]
	}
	return line
}

// nameIn returns the name of a field written name=value.
func nameIn(value []byte) string {
	i := bytes.IndexByte(value, '=')
	if i < 1 || i > 40 {
		return ""
	}
	for _, c := range value[:i] {
		if c|32-'a' > 25 && c-'0' > 9 && c != '_' && c != '-' && c != '.' {
			return ""
		}
	}
	return string(value[:i])
}

// numbers returns the places of nameless fields that hold numbers and nothing
// else: those with a decimal point, and the others.
func numbers(columns []column) (fractions, whole []int) {
	for i, c := range columns {
		seen, points := 0, 0
		ok := c.name == ""
		for _, s := range c.samples {
			if string(s) == "-" {
				continue
			}
			if _, _, kind := duration(s, Seconds); kind != Understood {
				ok = false
				break
			}
			seen++
			if bytes.IndexByte(s, '.') >= 0 {
				points++
			}
		}
		if ok && points > 0 {
			fractions = append(fractions, i)
		} else if ok && seen > 0 {
			whole = append(whole, i)
		}
	}
	return fractions, whole
}
