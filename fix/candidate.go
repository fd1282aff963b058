package fix

import (
	"cmp"
	"go/ast"
	"go/token"
	"hash/fnv"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// candidate is a proposal for a measured site.
type candidate struct {
	alloc.Candidate
	key      string  // tells whether it was tried before, wherever it now stands
	weight   uint64  // objects of the sites that it may remove
	around   lines   // the function that it is for
	touched  []lines // what its edits replace
	verdicts []alloc.Verdict
}

// reaches reports whether c edits the function that d is for. Then what d gains
// cannot be told from the figures of that function, which may even be gone.
func (c candidate) reaches(d candidate) bool {
	return c.Func != d.Func && slices.ContainsFunc(c.touched, d.around.meets)
}

// lines is a range of lines of a file.
type lines struct {
	file        string // absolute
	first, last int
}

func (r lines) holds(file string, line int) bool {
	return r.file == file && r.first <= line && line <= r.last
}

// meets reports whether two ranges have a line in common.
func (r lines) meets(s lines) bool {
	return r.file == s.file && r.first <= s.last && s.first <= r.last
}

// functions returns the lines of a file's functions.
func functions(fset *token.FileSet, file *ast.File) []lines {
	var list []lines
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := fset.PositionFor(fn.Pos(), false), fset.PositionFor(fn.End(), false)
			list = append(list, lines{from.Filename, from.Line, to.Line})
		}
	}
	return list
}

// around returns the lines of the function that a proposal is for, or its own
// line outside of functions.
func around(p alloc.Candidate, funcs []lines) lines {
	for _, f := range funcs {
		if strings.HasSuffix(f.file, "/"+p.File) && f.holds(f.file, p.Line) {
			return f
		}
	}
	return lines{p.Edits[0].File, p.Line, p.Line}
}

// candidate makes a candidate of a proposal. It reports false for one that was
// tried before, is for no measured site, or may not be made; of the last kind
// it takes a note, once.
func (l *loop) candidate(p proposed, sites []alloc.Finding) (c candidate, ok bool, err error) {
	c.Candidate = p.Candidate
	if c.key, err = l.keyOf(p.Candidate); err != nil || l.tried[c.key] {
		return c, false, err
	}
	c.Sites = []string{}
	c.around, c.touched = p.around, l.edited(p.Candidate)
	for _, s := range l.measured(c, sites) {
		c.Sites = append(c.Sites, s.ID)
		c.weight += s.Objects - s.FirstUse
	}
	if c.weight == 0 {
		return c, false, nil
	}
	c.Site = c.Sites[0] // findings come heaviest first
	if reason := l.forbidden(p.Candidate); reason != "" {
		l.tried[c.key] = true
		l.drop(c, "files", reason)
		return c, false, nil
	}
	return c, true, nil
}

// forbidden returns why the files of a proposal are not to be changed, or "".
func (l *loop) forbidden(p alloc.Candidate) string {
	for _, e := range p.Edits {
		rel, err := filepath.Rel(l.record.ModuleDir, e.File)
		switch {
		case err != nil || !filepath.IsLocal(rel):
			return e.File + " is outside the module"
		case slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "vendor"):
			return rel + " is vendored"
		case l.Skip == nil:
			continue
		}
		if reason := l.Skip(e.File); reason != "" {
			return reason
		}
	}
	return ""
}

// choose takes the heaviest candidates first, and leaves for later those whose
// edits overlap with those of one that is taken, or reach into its function.
func choose(found []candidate) []candidate {
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Compare(b.weight, a.weight)
	})
	var batch []candidate
	for _, c := range found {
		if !slices.ContainsFunc(batch, func(d candidate) bool {
			return rewrite.Conflict(c.Edits, d.Edits) || c.reaches(d) || d.reaches(c)
		}) {
			batch = append(batch, c)
		}
	}
	return batch
}

// key identifies a candidate by what it does to which text, not by where.
func (l *loop) keyOf(p alloc.Candidate) (string, error) {
	h := fnv.New64a()
	add := func(s string) { h.Write(append([]byte(s), 0)) }
	add(p.Technique)
	add(p.Func)
	for _, e := range p.Edits {
		text, err := l.content(e.File, l.kept)
		if err != nil {
			return "", err
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(text) {
			add("?")
			continue
		}
		add(e.File)
		add(string(text[e.Start:e.End]))
		add(e.New)
		add(string(lineAround(text, e.Start)))
	}
	return strconv.FormatUint(h.Sum64(), 36), nil
}

// lineAround returns the line of text that holds an offset.
func lineAround(text []byte, at int) []byte {
	start, end := at, at
	for start > 0 && text[start-1] != '\n' {
		start--
	}
	for end < len(text) && text[end] != '\n' {
		end++
	}
	return text[start:end]
}

// edited returns the lines that the edits of a proposal replace.
func (l *loop) edited(p alloc.Candidate) []lines {
	var list []lines
	for _, e := range p.Edits {
		text, err := l.content(e.File, l.kept)
		if err != nil || e.End > len(text) {
			continue
		}
		list = append(list, lines{e.File, 1 + newlines(text[:e.Start]), 1 + newlines(text[:e.End])})
	}
	return list
}

// measured finds the sites that a proposal may remove: those on the lines that
// it edits, within the function that it is about, and on its own lines.
func (l *loop) measured(c candidate, sites []alloc.Finding) []alloc.Finding {
	own := []lines{{c.around.file, c.Line, c.Line}}
	for _, line := range c.Also {
		own = append(own, lines{c.around.file, line, line})
	}
	for _, r := range c.touched {
		if r.meets(c.around) {
			own = append(own, r)
		}
	}
	var found []alloc.Finding
	for _, s := range sites {
		file := l.absolute(s.File)
		if s.Objects > s.FirstUse && slices.ContainsFunc(own, func(r lines) bool {
			return r.holds(file, s.Line)
		}) {
			found = append(found, s)
		}
	}
	return found
}

func newlines(text []byte) int {
	n := 0
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}

// absolute returns the path of a site's file.
func (l *loop) absolute(file string) string {
	if path.IsAbs(file) || filepath.IsAbs(file) {
		return file
	}
	return path.Join(l.record.ModuleDir, file)
}
