package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wring-go/wring/service/mysqltext"
)

// testSamePlan makes statements by chance, twice from one structure with other
// literals, comments, white space and case each time. The server must accept
// both, they must have one fingerprint, and the plans must agree in everything
// but estimates. Then one with another structure: its fingerprint must differ.
func (m *maria) testSamePlan(t *testing.T) {
	execute(t, m.admin, "CREATE DATABASE IF NOT EXISTS f")
	db := m.open(t, "f", "")
	db.SetMaxOpenConns(1)
	execute(t, db, "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100), c INT, doc JSON, "+
		"KEY (a))",
		"INSERT INTO t SELECT seq, seq MOD 7, seq, seq, '{\"k\": 1}' FROM seq_1_to_500",
		"ANALYZE TABLE t")
	r := rand.New(rand.NewPCG(1, 2))
	var f mysqltext.Fingerprinter
	structures, compared := map[string]string{}, 0 // by fingerprint
	for range 400 {
		g := &grammar{r: r}
		g.statement()
		first, second := g.text(), g.text()
		print := string(f.Append(nil, []byte(first)))
		if other := string(f.Append(nil, []byte(second))); print != other {
			t.Fatalf("one structure has two fingerprints:\n%s\n%s\n%s\n%s", first, print, second,
				other)
		}
		if strings.Contains(print, marker) {
			t.Fatalf("a literal is in the fingerprint:\n%s\n%s", first, print)
		}
		shape := g.structure()
		if old, ok := structures[print]; ok && old != shape {
			t.Fatalf("two structures have one fingerprint:\n%s\n%s\n%s", old, shape, print)
		}
		structures[print] = shape
		one, two := planOf(t, db, first), planOf(t, db, second)
		if strings.Contains(one+two, impossible) {
			continue // a literal that no row can have
		}
		if compared++; one != two {
			t.Fatalf("plans differ:\n%s\n%s\n%s\n%s", first, one, second, two)
		}
	}
	if t.Logf("%d structures, %d plans compared", len(structures), compared); compared < 100 {
		t.Error("too few plans could be compared")
	}
}

// planOf returns who reads what in which order. That the server takes the
// statement is half of the answer.
func planOf(t *testing.T, db *sql.DB, text string) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN "+text)
	if err != nil {
		t.Fatalf("the server does not take it: %v\n%s", err, text)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		dest := make([]any, len(columns))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		table := values[2].String
		if !values[2].Valid {
			table = impossible
		}
		fmt.Fprint(&out, values[0].String, values[1].String, table, ";")
	}
	return out.String()
}

// impossible stands for the table where the server reads none.
const impossible = "(none)"

// marker is in every string literal, and nowhere else.
const marker = "zzq"

// Kinds of parts.
const (
	word    = iota // a keyword or a function: any case
	name           // as it is
	number         // a literal
	str            // a literal
	numbers        // a list of literals, of any length
	rowList        // a list of rows with two literals
	plain          // an operator or punctuation
)

type part struct {
	kind int
	text string
}

// grammar makes statements: parts are chosen once, texts of them often.
type grammar struct {
	r     *rand.Rand
	parts []part
}

func (g *grammar) add(kind int, text ...string) {
	for _, s := range text {
		g.parts = append(g.parts, part{kind, s})
	}
}

// literal adds one.
func (g *grammar) literal(kind int) { g.parts = append(g.parts, part{kind: kind}) }

func (g *grammar) statement() {
	g.add(word, "SELECT")
	if g.r.IntN(4) == 0 {
		g.add(word, "DISTINCT")
	}
	for i := range 1 + g.r.IntN(3) {
		if i > 0 {
			g.add(plain, ",")
		}
		g.value(2)
	}
	g.add(word, "FROM")
	g.add(name, "t")
	if g.r.IntN(3) == 0 {
		g.add(word, "AS")
		g.add(name, "Alias")
	}
	g.add(word, "WHERE")
	g.condition(2)
	if g.r.IntN(3) == 0 {
		g.add(word, "ORDER", "BY")
		g.add(name, pick(g.r, "a", "`b`", "c"))
		g.add(word, pick(g.r, "ASC", "DESC"))
	}
	if g.r.IntN(3) == 0 {
		g.add(word, "LIMIT")
		g.add(plain, "?limit")
		if g.r.IntN(2) == 0 {
			g.add(word, "OFFSET")
			g.add(plain, "?limit")
		}
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// value adds an expression.
func (g *grammar) value(depth int) {
	switch n := g.r.IntN(9); {
	case depth == 0 || n < 3:
		g.add(name, pick(g.r, "a", "`b`", "c", "id"))
	case n == 3:
		g.literal(number)
	case n == 4:
		g.literal(str)
	case n == 5:
		g.value(depth - 1)
		g.add(plain, pick(g.r, "+", "-", "*", "/", "|", "&", "<<", "%"))
		g.value(depth - 1)
	case n == 6:
		g.add(word, pick(g.r, "ABS", "LENGTH", "COALESCE", "CONCAT"))
		g.add(plain, "(")
		g.value(depth - 1)
		g.add(plain, ")")
	case n == 7:
		g.add(word, "CASE", "WHEN")
		g.condition(0)
		g.add(word, "THEN")
		g.literal(str)
		g.add(word, "ELSE")
		g.value(0)
		g.add(word, "END")
	default:
		g.add(name, "doc")
		g.add(plain, ",")
		g.parts = g.parts[:len(g.parts)-2]
		g.add(word, "JSON_EXTRACT")
		g.add(plain, "(")
		g.add(name, "doc")
		g.add(plain, ",")
		g.add(plain, "?path")
		g.add(plain, ")")
	}
}

// condition adds one.
func (g *grammar) condition(depth int) {
	if depth > 0 && g.r.IntN(2) == 0 {
		g.add(plain, "(")
		g.condition(depth - 1)
		g.add(word, pick(g.r, "AND", "OR"))
		g.condition(depth - 1)
		g.add(plain, ")")
		return
	}
	column := pick(g.r, "a", "`b`", "c")
	switch g.r.IntN(7) {
	case 0:
		g.add(name, column)
		g.add(word, "IS", "NOT", "NULL")
	case 1:
		g.add(name, column)
		g.add(word, pick(g.r, "IN", "NOT IN"))
		g.literal(numbers)
	case 2:
		g.add(plain, "(")
		g.add(name, "a")
		g.add(plain, ",")
		g.add(name, "c")
		g.add(plain, ")")
		g.add(word, "IN")
		g.literal(rowList)
	case 3:
		g.add(name, column)
		g.add(word, "BETWEEN")
		g.literal(number)
		g.add(word, "AND")
		g.literal(number)
	case 4:
		g.add(name, "`b`")
		g.add(word, "LIKE")
		g.literal(str)
	default:
		g.add(name, column)
		g.add(plain, pick(g.r, "=", "<", ">=", "<>", "!=", "<=>"))
		g.literal(pick2(g.r, number, str))
	}
}

func pick2(r *rand.Rand, list ...int) int { return list[r.IntN(len(list))] }

// structure returns the statement without its literals, and without what is only
// spelt otherwise.
func (g *grammar) structure() string {
	var b strings.Builder
	for _, p := range g.parts {
		switch p.kind {
		case word:
			b.WriteString(strings.ToLower(p.text))
		case name:
			b.WriteString(p.text)
		case plain:
			b.WriteString(map[bool]string{true: "?", false: p.text}[p.text[0] == '?'])
		case numbers:
			b.WriteString("(?)")
		case rowList:
			b.WriteString("((?))")
		default:
			b.WriteString("?")
		}
		b.WriteByte(' ')
	}
	return strings.ReplaceAll(b.String(), "( ? )", "(?)")
}

// text writes the statement with literals, comments and white space of chance.
func (g *grammar) text() string {
	var b strings.Builder
	for i, p := range g.parts {
		if i > 0 && (p.text != "(" || g.parts[i-1].kind != word) {
			b.WriteString(pick(g.r, " ", "  ", "\n", "\t", " /* it's "+marker+" */ ",
				" -- "+marker+"'\n", " # \""+marker+"\n", "/**/ "))
		}
		b.WriteString(g.spell(p))
	}
	return b.String()
}

func (g *grammar) spell(p part) string {
	switch p.kind {
	case word:
		if g.r.IntN(2) == 0 {
			return strings.ToLower(p.text)
		}
		return p.text
	case number:
		return pick(g.r, "1", "-1", "- 7", "+3", "1.5", ".5", "2e3", "-1.5e-3", "0x1F", "x'1f'",
			"0b101", "b'101'", "12345678901234567890", "NULL", "TRUE", "false")
	case str:
		return g.str()
	case numbers:
		return g.list(func() string { return g.spell(part{kind: number}) })
	case rowList:
		return g.list(func() string {
			return "(" + g.spell(part{kind: number}) + pick(g.r, ",", " , ") + g.str() + ")"
		})
	}
	switch p.text {
	case "?limit":
		return fmt.Sprint(1 + g.r.IntN(100))
	case "?path":
		return pick(g.r, "'$."+marker+"'", "\"$.x\"")
	}
	return p.text
}

func (g *grammar) list(one func() string) string {
	var all []string
	for range 1 + g.r.IntN(20) {
		all = append(all, one())
	}
	return "(" + strings.Join(all, pick(g.r, ",", ", ", " , ", "/* , */,")) + ")"
}

// str returns a string that is hard to read.
func (g *grammar) str() string {
	return pick(g.r, "'"+marker+"'", "''", `'it''s `+marker+`'`, `'it\'s `+marker+`'`,
		`"`+marker+`"`,
		`"say ""`+marker+`"""`, `'back\\'`, `"\\"`, `'a' '`+marker+`'`, `N'`+marker+`'`,
		`_utf8mb4'`+marker+`'`, `'-- `+marker+`'`, `'/* `+marker+`'`, `"# it's `+marker+`"`, `'?'`,
		`'`+"`"+marker+`'`, `x'7a7a71'`)
}
