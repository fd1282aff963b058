// Package mysqltext reads statements as MySQL, MariaDB or PostgreSQL read them,
// token by token, and makes one fingerprint of all that differ only in literals.
//
//	var f mysqltext.Fingerprinter
//	buf = f.Append(buf[:0], []byte("SELECT * FROM t WHERE id IN (1, 2)"))
//	// select * from t where id in (?)
//
// Every text has tokens and a fingerprint, also one that no server would take
// and one that was cut in the middle: nothing here returns an error.
//
// What is not done: there is no parser, so a fingerprint tells nothing of what
// binds to what. Words that are a keyword in one place and a name in another,
// such as STATUS, are keywords only where the words beside them leave no doubt.
package mysqltext

// Dialect is whose lexical rules hold.
type Dialect uint8

// The dialects. MariaDB has those of MySQL.
const (
	MySQL Dialect = iota
	PostgreSQL
)

// Options describe the session in which a statement runs. The zero value is
// right for MySQL's and MariaDB's own settings.
type Options struct {
	Dialect Dialect

	// NoBackslashEscapes says that sql_mode holds NO_BACKSLASH_ESCAPES.
	NoBackslashEscapes bool

	// ANSIQuotes says that sql_mode holds ANSI_QUOTES: what is in double quotes
	// is a name.
	ANSIQuotes bool

	// BackslashEscapes says that PostgreSQL's standard_conforming_strings is off.
	BackslashEscapes bool
}

// Kind is what a token is.
type Kind uint8

// The kinds of tokens.
const (
	End      Kind = iota // of the text
	Word                 // a name without quotes, or a keyword
	Quoted               // a name in quotes
	Variable             // @name, @@name
	Number               // also hexadecimal, and bits
	String               // with its prefix: N'', x'', E'', $tag$
	Param                // ?, $1, :name
	Operator             // also punctuation
)

// Token is a piece of a text: text[Start:End].
type Token struct {
	Kind  Kind
	Cut   bool // the text ended before the token did
	Start int
	End   int
}

// Literal reports whether t stands for a value.
func (t Token) Literal() bool { return t.Kind == Number || t.Kind == String || t.Kind == Param }
