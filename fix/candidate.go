package fix

import (
	"cmp"
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
	weight   uint64  // objects of all sites that it may remove
	around   lines   // the function that it is for
	touched  []lines // what its edits replace
	verdicts []alloc.Verdict
}

// reaches reports whether c edits the function that d is for. Then what d gains
// cannot be told from the figures of that function, which may even be gone.
func (c candidate) reaches(d candidate) bool {
	return c.Func != d.Func && slices.ContainsFunc(c.touched, d.around.meets)
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
	for _, s := range l.on(c.touched, sites) { // of the helpers that it rewrites, too
		if !slices.Contains(c.Sites, s.ID) {
			c.weight += s.Objects - s.FirstUse
		}
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
	return l.on(own, sites)
}

// on returns the sites on some of the lines that allocate with each operation.
func (l *loop) on(where []lines, sites []alloc.Finding) []alloc.Finding {
	var found []alloc.Finding
	for _, s := range sites {
		file := l.absolute(s.File)
		if s.Objects > s.FirstUse && slices.ContainsFunc(where, func(r lines) bool {
			return r.holds(file, s.Line)
		}) {
			found = append(found, s)
		}
	}
	return found
}

// absolute returns the path of a site's file.
func (l *loop) absolute(file string) string {
	if path.IsAbs(file) || filepath.IsAbs(file) {
		return file
	}
	return path.Join(l.record.ModuleDir, file)
}
