package mysqltext

import "strings"

// Shape is what a statement looks like from outside, as far as its own level
// goes: what is in subqueries is not in it, nor conditions in parentheses of which
// one alone must hold.
type Shape struct {
	Verb      string // the first word, in lower case
	Tables    []Table
	Star      bool // * or t.* is selected
	Where     bool
	Limit     bool
	Order     []Column
	Group     bool
	Distinct  bool
	Or        bool // outside of parentheses
	Subquery  bool
	Aggregate bool     // every selected value is a call, as in select count(*)
	Equal     []Column // compared with a value for equality, or with a list; IS NULL last
	Range     []Column // compared with a value otherwise
	Joined    []Column // compared with another column
}

// Table is a table with the name that the statement gives it.
type Table struct{ Name, Alias string }

// Column is a column as it is written: Table is what stands before the dot.
type Column struct {
	Table, Name string
	Desc        bool
}

// shaper collects a shape, token by token.
type shaper struct {
	Shape
	text   []byte
	opt    Options
	tokens []Token
	i      int
	depth  int
	groups int // parentheses around conditions that are open
	nulls  []Column
	clause string
	values int // selected
	calls  int // of them, whole calls
}

// ShapeOf returns the shape of a statement, or of a fingerprint.
func ShapeOf(text []byte, opt Options) Shape {
	var scan Scanner
	scan.Reset(text, opt)
	s := shaper{text: text, opt: opt}
	for t := scan.Next(); t.Kind != End; t = scan.Next() {
		s.tokens = append(s.tokens, t)
	}
	for s.i < len(s.tokens) {
		s.step()
	}
	s.Equal = append(s.Equal, s.nulls...)
	s.Aggregate = s.values > 0 && s.calls == s.values
	return s.Shape
}

// at returns the text of a token, in lower case when it is no name in quotes.
func (s *shaper) at(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	t := s.tokens[i]
	text := string(s.text[t.Start:t.End])
	if t.Kind == Word {
		return strings.ToLower(text)
	}
	return text
}

func (s *shaper) kind(i int) Kind {
	if i < 0 || i >= len(s.tokens) {
		return End
	}
	return s.tokens[i].Kind
}

// step takes one token, or one thing made of several.
func (s *shaper) step() {
	word := s.at(s.i)
	switch {
	case word == "(" && s.grouping():
		s.groups++
		s.i++
		return
	case word == "(":
		s.depth++
		s.Subquery = s.Subquery || s.at(s.i+1) == "select"
	case word == ")" && s.depth == 0 && s.groups > 0:
		s.groups--
		s.i++
		return
	case word == ")":
		s.depth--
	}
	if s.depth > 0 || word == ")" {
		s.i++
		return
	}
	if s.kind(s.i) == Word && s.keyword(word) {
		return
	}
	switch s.clause {
	case "select":
		s.selected(word)
	case "from":
		s.table()
		return
	case "where":
		s.condition()
		return
	case "order":
		s.order()
		return
	}
	s.i++
}

// grouping reports whether a parenthesis only groups conditions all of which must
// hold.
func (s *shaper) grouping() bool {
	if s.depth > 0 || s.clause != "where" || !begins(s.at(s.i-1)) {
		return false
	}
	deep := 0
	for i := s.i; i < len(s.tokens); i++ {
		switch s.at(i) {
		case "(":
			deep++
		case ")":
			if deep--; deep == 0 {
				return true
			}
		case "or", "||", "xor":
			return false
		case "select":
			if deep == 1 {
				return false
			}
		}
	}
	return false
}

// begins reports whether a condition begins after a word.
func begins(before string) bool {
	return before == "and" || before == "where" || before == "on" || before == "("
}

// keyword takes a word that begins a clause or says something by itself.
func (s *shaper) keyword(word string) bool {
	if s.Verb == "" {
		s.Verb = word
	}
	switch word {
	case "select":
		s.clause = "select"
		s.value()
	case "from", "join", "update", "into":
		s.clause = "from"
	case "where", "on", "having":
		s.Where = s.Where || word == "where"
		s.clause = map[bool]string{true: "having", false: "where"}[word == "having"]
	case "set", "values", "value", "using", "for":
		s.clause = word
	case "group":
		s.Group, s.clause = true, "group"
	case "order":
		s.clause = "order"
		s.i++ // by
	case "limit", "fetch":
		s.Limit, s.clause = true, word
	case "distinct":
		s.Distinct = true
	case "or":
		s.Or = true
	case "union", "except", "intersect":
		s.Subquery = true
	default:
		return false
	}
	s.i++
	return true
}

// value notes that a value of the list of SELECT begins after the current token.
func (s *shaper) value() {
	s.values++
	if s.kind(s.i+1) == Word && s.at(s.i+2) == "(" {
		s.calls++
	}
}

func (s *shaper) selected(word string) {
	switch word {
	case "*":
		before := s.at(s.i - 1)
		s.Star = s.Star || before == "select" || before == "," || before == "." ||
			before == "distinct"
	case ",":
		s.value()
	}
}

// named reports whether token i is a name.
func (s *shaper) named(i int) bool { return s.kind(i) == Word || s.kind(i) == Quoted }

// name reads a name with dots from token i on, and returns its last two parts and
// where it ends.
func (s *shaper) name(i int) (table, name string, end int) {
	for {
		t := s.tokens[i]
		table, name = name, strings.Trim(string(s.text[t.Start:t.End]), "`\"")
		if s.at(i+1) != "." || !s.named(i+2) {
			return table, name, i + 1
		}
		i += 2
	}
}

// table reads a table with its alias.
func (s *shaper) table() {
	if !s.named(s.i) || joining(s.at(s.i)) {
		s.i++
		return
	}
	_, name, end := s.name(s.i)
	if s.at(end) == "(" && s.kind(s.i) == Word && s.Verb == "select" {
		s.i = end // a function
		return
	}
	t := Table{Name: name, Alias: name}
	if s.at(end) == "as" {
		end++
	}
	if s.named(end) && !joining(s.at(end)) && !clauseWord(s.at(end)) {
		_, t.Alias, end = s.name(end)
	}
	s.Tables = append(s.Tables, t)
	s.i = end
}

func joining(word string) bool {
	switch word {
	case "left", "right", "inner", "outer", "cross", "natural", "full", "straight_join",
		"lateral", "only", "ignore", "low_priority", "table", "force", "use", "index", "key":
		return true
	}
	return false
}

func clauseWord(word string) bool {
	switch word {
	case "where", "join", "on", "set", "values", "value", "using", "for", "group", "order",
		"limit", "having", "union", "select", "fetch", "partition", "window":
		return true
	}
	return false
}

// condition reads a comparison of a column.
func (s *shaper) condition() {
	if !s.named(s.i) {
		s.i++
		return
	}
	switch s.at(s.i) {
	case "and", "not", "is", "null", "between", "in", "like", "exists", "any", "all", "case",
		"when", "then", "else", "end", "interval", "true", "false":
		s.i++
		return
	}
	table, name, end := s.name(s.i)
	column := Column{Table: table, Name: name}
	before := s.at(s.i - 1)
	s.i = end
	if !begins(before) {
		return // part of an expression
	}
	switch op := s.at(end); op {
	case "=", "<=>", "in":
		s.compared(column, end+1, op)
	case "is":
		if s.at(end+1) == "null" {
			s.nulls = append(s.nulls, column)
		}
	case "<", ">", "<=", ">=", "between":
		if s.literal(end + 1) {
			s.Range = append(s.Range, column)
		}
	case "like":
		if s.prefixed(end + 1) {
			s.Range = append(s.Range, column)
		}
	}
}

// prefixed reports whether token i is a pattern that says how texts begin, by which
// an index has them together. In PostgreSQL most indexes do not.
func (s *shaper) prefixed(i int) bool {
	if i >= len(s.tokens) || s.tokens[i].Kind != String || s.opt.Dialect == PostgreSQL {
		return false
	}
	pattern := s.text[s.tokens[i].Start:s.tokens[i].End]
	return len(pattern) > 2 && pattern[1] != '%' && pattern[1] != '_'
}

// literal reports whether token i is one, or a list of them.
func (s *shaper) literal(i int) bool {
	if s.at(i) == "(" {
		i++
	}
	return i < len(s.tokens) && s.tokens[i].Literal()
}

func (s *shaper) compared(column Column, i int, op string) {
	switch {
	case s.literal(i):
		s.Equal = append(s.Equal, column)
	case s.named(i) && op != "in":
		table, name, _ := s.name(i)
		s.Joined = append(s.Joined, column, Column{Table: table, Name: name})
	}
}

// order reads a column of ORDER BY. An expression has none.
func (s *shaper) order() {
	if !s.named(s.i) {
		s.i++
		return
	}
	before := s.at(s.i - 1)
	table, name, end := s.name(s.i)
	s.i = end
	if before != "by" && before != "," || s.at(end) == "(" {
		return
	}
	column := Column{Table: table, Name: name}
	if next := s.at(end); next == "desc" || next == "asc" {
		column.Desc = next == "desc"
		s.i++
	}
	s.Order = append(s.Order, column)
}
