// Package sqltext puts arguments into the placeholders of a statement for MySQL
// or MariaDB, on the client. The server then gets one command instead of the
// three of a prepared statement that is used once: prepare, execute, close.
//
//	buf, err = sqltext.Append(buf[:0], "SELECT name FROM users WHERE id = ?", args, opt)
//
// Each argument becomes a literal of the same type as the parameter of a
// prepared statement would have: a float64 is a DOUBLE and not a DECIMAL, bytes
// are binary. A literal never joins with what stands beside it.
//
// Rule of use: the options must describe the session in which the statement
// runs. Ask the server once per connection, with SELECT @@sql_mode,
// @@max_allowed_packet, @@collation_connection, and again when a statement
// changed one of them. The package interpolated does both.
//
// What is not safe:
//
//   - A session in NO_BACKSLASH_ESCAPES mode with options that say otherwise, or
//     the reverse: quotes then end where the server does not expect them, and an
//     argument can break out of its literal.
//   - A character set of the connection in which a byte of a longer character can
//     be a backslash. [Options.Collation] refuses big5, cp932, gbk, gb18030 and
//     sjis, when it is told. SET NAMES changes the character set without anybody
//     telling.
//   - Text of the query itself: it is not looked at beyond quotes, comments and
//     placeholders. Names of tables and columns cannot be placeholders; see
//     appendfmt.SQLName.
//   - Placeholders where the server wants no literal, for example an identifier:
//     the server refuses the statement, as it refuses to prepare it.
package sqltext

import (
	"database/sql/driver"
	"errors"
	"math"

	"github.com/wring-go/wring/kit/unsafetext"
)

// scratch is how long a statement may be for String to make it on the stack. A
// longer one is begun there, then measured and made again.
const scratch = 512

// Append appends query to dst with its placeholders replaced by the arguments.
// It allocates only when dst is too short. Question marks in string literals,
// quoted identifiers and comments are no placeholders.
//
// On an error dst is returned as it was, and the error is a [*CountError], a
// [*ValueError], or wraps [ErrCollation], [ErrPacket] or [ErrComment].
func Append(dst []byte, query string, args []driver.Value, opt Options) ([]byte, error) {
	return build(dst, query, args, &maker{Options: opt, room: math.MaxInt})
}

// maker is what build needs to know besides.
type maker struct {
	Options
	room int // for text, with each of its bytes counted twice
}

// errLong says that a statement does not fit where it was to be made.
var errLong = errors.New("sqltext: does not fit")

// build does the work of Append. It gives up with errLong when there is no room
// for text.
func build(dst []byte, query string, args []driver.Value, opt *maker) ([]byte, error) {
	if opt.Collation != "" {
		if err := opt.check(); err != nil {
			return dst, err
		}
	}
	out, start, used := dst, 0, 0
	for i := 0; ; {
		i = plain(query, i)
		if i == len(query) {
			break
		}
		if query[i] != '?' {
			end, err := skip(query, i, &opt.Options)
			if err != nil {
				return dst, err
			}
			i = end
			continue
		}
		if used == len(args) {
			return dst, tooFew(query, i, used, &opt.Options)
		}
		out = chunk(out, query, start, i)
		if i > 0 && joins[query[i-1]] {
			out = append(out, ' ')
		}
		var err error
		if out, err = value(out, args[used], used, opt); err != nil {
			return dst, err
		}
		used++
		i++
		start = i
		if i < len(query) && query[i] != '?' && joins[query[i]] {
			out = append(out, ' ')
		}
	}
	if used < len(args) {
		return dst, &CountError{Placeholders: used, Args: len(args), Offset: -1}
	}
	out = append(out, query[start:]...)
	if err := opt.checkLength(len(out) - len(dst)); err != nil {
		return dst, err
	}
	return out, nil
}

// chunk appends query[start:end]. Between two placeholders there is often only a
// comma, for which a call to copy memory takes longer than the bytes.
func chunk(dst []byte, query string, start, end int) []byte {
	if end-start > 4 {
		return append(dst, query[start:end]...)
	}
	for ; start < end; start++ {
		dst = append(dst, query[start])
	}
	return dst
}

// String returns query with its placeholders replaced by the arguments, as
// [Append] does, with one allocation.
func String(query string, args []driver.Value, opt Options) (string, error) {
	var buf [scratch]byte
	m := maker{opt, scratch - withoutText(query, args)}
	if m.room >= 0 {
		out, err := build(buf[:0], query, args, &m)
		if err == nil {
			return string(out), nil
		}
		if err != errLong {
			return "", err
		}
	}
	m.room = math.MaxInt
	out, err := build(make([]byte, 0, atMost(query, args)), query, args, &m)
	if err != nil {
		return "", err
	}
	return unsafetext.String(out), nil // nobody else has the buffer
}
