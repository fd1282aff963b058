package sqltext

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Options describe the session in which a statement will run. The zero value is
// right for a server's own settings with utf8mb4, and has no limit of length.
type Options struct {
	// NoBackslashEscapes says that the session's sql_mode holds
	// NO_BACKSLASH_ESCAPES.
	NoBackslashEscapes bool

	// ANSIQuotes says that the session's sql_mode holds ANSI_QUOTES, so that
	// double quotes in the query are around identifiers. Arguments are always
	// in single quotes.
	ANSIQuotes bool

	// Location is where times are written: the session's time_zone, or whatever
	// the program keeps in its DATETIME columns. Nil means UTC.
	Location *time.Location

	// MaxPacket is the server's max_allowed_packet; 0 means that nothing is
	// refused for its length.
	MaxPacket int

	// Collation is the name of the connection's collation or character set.
	// Empty means one that is safe.
	Collation string
}

// Errors that Append wraps.
var (
	// ErrCollation refuses the character set of the connection.
	ErrCollation = errors.New("sqltext: a byte of a character may be a backslash")

	// ErrPacket refuses a statement that the server would not take.
	ErrPacket = errors.New("sqltext: longer than max_allowed_packet")

	// ErrComment refuses a comment that some servers run and others skip, when
	// it holds anything that would make a difference.
	ErrComment = errors.New("sqltext: quotes or placeholders in a comment that a server may run")
)

// CountError says that a query has more or fewer placeholders than there are
// arguments.
type CountError struct {
	Placeholders int // in the query
	Args         int
	Offset       int // of the first placeholder without argument; -1 if each has one
}

// Error says which placeholder or which argument is alone.
func (e *CountError) Error() string {
	text := fmt.Sprintf("sqltext: %s and %s: ", plural(e.Placeholders, "placeholder"),
		plural(e.Args, "argument"))
	if e.Offset < 0 {
		return text + fmt.Sprintf("argument %d has no placeholder", e.Placeholders+1)
	}
	return text + fmt.Sprintf("placeholder %d, at byte %d of the query, has none",
		e.Args+1, e.Offset)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ValueError says that an argument has no literal.
type ValueError struct {
	Index  int // of the argument, from 0
	Reason string
}

// Error says which argument it is, from 1, as people count.
func (e *ValueError) Error() string {
	return fmt.Sprintf("sqltext: argument %d %s", e.Index+1, e.Reason)
}

// unsafeSets are the character sets in which the second byte of a character may be
// 0x5c, a backslash.
var unsafeSets = [...]string{"big5", "cp932", "gb18030", "gbk", "sjis"}

// check refuses collations that are not safe: big5_chinese_ci, gbk, ...
func (opt *Options) check() error {
	set, _, _ := strings.Cut(opt.Collation, "_")
	for _, name := range unsafeSets {
		if strings.EqualFold(set, name) {
			return fmt.Errorf("%w: collation %s; use a prepared statement, or utf8mb4",
				ErrCollation, opt.Collation)
		}
	}
	return nil
}

// header is what the protocol adds to a statement, counted as generously as
// clients do.
const header = 4

// checkLength refuses a statement of n bytes that the server would refuse.
func (opt *Options) checkLength(n int) error {
	if opt.MaxPacket > 0 && n+header > opt.MaxPacket {
		return tooLong(n+header, opt.MaxPacket)
	}
	return nil
}

func tooLong(n, most int) error {
	return fmt.Errorf("%w: at least %d bytes, and %d are allowed", ErrPacket, n, most)
}
