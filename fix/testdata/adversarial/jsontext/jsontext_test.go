package jsontext

import (
	"fmt"
	"testing"
)

func TestJsontext(t *testing.T) {
	a, _ := Write("a name")
	b, _ := WriteLoud("loud")
	c, _ := WriteBytes([]byte("<b>"))
	d, _ := WriteCount([]string{"x"})
	e, _ := WriteLarge(18446744073709551615)
	got := fmt.Sprintf("%s %s %s %s %s %s", a, b, c, d, e, Room(-1))
	if want := `"a name" "LOUD" "\u003cb\u003e" 1 18446744073709551615 -1.`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	n, err := Read([]byte(`"x"`), "y")
	s, errShort := ReadShort([]byte("-128"))
	u, errCount := ReadCount([]byte("12"))
	if n != "x" || s != -128 || u != 12 || err != nil || errShort != nil || errCount != nil {
		t.Error(n, s, u, err, errShort, errCount)
	}
	if _, err := ReadShort([]byte("300")); err == nil {
		t.Error("300 is short")
	}
	if before, after := Kept([]byte(`"kept"`)); before != after || before != "kept" {
		t.Error(before, after)
	}
}

var size int

func BenchmarkJsontext(b *testing.B) {
	data := []byte(`"a text"`)
	for b.Loop() {
		a, _ := Write("a longer name")
		c, _ := WriteBytes([]byte("bytes of a text"))
		d, _ := WriteCount(nil)
		e, _ := WriteLarge(1 << 60)
		n, _ := Read(data, "")
		s, _ := ReadShort([]byte("12"))
		u, _ := ReadCount([]byte("12"))
		copy(data, `"a text"`)
		k, _ := Kept(data)
		copy(data, `"a text"`)
		size += len(a) + len(c) + len(d) + len(e) + len(n) + int(s) + int(u) + len(k) + len(Room(7))
	}
}
