package mysqltext

import "strings"

// sign reads an operator, a variable, a marker of a parameter or a number that
// begins with its point.
func (s *Scanner) sign(start int) Token {
	switch s.text[start] {
	case '.':
		return s.point(start)
	case '@':
		if s.opt.Dialect == MySQL {
			return s.variable(start)
		}
	case '?':
		if s.opt.Dialect == MySQL || !s.operand() {
			s.pos++
			return s.took(Param, start)
		}
	case ':':
		return s.colon(start)
	case '[':
		s.brackets++
	case ']':
		s.brackets--
	case '\\':
		if s.at(start+1) == 'N' && !named(s.at(start+2)) {
			s.pos += 2
			return s.took(Number, start) // \N is NULL
		}
	}
	s.pos = start + s.operator(s.text[start:])
	return s.took(Operator, start)
}

// point reads a dot: between two names, or before a fraction.
func (s *Scanner) point(start int) Token {
	after := s.last.End == start && (s.last.Kind == Word || s.last.Kind == Quoted)
	if classes[s.at(start+1)] == classDigit && !after {
		return s.fraction(start, start)
	}
	s.pos++
	t := s.took(Operator, start)
	s.dot = true
	return t
}

// variable reads @name, @@name and @'name'. What is in quotes that strings have
// is a literal: it may be the host of a user.
func (s *Scanner) variable(start int) Token {
	s.pos++
	switch c := s.at(s.pos); {
	case c == '\'' || c == '"' && !s.opt.ANSIQuotes:
		s.pos = start + 1
		return s.took(Variable, start)
	case c == '`' || c == '"':
		t := s.quote(start)
		t.Kind = Variable
		return t
	case c == '@':
		s.pos++
	}
	for named(s.at(s.pos)) || s.at(s.pos) == '.' {
		s.pos++
	}
	return s.took(Variable, start)
}

// colon reads :name, :=, ::, or a colon.
func (s *Scanner) colon(start int) Token {
	next := s.at(start + 1)
	switch {
	case next == ':' && s.opt.Dialect == PostgreSQL || next == '=':
		s.pos += 2
		return s.took(Operator, start)
	case classes[next] == className && s.brackets <= 0 && !s.operand():
		s.pos++
		t := s.name(s.pos)
		t.Kind, t.Start = Param, start
		return t
	}
	s.pos++
	return s.took(Operator, start)
}

// operators of MySQL with more than one byte, longer ones first.
var operators = [...]string{"<=>", "->>", "<=", ">=", "<>", "!=", "||", "&&", "<<", ">>", "->"}

// operator returns how long the operator is with which text begins.
func (s *Scanner) operator(text []byte) int {
	if s.opt.Dialect == PostgreSQL {
		return postgresOperator(text)
	}
	if len(text) < 2 || classes[text[1]] != classSign {
		return 1
	}
	for _, op := range operators {
		if len(text) >= len(op) && string(text[:len(op)]) == op {
			return len(op)
		}
	}
	return 1
}

// postgresOperator returns how long an operator of PostgreSQL is. It ends before
// a comment, and with a sign only if it holds a byte that no operator of the
// standard has.
func postgresOperator(text []byte) int {
	n, special := 0, false
	for n < len(text) && strings.IndexByte("+-*/<>=~!@#%^&|`?", text[n]) >= 0 {
		rest := text[n:]
		if len(rest) > 1 && (rest[0] == '-' && rest[1] == '-' || rest[0] == '/' && rest[1] == '*') {
			break
		}
		special = special || strings.IndexByte("~!@#%^&|`?", text[n]) >= 0
		n++
	}
	for n > 1 && !special && (text[n-1] == '+' || text[n-1] == '-') {
		n--
	}
	return max(n, 1)
}
