// Package interpolate puts arguments into a statement as one writes it first:
// the query is split at its placeholders, each argument becomes a string, and
// the pieces are joined.
package interpolate

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrCount says that a query has more or fewer placeholders than there are
// arguments.
var ErrCount = errors.New("interpolate: the number of placeholders and arguments differs")

// Interpolate returns query with each question mark replaced by the literal of
// the next argument. The query must hold no question mark that is not a
// placeholder.
func Interpolate(query string, args []driver.Value) (string, error) {
	chunks := appendSplit(make([]string, 0, 16), query, "?")
	if len(chunks) != len(args)+1 {
		return "", ErrCount
	}
	dst := make([]byte, 0, 512)
	dst = append(dst, chunks[0]...)
	for i, arg := range args {
		var err error
		dst, err = appendLiteral(dst, arg)
		if err != nil {
			return "", err
		}
		dst = append(dst, chunks[i+1]...)
	}
	return string(dst), nil
}

// appendLiteral appends a value as SQL text.
func appendLiteral(dst []byte, value driver.Value) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(dst, "NULL"...), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case uint64:
		return strconv.AppendUint(dst, v, 10), nil
	case float64:
		return strconv.AppendFloat(dst, v, 'e', -1, 64), nil
	case bool:
		if v {
			return append(dst, '1'), nil
		}
		return append(dst, '0'), nil
	case time.Time:
		return appendMoment(dst, v), nil
	case []byte:
		if v == nil {
			return append(dst, "NULL"...), nil
		}
		dst = append(dst, "_binary"...)
		return appendQuote(dst, v), nil
	case string:
		return appendQuote(dst, v), nil
	}
	return dst, fmt.Errorf("interpolate: cannot write a %T", value)
}

// appendMoment appends a time as a DATETIME literal.
func appendMoment(dst []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(dst, "'0000-00-00'"...)
	}
	const layout = "2006-01-02 15:04:05.999999"
	dst = append(dst, '\'')
	dst = t.UTC().AppendFormat(dst, layout)
	return append(dst, '\'')
}

// appendQuote appends s as a string literal.
func appendQuote[T string | []byte](dst []byte, s T) []byte {
	dst = append(dst, '\'')
	done := 0
	for i := 0; i < len(s); i++ {
		var became string
		switch s[i] {
		case '\x00':
			became = `\0`
		case '\n':
			became = `\n`
		case '\r':
			became = `\r`
		case '\x1a':
			became = `\Z`
		case '"':
			became = `\"`
		case '\'':
			became = `\'`
		case '\\':
			became = `\\`
		default:
			continue
		}
		dst = append(dst, s[done:i]...)
		dst = append(dst, became...)
		done = i + 1
	}
	dst = append(dst, s[done:]...)
	return append(dst, '\'')
}

// appendSplit appends strings.Split(s, sep) to dst.
func appendSplit(dst []string, s, sep string) []string {
	for piece := range strings.SplitSeq(s, sep) {
		dst = append(dst, piece)
	}
	return dst
}
