package unsafetext_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/unsafetext"
)

// The buffer is made here, not passed on, and not written to afterwards.
func ExampleString() {
	buf := make([]byte, 0, 64)
	buf = append(buf, "user:"...)
	buf = append(buf, "421"...)
	key := unsafetext.String(buf)
	fmt.Println(key)
	// Output: user:421
}

// A checksum reads its argument and does not keep it.
func ExampleBytes() {
	fmt.Printf("%08x\n", crc32.ChecksumIEEE(unsafetext.Bytes("hello")))
	// Output: 3610a686
}

func FuzzConversions(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("a"))
	f.Add([]byte("a\x00\xff"))
	f.Add(bytes.Repeat([]byte("x"), 1000))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := unsafetext.String(b)
		if s != string(b) {
			t.Errorf("String(%q) = %q", b, s)
		}
		back := unsafetext.Bytes(s)
		if !bytes.Equal(back, b) {
			t.Errorf("Bytes(%q) = %q", s, back)
		}
		if cap(back) != len(back) {
			t.Errorf("Bytes(%q) has capacity %d for %d bytes", s, cap(back), len(back))
		}
		if len(b) > 0 && &back[0] != &b[0] {
			t.Error("the bytes were copied")
		}
	})
}

func TestEmpty(t *testing.T) {
	if got := unsafetext.String([]byte{}); got != "" {
		t.Errorf("String of no bytes = %q", got)
	}
	large := make([]byte, 10)
	if got := unsafetext.Bytes(string(large[:0])); got != nil {
		t.Errorf("Bytes of the empty string = %v, want nil", got)
	}
}

// TestAppendCopies shows that appending to a string's bytes leaves it alone.
func TestAppendCopies(t *testing.T) {
	text := strings.Repeat("ab", 8)
	whole := text + "cd" // has memory after text's bytes in a buffer of its own
	b := append(unsafetext.Bytes(whole[:16]), 'X')
	if whole != text+"cd" || string(b) != text+"X" {
		t.Errorf("the string became %q, the bytes %q", whole, b)
	}
}

// TestAliases shows the danger that the package comment names: the compiler does
// not notice that the string changes.
func TestAliases(t *testing.T) {
	buf := []byte("before")
	s := unsafetext.String(buf)
	copy(buf, "after!")
	if s != "after!" {
		t.Errorf("the string has memory of its own: %q", s)
	}
}

// TestKeepsAlive collects while only the converted value refers to the memory.
func TestKeepsAlive(t *testing.T) {
	var texts []string
	for i := range 1000 {
		texts = append(texts, unsafetext.String(fmt.Appendf(nil, "text %d", i)))
	}
	runtime.GC()
	var views [][]byte
	for i := range 1000 {
		views = append(views, unsafetext.Bytes(fmt.Sprint("view ", i)))
	}
	runtime.GC()
	for i := range 1000 {
		if want := fmt.Sprint("text ", i); texts[i] != want {
			t.Fatalf("%q became %q", want, texts[i])
		}
		if want := fmt.Sprint("view ", i); string(views[i]) != want {
			t.Fatalf("%q became %q", want, views[i])
		}
	}
}

func TestAllocatesNothing(t *testing.T) {
	buf := bytes.Repeat([]byte("x"), 100)
	total := 0
	// One run of a hundred conversions, because the quotient is rounded down.
	if n := testing.AllocsPerRun(1, func() {
		for range 100 {
			s := unsafetext.String(buf)
			total += len(unsafetext.Bytes(s))
		}
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

var (
	sinkString string
	sinkBytes  []byte
)

func BenchmarkString(b *testing.B) {
	buf := bytes.Repeat([]byte("x"), 100)
	b.Run("block", func(b *testing.B) {
		for b.Loop() {
			sinkString = unsafetext.String(buf)
		}
	})
	b.Run("standard", func(b *testing.B) {
		for b.Loop() {
			sinkString = string(buf)
		}
	})
}

func BenchmarkBytes(b *testing.B) {
	text := strings.Repeat("x", 100)
	b.Run("block", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = unsafetext.Bytes(text)
		}
	})
	b.Run("standard", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = []byte(text)
		}
	})
}
