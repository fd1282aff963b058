package sqltext

import (
	"database/sql/driver"
	"encoding/json"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// escaped are the bytes that may take two bytes in a literal.
var escaped = [256]bool{0: true, '\n': true, '\r': true, 0x1a: true, '\'': true, '"': true,
	'\\': true}

// atMost returns a length that the statement does not exceed: exact but for
// numbers and times, or, when it is short anyway, below enough.
func atMost(query string, args []driver.Value, enough int) int {
	n := len(query) + 2*len(args) // a space on either side
	for _, arg := range args {
		n += literal(arg, false)
	}
	if n <= enough {
		return n
	}
	n = len(query) + 2*len(args)
	for _, arg := range args {
		n += literal(arg, true)
	}
	return n
}

// literal returns how long the literal of arg is at most. Without count, each
// byte of text is taken for one that needs an escape.
func literal(arg driver.Value, count bool) int {
	switch v := arg.(type) {
	case string:
		return textLength(v, count)
	case []byte:
		return len("_binary") + textLength(v, count)
	case json.RawMessage:
		return textLength(v, count)
	case time.Time:
		return len("'2006-01-02 15:04:05.999999'")
	}
	return len("-1.7976931348623157e+308")
}

func textLength[T appendfmt.Text](s T, count bool) int {
	if !count {
		return 2 + 2*len(s)
	}
	n := 2 + len(s)
	for i := range len(s) {
		if escaped[s[i]] {
			n++
		}
	}
	return n
}
