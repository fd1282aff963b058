package text

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// alikes returns each warning once, and one for all benchmarks or tests that
// something happened to for one reason: it names the first.
func alikes(list []alloc.Warning) []alloc.Warning {
	out := make([]alloc.Warning, 0, len(list))
	at, more := map[alloc.Warning]int{}, map[int]int{}
	seen := map[alloc.Warning]bool{}
	for _, w := range list {
		if seen[w] {
			continue
		}
		seen[w] = true
		key := alloc.Warning{Code: w.Code, Text: w.Text}
		if w.Benchmark != "" {
			key.Text = strings.ReplaceAll(w.Text, w.Benchmark, "\x00")
		}
		if i, ok := at[key]; ok && w.Benchmark != "" {
			more[i]++
			continue
		}
		at[key] = len(out)
		out = append(out, w)
	}
	for i, n := range more {
		name := out[i].Benchmark
		out[i].Text = strings.Replace(out[i].Text, name,
			fmt.Sprintf("%s (and so %d more)", name, n), 1)
	}
	return out
}

// whole writes a table that is never cut: its last columns are the point of it, and
// a line that is wider than the terminal can still be read.
func (p *page) whole(lines []string) {
	for _, l := range lines {
		p.buf.WriteString(strings.TrimRight(l, " ") + "\n")
	}
}
