// Package text writes a report for people: `wring top` as a table, `wring why`
// as a story. It prints what the report says and computes nothing but sums and
// shares of it.
package text

import (
	"bytes"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// Options say how to write. The zero value gives a plain table, 100 columns
// wide, of the 20 lines with the most objects.
type Options struct {
	Width int  // of the terminal in cells; 0 means 100, less than 60 means 60
	Color bool // use the escape sequences of a terminal

	By   string // line, func, type, cause or technique; "" means line
	Sort string // objects or bytes; "" means objects
	Top  int    // rows to show; 0 means 20, less means all of them

	// Coverage is shown with By "cause", unless it is zero.
	Coverage Coverage

	// Source returns the text of a file that a site names. It may be nil and
	// may fail: then the one line is shown that the site carries with it.
	Source func(file string) ([]byte, error)
	// Command returns the words of the command line that asks something more
	// about the same report: a verb and its arguments. nil means as they are.
	Command func(verb string, args ...string) []string
	// Page returns the title of a cause and the first paragraph of its page.
	// It may be nil.
	Page func(cause string) (title, paragraph string)
}

// Coverage tells how much of a record is explained, as two pairs of a part and
// its whole, in objects.
type Coverage struct {
	Named   uint64 // of Objects, those with a cause other than unknown
	Objects uint64

	Grounded uint64 // of Own, those with the compiler's reason or a cause that needs none
	Own      uint64 // those that a line of the packages asked for allocates itself
}

const (
	defaultWidth = 100
	leastWidth   = 60
	defaultTop   = 20
)

// withDefaults returns opt with every zero value replaced by what it means.
func (opt Options) withDefaults() Options {
	if opt.Width == 0 {
		opt.Width = defaultWidth
	}
	opt.Width = max(opt.Width, leastWidth)
	if opt.By == "" {
		opt.By = "line"
	}
	if opt.Sort == "" {
		opt.Sort = "objects"
	}
	if opt.Top == 0 {
		opt.Top = defaultTop
	}
	return opt
}

// page is the text that is being composed. It is written in one piece, so that
// a pipe never sees half of it.
type page struct {
	alloc.Report
	opt   Options
	scale scale
	buf   bytes.Buffer
}

func newPage(rep alloc.Report, opt Options) *page {
	return &page{Report: rep, opt: opt.withDefaults(), scale: scaleOf(rep)}
}

func (p *page) flush(w io.Writer) error {
	_, err := w.Write(p.buf.Bytes())
	return err
}

// line writes l, cut to the width of the page.
func (p *page) line(l table.Line) {
	p.buf.WriteString(l.Cut(p.opt.Width).Render(p.opt.Color))
	p.buf.WriteByte('\n')
}

func (p *page) blank() { p.buf.WriteByte('\n') }

// table writes t. Its rows are never cut at the end: the last columns are the point of
// a table, and a line that is wider than the terminal can still be read.
func (p *page) table(t table.Table) {
	t.Width = p.opt.Width
	for _, l := range t.Lines() {
		p.whole(l.Render(p.opt.Color))
	}
}

// whole writes a line of a table.
func (p *page) whole(line string) {
	p.buf.WriteString(strings.TrimRight(line, " "))
	p.buf.WriteByte('\n')
}

// prose writes a mark or a label and then text, which is wrapped beside it.
func (p *page) prose(label table.Line, style table.Style, text string) {
	indent := label.Width()
	for i, words := range table.Wrap(text, p.opt.Width-indent) {
		if i > 0 {
			label = table.Line{}.Pad(indent, false)
		}
		p.line(label.Add(style, words))
	}
}
