package harness

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/big"
	"reflect"
	"sort"
	"strings"
	"time"
)

// library makes values of types of the standard library that have more to them
// than their exported fields.
var library = map[reflect.Type]func(*source) interface{}{
	reflect.TypeOf((*bytes.Buffer)(nil)): func(s *source) interface{} {
		return bytes.NewBufferString(s.text())
	},
	reflect.TypeOf((*strings.Builder)(nil)): func(s *source) interface{} {
		b := new(strings.Builder)
		b.WriteString(s.text())
		return b
	},
	reflect.TypeOf((*strings.Reader)(nil)): func(s *source) interface{} {
		return strings.NewReader(s.text())
	},
	reflect.TypeOf((*bytes.Reader)(nil)): func(s *source) interface{} {
		return bytes.NewReader([]byte(s.text()))
	},
	reflect.TypeOf((*bufio.Writer)(nil)): newBuffered,
	reflect.TypeOf((*bufio.Reader)(nil)): func(s *source) interface{} {
		return bufio.NewReaderSize(newReader(s), sizes[s.rng.intn(len(sizes))])
	},
	reflect.TypeOf((*bufio.Scanner)(nil)): func(s *source) interface{} {
		return bufio.NewScanner(newReader(s))
	},
	reflect.TypeOf((*big.Int)(nil)): func(s *source) interface{} {
		n := new(big.Int)
		s.read(reflect.ValueOf(n).Elem())
		return n
	},
	reflect.TypeOf((*binary.ByteOrder)(nil)).Elem(): func(s *source) interface{} {
		return orders[s.rng.intn(len(orders))]
	},
	reflect.TypeOf((*io.Closer)(nil)).Elem():          closable,
	reflect.TypeOf((*io.ReadCloser)(nil)).Elem():      closable,
	reflect.TypeOf((*io.WriteCloser)(nil)).Elem():     closable,
	reflect.TypeOf((*io.ReadWriteCloser)(nil)).Elem(): closable,
	reflect.TypeOf((*fmt.State)(nil)).Elem(): func(s *source) interface{} {
		return &state{newWriter(s), s.rng.intn(24) - 8, s.rng.intn(12) - 6, s.rng.next()}
	},
	expressionType: func(s *source) interface{} {
		return s.expression()
	},
	reflect.TypeOf((*hash.Hash)(nil)).Elem():   hashing,
	reflect.TypeOf((*hash.Hash32)(nil)).Elem(): hashing,
	reflect.TypeOf((*hash.Hash64)(nil)).Elem(): hashing,
	reflect.TypeOf((*time.Location)(nil)): func(s *source) interface{} {
		return zones[s.rng.intn(len(zones))]
	},
}

// newBuffered makes a bufio.Writer.
func newBuffered(s *source) interface{} {
	b := &buffered{}
	b.Writer = bufio.NewWriterSize(&b.text, sizes[s.rng.intn(len(sizes))])
	s.buffered = append(s.buffered, b)
	return b.Writer
}

// orders are what programs pass for a binary.ByteOrder.
var orders = []binary.ByteOrder{binary.BigEndian, binary.LittleEndian}

// closable makes what can be read, written and closed.
func closable(s *source) interface{} {
	return &closing{reader: newReader(s), writer: newWriter(s)}
}

// hashing makes a hash of a text, which may be empty.
func hashing(s *source) interface{} {
	h := new(sum)
	h.Write([]byte(s.text()))
	return h
}

// stringer stands for any type with a String method.
type stringer struct{ text string }

// String may be called on a nil pointer and then panics, as most do.
func (s *stringer) String() string { return s.text }

// plain has String on the value.
type plain string

// String returns the text in brackets, so that it is not mistaken for p.
func (p plain) String() string { return "<" + string(p) + ">" }

// failure is an error on a pointer.
type failure struct{ text string }

// Error may be called on a nil pointer and then panics, as most do.
func (f *failure) Error() string { return f.text }

// wrapping is an error that wraps another one. Unlike those of package fmt it holds no pointer,
// which %d would print.
type wrapping struct{ text string }

// Error may be called on a nil pointer and then panics, as most do.
func (w *wrapping) Error() string { return w.text + ": " + w.Unwrap().Error() }

// Unwrap returns the same error each time.
func (w *wrapping) Unwrap() error { return io.ErrUnexpectedEOF }

// fussy formats itself, and says how it was asked.
type fussy int

// Format prints the verb.
func (f fussy) Format(state fmt.State, verb rune) { fmt.Fprintf(state, "(%c %d)", verb, int(f)) }

// sequence is a sort.Interface.
type sequence struct{ sort.IntSlice }

// stands returns makers of values that implement the interfaces that occur in
// parameters. A nil stands for the nil interface and fits all.
func stands() []func(*source) interface{} {
	return append(driverValues(), otherValues()...)
}

// driverValues are what a database driver passes on: nil and the six types.
func driverValues() []func(*source) interface{} {
	return []func(*source) interface{}{
		func(s *source) interface{} { return nil },
		func(s *source) interface{} { return s.integer(64, true) },
		func(s *source) interface{} { return s.float() },
		func(s *source) interface{} { return s.rng.chance(50) },
		func(s *source) interface{} { return s.value(reflect.TypeOf([]byte(nil))).Interface() },
		func(s *source) interface{} { return s.text() },
		func(s *source) interface{} { return s.time() },
	}
}

func otherValues() []func(*source) interface{} {
	return []func(*source) interface{}{
		func(s *source) interface{} { return int(s.integer(64, true)) },
		func(s *source) interface{} { return uint8(s.integer(8, false)) },
		func(s *source) interface{} {
			t := reflect.TypeOf(plainTypes[s.rng.intn(len(plainTypes))])
			if s.nodes < 0 {
				return reflect.Zero(t).Interface() // lists of lists end somewhere
			}
			return s.value(t).Interface()
		},
		func(s *source) interface{} { return s.value(reflect.TypeOf([]string(nil))).Interface() },
		func(s *source) interface{} {
			return s.value(reflect.TypeOf(map[string]interface{}(nil))).Interface()
		},
		func(s *source) interface{} { return errors.New(s.text()) },
		func(s *source) interface{} { return &wrapping{s.word()} },
		func(s *source) interface{} { return io.EOF },
		func(s *source) interface{} { return &stringer{s.text()} },
		func(s *source) interface{} { return plain(s.text()) },
		func(s *source) interface{} { return (*stringer)(nil) },
		func(s *source) interface{} { return (*failure)(nil) },
		func(s *source) interface{} { return &failure{s.text()} },
		func(s *source) interface{} { return fussy(s.rng.intn(100)) },
		func(s *source) interface{} { return s.context() },
		func(s *source) interface{} { return newWriter(s) },
		func(s *source) interface{} { return textWriter{newWriter(s)} },
		func(s *source) interface{} { return newReader(s) },
		func(s *source) interface{} { return bytes.NewBufferString(s.text()) },
		func(s *source) interface{} { return strings.NewReader(s.text()) },
		func(s *source) interface{} { return bytes.NewReader([]byte(s.text())) },
		func(s *source) interface{} {
			r := bufio.NewReaderSize(newReader(s), sizes[s.rng.intn(len(sizes))])
			if s.rng.chance(50) {
				r.Peek(1) // so that there is something in the buffer
			}
			return r
		},
		newBuffered,
		func(s *source) interface{} {
			return sequence{s.value(reflect.TypeOf(sort.IntSlice(nil))).Interface().(sort.IntSlice)}
		},
	}
}

// implementation fills v, an interface.
func (s *source) implementation(v reflect.Value) {
	ways := s.can.ways(v.Type())
	if len(ways) == 0 {
		return
	}
	n := s.rng.intn(len(ways))
	if v.NumMethod() == 0 && s.rng.chance(60) {
		n = s.rng.intn(7) // the commonest dynamic types
	}
	if made := ways[n](s); made.IsValid() {
		v.Set(made)
	}
}

// ways is implementations, remembered.
func (b *builder) ways(t reflect.Type) []func(*source) reflect.Value {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known[t] == nil {
		b.known[t] = b.implementations(t)
	}
	return b.known[t]
}

type contextKey struct{}

func (s *source) context() context.Context {
	switch s.rng.intn(4) {
	case 0:
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return ctx
	case 1:
		return context.WithValue(context.Background(), contextKey{}, s.word())
	}
	return context.Background()
}
