package harness

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// sink is what a module of others may implement: it says nothing of how long it keeps rows.
type sink interface{ Put(row []byte) }

type mockSink struct{ Mock }

func (m mockSink) Put(row []byte) { m.Answer("Put", []interface{}{row}, nil) }

func withSink(fn interface{}) *Registry {
	r := registry(fn)
	r.Mocks = []func(Mock) interface{}{func(m Mock) interface{} { return mockSink{m} }}
	return r
}

var sinkRow []byte

// retaining are functions that hand out memory, and what looks the same and writes to it
// again.
var retaining = []struct {
	name     string
	old, now interface{}
}{
	{"a function", func(f func([]int), n int) {
		for i := range min(max(n, 0), 9) {
			f([]int{i})
		}
	}, func(f func([]int), n int) {
		row := make([]int, 1)
		for i := range min(max(n, 0), 9) {
			row[0] = i
			f(row)
		}
	}},
	{"a method", func(s sink, xs []string) {
		for _, x := range xs {
			s.Put([]byte(x))
		}
	}, func(s sink, xs []string) {
		var b []byte
		for _, x := range xs {
			b = append(b[:0], x...)
			s.Put(b)
		}
	}},
	{"from call to call", func(s sink, x string) { s.Put([]byte(x)) },
		func(s sink, x string) {
			sinkRow = append(sinkRow[:0], x...)
			s.Put(sinkRow)
		}},
	{"a map in an interface", func(f func(interface{}), xs []string) {
		for i, x := range xs {
			f(map[string]int{x: i})
		}
	}, func(f func(interface{}), xs []string) {
		m := map[string]int{}
		for i, x := range xs {
			clear(m)
			m[x] = i
			f(m)
		}
	}},
	{"a channel", func(c chan<- []byte, x, y string) { send(c, []byte(x)); send(c, []byte(y)) },
		func(c chan<- []byte, x, y string) {
			b := append([]byte(nil), x...)
			send(c, b)
			send(c, append(b[:0], y...))
		}},
	{"an iterator", func(xs []int) func(func([]byte) bool) {
		return func(yield func([]byte) bool) {
			for _, x := range xs {
				if !yield(strconv.AppendInt(nil, int64(x), 10)) {
					return
				}
			}
		}
	}, func(xs []int) func(func([]byte) bool) {
		return func(yield func([]byte) bool) {
			var b []byte
			for _, x := range xs {
				if b = strconv.AppendInt(b[:0], int64(x), 10); !yield(b) {
					return
				}
			}
		}
	}},
}

func send(c chan<- []byte, b []byte) {
	select {
	case c <- b:
	default:
	}
}

// TestRetaining hands memory to what may keep it.
func TestRetaining(t *testing.T) {
	for _, test := range retaining {
		t.Run(test.name, func(t *testing.T) {
			if i, _ := apart(t, withSink, test.old, test.now, 4000); i < 0 {
				t.Error("no input tells them apart")
			}
			if i, how := apart(t, withSink, test.old, test.old, inputs()); i >= 0 {
				t.Errorf("input %d tells it from itself:\n%s", i, how)
			}
		})
	}
}

// TestReused lets a writer have the same memory again, as its contract allows, and notes where
// a function has it twice.
func TestReused(t *testing.T) {
	var b []byte
	for _, test := range []struct {
		name string
		fn   interface{}
		want bool
	}{
		{"written", func(w io.Writer, n int) {
			for i := range 2 {
				b = fmt.Append(b[:0], n, i)
				w.Write(b)
			}
		}, false},
		{"once per call", func(f func([]byte), n int) { f(fmt.Append(nil, n)) }, false},
		{"twice", func(f func([]byte), n int) {
			for i := range 2 {
				b = fmt.Append(b[:0], n, i)
				f(b)
			}
		}, true},
		{"the same text", func(f func([]byte), n int) {
			var b []byte
			for range 2 {
				b = fmt.Append(b[:0], n)
				f(b)
			}
		}, false},
	} {
		s, reason := newSession(registry(test.fn), "f", &guard{})
		if reason != "" {
			t.Fatal(reason)
		}
		can, got := newBuilder(s.reg), false
		for i := range 300 {
			_, flags := s.tryAll(can, i)
			got = got || flags&Reused != 0
		}
		if got != test.want {
			t.Errorf("%s: memory is noted as written again: %t", test.name, got)
		}
	}
}

// TestHandedBounds keeps so much of an input that hands out more, and no more.
func TestHandedBounds(t *testing.T) {
	log := &calls{}
	give := func(size int) {
		log.gaveValues("f", []reflect.Value{reflect.ValueOf(make([]byte, size))})
	}
	for range 3 * maxHanded {
		give(8)
	}
	give(maxHandedSize + 1)
	if len(log.handed) != maxHanded {
		t.Errorf("%d handovers are kept", len(log.handed))
	}
}

// TestBuffered sees what a function leaves in a buffered writer.
func TestBuffered(t *testing.T) {
	write := func(w *bufio.Writer, s string) error { _, err := w.WriteString(s); return err }
	for name, now := range map[string]interface{}{
		"something else": func(w *bufio.Writer, s string) error {
			_, err := w.WriteString(strings.TrimSpace(s))
			return err
		},
		"nothing": func(w *bufio.Writer, s string) error { return nil },
	} {
		if i, _ := apart(t, registry, write, now, 500); i < 0 {
			t.Errorf("%s is not told apart", name)
		}
	}
	same := func(w *bufio.Writer, s string) error { _, err := w.Write([]byte(s)); return err }
	if i, how := apart(t, registry, write, same, 500); i >= 0 {
		t.Errorf("input %d tells WriteString from Write:\n%s", i, how)
	}
}
