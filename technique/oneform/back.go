package oneform

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// edit is one of a file that has been changed.
type edit struct {
	start, end int
	text       string
	was        string // the text in its place, of an edit of the new text
}

// before returns the offset in the source of one in the new text. For one in what is new it
// returns where the statements begin.
func (f *file) before(offset int) int {
	moved := 0
	for _, p := range f.parts {
		switch {
		case offset < p.start:
			return offset - moved
		case offset == p.start:
			return p.wasStart
		case offset == p.end:
			return p.wasEnd
		case offset < p.end:
			for _, c := range p.same {
				if c.start <= offset && offset <= c.end {
					return c.was + offset - c.start
				}
			}
			return p.wasStart
		}
		moved = p.end - p.wasEnd
	}
	return offset - moved
}

// place is before for what is at an offset, not for an edit there.
func (f *file) place(offset int) int {
	for _, p := range f.parts {
		for _, c := range p.same {
			if c.start <= offset && offset < c.end {
				return c.was + offset - c.start
			}
		}
	}
	return f.before(offset)
}

// edits returns edits of the files in one form as those of the source.
func (s *Shown) edits(list []analysis.TextEdit) []analysis.TextEdit {
	var out []analysis.TextEdit
	of := make(map[*token.File][]edit)
	var order []*token.File
	for _, e := range list {
		tok := s.Fset.File(e.Pos)
		if s.files[tok] == nil {
			out = append(out, e)
			continue
		}
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		if of[tok] == nil {
			order = append(order, tok)
		}
		of[tok] = append(of[tok], edit{start: tok.Offset(e.Pos), end: tok.Offset(e.End),
			text: string(e.NewText)})
	}
	for _, tok := range order {
		f := s.files[tok]
		for _, e := range f.back(of[tok]) {
			out = append(out, analysis.TextEdit{Pos: f.was.Pos(e.start), End: f.was.Pos(e.end),
				NewText: []byte(e.text)})
		}
	}
	slices.SortStableFunc(out, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return out
}

// back returns edits of the new text as those of the source. Where one of them changes what is
// new, the whole part is put into the source with all edits of it.
func (f *file) back(list []edit) []edit {
	list = slices.Clone(list)
	for i, e := range list {
		list[i].was = string(f.text[e.start:e.end])
	}
	slices.SortStableFunc(list, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	// results are the functions whose results are put into the source without names.
	results := make(map[span]bool)
	for _, p := range f.parts {
		if p.ofResults() &&
			slices.ContainsFunc(list, func(e edit) bool { return f.reshapes(p, e) }) {
			results[p.fn] = true
		}
	}
	var whole []edit // regions of the new text that are put into the source
	for _, p := range f.parts {
		region := edit{start: p.start, end: p.end}
		if p.unused {
			continue
		}
		opened := (p.ofResults() || p.bare) && results[p.fn] && !slices.ContainsFunc(list, p.within)
		for _, e := range list {
			if _, _, kept := f.kept(p, e); kept && !opened {
				continue
			}
			if p.opens(e) {
				opened = true
				region.start, region.end = min(region.start, e.start), max(region.end, e.end)
			}
		}
		if !opened {
			continue
		}
		if n := len(whole); n > 0 && region.start <= whole[n-1].end {
			whole[n-1].end = max(whole[n-1].end, region.end)
			continue
		}
		whole = append(whole, region)
	}
	var out []edit
	for _, e := range list {
		if !slices.ContainsFunc(whole, func(r edit) bool {
			return r.start <= e.start && e.end <= r.end
		}) {
			if e, ok := f.moved(e); ok {
				out = append(out, e)
			}
		}
	}
	for _, r := range whole {
		done := r.start
		for _, e := range list {
			if r.start <= e.start && e.end <= r.end {
				r.text += f.used(done, e.start) + e.text
				done = e.end
			}
		}
		r.text += f.used(done, r.end)
		out = append(out, edit{start: f.before(r.start), end: f.before(r.end), text: r.text})
	}
	return out
}

// used returns a part of the new text, but for what declares results that are not used.
func (f *file) used(start, end int) (text string) {
	for _, p := range f.parts {
		if p.unused && start <= p.start && p.end <= end {
			text += string(f.text[start:p.start])
			start = p.end
		}
	}
	return text + string(f.text[start:end])
}

// movesAt reports whether the part begins or ends there with a piece with which it did not begin
// or end in the source.
func (p part) movesAt(offset int) bool {
	return slices.ContainsFunc(p.same, func(c same) bool {
		return c.kind != statement && (offset == p.start && c.start == p.start &&
			c.was != p.wasStart || offset == p.end && c.end == p.end &&
			c.was+c.end-c.start != p.wasEnd)
	})
}

// beside matches what is inserted before or behind an argument that a variable holds, and returns
// the same place beside the variable.
func (p part) beside(e edit) (at int, ok bool) {
	if e.start < e.end || strings.Contains(e.text, "\n") {
		return 0, false
	}
	for i, c := range p.same {
		if c.kind != argument {
			continue
		}
		switch before, behind := p.same[i-1], p.same[i+1]; e.start {
		case c.start:
			return before.was + before.end - before.start, true
		case c.end:
			return behind.was, true
		}
	}
	return 0, false
}

// ofResults reports whether a part is about the results of a function, which have names in the
// source.
func (p part) ofResults() bool { return p.results || p.gives || p.declares != "" }

// usesResults reports whether a function uses the names of its results.
func (f *file) usesResults(fn span) bool {
	return slices.ContainsFunc(f.parts, func(p part) bool {
		return p.fn == fn && (p.gives || p.declares != "")
	})
}

// within reports whether an edit puts something else in the place of a whole part.
func (p part) within(e edit) bool { return e.start <= p.start && p.end <= e.end }

// reshapes reports whether an edit is about the results that a part is, or makes several functions
// of the one that they are of, which uses their names.
func (f *file) reshapes(p part, e edit) bool {
	if _, _, ok := f.kept(p, e); ok {
		return false
	}
	if p.gives {
		return p.opens(e) || p.within(e)
	}
	return e.start < p.end && p.start < e.end || strings.Contains(e.text, "func ") &&
		p.fn.start <= f.before(e.start) && f.before(e.end) < p.fn.end && f.usesResults(p.fn)
}

// likely reports whether an edit puts something of the same type in the place of a value: the same
// call with further arguments, or another function that adds to a slice.
func (e edit) likely() bool {
	was, ok := strings.CutSuffix(e.was, ")")
	return ok && (strings.HasPrefix(e.text, was+",") || strings.HasPrefix(was, "append(") &&
		(strings.HasPrefix(e.text, "append(") || strings.HasPrefix(e.text, "slices.")))
}

// kept returns an edit of a line that declares a result as one of the source, where the result
// keeps its name: a value that the line gives it becomes a statement, and so does what is inserted
// before the line. Nothing is left of an edit that changes nothing.
func (f *file) kept(p part, e edit) (was edit, left, ok bool) {
	if p.declares == "" || e.start < p.start || p.end < e.end {
		return edit{}, false, false
	}
	line := strings.TrimSpace(string(f.text[p.start:p.end]))
	start := p.start + strings.Index(string(f.text[p.start:p.end]), line)
	was = edit{start: p.wasStart, end: p.wasStart}
	typ := strings.TrimPrefix(line, "var "+p.declares+" ")
	given, gives := strings.CutPrefix(e.text, p.declares+" := ")
	switch {
	case e.text == e.was:
		return was, false, true
	case e.start == e.end && (e.start == start || p.unused):
		was.text = "\n" + strings.Trim(e.text, "\n")
	case e.start == start && e.end == start+len(line) && gives && (strings.HasPrefix(given,
		"make("+typ) || strings.HasPrefix(given, typ+"{") || strings.HasPrefix(given, typ+"(")):
		was.text = "\n" + p.declares + " = " + given
	default:
		return was, false, false
	}
	if strings.HasSuffix(string(f.text[p.start:p.end]), "\n") {
		was.text += "\n"
	}
	return was, true, true
}

// moved returns an edit that opens no part as one of the source, unless nothing is left of it.
// What is inserted before the statement in the head of another is a part of it, unless it has
// lines of its own.
func (f *file) moved(e edit) (was edit, left bool) {
	lines := strings.Contains(e.text, "\n")
	for _, p := range f.parts {
		if was, left, ok := f.kept(p, e); ok {
			return was, left
		}
		if at, ok := p.beside(e); ok {
			return edit{start: at, end: at, text: e.text}, true
		}
		for _, c := range p.same {
			if c.start <= e.start && e.end <= c.end &&
				(e.start < e.end || c.kind == statement && !lines) {
				return edit{start: c.was + e.start - c.start, end: c.was + e.end - c.start,
					text: e.text}, true
			}
		}
	}
	return edit{start: f.before(e.start), end: f.before(e.end), text: e.text}, true
}

// opens reports whether an edit changes what is new in a part, or only some of it: it is not in a
// piece that was copied, and neither before nor behind the part, nor around it. What is inserted
// where such a piece begins or ends may be meant for the statement, and so may text with several
// lines.
func (p part) opens(e edit) bool {
	if _, ok := p.beside(e); ok {
		return false
	}
	if e.start == e.end && !strings.Contains(e.text, "\n") && p.movesAt(e.start) {
		return true
	}
	if e.end <= p.start || p.end <= e.start || e.start <= p.start && p.end <= e.end {
		return false
	}
	return strings.Contains(e.text, "\n") || !slices.ContainsFunc(p.same, func(c same) bool {
		inside := c.start <= e.start && e.end <= c.end
		if e.start == e.end || c.kind == statement {
			inside = inside && c.start < e.start
		}
		if e.start == e.end {
			inside = inside && e.end < c.end
		}
		whole := e.start == c.start && e.end == c.end
		return inside && c.kind != typed && !(c.kind == argument && whole) &&
			!(c.kind == result && e.start == c.start && !e.likely())
	})
}
