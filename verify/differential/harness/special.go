package harness

import (
	"bufio"
	"bytes"
	"math/big"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// inside are packages whose values have insides that tell a caller nothing.
var inside = map[string]bool{
	"sync": true, "text/template": true, "html/template": true, "reflect": true,
	"regexp": true, "log": true, "log/slog": true, "internal/sync": true, "context": true,
	"net/http": true, "bufio": true,
	"runtime": true, // where things lie in a binary
}

// special adds values that have a better word than their parts.
func (w *canon) special(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Ptr:
		if v.IsNil() {
			return false
		}
	case reflect.Struct:
		if !layoutOf(v.Type()).special {
			return false
		}
	case reflect.Interface:
	default:
		return false
	}
	if !v.CanInterface() {
		return false
	}
	switch x := v.Interface().(type) {
	case time.Time:
		w.add(x.Format(time.RFC3339Nano) + " " + x.Location().String())
	case *bytes.Buffer:
		w.text(x.String())
	case *strings.Builder:
		w.text(x.String())
	case *bufio.Reader:
		return w.unread(x)
	case bufio.Reader:
		return w.unread(&x)
	case *big.Int:
		w.add(x.String())
	case *regexp.Regexp:
		w.text(x.String())
	case mocked:
		w.add(x.mockName())
	case *writer:
		w.add(x.name)
	case textWriter:
		if x.writer == nil {
			return false // the zero value, which a mutation may make
		}
		w.add(x.name)
	case *reader:
		w.add("reader of ")
		w.text(x.rest)
	case bytes.Buffer:
		w.text(x.String())
	case reflect.Value:
		w.reflected(x)
	case reflect.Type:
		w.add(typeName(x))
	default:
		return false
	}
	return true
}

// unread adds what there is to read.
func (w *canon) unread(r *bufio.Reader) bool {
	text, ok := unread(r)
	if ok {
		w.add("reader of ")
		w.text(string(text))
	}
	return ok
}
