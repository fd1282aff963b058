package knownio

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestKnownio(t *testing.T) {
	if got := Words("abcdef", 3); got != "4 [97 98 99 100] <nil>|2 [101 102 0 0] unexpected EOF" {
		t.Errorf("got %q", got)
	}
	if x, rest := Rest("\x01\x02rest", 1); x != 258 || rest != "rest" {
		t.Errorf("got %d, %q", x, rest)
	}
	if got := Ordered(60); got != "<\awriter,first,second" {
		t.Errorf("got %q", got)
	}
	seen, last, err := Digest("abcdabcdx", 2)
	if seen[digest{'a', 'b', 'c', 'd'}] != 2 || last != (digest{'x'}) || err == nil {
		t.Errorf("got %v, %v, %v", seen, last, err)
	}
	if x, _ := Frame("ab", 0); x.sum != (digest{'a', 'b', 3, 4}) {
		t.Errorf("got %v", x)
	}
	if got := Rescued("abcd", 0); got != (digest{1}) {
		t.Errorf("got %v", got)
	}
	if got := Answered("a", 10, 0); len(got) < 50 {
		t.Errorf("got %q", got)
	}
	var to bytes.Buffer
	e := &encoder{w: io.Writer(&to)}
	e.write([]byte("ab"))
	if to.String() != "ab" {
		t.Errorf("got %q", to.String())
	}
}

var size int

func BenchmarkKnownio(b *testing.B) {
	for b.Loop() {
		size += len(Written([]uint64{1, 300, 1 << 40}, 0, 0)) + len(Kept(1, 2))
		for kind := range 4 {
			size += len(Words("abcdefghij", kind)) + len(Some("abcdefghij", kind)) +
				len(Unread("abc", kind)) + len(Nothing("abc", kind, 1)) +
				len(Whole("abcdefgh", kind)) +
				len(Answered("abcdefghijklmnopqrst", 1000, kind))
			x, rest := Rest("abcdef", kind)
			size += int(x) + len(rest)
			seen, last, _ := Digest("abcdefghij", kind)
			f, _ := Frame("abcdefghij", kind)
			last = digest{last[0], Rescued("abcd", kind)[0]}
			size += len(seen) + int(last[0]) + f.size
		}
		o := &Object{4000, strings.Repeat("text", 1000)}
		contents, _ := Contents(o)
		there, _ := There(o)
		size += len(contents) + len(there)
		size += len(Ordered(1)) + len(Parts("text", 60))
		tail, _ := Tail("abcdefghijklmnop", 5)
		drained, _ := Drained("abcdefghijklmnop", 2)
		size += len(tail) + len(drained)
	}
}
