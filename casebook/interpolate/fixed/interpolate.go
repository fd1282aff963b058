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
	nchunks := strings.Count(query, "?") + 1
	first, rest, _ := strings.Cut(query, "?")
	if nchunks != len(args)+1 {
		return "", ErrCount
	}
	parts := make([]string, 0, nchunks+len(args))
	parts = append(parts, first)
	for _, arg := range args {
		piece, after, _ := strings.Cut(rest, "?")
		rest = after
		text, err := literal(arg)
		if err != nil {
			return "", err
		}
		parts = append(parts, text, piece)
	}
	return strings.Join(parts, ""), nil
}

// literal returns a value as SQL text.
func literal(value driver.Value) (string, error) {
	switch v := value.(type) {
	case nil:
		return "NULL", nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case uint64:
		return strconv.FormatUint(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'e', -1, 64), nil
	case bool:
		if v {
			return "1", nil
		}
		return "0", nil
	case time.Time:
		return moment(v), nil
	case []byte:
		if v == nil {
			return "NULL", nil
		}
		return "_binary" + quote(string(v)), nil
	case string:
		return quote(v), nil
	}
	return "", fmt.Errorf("interpolate: cannot write a %T", value)
}

// moment returns a time as a DATETIME literal.
func moment(t time.Time) string {
	if t.IsZero() {
		return "'0000-00-00'"
	}
	return "'" + string(t.UTC().AppendFormat(make([]byte, 0, 40), "2006-01-02 15:04:05.999999")) + "'"
}

// quote returns s as a string literal.
func quote(s string) string {
	dst := make([]byte, 0, 64)
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
	return string(append(dst, '\''))
}
