package harness

import (
	"bufio"
	"bytes"
	"io"
	"reflect"
	"strings"
)

// stream is a type of the standard library that holds bytes which are read from it or were
// written to it. It is recorded as these: a decoder that is tried on what its tests decode gets
// further than on bytes made up.
type stream struct {
	// text returns what there is to read, and consumes nothing of it. It reports false where
	// that is not known.
	text func(p interface{}) ([]byte, bool)
	fill func(p interface{}, text []byte) // fills a new one
}

var (
	builderType  = reflect.TypeOf(strings.Builder{})
	bufferedType = reflect.TypeOf(bufio.Reader{})
)

// streams are these types, but for bufio.Reader, which reads from another of them.
var streams = map[reflect.Type]stream{
	reflect.TypeOf(bytes.Buffer{}): {
		func(p interface{}) ([]byte, bool) { return bytes.Clone(p.(*bytes.Buffer).Bytes()), true },
		func(p interface{}, text []byte) { p.(*bytes.Buffer).Write(text) },
	},
	builderType: {
		func(p interface{}) ([]byte, bool) { return []byte(p.(*strings.Builder).String()), true },
		func(p interface{}, text []byte) { p.(*strings.Builder).Write(text) },
	},
	reflect.TypeOf(bytes.Reader{}): {
		func(p interface{}) ([]byte, bool) { r := *p.(*bytes.Reader); return rest(&r), true },
		func(p interface{}, text []byte) { *p.(*bytes.Reader) = *bytes.NewReader(text) },
	},
	reflect.TypeOf(strings.Reader{}): {
		func(p interface{}) ([]byte, bool) { r := *p.(*strings.Reader); return rest(&r), true },
		func(p interface{}, text []byte) {
			*p.(*strings.Reader) = *strings.NewReader(string(text))
		},
	},
}

// streamOf returns what a type is as a stream, and whether it is one.
func streamOf(t reflect.Type) (stream, bool) {
	if t == bufferedType {
		return stream{
			func(p interface{}) ([]byte, bool) { return unread(p.(*bufio.Reader)) },
			func(p interface{}, text []byte) {
				*p.(*bufio.Reader) = *bufio.NewReader(bytes.NewReader(text))
			},
		}, true
	}
	s, ok := streams[t]
	return s, ok
}

// unread returns what is in a reader's buffer, and in the stream that it reads from.
func unread(r *bufio.Reader) ([]byte, bool) {
	if r.Size() == 0 {
		return nil, false // the zero value
	}
	from := reflect.ValueOf(r).Elem().FieldByName("rd")
	if from.Kind() != reflect.Interface || from.IsNil() {
		return nil, false
	}
	text, ok := streamText(writable(from).Elem())
	if !ok {
		return nil, false
	}
	ahead, _ := r.Peek(r.Buffered())
	return append(bytes.Clone(ahead), text...), true
}

func rest(r io.Reader) []byte {
	text, _ := io.ReadAll(r) // from memory
	return text
}

// streamType returns the type of stream that t is, or a pointer to; nil for none.
func streamType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Ptr {
		t = t.Elem()
	}
	if _, ok := streamOf(t); !ok {
		return nil
	}
	return t
}

// streamText returns what is in a stream, or in the one that v points to. A builder that is no
// pointer must be empty: it panics where it is copied.
func streamText(v reflect.Value) (text []byte, ok bool) {
	t := streamType(v.Type())
	if t == nil || v.Kind() == reflect.Ptr && v.IsNil() {
		return nil, false
	}
	pointer := v.Kind() == reflect.Ptr
	if !pointer {
		v = v.Addr()
	}
	of, _ := streamOf(t)
	text, ok = of.text(v.Interface())
	return text, ok && (pointer || t != builderType || len(text) == 0)
}

// setStream fills a stream, or a new one to which v is made to point.
func setStream(v reflect.Value, text []byte) bool {
	t := streamType(v.Type())
	if t == nil {
		return false
	}
	p := v
	if v.Kind() == reflect.Ptr {
		v.Set(reflect.New(t))
	} else {
		p = v.Addr()
	}
	if of, _ := streamOf(t); len(text) > 0 || t == bufferedType {
		of.fill(p.Interface(), text)
	}
	return true
}

// changeStream changes what there is to read, now and then. It reports whether v is a stream.
func (s *source) changeStream(v reflect.Value) bool {
	text, ok := streamText(v)
	if ok && s.rng.chance(35) {
		if v.Kind() != reflect.Ptr {
			v.Set(reflect.Zero(v.Type()))
		}
		setStream(v, []byte(s.mutate(string(text))))
	}
	return ok
}
