package differential

import (
	"context"
	"fmt"
	"strings"
)

// evidence describes the mismatch that is the shortest to read.
func (p pair) evidence(ctx context.Context, bad []int) (string, error) {
	const enough = 25
	bad = bad[:min(enough, len(bad))]
	old, now, err := p.bothExplain(ctx, bad)
	if err != nil {
		return "", err
	}
	best, text := -1, fmt.Sprintf("the outcomes of %d inputs differ, by what calls before them "+
		"have left or by how the process ended", len(bad))
	for _, i := range bad {
		e, ok := old[i]
		if !ok || best >= 0 && len(e.Input) >= len(old[best].Input) {
			continue
		}
		was, is := firstDifference(e.Outcome, now[i].Outcome)
		if was == is {
			continue // seen only after what came before
		}
		best = i
		text = fmt.Sprintf("for (%s)\n  before: %s\n  after:  %s", e.Input, was, is)
	}
	return text, nil
}

// firstDifference returns the first lines in which the outcomes differ.
func firstDifference(old, now string) (string, string) {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	for i := range max(len(a), len(b)) {
		x, y := at(a, i), at(b, i)
		if x != y {
			return shorten(x), shorten(y)
		}
	}
	return "", ""
}

func at(lines []string, i int) string {
	if i < len(lines) && lines[i] != "" {
		return lines[i]
	}
	return "nothing more"
}

// shorten cuts a line to what a terminal shows in a few lines.
func shorten(line string) string {
	const most = 400
	if len(line) <= most {
		return line
	}
	return line[:most] + "..."
}
