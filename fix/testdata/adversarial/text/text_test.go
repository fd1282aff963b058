package text

import "testing"

func TestEscaped(t *testing.T) {
	if Escaped("x") != "<x>" || Longest("a bcd ef") != "bcd" {
		t.Error("wrong")
	}
}

var (
	text  string
	texts []string
	count int
	is    bool
)

func BenchmarkSameName(b *testing.B) {
	for b.Loop() {
		is = SameName("Content-Type", "content-TYPE")
	}
}

func BenchmarkSameUpper(b *testing.B) {
	for b.Loop() {
		is = SameUpper("Content-Type", "content-TYPE")
	}
}

func BenchmarkHasWord(b *testing.B) {
	for b.Loop() {
		is = HasWord("Some words in a Line that is not short at all", "LINE")
	}
}

func BenchmarkUnprefixed(b *testing.B) {
	for b.Loop() {
		text = Unprefixed([]string{"abc", "ac", "xab"})
	}
}

func BenchmarkStripped(b *testing.B) {
	for b.Loop() {
		texts = Stripped([]string{" a ", "b", "  c"})
	}
}

func BenchmarkCountWords(b *testing.B) {
	for b.Loop() {
		count = CountWords("some words in a line")
	}
}

func BenchmarkCountBytesWords(b *testing.B) {
	line := []byte("some words in a line that is not short at all")
	for b.Loop() {
		count = CountBytesWords(line)
	}
}

func BenchmarkLongest(b *testing.B) {
	for b.Loop() {
		text = Longest("some words in a line")
	}
}

func BenchmarkBackwards(b *testing.B) {
	for b.Loop() {
		text = Backwards("some words in a line that is not short at all")
	}
}

func BenchmarkCopied(b *testing.B) {
	for b.Loop() {
		text = Copied("some words in a line")
	}
}

func BenchmarkShortened(b *testing.B) {
	for b.Loop() {
		text = Shortened("some words\tin a line")
	}
}

func BenchmarkEscaped(b *testing.B) {
	for b.Loop() {
		text = Escaped("a banana")
	}
}

func BenchmarkSpaced(b *testing.B) {
	for b.Loop() {
		text = Spaced("words")
	}
}

func BenchmarkFirstTwo(b *testing.B) {
	for b.Loop() {
		text = FirstTwo("a,b,c,d")
	}
}

func BenchmarkGrowing(b *testing.B) {
	for b.Loop() {
		text = Growing([]string{"one", "two", "one", "three"})
	}
}

func BenchmarkExtension(b *testing.B) {
	for b.Loop() {
		text = Extension("a.tar.gz")
	}
}

func BenchmarkValue(b *testing.B) {
	for b.Loop() {
		text, is = Value("key=value")
	}
}

func BenchmarkBar(b *testing.B) {
	for b.Loop() {
		text = Bar(20)
	}
}

func BenchmarkCopiedBuilder(b *testing.B) {
	for b.Loop() {
		text = CopiedBuilder([]string{"one", "two"})
	}
}

func BenchmarkLetter(b *testing.B) {
	for b.Loop() {
		text = Letter([]int{'a', 0x20ac, 'b', 'c'})
	}
}

func BenchmarkSum(b *testing.B) {
	line := []byte("12 345 6789 12 345 6789 1234 12 999999")
	for b.Loop() {
		count, _ = Sum(line)
	}
}

func BenchmarkKnown(b *testing.B) {
	m, key := map[string]int{"a": 1}, []byte("a key that is longer than a small buffer is")
	for b.Loop() {
		count = Known(m, key)
	}
}

func BenchmarkLines(b *testing.B) {
	lines := []byte("one\ntwo\nthree")
	for b.Loop() {
		texts = Lines(lines)
	}
}

func BenchmarkCompared(b *testing.B) {
	x, y := make([]byte, 100), make([]byte, 100)
	for b.Loop() {
		is = Compared(x, y)
	}
}
