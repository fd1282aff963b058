package stackdump

import (
	"bytes"
	"strconv"
	"strings"
)

var goroutineWord = []byte("goroutine ")

// headerAt returns where in line a header of a goroutine begins, or -1. What is
// cut off after the number counts as one only at the beginning of the line.
func headerAt(line []byte) int {
	for from := 0; ; {
		i := bytes.Index(line[from:], goroutineWord)
		if i < 0 {
			return -1
		}
		i += from
		_, n := number(line[i+len(goroutineWord):])
		rest := line[i+len(goroutineWord)+n:]
		switch {
		case n == 0:
		case bytes.HasPrefix(rest, []byte(" [")), bytes.HasPrefix(rest, []byte(" gp=")):
			return i
		case len(bytes.TrimSpace(rest)) == 0 && i == 0:
			return i
		}
		from = i + len(goroutineWord)
	}
}

// header reads a header, which begins at the beginning of line. whole is false
// where it breaks off.
func (p *parser) header(g *Goroutine, line []byte) (whole bool) {
	b := line[len(goroutineWord):]
	id, n := number(b)
	g.ID, g.M = int64(id), -1
	b = b[n:]
	open := bytes.IndexByte(b, '[')
	if open < 0 {
		p.records(g, b)
		return false
	}
	p.records(g, b[:open])
	b = b[open+1:]
	state, rest, whole := cutState(b)
	if i := bytes.Index(state, []byte(" labels:{")); i >= 0 {
		g.Labels, _ = labels(string(state[i+len(" labels:{"):]))
		state = state[:i]
	}
	p.state(g, state)
	rest = bytes.TrimSpace(rest)
	if inner, ok := bytes.CutPrefix(rest, []byte("{")); ok {
		var end int
		g.Labels, end = labels(string(inner))
		rest = inner[min(end, len(inner)):]
	}
	return whole && bytes.HasPrefix(rest, []byte(":"))
}

// cutState cuts at the bracket that closes the state. Those in a label's quotes
// close nothing.
func cutState(b []byte) (state, rest []byte, ok bool) {
	quoted := false
	for i := 0; i < len(b); i++ {
		switch {
		case quoted && b[i] == '\\':
			i++
		case b[i] == '"':
			quoted = !quoted
		case b[i] == ']' && !quoted:
			return b[:i], b[i+1:], true
		}
	}
	return b, nil, false
}

// records reads " gp=0xc000 m=0 mp=0x5a", which stands before the state where
// the whole runtime is shown.
func (p *parser) records(g *Goroutine, b []byte) {
	for field := range bytes.FieldsSeq(b) {
		key, value, _ := bytes.Cut(field, []byte("="))
		v, n := number(value)
		switch {
		case n == 0:
		case string(key) == "gp":
			g.GP = v
		case string(key) == "mp":
			g.MP = v
		case string(key) == "m":
			g.M = int64(v)
		}
	}
}

// state takes the state apart: "chan receive (leaked), 5 minutes, locked to thread".
func (p *parser) state(g *Goroutine, b []byte) {
	parts := strings.Split(p.intern(b), ", ")
	name := parts[0]
	for {
		rest, mark := cutMark(name)
		switch mark {
		case "leaked":
			g.Leaked = true
		case "scan":
			g.Scan = true
		case "durable", "synctest":
			g.Durable = true
		default:
			rest = ""
		}
		if rest == "" {
			break
		}
		name = rest
	}
	g.State = name
	for _, part := range parts[1:] {
		switch {
		case part == "locked to thread":
			g.Locked = true
		case strings.HasPrefix(part, "synctest "):
			_, id, _ := strings.Cut(strings.TrimPrefix(part, "synctest "), " ")
			g.Bubble, _ = strconv.ParseInt(id, 10, 64)
		case strings.HasSuffix(part, " minutes"):
			g.Minutes, _ = strconv.Atoi(strings.TrimSuffix(part, " minutes"))
		}
	}
}

// labels reads labels up to the brace that closes them: "a: b, \"c d\": \"e\"}",
// each word quoted or not. end is where it stopped reading.
func labels(s string) (list []Label, end int) {
	i := 0
	word := func() string {
		for i < len(s) && (s[i] == ' ' || s[i] == ',') {
			i++
		}
		if i < len(s) && s[i] == '"' {
			return quotedWord(s, &i)
		}
		from := i
		for i < len(s) && s[i] != ':' && s[i] != ',' && s[i] != '}' {
			i++
		}
		return s[from:i]
	}
	for i < len(s) && s[i] != '}' {
		from := i
		key := word()
		if i >= len(s) || s[i] != ':' {
			if i == from {
				i++
			}
			continue
		}
		i++
		list = append(list, Label{Key: key, Value: word()})
	}
	return list, min(i+1, len(s))
}

// quotedWord reads a quoted word that begins at *i and moves *i behind it.
func quotedWord(s string, i *int) string {
	from := *i
	for *i++; *i < len(s); *i++ {
		switch s[*i] {
		case '\\':
			*i++
		case '"':
			*i++
			if word, err := strconv.Unquote(s[from:*i]); err == nil {
				return word
			}
			return s[from+1 : *i-1]
		}
	}
	*i = len(s)
	return strings.Trim(s[from:], `"`)
}

// cutMark cuts a mark in parentheses from the end of a state.
func cutMark(name string) (rest, mark string) {
	open := strings.LastIndex(name, " (")
	if open < 0 || !strings.HasSuffix(name, ")") {
		return "", ""
	}
	return name[:open], name[open+2 : len(name)-1]
}
