package text

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// alikes returns each warning once, and one for all benchmarks or tests that
// something happened to for one reason: it names the first. Numbers in the reason, such
// as lines, ports and addresses, do not make it another one.
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
			key.Text = withoutNumbers(strings.ReplaceAll(w.Text, w.Benchmark, "\x00"))
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

var numbers = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+`)

func withoutNumbers(text string) string { return numbers.ReplaceAllString(text, "0") }

// sameProblems returns the problems, of those that many benchmarks have for one reason
// the first one, which names how many more there are.
func sameProblems(list []alloc.Problem) []alloc.Problem {
	type key struct {
		rule, text, unit string
		fails            bool
	}
	out := make([]alloc.Problem, 0, len(list))
	at, more := map[key]int{}, map[int]int{}
	for _, p := range list {
		k := key{p.Rule, "", p.Unit, p.Fails}
		if p.Benchmark != "" && strings.Contains(p.Text, p.Benchmark) && p.Measured == "" {
			k.text = withoutNumbers(strings.ReplaceAll(p.Text, p.Benchmark, "\x00"))
			if i, ok := at[k]; ok && len(p.Sites)+len(p.Path) == 0 {
				more[i]++
				continue
			}
			at[k] = len(out)
		}
		out = append(out, p)
	}
	for i, n := range more {
		out[i].Text = strings.Replace(out[i].Text, out[i].Benchmark,
			fmt.Sprintf("%s (and so %d more)", out[i].Benchmark, n), 1)
	}
	return out
}
