package prepend

import (
	"fmt"
	"testing"
)

func TestPrepend(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Base(-255, 16), "-ff"},
		{Path("a/b"), "«a» → «b»"},
		{fmt.Sprint(Letters("é b")), "b_é 4"},
		{Bytes("ab"), "bbaa"},
		{fmt.Sprint(Checked([]string{"a", "b"})), "ba <nil>"},
		{Each([]string{"a", "b"}), "a;ba;"},
		{Twice([]string{"a", "b"}), "b,a,ab"},
		{fmt.Sprint(Lines([]string{"a b", ""})), "[b a  ]"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

var text string

func BenchmarkPrepend(b *testing.B) {
	words := []string{"some", "words", "that", "come"}
	for b.Loop() {
		text = Base(123456789, 10)
		text = Path("some/path/to/a/file")
		text, _ = Letters("some letters")
		text = Bytes("some bytes")
		text, _ = Checked(words)
		text = Each(words)
		text = Twice(words)
		text = Lines([]string{"a line of words", "and another"})[0]
	}
}
