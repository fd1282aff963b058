package empty

import (
	"fmt"
	"testing"
)

func TestDoubled(t *testing.T) {
	if fmt.Sprint(Doubled([]int{1, 2})) != "[2 4]" || Parts("a,b") != 2 {
		t.Error("not doubled")
	}
}

var (
	texts []string
	ints  []int
	text  string
	count int
)

func BenchmarkDoubled(b *testing.B) {
	xs := make([]int, 100)
	for b.Loop() {
		ints = Doubled(xs)
	}
}

func BenchmarkPositive(b *testing.B) {
	xs := make([]int, 100)
	for i := range xs {
		xs[i] = i - 50
	}
	for b.Loop() {
		ints = Positive(xs)
	}
}

func BenchmarkCopied(b *testing.B) {
	xs := make([]string, 50)
	for b.Loop() {
		texts = Copied(xs)
	}
}

func BenchmarkKeys(b *testing.B) {
	m := map[string]int{}
	for i := range 100 {
		m[fmt.Sprint(i)] = i
	}
	for b.Loop() {
		texts = Keys(m)
	}
}

var positions map[string]int

func BenchmarkPositions(b *testing.B) {
	words := Keys(map[string]int{"a": 1, "b": 2, "c": 3})
	for i := range 60 {
		words = append(words, fmt.Sprint(i))
	}
	for b.Loop() {
		positions = Positions(words)
	}
}

func BenchmarkPut(b *testing.B) {
	m := map[string]int{}
	for b.Loop() {
		text = Put(m, []string{"one", "two", "three"})
	}
}

func BenchmarkFirstField(b *testing.B) {
	for b.Loop() {
		text = FirstField("a line of several words")
	}
}

func BenchmarkSecondPart(b *testing.B) {
	for b.Loop() {
		text = SecondPart("key:value:more")
	}
}

func BenchmarkGreeting(b *testing.B) {
	p := &Person{"somebody", []string{"here", "there"}}
	for b.Loop() {
		text = Greeting(p)
	}
}

func BenchmarkFill(b *testing.B) {
	dst, src := make([]string, 9), []int{1, 22, 333, 44444444}
	for b.Loop() {
		Fill(dst, src)
	}
}

func BenchmarkParts(b *testing.B) {
	for b.Loop() {
		count = Parts("a,b,c,d")
	}
}

func BenchmarkCharacters(b *testing.B) {
	for b.Loop() {
		count = Characters("some characters")
	}
}

func BenchmarkHead(b *testing.B) {
	for b.Loop() {
		texts = Head("a,b,c,d", 3)
	}
}

func BenchmarkJoined(b *testing.B) {
	for b.Loop() {
		text = Joined([]string{"one", "two", "three"})
	}
}

func BenchmarkPairs(b *testing.B) {
	for b.Loop() {
		pairs, _ := Pairs("one two three four five six")
		count = len(pairs)
	}
}

func BenchmarkRow(b *testing.B) {
	for b.Loop() {
		text = string(Row(70))
	}
}
