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
//     sjis, if it is set. SET NAMES changes the character set without notice.
//   - Text of the query itself: it is not looked at beyond quotes, comments and
//     placeholders. Names of tables and columns cannot be placeholders; see
//     appendfmt.SQLName.
//   - Placeholders where the server wants no literal, for example an identifier:
//     the server refuses the statement, as it refuses to prepare it.
package sqltext

import (
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/wring-go/wring/kit/unsafetext"
)

// scratch is how much room String has on the stack, where it makes statements
// that are sure to fit. Others are begun there, then measured and made again. The
// room is cleared in each call, so it is not larger than common statements want.
const scratch = 256

// Append appends query to dst with its placeholders replaced by the arguments.
// It allocates only when dst is too short. Question marks in string literals,
// quoted identifiers and comments are not placeholders.
//
// On an error dst is returned as it was, and the error is a [*CountError], a
// [*ValueError], or wraps [ErrCollation], [ErrPacket] or [ErrComment].
func Append(dst []byte, query string, args []driver.Value, opt Options) ([]byte, error) {
	return build(dst, query, args, &opt, true)
}

// errLong says that a statement may not fit where it was to be made.
var errLong = errors.New("sqltext: does not fit")

// build does the work of Append. If dst may not grow, it gives up with errLong
// before something that could be too long.
func build(dst []byte, query string, args []driver.Value, opt *Options, grow bool) (
	[]byte, error) {
	if opt.Collation != "" {
		if err := opt.check(); err != nil {
			return dst, err
		}
	}
	var err error
	out, start := dst, 0
	for i, arg := range args {
		at, comma := start+len(", "), strings.HasPrefix(query[start:], ", ?")
		if !comma {
			if at, err = placeholder(query, start, opt); err != nil {
				return dst, err
			}
			if at == len(query) {
				return dst, &CountError{Placeholders: i, Args: len(args), Offset: -1}
			}
		}
		if !grow && !fits(out, at-start+most) {
			return dst, errLong
		}
		if comma { // what is between most placeholders, and needs no look at it
			out = append(out, ", "...)
		} else {
			out = between(out, query, start, at)
		}
		if out, err = value(out, arg, i, opt, grow); err != nil {
			return dst, err
		}
		start = at + 1
		if start < len(query) && query[start] != '?' && joins[query[start]] {
			out = append(out, ' ')
		}
	}
	if err := noMore(query, start, len(args), opt); err != nil {
		return dst, err
	}
	if !grow && !fits(out, len(query)-start) {
		return dst, errLong
	}
	out = append(out, query[start:]...)
	if err := opt.checkLength(len(out) - len(dst)); err != nil {
		return dst, err
	}
	return out, nil
}

// between appends query[start:at], which ends at a placeholder. It is often so
// short that a call to copy memory takes longer than the bytes.
func between(dst []byte, query string, start, at int) []byte {
	if at-start > 4 {
		dst = append(dst, query[start:at]...)
	} else {
		for ; start < at; start++ {
			dst = append(dst, query[start])
		}
	}
	if at > 0 && joins[query[at-1]] {
		dst = append(dst, ' ')
	}
	return dst
}

// fits reports whether n bytes can be appended to dst where it is.
func fits(dst []byte, n int) bool { return n <= cap(dst)-len(dst) }

// String returns query with its placeholders replaced by the arguments, as
// [Append] does, with one allocation.
func String(query string, args []driver.Value, opt Options) (string, error) {
	var buf [scratch]byte
	short, err := build(buf[:0], query, args, &opt, false)
	if err == nil {
		return string(short), nil
	}
	if err != errLong {
		return "", err
	}
	out := make([]byte, 0, atMost(query, args))
	if out, err = build(out, query, args, &opt, true); err != nil {
		return "", err
	}
	return unsafetext.String(out), nil // no other code has the buffer
}
