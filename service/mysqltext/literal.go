package mysqltext

import "bytes"

// escapes reports whether a backslash escapes the next byte of a string.
func (s *Scanner) escapes() bool {
	if s.opt.Dialect == PostgreSQL {
		return s.opt.BackslashEscapes
	}
	return !s.opt.NoBackslashEscapes
}

// quote reads what is in quotes; s.pos is at the quote, start at its prefix.
func (s *Scanner) quote(start int) Token {
	switch s.text[s.pos] {
	case '\'':
		return s.str(start, s.escapes())
	case '"':
		if s.opt.Dialect == MySQL && !s.opt.ANSIQuotes {
			return s.str(start, s.escapes())
		}
	}
	cut := s.quoted(false)
	t := s.took(Quoted, start)
	t.Cut = cut
	return t
}

// str reads the string at s.pos, whose prefix begins at start.
func (s *Scanner) str(start int, escapes bool) Token {
	cut := s.quoted(escapes)
	t := s.took(String, start)
	t.Cut = cut
	return t
}

// quoted moves behind what is in quotes, in which a doubled quote is one, and
// reports whether the end was missing.
func (s *Scanner) quoted(escapes bool) (cut bool) {
	quote := s.text[s.pos]
	text := s.text
	i := s.pos + 1
	for i < len(text) {
		switch c := text[i]; {
		case c == quote:
			if i+1 >= len(text) || text[i+1] != quote {
				s.pos = i + 1
				return false
			}
			i++
		case c == '\\' && escapes:
			i++
		}
		i++
	}
	s.pos = len(text)
	return true
}

// number reads a number, or the name that it turns out to begin: in MySQL, 2nd
// and 0xyz are names.
func (s *Scanner) number(start int) Token {
	if end := s.based(start); end > 0 {
		s.pos = end
		return s.took(Number, start)
	}
	i := s.digits(start)
	if end := s.exponent(i); end > i {
		s.pos = end
		return s.took(Number, start)
	}
	if s.opt.Dialect == MySQL && i < len(s.text) && named(s.text[i]) {
		return s.name(start)
	}
	return s.fraction(start, i)
}

// fraction reads the part of a number from its point on, which may be at i.
func (s *Scanner) fraction(start, i int) Token {
	if s.at(i) == '.' {
		i = s.digits(i + 1)
		i = s.exponent(i)
	}
	s.pos = i
	return s.took(Number, start)
}

func (s *Scanner) digits(i int) int {
	for i < len(s.text) {
		c := s.text[i]
		if classes[c] != classDigit && (c != '_' || s.opt.Dialect == MySQL) {
			break
		}
		i++
	}
	return i
}

// exponent returns where the exponent ends that begins at i, or i.
func (s *Scanner) exponent(i int) int {
	if s.at(i)|0x20 != 'e' {
		return i
	}
	j := i + 1
	if s.at(j) == '+' || s.at(j) == '-' {
		j++
	}
	if classes[s.at(j)] != classDigit {
		return i
	}
	return s.digits(j)
}

// based returns where a number in another base ends that begins at start, or 0.
func (s *Scanner) based(start int) int {
	if s.text[start] != '0' {
		return 0
	}
	base := s.at(start + 1)
	if s.opt.Dialect == PostgreSQL {
		base |= 0x20
	}
	allowed := ""
	switch base {
	case 'x':
		allowed = "0123456789abcdefABCDEF"
	case 'b':
		allowed = "01"
	case 'o':
		if s.opt.Dialect == PostgreSQL {
			allowed = "01234567"
		}
	}
	i := start + 2
	for i < len(s.text) && (bytes.IndexByte([]byte(allowed), s.text[i]) >= 0 ||
		s.text[i] == '_' && s.opt.Dialect == PostgreSQL && allowed != "") {
		i++
	}
	if i == start+2 || i < len(s.text) && named(s.text[i]) {
		return 0
	}
	return i
}
