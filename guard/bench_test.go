package guard

import (
	"fmt"
	"testing"
)

// BenchmarkFile reads, compares and writes budgets of a hundred benchmarks.
func BenchmarkFile(b *testing.B) {
	s := &Section{Key: Key{Go: "go1.26", GOOS: "linux", GOARCH: "amd64"}, Toolchain: "go1.26.8"}
	var measured []Measured
	for i := range 100 {
		e := Entry{Package: "example.com/m", Name: fmt.Sprintf("BenchmarkJoin/%03d", i), N: 20,
			Objects: Figure{Most: 3 * One}, Bytes: Figure{Most: 48 * One},
			Sites: []Site{{Objects: One, Bytes: 16 * One, Func: "m.Join", Type: "[]string"}}}
		s.Entries = append(s.Entries, e)
		measured = append(measured, Measured{Package: e.Package, Name: e.Name, N: 20,
			Objects: 3 * One, Bytes: 48 * One})
	}
	budget := &Budget{Sections: []*Section{s}}
	text := Format(budget)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			if p := Compare(s, measured, func(string) bool { return true }); len(p) > 0 {
				b.Fatal(p)
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if len(Format(budget)) != len(text) {
				b.Fatal("another file")
			}
		}
	})
}
