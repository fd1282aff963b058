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
		size += len(Text([]uint64{1, 2, 3}, nil))
	}
}
