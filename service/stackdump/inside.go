package stackdump

import "bytes"

// inside reads a line of the goroutine p.g. It returns false where the line
// begins something else, or is to be looked at as if outside.
func (p *parser) inside(line []byte) bool {
	if len(line) == 0 {
		p.end()
		return true
	}
	if p.sum.Aggregated && p.g.ID == 0 && p.stackLine(line) {
		return true
	}
	if line[0] == '\t' || line[0] == ' ' {
		return p.indented(line)
	}
	if line[len(line)-1] == ')' {
		if f, whole, ok := p.funcLine(line); ok {
			p.function(f, whole, line)
			return true
		}
	}
	if p.special(line) {
		return true
	}
	if headerAt(line) >= 0 || string(line) == "runtime stack:" {
		return false
	}
	if isRegister(line) {
		p.end()
		return false
	}
	return p.broken(line)
}

// function begins a frame.
func (p *parser) function(f Frame, whole bool, line []byte) {
	p.flush()
	p.frame, p.pending = f, framePlace
	p.last = append(p.last[:0], line...)
	if !whole {
		p.g.Damaged = true
		p.problem(CutArguments, line)
	}
}

// indented reads a line that begins with a blank: the place of the function
// before it.
func (p *parser) indented(line []byte) bool {
	text := bytes.TrimLeft(line, " \t")
	switch {
	case len(text) == 0:
		p.end()
		return true
	case bytes.HasPrefix(text, []byte("goroutine running on other thread")):
		return true
	case p.foreign != "":
		return p.foreignPlace(text)
	case p.pending == noPlace:
		var f Frame
		if !p.placeLine(&f, text) {
			return p.broken(line)
		}
		p.g.Damaged = true
		p.problem(NoFunction, line)
		return true
	case !p.placeLine(&p.frame, text):
		return p.broken(line)
	}
	if p.pending == createdPlace {
		p.g.Created = p.frame
	} else {
		p.add(p.frame)
	}
	p.pending = noPlace
	return true
}

// foreignPlace completes a function of C, which is printed without arguments.
func (p *parser) foreignPlace(text []byte) bool {
	f := Frame{Func: p.foreign}
	if !p.placeLine(&f, text) {
		return p.broken(text)
	}
	p.foreign = ""
	if !f.NotGo {
		p.g.Damaged = true
		p.problem(NoFunction, text)
		return true
	}
	p.add(f)
	return true
}

var (
	createdBy   = []byte("created by ")
	inGoroutine = []byte(" in goroutine ")
	originating = []byte("[originating from goroutine ")
	notGo       = []byte("non-Go function")
)

// special reads the lines of a goroutine that are no calls.
func (p *parser) special(line []byte) bool {
	switch {
	case bytes.HasPrefix(line, createdBy):
		p.flush()
		p.created(line[len(createdBy):])
		p.last = append(p.last[:0], line...)
	case bytes.HasPrefix(line, []byte("...")):
		return p.elided(line)
	case bytes.HasPrefix(line, originating):
		p.flush()
		id, _ := number(line[len(originating):])
		p.g.Ancestors = append(p.g.Ancestors, Ancestor{ID: int64(id)})
		p.ancestor = true
	case bytes.HasPrefix(line, notGo):
		p.flush()
		rest, at := bytes.CutPrefix(line, []byte("non-Go function at pc="))
		if !at {
			p.foreign = string(notGo)
			return true
		}
		pc, _ := number(rest)
		p.add(Frame{Func: string(notGo), PC: pc, NotGo: true})
	default:
		return false
	}
	return true
}

// created reads "main.main in goroutine 1".
func (p *parser) created(b []byte) {
	name, id, ok := bytes.Cut(b, inGoroutine)
	f := Frame{Func: p.funcName(name)}
	if p.ancestor {
		p.frame, p.pending = f, framePlace
		return
	}
	if ok {
		n, _ := number(id)
		p.g.CreatedBy = int64(n)
	}
	p.frame, p.pending = f, createdPlace
}

// elided reads "...12 frames elided..." and "...additional frames elided...".
func (p *parser) elided(line []byte) bool {
	if !bytes.HasSuffix(line, []byte(" frames elided...")) {
		return false
	}
	p.flush()
	n, digits := number(line[3:])
	p.g.Elided, p.g.ElidedAt = int(n), len(p.frames)
	if digits == 0 {
		p.g.Elided = -1
	}
	return true
}

// broken deals with a line that is none of a dump: foreign text, or a frame
// that breaks off.
func (p *parser) broken(line []byte) bool {
	if p.pending == noPlace && p.foreign == "" && isSymbol(line) {
		p.foreign = string(line)
		return true
	}
	if f, whole, ok := p.funcLine(line); ok && !whole {
		p.function(f, false, line)
		return true
	}
	p.g.Damaged = true
	p.problem(ForeignText, line)
	return true
}

// isSymbol reports whether line can be the name of a function of C.
func isSymbol(line []byte) bool {
	for _, c := range line {
		if !isWord(c) && c != '_' && c != '.' && c != ':' && c != '~' && c != '@' {
			return false
		}
	}
	return true
}

// isRegister reports whether line is that of a register: "rax    0x0".
func isRegister(line []byte) bool {
	i := 0
	for i < len(line) && isWord(line[i]) {
		i++
	}
	value := bytes.TrimLeft(line[i:], " ")
	if i == 0 || len(value) == len(line)-i {
		return false
	}
	_, n := number(value)
	return n > 2 && n == len(value)
}
