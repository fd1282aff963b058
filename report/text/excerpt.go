package text

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// contextLines is how many lines are shown before and after that of a site.
const contextLines = 3

// excerpt writes the source around a line, with the expressions that allocate
// underlined. What a site carries with it is shown when the file is not at hand
// or is not the one that was measured.
func (p *page) excerpt(g *group) {
	f := g.sites[0]
	file, err := p.source(f)
	if err != nil {
		p.fallback(f, err)
		return
	}
	p.blank()
	first, last := max(1, f.Line-contextLines), min(len(file.lines), f.Line+contextLines)
	digits := len(strconv.Itoa(last))
	for n := first; n <= last; n++ {
		text := file.lines[n-1]
		if n != f.Line {
			p.line(gutter(table.Dim, "  ", n, digits).Add(table.Dim, text))
			continue
		}
		p.line(gutter(table.Bold, "▸ ", n, digits).Add(table.Bold, text))
		p.underline(g, file, digits)
	}
}

// underline marks what allocates in the line above: for each distinct
// expression that the compiler names, the heaviest first, a line of its own if
// it overlaps with one that is marked already.
func (p *page) underline(g *group, file *sourceFile, digits int) {
	text := file.lines[g.sites[0].Line-1]
	var rows [][]byte
	for _, f := range g.sites {
		start, end := file.extent(f)
		if start == end {
			continue
		}
		start = table.Text(table.Plain, text[:start]).Width()
		end = max(start+1, table.Text(table.Plain, text[:end]).Width())
		rows = mark(rows, start, end)
	}
	indent := table.Line{}.Pad(2+digits, false).Add(table.Dim, " │ ")
	for _, row := range rows {
		p.line(indent.Add(table.Red, string(row)))
	}
}

// mark puts a row of ^ from start to end into the first of rows where there is
// room, unless it is there already.
func mark(rows [][]byte, start, end int) [][]byte {
	for i, row := range rows {
		row = append(row, bytes.Repeat([]byte(" "), max(0, end+1-len(row)))...)
		rows[i] = row
		around := row[max(0, start-1) : end+1]
		switch {
		case !bytes.ContainsRune(around, '^'):
			copy(row[start:], bytes.Repeat([]byte("^"), end-start))
			return rows
		case bytes.Equal(bytes.Trim(around, " "), bytes.Repeat([]byte("^"), end-start)):
			return rows
		}
	}
	row := append(bytes.Repeat([]byte(" "), start), bytes.Repeat([]byte("^"), end-start)...)
	return append(rows, row)
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

// errNoSource is a reason for showing no source that is not worth a line.
var errNoSource = errors.New("no sources at hand")

// source returns the file of f, if it still is as it was measured.
func (p *page) source(f *alloc.Finding) (*sourceFile, error) {
	if p.opt.Source == nil || f.File == "" || f.Line < 1 {
		return nil, errNoSource
	}
	data, err := p.read(f)
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

// read returns the text of the file of f: where it was when it was measured, or
// else by the name that the report shows.
func (p *page) read(f *alloc.Finding) ([]byte, error) {
	names := []string{f.File}
	if files := treeOf(f); files.dir != "" {
		names = slices.Insert(names, 0, files.dir+f.File)
	}
	var data []byte
	var err error
	for _, name := range names {
		if data, err = p.opt.Source(name); err == nil {
			break
		}
	}
	return data, err
}

func newSourceFile(data []byte) *sourceFile {
	var lines []string
	for line := range bytes.Lines(data) {
		lines = append(lines, strings.TrimRight(string(line), "\r\n"))
	}
	return &sourceFile{data: data, lines: lines}
}
