// Package svg draws the traffic of a service over time as an image that a
// browser shows and that needs nothing else.
package svg

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/service/accesslog"
)

// The measures of the image.
const (
	width  = 800
	height = 110 // of each figure
	left   = 90
	bottom = 24
)

// Series draws the figures of s below each other.
func Series(w io.Writer, s accesslog.Series) error {
	var b bytes.Buffer
	figures := accesslog.Figures()
	total := len(figures)*height + bottom
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, total)
	for i, f := range figures {
		figure(&b, s, f, i*height)
	}
	if len(s.Slots) > 0 {
		begin := time.Unix(s.First, 0).UTC()
		end := begin.Add(time.Duration(int64(len(s.Slots))*s.Width) * time.Second)
		label(&b, left, total-6, "start", begin.Format("2006-01-02 15:04:05")+" UTC")
		label(&b, width, total-6, "end", end.Format("2006-01-02 15:04:05")+" UTC")
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func figure(b *bytes.Buffer, s accesslog.Series, f accesslog.Figure, y int) {
	points := accesslog.Spread(s.Slots, width-left, f)
	top := 0.0
	for _, v := range points {
		top = max(top, v)
	}
	label(b, 0, y+20, "start", f.Name)
	label(b, left-6, y+36, "end", f.Format(top))
	label(b, left-6, y+height-8, "end", "0")
	base := float64(y + height - 8)
	fmt.Fprintf(b, `<line x1="%d" y1="%g" x2="%d" y2="%g" stroke="#ccc"/>`+"\n", left, base, width,
		base)
	if len(points) < 2 || top == 0 {
		return
	}
	var d strings.Builder
	for i, v := range points {
		x := left + float64(i)*(width-left)/float64(len(points)-1)
		fmt.Fprintf(&d, "%.1f,%.1f ", x, base-v/top*(height-34))
	}
	fmt.Fprintf(b, `<polyline fill="none" stroke="#07c" points="%s"/>`+"\n",
		strings.TrimSpace(d.String()))
}

func label(b *bytes.Buffer, x, y int, anchor, text string) {
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x, y, anchor,
		html.EscapeString(text))
}
