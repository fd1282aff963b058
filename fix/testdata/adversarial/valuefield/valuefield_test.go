package valuefield

import (
	"strings"
	"testing"
)

func TestValuefield(t *testing.T) {
	if got := Metered([]string{"ab"}); got != "ab2{2 ab} {0 ab} false" {
		t.Error(got)
	}
}

func BenchmarkValuefield(b *testing.B) {
	words := strings.Fields("some words and some more words and again some words")
	for _, f := range []struct {
		name string
		run  func()
	}{
		{"Metered", func() { Metered(words) }},
		{"Twins", func() { Twins(words) }},
		{"Missing", func() { Missing(words) }},
		{"Periods", func() { Periods(words) }},
		{"Swapped", func() { Swapped(words) }},
		{"Shared", func() { Shared(words) }},
		{"Declared", func() { Declared(words) }},
		{"Early", func() { Early(words) }},
		{"Ranged", func() { Ranged(words) }},
		{"Later", func() { Later(words) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				f.run()
			}
		})
	}
}
