package computeonce

import (
	"strings"
	"testing"
)

func TestComputeOnce(t *testing.T) {
	if Asked("A", []string{"a", "b"}) != 102 || Answered(&Account{"AB"}, []string{"a"}) != "axa" ||
		Going(&Account{"AB"}, []string{"b", "a", "ax", "x"}) != 3 {
		t.Error("wrong")
	}
	if Grown([]string{"a", "aa"}, "A") != 2 || Unneeded(nil, nil) != 0 || Taken(3) != 12 {
		t.Error("wrong")
	}
}

func BenchmarkComputeOnce(b *testing.B) {
	long := strings.Repeat("Long", 20)
	names := []string{"one", "two", "three", long}
	bytes := []byte(long)
	for name, f := range map[string]func(){
		"Grown":       func() { Grown(names, long) },
		"Overwritten": func() { Overwritten(bytes) },
		"Filled":      func() { Filled(bytes) },
		"Pointed":     func() { Pointed(long, 4) },
		"Captured":    func() { Captured(long) },
		"Unneeded":    func() { Unneeded(&Account{long}, names) },
		"Counted":     func() { Counted(4) },
		"Rows":        func() { Rows(long, 4) },
		"Taken":       func() { Taken(4) },
		"Own":         func() { Own(names) },
		"Hidden":      func() { Hidden(long, names) },
		"Asked":       func() { Asked(long, names) },
		"Answered":    func() { Answered(&Account{long}, names) },
		"Going":       func() { Going(&Account{long}, names) },
		"Stations":    func() { Stations(long, 4000) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
