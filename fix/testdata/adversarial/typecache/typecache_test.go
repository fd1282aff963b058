package typecache

import "testing"

func TestTypecache(t *testing.T) {
	for _, test := range [][2]string{
		{Row(3), "name=string;n=int;"},
		{Row(2), "other=int8;"},
		{Reversed(6), "string slice"},
		{Reversed(6), "string slice"},
		{Twice(2), "int1int2"},
		{Twice(3), "string1string2"},
		{Size(3, "Count"), "1 true 3"},
		{Size(4, "x"), "int has no fields"},
		{Parse(5, "127"), "127 <nil>"},
		{Titles(4, 6), "<int><[]string>"},
	} {
		if test[0] != test[1] {
			t.Errorf("got %q, want %q", test[0], test[1])
		}
	}
}

var size int

func BenchmarkTypecache(b *testing.B) {
	for b.Loop() {
		size += len(Row(3)) + len(Row(2)) + len(Reversed(6)) + len(Reversed(7)) + len(Twice(4))
		size += len(Size(3, "Name")) + len(Size(1, "Name")) + len(Parse(4, "12")) + len(Parse(5, "1"))
		size += len(Titles(4, 5))
	}
}
