package stackdump

import (
	"bytes"
	"net/url"
	"strings"
)

// funcLine takes apart a line such as
//
//	main.(*T).f(0xc000010000, {0x4b2c80?, 0x5}, ...)
//
// whole is false where the arguments break off.
func (p *parser) funcLine(line []byte) (f Frame, whole, ok bool) {
	open := bytes.LastIndexByte(line, '(')
	if open <= 0 {
		return f, false, false
	}
	if line[open+1:] != nil && len(line) > open+1 && line[open+1] == '*' {
		return f, false, false // main.(*T).f, cut before its arguments
	}
	if !p.isFuncName(line[:open]) {
		return f, false, false
	}
	f.Func = p.funcName(line[:open])
	args := line[open+1:]
	if string(args) == "...)" {
		f.Inlined = true
		return f, true, true
	}
	if whole, ok = p.arguments(&f, args); !ok {
		return f, false, false
	}
	return f, whole, true
}

// isFuncName reports whether b can be the name of a function: it has a dot after
// its last slash, or is panic, and holds no blank outside of brackets.
func (p *parser) isFuncName(b []byte) bool {
	if string(b) == "panic" || bytes.HasPrefix(b, []byte("type:.")) {
		return true
	}
	if _, known := p.names[string(b)]; known {
		return true
	}
	dot, depth := false, 0
	for _, c := range b {
		switch {
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '/' && depth == 0:
			dot = false
		case c == '.':
			dot = true
		case c <= ' ' && depth == 0, c == '"', c == '=':
			return false
		}
	}
	return dot && depth == 0
}

// funcName returns the name with the escapes of the linker decoded.
func (p *parser) funcName(b []byte) string {
	if s, ok := p.names[string(b)]; ok {
		return s
	}
	s := string(b)
	if strings.IndexByte(s, '%') >= 0 {
		if plain, err := url.PathUnescape(s); err == nil {
			s = plain
		}
	}
	p.remember(string(b), s)
	return s
}

// arguments reads what follows the parenthesis. ok is false where there is
// something else than arguments, whole where they break off.
func (p *parser) arguments(f *Frame, b []byte) (whole, ok bool) {
	args := p.args[:0]
	depth, param := 0, 0
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == ')' && depth == 0:
			f.Args = p.keepArgs(args)
			return true, i == len(b)-1
		case c == '{':
			depth++
			i++
		case c == '}':
			depth--
			i++
		case c == ',':
			if depth == 0 {
				param++
			}
			i++
		case c == ' ':
			i++
		case c == '_':
			args = append(args, Arg{Param: uint8(param), Missing: true})
			i++
		case bytes.HasPrefix(b[i:], []byte("...")):
			f.Elided = true
			i += 3
		default:
			v, n := number(b[i:])
			if n == 0 {
				f.Args = p.keepArgs(args)
				return false, false
			}
			i += n
			a := Arg{Value: v, Param: uint8(param)}
			if i < len(b) && b[i] == '?' {
				a.Uncertain = true
				i++
			}
			args = append(args, a)
		}
	}
	f.Args = p.keepArgs(args)
	return false, true
}

// keepArgs copies args, which share a buffer, to memory of their own.
func (p *parser) keepArgs(args []Arg) []Arg {
	p.args = args
	if len(args) == 0 {
		return nil
	}
	if cap(p.slab)-len(p.slab) < len(args) {
		p.slab = make([]Arg, 0, 512)
	}
	n := len(p.slab)
	p.slab = append(p.slab, args...)
	return p.slab[n:len(p.slab):len(p.slab)]
}

// number reads a number in base 16 with 0x before it, or in base 10. n is how
// many bytes it took.
func number(b []byte) (v uint64, n int) {
	if len(b) > 2 && b[0] == '0' && b[1] == 'x' {
		for n = 2; n < len(b); n++ {
			d := hexDigit(b[n])
			if d > 15 {
				break
			}
			v = v<<4 | uint64(d)
		}
		if n == 2 {
			return 0, 0
		}
		return v, n
	}
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		v = v*10 + uint64(b[n]-'0')
		n++
	}
	return v, n
}

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// placeLine reads a line such as
//
//	/src/x.go:12 +0x1d fp=0xc0000 sp=0xc0000 pc=0x4000
//
// without the tab before it into f.
func (p *parser) placeLine(f *Frame, b []byte) bool {
	end := placeEnd(b)
	if end < 0 {
		return pcOnly(f, b)
	}
	colon := bytes.LastIndexByte(b[:end], ':')
	line, n := number(b[colon+1 : end])
	if n == 0 {
		return false
	}
	f.File, f.Line = p.intern(b[:colon]), int(line)
	p.placeRest(f, b[end:])
	if f.FP != 0 && f.PC == 0 && p.g != nil {
		p.g.Damaged = true
		p.problem(CutPlace, b)
	}
	return true
}

// placeEnd returns where the number of the line ends: at a blank before "+0x" or
// "pc=", or at the end of b. It is -1 where b does not end in a number.
func placeEnd(b []byte) int {
	end := len(b)
	for _, mark := range []string{" +0x", " fp=0x", " pc=0x"} {
		if i := bytes.Index(b[:end], []byte(mark)); i >= 0 {
			end = i
		}
	}
	i := end
	for i > 0 && b[i-1] >= '0' && b[i-1] <= '9' {
		i--
	}
	if i == end || i < 2 || b[i-1] != ':' {
		return -1
	}
	return end
}

// placeRest reads what may follow the line.
func (p *parser) placeRest(f *Frame, b []byte) {
	for field := range bytes.FieldsSeq(b) {
		key, value, _ := bytes.Cut(field, []byte("="))
		switch {
		case field[0] == '+':
			f.Offset, _ = number(field[1:])
		case string(key) == "fp":
			f.FP, _ = number(value)
		case string(key) == "sp":
			f.SP, _ = number(value)
		case string(key) == "pc":
			f.PC, _ = number(value)
			f.NotGo = f.FP == 0
		}
	}
}

// pcOnly reads "pc=0x4000", which is all that is known of a function that is not
// Go's.
func pcOnly(f *Frame, b []byte) bool {
	if !bytes.HasPrefix(b, []byte("pc=0x")) {
		return false
	}
	f.PC, _ = number(b[3:])
	f.NotGo = true
	return true
}
