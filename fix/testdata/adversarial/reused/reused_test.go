package reused

import (
	"io"
	"testing"
)

func TestPacked(t *testing.T) {
	data, err := Packed("some text")
	if err != nil {
		t.Fatal(err)
	}
	if text, name, err := Unpacked(data); text != "some text" || name != "some" || err != nil {
		t.Error(text, name, err)
	}
}

var (
	list []string
	data []byte
	n    int
	text string
	fail error
)

func BenchmarkReused(b *testing.B) {
	texts := []string{"one", "two", "three", "a text of more than sixteen bytes"}
	packed, _ := Packed("some text")
	for b.Loop() {
		list = Parts(io.Discard, texts)
		data, n = Last(texts)
		fail = Nested(io.Discard, "((x", 0)
		n = Panics(io.Discard, "text")
		data, fail = Document(texts)
		data = Nothing(texts)
		text, _, fail = Unpacked(packed)
		data, fail = Packed("text")
		text = Rows(texts)
		text = Groups(texts)
		fail = Headers(io.Discard, texts)
		n = Late(io.Discard, texts)
		n = Counted(texts)
		text = Found(texts)
		n = Depth("((((((((((((((((((((((((((()))))))))))))))))))))))))))")
	}
}
