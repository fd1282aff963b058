package fieldbuf

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestFieldbuf(t *testing.T) {
	var b strings.Builder
	e := &Encoder{w: &b, kinds: map[byte]int{}}
	e.Number(300)
	e.Flags([]bool{true})
	e.Framed(1)
	e.Padded("ab")
	e.Tagged(1, 2)
	e.Deep(1)
	want := "\xac\x02\x01\x00\x00\x00<\x01\x00\x01>ab\x00\x00\x00\x00\x00\x00\x01\x02\x00.\x01."
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	d := &Decoder{r: strings.NewReader("abcd\x00\x01\x00\x02xyz")}
	word, err := d.Word()
	x, y, pairErr := d.Pair()
	if got := fmt.Sprint(word, err, x, y, pairErr, string(d.Peeked())); got !=
		"abcd <nil> 1 2 <nil> xyz" && got != "abcd<nil> 1 2 <nil>xyz" {
		t.Errorf("got %s", got)
	}
	d = &Decoder{r: strings.NewReader("abcdefghijklmn")}
	first, second := d.Both()
	if first != (ID{'a', 'b', 'c', 'd'}) || second != (ID{'e', 'f', 'g', 'h'}) {
		t.Errorf("got %s, %s", first, second)
	}
	d.ID()
	if id, err := d.ID(); id != (ID{'m', 'n'}) || err != io.ErrUnexpectedEOF {
		t.Errorf("got %s, %v", id, err)
	}
}

func TestScanner(t *testing.T) {
	var w strings.Builder
	s := NewScanner("abcdefghijklmnopqrstuvw", &w)
	if got := fmt.Sprint(s.Four(), s.Recovered(), s.Crossed('x'), s.Summed(), s.Summed()); got !=
		"[97 98 99 46] [100 101 102 103 104 105 106 107] 3 36 50" {
		t.Error(got)
	}
	if w.String() != "x\x00\x00y\x00xx\x00" {
		t.Errorf("%q", w.String())
	}
	if got := fmt.Sprint(Nested(0)); got != "[1 1 1 46]" {
		t.Error(got)
	}
}

var size int

func BenchmarkFieldbuf(b *testing.B) {
	for b.Loop() {
		e := &Encoder{w: io.Discard, kinds: map[byte]int{}}
		for i := range uint64(10) {
			size += e.Number(i) + e.Flags([]bool{true, false}) + e.Framed(3) + e.Padded("abc")
			size += len(e.Tagged(1, 2)) + e.Deep(2) + e.Ordered(true, 5)
		}
		d := &Decoder{r: strings.NewReader("abcd\x00\x01\x00\x02xyz")}
		d.Word()
		d.Pair()
		size += len(d.Peeked())
		id, _ := d.ID()
		first, second := d.Both()
		size += int(id[0]) + int(first[0]) + int(second[0])
		s := NewScanner("abcdefghijklmnopqrstuvw", io.Discard)
		four, eight := s.Four(), s.Recovered()
		size += int(four[0]) + int(eight[0]) + s.Crossed(1) + int(s.Summed())
		four = Nested(0)
		size += int(four[0]) + len(Text([]uint64{1, 2, 3}, nil))
	}
}
