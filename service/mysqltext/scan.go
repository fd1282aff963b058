package mysqltext

import "bytes"

// Scanner splits a text into tokens. White space and comments are between them.
// What a server may run, in /*! and /*M!, counts as text.
type Scanner struct {
	text []byte
	pos  int
	opt  Options

	versioned int  // how many /*! are open
	brackets  int  // how many [ are open
	dot       bool // the last token was a dot: a name follows
	last      Token

	unfinished bool // a comment had no end
}

// Reset begins a text. The scanner reads it and never writes.
func (s *Scanner) Reset(text []byte, opt Options) { *s = Scanner{text: text, opt: opt} }

// The classes of bytes that may begin a token.
const (
	classOther uint8 = iota
	classSpace
	className
	classDigit
	classQuote
	classSign // may begin an operator of several bytes, or a comment
)

var classes = classify()

func classify() (table [256]uint8) {
	for c := range table {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case c <= ' ':
			table[c] = classSpace
		case letter || c == '_' || c == '$' || c >= 0x80:
			table[c] = className
		case '0' <= c && c <= '9':
			table[c] = classDigit
		case c == '\'' || c == '"' || c == '`':
			table[c] = classQuote
		case c == ',' || c == '(' || c == ')' || c == ';':
			table[c] = classOther
		default:
			table[c] = classSign
		}
	}
	return table
}

// named reports whether c can be part of a name after its first byte.
func named(c byte) bool { return classes[c] == className || classes[c] == classDigit }

// at returns the byte at i, or 0 after the end.
func (s *Scanner) at(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// Next returns the next token. After the last one it returns End again and again.
func (s *Scanner) Next() Token {
	for s.pos < len(s.text) {
		start := s.pos
		c := s.text[start]
		switch classes[c] {
		case classSpace:
			s.pos++
			continue
		case className:
			return s.word(start)
		case classDigit:
			if s.dot && s.opt.Dialect == MySQL {
				return s.name(start)
			}
			return s.number(start)
		case classQuote:
			if c != '`' || s.opt.Dialect == MySQL {
				return s.quote(start)
			}
			return s.sign(start)
		case classSign:
			if s.gap(c) {
				continue
			}
			return s.sign(start)
		}
		s.pos++
		return s.took(Operator, start)
	}
	return Token{Kind: End, Start: len(s.text), End: len(s.text)}
}

// took makes the token that begins at start and ends at the current place.
func (s *Scanner) took(kind Kind, start int) Token {
	s.dot = false
	s.last = Token{Kind: kind, Start: start, End: s.pos}
	return s.last
}

// operand reports whether the last token ended one, so that what follows may be an
// operator.
func (s *Scanner) operand() bool {
	switch s.last.Kind {
	case End:
		return false
	case Operator:
		c := s.text[s.last.Start]
		return c == ')' || c == ']'
	case Word:
		w := lookup(s.text[s.last.Start:s.last.End:len(s.text)])
		return !w.reserved(s.opt.Dialect) || w.is(value)
	}
	return true
}

// gap skips what begins with c, if that is a comment.
func (s *Scanner) gap(c byte) bool {
	switch c {
	case '#':
		if s.opt.Dialect == PostgreSQL {
			return false
		}
		s.line()
		return true
	case '-':
		if !s.dashes() {
			return false
		}
		s.line()
		return true
	case '/':
		if s.at(s.pos+1) != '*' {
			return false
		}
		s.comment()
		return true
	case '*':
		if s.versioned == 0 || s.at(s.pos+1) != '/' {
			return false
		}
		s.versioned--
		s.pos += 2
		return true
	}
	return false
}

// dashes reports whether a comment begins here. In MySQL there must be white
// space after the dashes, or nothing: 5--3 is 8.
func (s *Scanner) dashes() bool {
	if s.at(s.pos+1) != '-' {
		return false
	}
	return s.opt.Dialect == PostgreSQL || s.at(s.pos+2) <= ' ' || s.at(s.pos+2) == 0x7f
}

// line skips to the end of the line.
func (s *Scanner) line() {
	if n := bytes.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
		s.pos += n + 1
		return
	}
	s.pos = len(s.text)
}

// comment skips the comment here, or only its opening when a server may run what
// is in it.
func (s *Scanner) comment() {
	if s.opt.Dialect == PostgreSQL {
		s.nested()
		return
	}
	i := s.pos + 2
	if s.at(i) == 'M' && s.at(i+1) == '!' {
		i++
	}
	if s.at(i) == '!' {
		s.versioned++
		for i++; i < len(s.text) && i < s.pos+10 && classes[s.text[i]] == classDigit; i++ {
		}
		s.pos = i
		return
	}
	if n := bytes.Index(s.text[s.pos+2:], []byte("*/")); n >= 0 {
		s.pos += 2 + n + 2
		return
	}
	s.pos, s.unfinished = len(s.text), true
}

// nested skips a comment in which there may be comments.
func (s *Scanner) nested() {
	depth := 0
	for s.pos < len(s.text) {
		switch {
		case s.text[s.pos] == '/' && s.at(s.pos+1) == '*':
			depth++
			s.pos += 2
		case s.text[s.pos] == '*' && s.at(s.pos+1) == '/':
			depth--
			s.pos += 2
			if depth == 0 {
				return
			}
		default:
			s.pos++
		}
	}
	s.unfinished = true
}

// Open reports whether the text ended in a comment or in a part that only some
// servers run. Ask it after End.
func (s *Scanner) Open() bool { return s.versioned > 0 || s.unfinished }
