package format

import (
	"errors"
	"io"
	"testing"
	"time"
)

func TestQuoted(t *testing.T) {
	if Quoted("a") != `name="a";` || Mood(1) != "mood: fine" {
		t.Error("wrong")
	}
}

var (
	text string
	fail error
)

func BenchmarkMethods(b *testing.B) {
	some := errors.New("some error")
	for b.Loop() {
		text = Any(&Pointed{3})
		text = Any("a text")
		text = Failure(some)
		text = FailureText(some)
		text = ByPointer(&Pointed{1000})
		text = ByValue(Pointed{1000})
		text = NilValued(&Valued{1000})
		text = Mood(1000)
		text = MoodNumber(1000)
		text = Fuss(1000)
		text = Nested(nil, map[string]Valued{"a": {1}})
	}
}

func BenchmarkNumbers(b *testing.B) {
	for b.Loop() {
		text = Columns(12345, "name")
		text = Signed(-1234)
		text = Hex(-1234, "name")
		text = Half(0.1)
		text = Whole(0.1)
		text = Places(2.5)
		text = Point(struct{ X, Y int }{1234, 5678})
		text = Letter('a')
	}
}

func BenchmarkTexts(b *testing.B) {
	for b.Loop() {
		text = Quoted("a \"name\"")
		text = Bytes([]byte("bytes"))
		text = Spaces(1000, "text", true)
		text = Line(1000, "text")
		fail = Wrapped("file", ErrNone)
		fail = Unwrapped("file", ErrNone)
	}
}

func BenchmarkWriters(b *testing.B) {
	for b.Loop() {
		_, fail = Told(io.Discard, "somebody", 1000)
		fail = Listed(io.Discard, []string{"one", "two", "three"})
	}
}

func BenchmarkTimes(b *testing.B) {
	t := time.Unix(1700000000, 123456789).UTC()
	for b.Loop() {
		text = Header(t)
		text = Layout(t, time.RFC3339)
	}
}
