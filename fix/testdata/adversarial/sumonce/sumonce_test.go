package sumonce

import (
	"fmt"
	"testing"
)

func TestSumonce(t *testing.T) {
	if got := fmt.Sprint(Shard("a", 7), Old([]string{"a"}), Prefixes([]string{"a", "", "a"})); got !=
		"5 590647783936702426 [12638187200555641996 12638187200555641996]" {
		t.Error(got)
	}
	n, sum := Counted("abc")
	first, second := Tagged("abc")
	if got := fmt.Sprint(n, sum, Bytes("abc"), Runes("abc"), first, second); got !=
		"3 1134309195231a47e90b440920331 440920331 3179166393" {
		t.Error(got)
	}
	if text, sum := Twice("abc"); len(text) != 66 || sum != 891568578 {
		t.Error(text, sum)
	}
}

var size int

func BenchmarkSumonce(b *testing.B) {
	text := "a text that is longer than thirty-two bytes, surely"
	parts := []string{text, "b", text}
	for b.Loop() {
		n, _ := Counted(text)
		first, _ := Tagged(text)
		sum, _ := Twice(text)
		size += Shard(text, 10) + int(Old(parts)) + len(Prefixes(parts)) + n + len(Bytes(text))
		size += len(Read(text)) + len(Copied(text)) + len(Whole([]byte(text)))
		size += int(Runes(text)) + int(first) + len(sum)
	}
}
