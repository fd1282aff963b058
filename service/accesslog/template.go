package accesslog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// template splits lines that were printed by a pattern such as nginx's
// log_format: texts that are always the same, and values between them.
type template struct {
	lead  []byte // what stands before the first value
	parts []part
	// tail has the roles of the values that follow the pattern, by place; nil
	// if nothing may follow.
	tail []tailField
	open bool // more may follow
}

// part is a value and the text behind it.
type part struct {
	name   string
	role   role
	after  []byte
	stop   prefix // after, to compare with
	quoted bool   // quotation marks stand around it
	list   bool   // it may hold ", " and " : "
}

// tailField is one of the values that follow a known pattern.
type tailField struct {
	role   role
	prefix []byte // as in rt=0.003
}

func (t *template) split(line []byte, to *fields) Kind {
	if len(line) < len(t.lead) {
		return cutOr(Malformed, bytes.HasPrefix(t.lead, line))
	}
	if string(line[:len(t.lead)]) != string(t.lead) {
		return Malformed
	}
	line = line[len(t.lead):]
	for i := range t.parts {
		p := &t.parts[i]
		end := p.end(line)
		if last := i == len(t.parts)-1; last && t.open && len(p.after) == 0 {
			if end = index(line, ' '); end < 0 {
				end = len(line)
			}
		}
		if end < 0 {
			return cutOr(Malformed, i > 0)
		}
		to.put(p.role, line[:end])
		line = line[end+len(p.after):]
	}
	switch {
	case len(line) == 0:
		return Understood
	case t.open && line[0] == ' ':
		return t.rest(line, to)
	}
	return Malformed
}

func cutOr(kind Kind, cut bool) Kind {
	if cut {
		return Cut
	}
	return kind
}

// end returns where a value ends that begins a line, or -1.
func (p *part) end(line []byte) int {
	if len(p.after) == 0 {
		return len(line)
	}
	if end := index(line, p.after[0]); end >= 0 && p.stop.begins(line[end:]) &&
		!(p.list || p.quoted && end > 0 && line[end-1] == '\\') {
		return end
	}
	for from := 0; ; {
		var n int
		if n = index(line[from:], p.after[0]); n >= 0 && !bytes.HasPrefix(line[from+n:], p.after) {
			n = bytes.Index(line[from:], p.after)
		}
		if n < 0 {
			return -1
		}
		end := from + n
		if p.quoted && escaped(line[:end]) || p.list && continues(line, end) {
			from = end + 1
			continue
		}
		return end
	}
}

// escaped reports whether what follows b stands behind a backslash.
func escaped(b []byte) bool {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// continues reports whether a list goes on beyond a blank at end.
func continues(line []byte, end int) bool {
	if end == 0 || line[end] != ' ' {
		return false
	}
	before := line[end-1]
	return before == ',' || before == ':' || hasPrefix(line[end:], " : ")
}

// rest reads the values that follow the pattern.
func (t *template) rest(line []byte, to *fields) Kind {
	for place := 0; len(line) > 0; place++ {
		if line[0] == ' ' || line[0] == '\t' {
			line = line[1:]
			place--
			continue
		}
		value, rest := token(line)
		if value == nil {
			return Cut
		}
		line = rest
		if place >= len(t.tail) {
			continue
		}
		if f := t.tail[place]; f.role != roleNone && bytes.HasPrefix(value, f.prefix) {
			to.put(f.role, unquote(value[len(f.prefix):]))
		}
	}
	return Understood
}

// token takes a value off the front: what stands in quotation marks, or up to a
// blank that does not continue a list. It is nil if the closing mark is missing.
func token(line []byte) (value, rest []byte) {
	i := 0
	for i < len(line) {
		switch c := line[i]; {
		case c == '"':
			end := quote(line[i+1:])
			if end < 0 {
				return nil, nil
			}
			i += end + 1
		case c == '[' && i == 0:
			if end := bytes.IndexByte(line, ']'); end > 0 {
				i = end
			}
		case (c == ' ' || c == '\t') && !continues(line, i):
			return line[:i], line[i:]
		}
		i++
	}
	return line, nil
}

// unquote takes quotation marks or brackets away.
func unquote(b []byte) []byte {
	if len(b) >= 2 && (b[0] == '"' && b[len(b)-1] == '"' || b[0] == '[' && b[len(b)-1] == ']') {
		return b[1 : len(b)-1]
	}
	return b
}

// piece is a value or a text of a pattern, before it is a template.
type piece struct {
	text string // if name is empty
	name string
	role role
	unit Unit
}

// build makes a template of pieces. Of two values with the same role the first
// one counts, and the whole request less than its parts.
func build(pieces []piece, opt Options) (*template, assigned, error) {
	t := &template{}
	a := assigned{roles: map[string]role{}}
	taken := map[role]bool{}
	for _, p := range pieces {
		if p.name == "" {
			t.text(p.text)
			continue
		}
		if n := len(t.parts); n > 0 && len(t.parts[n-1].after) == 0 {
			return nil, a, fmt.Errorf("nothing stands between %s and %s in the format, so where "+
				"one ends cannot be seen", t.parts[n-1].name, p.name)
		}
		if r, ok := opt.Map[p.name]; ok {
			p.role = roleNames()[r]
		}
		i := slices.Index(opt.Extra, p.name)
		if p.role == roleNone || taken[p.role] {
			p.role = roleNone
			if i >= 0 {
				p.role = roleExtra + role(i)
			}
		}
		if i >= 0 {
			a.extras[i] = p.role
		}
		taken[p.role] = true
		if p.role == roleTime {
			a.unit, a.timed = p.unit, p.name
		}
		t.parts = append(t.parts, part{name: p.name, role: p.role,
			list: strings.Contains(p.name, "upstream_") || p.role == roleTime})
	}
	if len(t.parts) == 0 {
		return nil, a, errors.New("the format names no variable: it is like " +
			"'$remote_addr [$time_local] \"$request\" $status $request_time'")
	}
	return t, a.upstream(pieces, taken), t.quotes()
}

// upstream lets the time of the upstream stand for that of the request.
func (a assigned) upstream(pieces []piece, taken map[role]bool) assigned {
	for _, p := range pieces {
		if a.timed == "" && p.role == roleUpstream && taken[roleUpstream] {
			a.timed, a.unit = p.name, p.unit
		}
	}
	return a
}

func (t *template) text(s string) {
	if n := len(t.parts); n > 0 {
		t.parts[n-1].after = append(t.parts[n-1].after, s...)
	} else {
		t.lead = append(t.lead, s...)
	}
}

// quotes marks the values between quotation marks.
func (t *template) quotes() error {
	before := t.lead
	for i := range t.parts {
		p := &t.parts[i]
		p.stop = newPrefix(p.after)
		p.quoted = bytes.HasSuffix(before, []byte{'"'}) && bytes.HasPrefix(p.after, []byte{'"'})
		before = p.after
	}
	return nil
}
