package mysqltext

import "bytes"

// operator takes an operator or punctuation.
func (f *Fingerprinter) operator() {
	switch c := f.text[f.cur.Start]; {
	case f.cur.End > f.cur.Start+1:
		f.long()
	case c == '(' || c == '[':
		f.open(c)
	case c == ')' || c == ']':
		f.close(c)
	case c == ',':
		f.comma()
	case c == ';':
		f.finish()
	case c == '.':
		f.settle()
		f.out = append(f.out, '.')
		f.after(afterJoin)
	case f.binary():
		f.write(f.bytes())
		f.after(afterOperator)
	case c == '+' || c == '-':
		f.signs = append(f.signs, c)
	case c == '*':
		f.write(f.bytes())
		f.after(afterName)
	case c == '~' || c == '!':
		f.write(f.bytes())
		f.after(afterJoin)
	default:
		f.write(f.bytes())
		f.after(afterOperator)
	}
}

// long takes an operator of several bytes. Casts stand without blanks.
func (f *Fingerprinter) long() {
	if text := f.bytes(); string(text) == "::" {
		f.settle()
		f.out = append(f.out, text...)
		f.after(afterJoin)
		return
	}
	f.write(f.bytes())
	f.after(afterOperator)
}

// binary reports whether an operand is before the current token.
func (f *Fingerprinter) binary() bool {
	if len(f.signs) > 0 {
		return false
	}
	return f.prev == afterName || f.prev == afterLiteral || f.prev == afterClose
}

func (f *Fingerprinter) comma() {
	f.interval = false
	if top := f.top(); !top.pure || f.prev != afterLiteral {
		f.settle()
		f.out = append(f.out, ',')
	}
	f.after(afterComma)
}

// finish ends a statement. The semicolon is written when another one follows.
func (f *Fingerprinter) finish() {
	f.end()
	f.frames = append(f.frames[:0], frame{call: &words.none, from: -1, to: -1})
	written := f.prev != atStart
	f.begin()
	f.semicolon = f.semicolon || written
}

// rowFollows reports whether a row of a list ended right before the comma that
// was written last.
func (f *Fingerprinter) rowFollows() bool {
	return f.prev == afterComma && f.top().to >= 0 && f.top().to == len(f.out)-1
}

// open takes an opening parenthesis or bracket.
func (f *Fingerprinter) open(c byte) {
	f.settle()
	again := f.rowFollows()
	list := f.prev == afterKeyword && f.info.is(listing)
	rows := again || f.prev == afterKeyword && f.info.is(rowing) ||
		f.prev == afterOpen && f.top().list
	if f.prev != afterCall && c == '(' {
		f.blank()
	}
	start := len(f.out)
	if f.prev == afterCall && f.row >= 0 {
		start, rows = f.row, true
		again = f.top().to >= 0 && f.top().to == start-2
	}
	call := &words.none
	if f.prev == afterCall {
		call = f.call
	}
	f.out = append(f.out, c)
	f.frames = append(f.frames, frame{start: start, pure: true, list: list, rows: rows,
		again: again, call: call, from: -1, to: -1})
	f.row = -1
	f.after(afterOpen)
}

// close takes a closing parenthesis or bracket.
func (f *Fingerprinter) close(c byte) {
	top := f.top()
	switch {
	case top.pure && f.prev == afterLiteral:
		f.signs = f.signs[:0]
		f.out = append(f.out, '?')
	default:
		f.settle()
	}
	f.out = append(f.out, c)
	f.after(afterClose)
	if len(f.frames) == 1 {
		return
	}
	row := *top
	f.frames = f.frames[:len(f.frames)-1]
	if !row.rows {
		return
	}
	over := f.top()
	if row.again && bytes.Equal(f.out[row.start:], f.out[over.from:over.to]) {
		f.out = f.out[:over.to]
		return
	}
	over.from, over.to = row.start, len(f.out)
}

// end writes what was held back when the text is at its end, which may be in the
// middle of a list. A row that agrees with the one before, as far as it goes, is
// left out like a whole one.
func (f *Fingerprinter) end() {
	top := f.top()
	switch {
	case top.pure && top.literals > 0:
		f.out = append(f.out, '?')
	default:
		f.settle()
	}
	if top.rows && top.again {
		over := &f.frames[len(f.frames)-2]
		if bytes.HasPrefix(f.out[over.from:over.to], f.out[top.start:]) {
			f.out = f.out[:over.to]
		}
		return
	}
	if f.prev == afterComma && top.to >= 0 && top.to == len(f.out)-1 {
		f.out = f.out[:top.to]
	}
}
