package web

import (
	"bytes"
	"fmt"
	"strings"
)

// hunk is a part of a unified diff.
type hunk struct {
	Old, Olds int // first line and number of lines before
	New, News int
	Lines     []diffLine
}

// diffLine is a line of a hunk with its sign: " ", "+" or "-".
type diffLine struct{ Sign, Text string }

// hunksOf returns the hunks of a file in a patch whose names begin with a/ and b/.
func hunksOf(patch, file string) []hunk {
	var list []hunk
	inside := false
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\n")
		var h hunk
		switch {
		case left(list) > 0 && inside && line != "" && strings.ContainsAny(line[:1], " +-"):
			last := &list[len(list)-1]
			last.Lines = append(last.Lines, diffLine{line[:1], line[1:]})
		case strings.HasPrefix(line, "--- "):
			inside = line == "--- a/"+file
		case inside && header(line, &h):
			list = append(list, h)
		}
	}
	return list
}

// left returns how many lines the last hunk still lacks.
func left(list []hunk) int {
	if len(list) == 0 {
		return 0
	}
	h := list[len(list)-1]
	n := h.Olds + h.News
	for _, l := range h.Lines {
		n--
		if l.Sign == " " {
			n--
		}
	}
	return n
}

// header reads the line that begins a hunk.
func header(line string, h *hunk) bool {
	rest, ok := strings.CutPrefix(line, "@@ -")
	if !ok {
		return false
	}
	old, rest, ok := strings.Cut(rest, " +")
	if !ok {
		return false
	}
	added, _, ok := strings.Cut(rest, " @@")
	return ok && extent(old, &h.Old, &h.Olds) && extent(added, &h.New, &h.News)
}

// extent reads "12,3", or "12" for one line.
func extent(s string, first, lines *int) bool {
	*lines = 1
	n, _ := fmt.Sscanf(s, "%d,%d", first, lines)
	return n > 0 && *first >= 0 && *lines >= 0
}

// near returns the hunks that hold a line of the old text; if none does, the one
// that is closest: lines move while rewrites are made one after another.
func near(hunks []hunk, line int) []hunk {
	var closest []hunk
	best := -1
	for _, h := range hunks {
		away := max(h.Old-line, line-(h.Old+h.Olds-1), 0)
		if best < 0 || away < best {
			closest, best = []hunk{h}, away
		}
	}
	return closest
}

// unpatch returns what a text was before the hunks were applied, and whether it
// is the text that they lead to.
func unpatch(text []byte, hunks []hunk) ([]byte, bool) {
	var lines []string
	for line := range bytes.Lines(text) {
		lines = append(lines, string(line))
	}
	var out bytes.Buffer
	at := 0
	for _, h := range hunks {
		from := h.New - 1
		if h.News == 0 {
			from = h.New
		}
		if from < at || from > len(lines) {
			return nil, false
		}
		out.WriteString(strings.Join(lines[at:from], ""))
		at = from
		for _, l := range h.Lines {
			if l.Sign == "-" {
				out.WriteString(l.Text + "\n")
				continue
			}
			if at >= len(lines) || strings.TrimRight(lines[at], "\n") != l.Text {
				return nil, false
			}
			if l.Sign == " " {
				out.WriteString(lines[at])
			}
			at++
		}
	}
	out.WriteString(strings.Join(lines[at:], ""))
	return out.Bytes(), true
}
