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
	chunks := strings.Split(query, "?")
	if len(chunks) != len(args)+1 {
		return "", ErrCount
	}
	parts := make([]string, 0, len(chunks)+len(args))
	parts = append(parts, chunks[0])
	for i, arg := range args {
		text, err := literal(arg)
		if err != nil {
			return "", err
		}
		parts = append(parts, text, chunks[i+1])
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
	const layout = "2006-01-02 15:04:05.999999"
	return "'" + t.UTC().Format(layout) + "'"
}

// quote returns s as a string literal.
func quote(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, "\x00", `\0`)
	s = strings.ReplaceAll(s, "\n", `\n`)
	s = strings.ReplaceAll(s, "\r", `\r`)
	s = strings.ReplaceAll(s, "\x1a", `\Z`)
	s = strings.ReplaceAll(s, `'`, `\'`)
	s = strings.ReplaceAll(s, `"`, `\"`)
	return "'" + s + "'"
}
