package text

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// contextLines is how many lines are shown before and after that of a site.
const contextLines = 3

// excerpt writes the source around f, with the expression that allocates
// underlined. What the site carries with it is shown when the file is not at
// hand or is not the one that was measured.
func (p *page) excerpt(f *alloc.Finding, again bool) {
	file, err := p.source(f)
	if err != nil {
		p.fallback(f, err)
		return
	}
	p.blank()
	context := contextLines
	if again {
		context = 0
	}
	first, last := max(1, f.Line-context), min(len(file.lines), f.Line+context)
	digits := len(strconv.Itoa(last))
	for n := first; n <= last; n++ {
		text := file.lines[n-1]
		if n != f.Line {
			p.line(gutter(table.Dim, "  ", n, digits).Add(table.Dim, text))
			continue
		}
		p.marked(f, file, digits)
	}
}

// marked writes the line of f itself and the underline below it.
func (p *page) marked(f *alloc.Finding, file *sourceFile, digits int) {
	text := file.lines[f.Line-1]
	start, end := file.extent(f.Line, f.Column)
	l := gutter(table.Bold, "▸ ", f.Line, digits)
	if start == end {
		p.line(l.Add(table.Bold, text))
		return
	}
	p.line(l.Add(table.Plain, text[:start]).Add(table.Red, text[start:end]).
		Add(table.Plain, text[end:]))
	under := table.Line{}.Pad(2+digits, false).Add(table.Dim, " │ ")
	under = under.Pad(under.Width()+table.Text(table.Plain, text[:start]).Width(), false)
	mark := strings.Repeat("^", max(1, table.Text(table.Plain, text[start:end]).Width()))
	p.line(under.Add(table.Red, mark))
}

func gutter(style table.Style, mark string, line, digits int) table.Line {
	return table.Text(table.Red, mark).Add(style, fmt.Sprintf("%*d", digits, line)).
		Add(table.Dim, " │ ")
}

// fallback writes the one line that f carries with it, and why no more.
func (p *page) fallback(f *alloc.Finding, err error) {
	if f.Source != "" || !errors.Is(err, errNoSource) {
		p.blank()
	}
	if f.Source != "" {
		digits := len(strconv.Itoa(f.Line))
		p.line(gutter(table.Bold, "▸ ", f.Line, digits).Add(table.Bold, f.Source))
	}
	if !errors.Is(err, errNoSource) {
		p.prose(table.Text(table.Dim, "  "), table.Dim, err.Error())
	}
}

// errNoSource is the reason for showing no source that nobody needs to be told.
var errNoSource = errors.New("no sources at hand")

// source returns the file of f, if it still is as it was measured.
func (p *page) source(f *alloc.Finding) (*sourceFile, error) {
	if p.opt.Source == nil || f.File == "" || f.Line < 1 {
		return nil, errNoSource
	}
	data, err := p.opt.Source(f.File)
	if err != nil {
		return nil, fmt.Errorf("the source is not at hand: %w", err)
	}
	file := newSourceFile(data)
	if f.Line > len(file.lines) {
		return nil, fmt.Errorf("%s now has %s: it has changed since it was measured",
			f.File, count(uint64(len(file.lines)), "line"))
	}
	now := strings.TrimSpace(file.lines[f.Line-1])
	if f.Source != "" && now != strings.TrimSpace(f.Source) {
		return nil, fmt.Errorf("%s has changed since it was measured", place(f))
	}
	return file, nil
}

func newSourceFile(data []byte) *sourceFile {
	var lines []string
	for line := range bytes.Lines(data) {
		lines = append(lines, strings.TrimRight(string(line), "\r\n"))
	}
	return &sourceFile{data: data, lines: lines}
}
