package reusefield

import "fmt"

// Grid has cells of which the caller says how many.
type Grid struct {
	cells []string
	sizes []int32
}

// Fill writes a text into some cells; their number may be one that make panics for, and the
// cells stay as they are then.
func (g *Grid) Fill(n int, text string) (out string) {
	defer func() {
		if e := recover(); e != nil {
			out = fmt.Sprint(e)
		}
		for _, cell := range g.cells {
			out += cell + "|"
		}
	}()
	g.cells = make([]string, n)
	for i := range g.cells {
		if i > 0 && i < 3 {
			g.cells[i] = text
		}
	}
	return out
}

// Sizes adds up sizes that begin as zeros.
func (g *Grid) Sizes(n int64) (sum int) {
	defer func() {
		if recover() != nil {
			sum = -len(g.sizes)
		}
	}()
	g.sizes = make([]int32, n)
	for i := range g.sizes {
		g.sizes[i] += int32(i)
		sum += int(g.sizes[i])
	}
	return sum
}
