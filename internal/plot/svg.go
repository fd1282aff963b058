package plot

import (
	"fmt"
	"html"
	"strings"
)

// The drawing, in its own units: its size, and the margins about the lines.
const (
	width, height = 720.0, 320.0
	left, right   = 64.0, 16.0
	top, bottom   = 32.0, 48.0
)

// colors are those of the lines, told apart also by those who see no red or green.
var colors = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#777777"}

// SVG draws the chart as a document that needs nothing else: no script, no style
// sheet, no font.
func (c Chart) SVG() string {
	x, y := c.spans()
	px := func(v float64) float64 { return left + x.at(v)*(width-left-right) }
	py := func(v float64) float64 { return height - bottom - y.at(v)*(height-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height+18*float64(len(c.Lines)))
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(c.Title))
	b.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	fmt.Fprintf(&b, `<text x="%g" y="18" font-weight="bold">%s</text>`+"\n", left,
		html.EscapeString(c.Title))
	for _, v := range y.ticks(5) {
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="#dddddd"/><text x="%g" y="%.1f" `+
			`text-anchor="end">%s</text>`+"\n", left, py(v), width-right, left-6, py(v)+4, label(v))
	}
	for _, v := range x.ticks(8) {
		fmt.Fprintf(&b, `<path d="M%.1f %gv5" stroke="#000000"/><text x="%.1f" y="%g" `+
			`text-anchor="middle">%s</text>`+"\n", px(v), height-bottom, px(v), height-bottom+18,
			label(v))
	}
	fmt.Fprintf(&b, `<path d="M%g %gV%gH%g" fill="none" stroke="#000000"/>`+"\n", left, top,
		height-bottom, width-right)
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`+"\n",
		(left+width-right)/2, height-bottom+36, html.EscapeString(c.X))
	fmt.Fprintf(&b, `<text transform="translate(14 %g) rotate(-90)" text-anchor="middle">%s`+
		"</text>\n", (top+height-bottom)/2, html.EscapeString(c.Y))
	for i, l := range c.Lines {
		l.svg(&b, colors[i%len(colors)], px, py)
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="12" height="3" fill="%s"/>`+
			`<text x="%g" y="%g">%s</text>`+"\n", left, height+18*float64(i)-2,
			colors[i%len(colors)], left+20, height+18*float64(i)+4, html.EscapeString(l.Name))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// svg draws the line, upon what its points may be as well.
func (l Line) svg(b *strings.Builder, color string, px, py func(float64) float64) {
	if len(l.Low) == len(l.X) && len(l.High) == len(l.X) && len(l.X) > 0 {
		var area strings.Builder
		for i, v := range l.X {
			fmt.Fprintf(&area, " %.1f,%.1f", px(v), py(l.High[i]))
		}
		for i := len(l.X) - 1; i >= 0; i-- {
			fmt.Fprintf(&area, " %.1f,%.1f", px(l.X[i]), py(l.Low[i]))
		}
		fmt.Fprintf(b, `<polygon points="%s" fill="%s" fill-opacity="0.2"/>`+"\n",
			strings.TrimSpace(area.String()), color)
	}
	var line strings.Builder
	for i, v := range l.X {
		fmt.Fprintf(&line, " %.1f,%.1f", px(v), py(l.Y[i]))
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n",
		strings.TrimSpace(line.String()), color)
}
