package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// around is how many equal lines a hunk shows before and after its changes.
const around = 3

// Diff returns the unified diff that turns old into new, "" when they are
// equal. The name is printed after a/ and b/, as git does.
func Diff(name string, old, new []byte) string {
	a, b := splitLines(old), splitLines(new)
	var out strings.Builder
	for _, h := range hunks(editScript(a, b)) {
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
		}
		h.print(&out, a, b)
	}
	return out.String()
}

// Lines returns the edits, of no file, that turn old into new and leave the
// lines that stay as they are alone.
func Lines(old, new string) []alloc.Edit {
	a, b := splitLines([]byte(old)), splitLines([]byte(new))
	var edits []alloc.Edit
	at, last := 0, keep
	for _, s := range editScript(a, b) {
		if s.op != keep && last == keep {
			edits = append(edits, alloc.Edit{Start: at, End: at})
		}
		switch last = s.op; s.op {
		case keep:
			at += len(a[s.a])
		case cut:
			at += len(a[s.a])
			edits[len(edits)-1].End = at
		case add:
			edits[len(edits)-1].New += b[s.b]
		}
	}
	return edits
}

// Moved returns where a line of old is in new, both counted from 1; for a line that is
// gone, where it would be.
func Moved(old, new []byte) func(line int) int {
	a := splitLines(old)
	to := make([]int, len(a))
	for _, s := range editScript(a, splitLines(new)) {
		if s.op != add {
			to[s.a] = s.b + 1
		}
	}
	return func(line int) int {
		if line < 1 || line > len(to) {
			return line
		}
		return to[line-1]
	}
}

// splitLines splits text after each newline. Only the last line may lack one.
func splitLines(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// hunks groups a script into runs of changes with the lines around them.
func hunks(script []step) []hunk {
	var all []hunk
	from, last := -1, -1 // the hunk under way, and its last change
	flush := func() {
		if from >= 0 {
			all = append(all, script[from:min(last+1+around, len(script))])
		}
	}
	for i, s := range script {
		if s.op == keep {
			continue
		}
		if from < 0 || i-last > 2*around+1 {
			flush()
			from = max(0, i-around)
		}
		last = i
	}
	flush()
	return all
}

// hunk is a part of a script that is printed as one.
type hunk []step

func (h hunk) print(out *strings.Builder, a, b []string) {
	var gone, come int
	for _, s := range h {
		if s.op != add {
			gone++
		}
		if s.op != cut {
			come++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(h[0].a, gone), span(h[0].b, come))
	for _, s := range h {
		line := ""
		if s.op == add {
			line = b[s.b]
		} else {
			line = a[s.a]
		}
		out.WriteByte(byte(s.op))
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span prints a range of lines as diff does: an empty one is named after the
// line before it.
func span(start, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(start + 1)
	}
	return fmt.Sprintf("%d,%d", start+1, count)
}

// step is one line of a diff: a[step.a] is kept or cut, or b[step.b] added.
// The index into the other text says how far that one has come.
type step struct {
	op   op
	a, b int
}

type op byte

const (
	keep op = ' '
	cut  op = '-'
	add  op = '+'
)

// editScript returns a shortest sequence of steps from a to b, by Myers'
// algorithm, on what lies between their common ends.
func editScript(a, b []string) []step {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var script []step
	for i := range head {
		script = append(script, step{keep, i, i})
	}
	for _, s := range shortest(a[head:len(a)-tail], b[head:len(b)-tail]) {
		script = append(script, step{s.op, s.a + head, s.b + head})
	}
	for i := range tail {
		script = append(script, step{keep, len(a) - tail + i, len(b) - tail + i})
	}
	return script
}

// tooFar is the number of changed lines from which on a short diff is not
// worth its square of memory.
const tooFar = 2000

// shortest is Myers' greedy search. Furthest[d][k] is the largest index into a
// that d changes can reach on diagonal k, where the index into b is k less.
func shortest(a, b []string) []step {
	var furthest []map[int]int
	v := map[int]int{1: 0}
	for d := 0; d <= min(len(a)+len(b), tooFar); d++ {
		furthest = append(furthest, v)
		next := make(map[int]int, d+1)
		for k := -d; k <= d; k += 2 {
			x := v[k-1] + 1
			if k == -d || k != d && v[k-1] < v[k+1] {
				x = v[k+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			if next[k] = x; x >= len(a) && x-k >= len(b) {
				return walkBack(furthest, len(a), len(b))
			}
		}
		v = next
	}
	return replaceAll(a, b)
}

// walkBack finds the path to (x, y) through the rounds of the search.
func walkBack(furthest []map[int]int, x, y int) []step {
	var script []step
	for d := len(furthest) - 1; d >= 0; d-- {
		v, k := furthest[d], x-y
		from := k - 1
		if k == -d || k != d && v[k-1] < v[k+1] {
			from = k + 1
		}
		px, py := v[from], v[from]-from
		for x > max(px, 0) && y > max(py, 0) && (x > px && y > py) {
			x, y = x-1, y-1
			script = append(script, step{keep, x, y})
		}
		if d == 0 {
			break
		}
		if from == k+1 {
			script = append(script, step{add, px, py})
		} else {
			script = append(script, step{cut, px, py})
		}
		x, y = px, py
	}
	slices.Reverse(script)
	return script
}

func replaceAll(a, b []string) []step {
	var script []step
	for i := range a {
		script = append(script, step{cut, i, 0})
	}
	for i := range b {
		script = append(script, step{add, len(a), i})
	}
	return script
}
