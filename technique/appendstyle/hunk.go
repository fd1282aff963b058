package appendstyle

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// mostCells bounds the work of comparing two texts line by line; longer ones
// are replaced as a whole.
const mostCells = 1 << 22

// change returns the edits that make [from, to) read text and leave the lines
// that stay as they are alone: other proposals may want to change those.
func (p *proposal) change(from, to token.Pos, text string) []analysis.TextEdit {
	tok := p.ix.pass.Fset.File(from)
	a := strings.SplitAfter(source(p.ix.pass, from, to), "\n")
	b := strings.SplitAfter(text, "\n")
	var edits []analysis.TextEdit
	i, j, offset := 0, 0, tok.Offset(from)
	for _, same := range append(sameLines(a, b), [2]int{len(a), len(b)}) {
		end := offset + len(strings.Join(a[i:same[0]], ""))
		if i < same[0] || j < same[1] {
			edits = append(edits, analysis.TextEdit{Pos: tok.Pos(offset), End: tok.Pos(end),
				NewText: []byte(strings.Join(b[j:same[1]], ""))})
		}
		i, j, offset = same[0], same[1], end
		if i < len(a) && j < len(b) {
			offset += len(a[i])
			i, j = i+1, j+1
		}
	}
	return edits
}

// sameLines returns the pairs of indices of a longest row of lines that a and b
// have in common.
func sameLines(a, b []string) [][2]int {
	if len(a)*len(b) > mostCells {
		return nil
	}
	// longest[i][j] is the length of such a row of a[i:] and b[j:].
	longest := make([][]int, len(a)+1)
	longest[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		longest[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
