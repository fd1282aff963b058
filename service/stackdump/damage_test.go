package stackdump

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// damages are the ways in which a dump is spoiled, at or after the line at.
var damages = []struct {
	name    string
	headers int // how many it takes away, -1 if any number
	spoil   func(lines []string, at int) []string
}{
	{"text-between-lines", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, "2026/11/22 06:15:24 request done in 3 ms (GET /posts)")
	}},
	{"json-between-lines", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, `{"level":"info","msg":"done (3)"}`)
	}},
	{"empty-line-in-a-stack", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, "")
	}},
	{"binary-between-lines", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, "\x00\xff\xfe\x80")
	}},
	{"word-between-lines", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, "OK")
	}},
	{"indented-text", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, "\tat com.example.Main.main(Main.java:7)")
	}},
	{"place-lost", 0, dropWhere(func(s string) bool { return strings.HasPrefix(s, "\t") })},
	{"call-lost", 0, dropWhere(isCall)},
	{"call-cut", 0, cutWhere(isCall, func(s string) int { return len(s) - 1 })},
	{"arguments-cut", 0, cutWhere(isCall, func(s string) int {
		return strings.LastIndex(s, "(") + 1
	})},
	{"name-cut", 0, cutWhere(isCall, func(s string) int { return strings.Index(s, ".") })},
	{"place-cut", 0, cutWhere(func(s string) bool { return strings.HasPrefix(s, "\t") },
		func(s string) int { return strings.Index(s, ":") })},
	{"state-cut", 0, cutWhere(isHeader, func(s string) int { return strings.Index(s, "[") + 3 })},
	{"header-cut-after-number", 0, cutWhere(isHeader, func(s string) int {
		return len("goroutine ") + strings.Index(s[len("goroutine "):], " ")
	})},
	{"header-behind-text", 0, changeWhere(isHeader, func(s string) string {
		return "2026/11/22 06:15:24 done" + s
	})},
	{"header-lost", 1, dropWhere(isHeader)},
	{"header-word-cut", 1, cutWhere(isHeader, func(string) int { return 5 })},
	{"blank-between-goroutines-lost", 0, dropWhere(func(s string) bool { return s == "" })},
	{"lines-joined", 0, func(l []string, at int) []string {
		i := find(l, at, isCall)
		l[i] += strings.TrimPrefix(l[i+1], "\t")
		return slices.Delete(l, i+1, i+2)
	}},
	{"end-lost", -1, func(l []string, at int) []string { return l[:at] }},
	{"long-line", 0, func(l []string, at int) []string {
		return slices.Insert(l, at, strings.Repeat("x y", maxLine))
	}},
	{"calls-swapped", 0, func(l []string, at int) []string {
		i := find(l, at, isCall)
		l[i], l[i+1] = l[i+1], l[i]
		return l
	}},
}

func isHeader(s string) bool { return headerAt([]byte(s)) == 0 }

func isCall(s string) bool {
	return strings.HasSuffix(s, ")") && strings.Contains(s, "(0x")
}

func find(l []string, at int, ok func(string) bool) int {
	for i := range l {
		if j := (at + i) % (len(l) - 1); ok(l[j]) {
			return j
		}
	}
	panic("no such line")
}

func dropWhere(ok func(string) bool) func([]string, int) []string {
	return func(l []string, at int) []string {
		i := find(l, at, ok)
		return slices.Delete(l, i, i+1)
	}
}

func changeWhere(ok func(string) bool, to func(string) string) func([]string, int) []string {
	return func(l []string, at int) []string {
		i := find(l, at, ok)
		l[i] = to(l[i])
		return l
	}
}

func cutWhere(ok func(string) bool, where func(string) int) func([]string, int) []string {
	return changeWhere(ok, func(s string) string { return s[:where(s)] })
}

// TestDamage spoils real dumps in each way at many places. Headers that are left
// must all be read, goroutines that were not touched must be what they were, and
// what was lost must be reported.
func TestDamage(t *testing.T) {
	if len(damages) < 20 {
		t.Fatalf("%d kinds of damage", len(damages))
	}
	for name, data := range recorded(t) {
		if !strings.Contains(name, "debug2") && !strings.Contains(name, "quit") {
			continue
		}
		for _, d := range damages {
			for seed := range uint64(10) {
				lines := strings.Split(string(data), "\n")
				at := 1 + rand.New(rand.NewPCG(seed, 1)).IntN(len(lines)-2)
				spoilt := strings.Join(d.spoil(slices.Clone(lines), at), "\n")
				if err := judge(t, data, []byte(spoilt), d.headers); err != "" {
					t.Errorf("%s, %s at line %d: %s", name, d.name, at, err)
				}
			}
		}
	}
}

// judge compares a spoilt dump with the whole one.
func judge(t *testing.T, whole, spoilt []byte, lost int) string {
	want, wantSum := read(t, whole)
	got, sum := read(t, spoilt)
	if sum.Headers != sum.Goroutines {
		return fmt.Sprintf("%d goroutines of %d headers", sum.Goroutines, sum.Headers)
	}
	if lost >= 0 && sum.Headers != wantSum.Headers-lost {
		return fmt.Sprintf("%d headers, want %d", sum.Headers, wantSum.Headers-lost)
	}
	touched := 0
	for _, w := range want {
		i := slices.IndexFunc(got, func(g *Goroutine) bool { return sameStack(g, w) })
		if i < 0 {
			touched++
			continue
		}
		got = slices.Delete(got, i, i+1)
	}
	if lost >= 0 && touched > 2 {
		return fmt.Sprintf("%d goroutines are not what they were", touched)
	}
	for _, g := range got {
		if !g.Damaged && sum.Problems == 0 && lost >= 0 {
			return fmt.Sprintf("goroutine %d changed and no line is reported", g.ID)
		}
	}
	return ""
}

func sameStack(a, b *Goroutine) bool {
	x, y := *a, *b
	x.Line, y.Line, x.Dump, y.Dump = 0, 0, 0, 0
	return reflect.DeepEqual(x, y)
}

// TestMemory reads a dump that never ends a line, and one with many dumps.
func TestMemory(t *testing.T) {
	long := append([]byte("goroutine 1 [running]:\n"), bytes.Repeat([]byte("a"), 4*maxLine)...)
	list, sum := read(t, append(long, "\n\ngoroutine 2 [running]:\n"...))
	if len(list) != 2 || sum.First[0].Kind != LongLine {
		t.Errorf("%d goroutines, %v", len(list), sum.Problems)
	}
	one := []byte("goroutine 1 [running]:\nmain.main()\n\t/x.go:1 +0x1\n\n")
	if _, sum := read(t, bytes.Repeat(one, 1000)); sum.Dumps != 1000 || sum.Problems != 0 {
		t.Errorf("%d dumps, %d problems", sum.Dumps, sum.Problems)
	}
}
