package accesslog

import (
	"bytes"
	"math/bits"
)

// maxPath is where a path is cut: what is longer is no route.
const maxPath = 1000

// Parse reads a line without its end.
func (f *Format) Parse(line []byte, e *Entry) Kind {
	if len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	if len(line) == 0 || line[0] <= ' ' && len(bytes.TrimSpace(line)) == 0 {
		return EmptyLine
	}
	before := f.raw.set
	f.raw.set = 0
	kind := f.lines.split(line, &f.raw)
	for missing := before &^ f.raw.set; missing != 0; missing &= missing - 1 {
		f.raw.of[bits.TrailingZeros32(missing)] = nil
	}
	if kind == Understood {
		kind = f.interpret(e)
	}
	if kind != Understood && kind != Header && binary(line) {
		return Binary
	}
	return kind
}

// binary reports whether a line holds what no server writes into a log.
func binary(line []byte) bool {
	for _, c := range line {
		if c < ' ' && c != '\t' && c != '\r' || c == 0x7f {
			return true
		}
	}
	return false
}

// interpret gives the texts of a line their meaning.
func (f *Format) interpret(e *Entry) Kind {
	raw := &f.raw
	e.notes = 0
	e.Method, e.Path, e.Query = raw.of[roleMethod], raw.of[rolePath], raw.of[roleQuery]
	if len(e.Path) == 0 {
		e.Method, e.Path = splitRequest(raw.of[roleRequest])
		if m := raw.of[roleMethod]; len(m) > 0 {
			e.Method = m
		}
	}
	if !e.target() {
		return NoRequest
	}
	if f.Timed == "" {
		e.Nanos = 0
	} else {
		var parts int
		var kind Kind
		if e.Nanos, parts, kind = duration(raw.time(), f.Unit); kind != Understood {
			return kind
		}
		if parts > 1 {
			e.notes.add(noteRetried)
		}
	}
	f.rest(raw, e)
	return Understood
}

// rest reads what a line may lack.
func (f *Format) rest(raw *fields, e *Entry) {
	status, ok := integer(raw.of[roleStatus])
	if !ok || status < 100 || status > 999 {
		status = 0
		e.notes.add(noteNoStatus)
	}
	e.Status = int(status)
	if e.Bytes, ok = integer(raw.of[roleBytes]); !ok {
		e.Bytes = 0
		e.notes.add(noteNoSize)
	}
	if e.At, ok = f.clock.parse(raw.of[roleAt]); !ok {
		e.At = 0
		e.notes.add(noteNoTimestamp)
	}
	e.Client, e.Host = raw.of[roleClient], raw.of[roleHost]
	e.Agent, e.Referer = raw.of[roleAgent], raw.of[roleReferer]
	for i, r := range f.extra {
		if e.Extra[i] = nil; r != roleNone {
			e.Extra[i] = raw.of[r]
		}
	}
}

// isRequest reports whether b is like GET /path HTTP/1.1.
func isRequest(b []byte) bool {
	var e Entry
	e.Method, e.Path = splitRequest(b)
	return e.target()
}

// splitRequest cuts the first line of a request. Without a blank it is a path.
func splitRequest(b []byte) (method, path []byte) {
	i := index(b, ' ')
	if i < 0 {
		return nil, b
	}
	method, path = b[:i], b[i+1:]
	const usual = len(" HTTP/1.1")
	if n := len(path) - usual; n >= 0 && hasPrefix(path[n:], " HTTP/1.") && path[n+8] != ' ' {
		return method, path[:n]
	}
	if end := bytes.LastIndexByte(path, ' '); end >= 0 && hasPrefix(path[end+1:], "HTTP/") {
		path = path[:end]
	}
	return method, path
}

// target takes the path out of a target, and reports whether it is one.
func (e *Entry) target() bool {
	p := e.Path
	if len(p) == 0 || string(e.Method) != "GET" && !token7230(e.Method) {
		return false
	}
	if p[0] != '/' {
		i := bytes.Index(p, []byte("://"))
		switch {
		case i > 0 && i < 10:
			p = p[i+3:]
			if i = bytes.IndexByte(p, '/'); i < 0 {
				p = []byte("/")
			} else {
				p = p[i:]
			}
		case len(p) == 1 && p[0] == '*', string(e.Method) == "CONNECT":
		default:
			return false
		}
	}
	end := pathEnd(p)
	if end < len(p) && p[end] == '?' {
		if len(e.Query) == 0 {
			e.Query = p[end+1:]
		}
		p = p[:end]
	}
	if end == len(p) && end <= maxPath {
		e.Path = p
		return end > 0
	}
	return e.unusual(p)
}

// unusual goes on with a path that has a fragment, is too long, or is none.
func (e *Entry) unusual(p []byte) bool {
	if i := bytes.IndexByte(p, '?'); i >= 0 {
		if len(e.Query) == 0 {
			e.Query = p[i+1:]
		}
		p = p[:i]
	}
	if i := bytes.IndexByte(p, '#'); i >= 0 {
		p = p[:i]
	}
	if len(p) > maxPath {
		p = p[:maxPath]
		e.notes.add(noteLongPath)
	}
	for _, c := range p {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	e.Path = p
	return len(p) > 0
}

// token7230 reports whether b can be a method. None is one: some logs have none.
func token7230(b []byte) bool {
	if len(b) > 20 {
		return false
	}
	for _, c := range b {
		if c|32-'a' > 25 && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
