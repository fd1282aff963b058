package sqltext

import (
	"database/sql/driver"
	"encoding/json"

	"github.com/wring-go/wring/kit/appendfmt"
)

// escaped are the bytes that may take two bytes in a literal.
var escaped = [256]bool{0: true, '\n': true, '\r': true, 0x1a: true, '\'': true, '"': true,
	'\\': true}

// The longest literal that is not text is a time. Beside text there are quotes
// and, before bytes, an introducer; it all takes less. A space may be on either
// side.
const most = len(" '2006-01-02 15:04:05.999999' ")

// atMost returns a length that the statement does not exceed, and comes close to
// if most of it is text.
func atMost(query string, args []driver.Value) int {
	n := len(query) + most*len(args)
	for _, arg := range args {
		switch v := arg.(type) {
		case string:
			n += textLength(v)
		case []byte:
			n += textLength(v)
		case json.RawMessage:
			n += textLength(v)
		}
	}
	return n
}

// textLength returns how long s is with its escapes.
func textLength[T appendfmt.Text](s T) int {
	n := len(s)
	for i := range len(s) {
		if escaped[s[i]] {
			n++
		}
	}
	return n
}
