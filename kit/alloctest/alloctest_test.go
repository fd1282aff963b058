package alloctest_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/wring-go/wring/kit/alloctest"
)

// recorder is a T that keeps what is reported to it.
type recorder struct{ said []string }

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

type node struct {
	next *node
	data [24]byte
}

var (
	keptNode *node
	keptByte *byte
	keptText string

	keptNodes []*node
	keptBytes []byte
)

//go:noinline
func makeNode() *node { return &node{} }

// each returns a function that calls f every so many calls.
func each(every int, f func()) func() {
	n := 0
	return func() {
		if n++; n%every == 0 {
			f()
		}
	}
}

func TestExactly(t *testing.T) {
	node := func() { keptNode = makeNode() }
	tiny := func() { keptByte = new(byte) }
	pool := sync.Pool{New: func() any { return new(large) }}
	for _, c := range []struct {
		name  string
		want  float64
		f     func()
		wrong string // pattern of the message; "" when it is right
	}{
		{"nothing", 0, func() {}, ""},
		{"an object", 1, node, ""},
		{"a tiny object", 1, tiny, ""},
		{"nine in ten", 0.9, nineInTen(), ""},
		{"one in a hundred", 0.01, each(100, node), ""},
		{"first use", 0, func() { pool.Put(pool.Get()) }, ""},
		{"0.9 is not 0", 0, nineInTen(), `^0\.9 allocations per call, want exactly 0\n`},
		{"0.9 is not 1", 1, nineInTen(), `^0\.9 allocations per call, want exactly 1\n`},
		{"1 is not 0.9", 0.9, node, `^1 allocation per call, want exactly 0\.9\n`},
		{"the line", 0, node, `\n\t1 of 32 bytes at .*alloctest_test\.makeNode ` +
			`\(alloctest/alloctest_test\.go:\d+\)\n\t\tcalled from .*TestExactly.* ` +
			`\(alloctest/alloctest_test\.go:\d+\)$`},
		{"what is not seen", 0, tiny,
			`\n\t0\.\d+ that the profiler does not see: objects of less than 16`},
		{"too few", 3, node, `^1 allocation per call, want exactly 3`},
		{"a fraction that cannot be", 1.0 / 3, node, `^0\.33+ is no number of allocations`},
		{"a negative number", -1, node, `^-1 is no number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r recorder
			ok := alloctest.Exactly(&r, c.want, c.f)
			said := strings.Join(r.said, "\n")
			if ok != (c.wrong == "") || ok != (said == "") {
				t.Fatalf("it is %v, and said %q", ok, said)
			}
			if !regexp.MustCompile(c.wrong).MatchString(said) {
				t.Errorf("said %q\nwant %q", said, c.wrong)
			}
		})
	}
}

// large is an object that a pool may hold.
type large [64]byte

func nineInTen() func() {
	n := 0
	return func() {
		if n++; n%10 != 0 {
			keptNode = makeNode()
		}
	}
}

func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		want float64
		ok   bool
	}{{0.89, false}, {0.9, true}, {1, true}} {
		var r recorder
		if ok := alloctest.AtMost(&r, c.want, nineInTen()); ok != c.ok {
			t.Errorf("at most %v is %v: %v", c.want, ok, r.said)
		}
	}
}

func TestCountIsWhole(t *testing.T) {
	if got := alloctest.Count(10, func() { keptText = strings.Repeat("long", 20) }); got != 10 {
		t.Errorf("counted %d, want 10", got)
	}
}

// Any number of objects in a hundred calls is met exactly, and its neighbours
// are not.
func FuzzExactly(f *testing.F) {
	f.Add(uint8(0))
	f.Add(uint8(90))
	f.Add(uint8(255))
	f.Fuzz(func(t *testing.T, total uint8) {
		n := 0
		some := func() { // spread over the calls: total of each hundred
			for range (n+1)*int(total)/100 - n*int(total)/100 {
				keptNode = makeNode()
			}
			n = (n + 1) % 100
		}
		want := float64(total) / 100
		if !alloctest.Exactly(t, want, some) {
			return
		}
		if alloctest.Exactly(&recorder{}, want+0.01, some) ||
			total > 0 && alloctest.AtMost(&recorder{}, want-0.01, some) {
			t.Errorf("%v is not told from its neighbours", want)
		}
	})
}

// FuzzCount compares with testing.AllocsPerRun, which is rounded down: objects
// of any sizes, with and without pointers, in any order.
func FuzzCount(f *testing.F) {
	f.Add([]byte{1, 16, 255})
	f.Add([]byte{})
	f.Add([]byte{200, 3, 3, 3, 129})
	f.Fuzz(func(t *testing.T, sizes []byte) {
		sizes = sizes[:min(len(sizes), 50)]
		allocate := func() {
			for _, size := range sizes {
				if size&1 != 0 {
					keptBytes = make([]byte, size/2+1)
				} else {
					keptNodes = make([]*node, size/2+1)
				}
			}
		}
		want := testing.AllocsPerRun(10, allocate)
		got := alloctest.Count(10, allocate)
		if got != uint64(10*len(sizes)) || float64(got/10) != want {
			t.Errorf("%d in ten calls, %v in each, for %v", got, want, sizes)
		}
	})
}
