package plot

import (
	"fmt"
	"math"
	"strings"
)

// marks are what the lines are drawn with, in their order.
const marks = "*o+x#@%"

// Text draws the chart in width by height characters, the axes included, and
// names the lines below it.
func (c Chart) Text(width, height int) string {
	x, y := c.spans()
	rows, margin := max(height-2, 3), 0
	for i := range rows {
		margin = max(margin, len(scale(i, rows, y)))
	}
	columns := max(width-margin-2, 8)
	grid := make([][]byte, rows)
	for i := range grid {
		grid[i] = []byte(strings.Repeat(" ", columns))
	}
	for i := len(c.Lines) - 1; i >= 0; i-- { // the first is on top
		draw(grid, c.Lines[i], x, y, marks[i%len(marks)])
	}
	var b strings.Builder
	if c.Title != "" {
		fmt.Fprintln(&b, c.Title)
	}
	for i, row := range grid {
		fmt.Fprintf(&b, "%*s |%s\n", margin, scale(i, rows, y),
			strings.TrimRight(string(row), " "))
	}
	fmt.Fprintf(&b, "%*s +%s\n", margin, "", strings.Repeat("-", columns))
	left, right := label(x.from), label(x.to)
	middle := c.X
	room := columns - len(left) - len(right) - len(middle)
	fmt.Fprintf(&b, "%*s  %s%*s%s%*s%s\n", margin, "", left, max(room/2, 1), "", middle,
		max(room-room/2, 1), "", right)
	for i, l := range c.Lines {
		fmt.Fprintf(&b, "%*s  %c %s\n", margin, "", marks[i%len(marks)], l.Name)
	}
	return b.String()
}

// scale returns what stands before a row: the values at both ends, and in the
// middle.
func scale(row, rows int, y span) string {
	switch row {
	case 0:
		return label(y.to)
	case rows - 1:
		return label(y.from)
	case rows / 2:
		return label(y.to - (y.to-y.from)*float64(row)/float64(rows-1))
	}
	return ""
}

// draw puts a line into the grid: in each column the point that is highest, and
// between points that are columns apart a straight connection.
func draw(grid [][]byte, l Line, x, y span, mark byte) {
	rows, columns := len(grid), len(grid[0])
	column := func(i int) int { return int(math.Round(x.at(l.X[i]) * float64(columns-1))) }
	heights := make([]float64, columns)
	for i := range heights {
		heights[i] = math.NaN()
	}
	for i := range l.X {
		if math.IsNaN(l.Y[i]) || math.IsInf(l.Y[i], 0) {
			continue
		}
		to := column(i)
		if i > 0 {
			from := column(i - 1)
			for c := from + 1; c < to; c++ {
				part := float64(c-from) / float64(to-from)
				heights[c] = l.Y[i-1] + (l.Y[i]-l.Y[i-1])*part
			}
		}
		if math.IsNaN(heights[to]) || heights[to] < l.Y[i] {
			heights[to] = l.Y[i]
		}
	}
	for c, v := range heights {
		if !math.IsNaN(v) {
			grid[rows-1-int(math.Round(y.at(v)*float64(rows-1)))][c] = mark
		}
	}
}
