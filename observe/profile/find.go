package profile

import (
	"go/scanner"
	"go/token"
	"go/types"
	"strings"

	"github.com/wring-go/wring/internal/symbol"
)

// Find returns where a line of the build is today. then is the source of the
// build, nil when it is not known; callees are the functions that the profile saw
// the line call, as pprof prints them.
func (s *Source) Find(p Place, callees []string, then *Source) Found {
	now := s.find(p)
	if now == nil {
		reason := "the function is gone"
		if then != nil {
			if f, ok := s.renamed(p, then); ok {
				return f
			}
		}
		return Found{Reason: reason}
	}
	at, reason := 0, ""
	if old := then.findIn(p); old != nil {
		at, reason = aligned(old, now, p.Line)
	} else {
		at, reason = now.relative(p, wordsOf(callees))
	}
	if reason != "" {
		return Found{File: now.file, Reason: reason}
	}
	return Found{File: now.file, Line: at}
}

// findIn is find for a source that may not be known.
func (s *Source) findIn(p Place) *decl {
	if s == nil {
		return nil
	}
	d := s.find(p)
	if d == nil || p.Line < d.start || p.Line >= d.start+len(d.lines) {
		return nil // not the source that was built
	}
	return d
}

// renamed finds a function of the build that has another name now and the same
// body.
func (s *Source) renamed(p Place, then *Source) (Found, bool) {
	old := then.findIn(p)
	if old == nil || len(old.lines) < 3 {
		return Found{}, false
	}
	body := strings.Join(old.lines[1:], "\n")
	var found []*decl
	for key, list := range s.funcs {
		if !strings.HasPrefix(key, p.Package+".") {
			continue
		}
		for _, d := range list {
			if len(d.lines) == len(old.lines) && strings.Join(d.lines[1:], "\n") == body {
				found = append(found, d)
			}
		}
	}
	if len(found) != 1 {
		return Found{}, false
	}
	return Found{File: found[0].file, Line: found[0].start + p.Line - old.start}, true
}

// aligned returns the line of now that a line of old has become.
func aligned(old, now *decl, line int) (int, string) {
	pairs := align(old.lines, now.lines)
	i := line - old.start
	if j := pairs[i]; j >= 0 {
		return now.start + j, ""
	}
	// The lines between the neighbours that stayed are what it may have become.
	from, to := 0, len(now.lines)
	for k := i - 1; k >= 0; k-- {
		if pairs[k] >= 0 {
			from = pairs[k] + 1
			break
		}
	}
	for k := i + 1; k < len(pairs); k++ {
		if pairs[k] >= 0 {
			to = pairs[k]
			break
		}
	}
	best, most := -1, leastAlike
	for j := from; j < to; j++ {
		if a := alike(old.lines[i], now.lines[j]); a > most {
			best, most = j, a
		}
	}
	if best < 0 {
		return 0, "the line was rewritten"
	}
	return now.start + best, ""
}

// leastAlike is the part of the words that two lines must have in common to be
// one line that was changed.
const leastAlike = 0.6

// alike returns which part of the tokens of two lines they have in common.
func alike(a, b string) float64 {
	have := map[string]int{}
	n, m, common := 0, 0, 0
	for _, w := range tokens(a) {
		have[w]++
		n++
	}
	for _, w := range tokens(b) {
		m++
		if have[w] > 0 {
			have[w]--
			common++
		}
	}
	return 2 * float64(common) / float64(max(1, n+m))
}

// tooLarge bounds the product of the lines that are aligned, and so the memory.
const tooLarge = 4 << 20

// align returns for each line of a the line of b that it is, or -1: a longest
// common subsequence of lines that say something.
func align(a, b []string) []int {
	pairs := make([]int, len(a))
	for i := range pairs {
		pairs[i] = -1
	}
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		pairs[head] = head
		head++
	}
	n, m := len(a), len(b)
	for n > head && m > head && a[n-1] == b[m-1] {
		n, m = n-1, m-1
		pairs[n] = m
	}
	if (n-head)*(m-head) > tooLarge {
		return pairs
	}
	longest := make([][]int, n-head+1)
	for i := range longest {
		longest[i] = make([]int, m-head+1)
	}
	for i := n - 1; i >= head; i-- {
		for j := m - 1; j >= head; j-- {
			l := longest[i-head]
			if a[i] == b[j] {
				l[j-head] = longest[i-head+1][j-head+1] + 1
			} else {
				l[j-head] = max(l[j-head+1], longest[i-head+1][j-head])
			}
		}
	}
	for i, j := head, head; i < n && j < m; {
		switch {
		case a[i] == b[j]:
			pairs[i] = j
			i, j = i+1, j+1
		case longest[i-head+1][j-head] >= longest[i-head][j-head+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// relative finds a line by its distance from the beginning of its function. The
// line there must be able to call what the profile saw it call; otherwise the
// only other line that can is taken.
func (d *decl) relative(p Place, called []string) (int, string) {
	at := p.Line
	if p.Start > 0 {
		at = d.start + p.Line - p.Start
	}
	known := map[string]bool{}
	for _, line := range d.lines {
		for _, word := range words(line) {
			known[word] = true
		}
	}
	var wanted []string
	for _, word := range called {
		if known[word] {
			wanted = append(wanted, word)
		}
	}
	if len(wanted) < len(called) && !d.indirect(at) {
		return 0, "the function does not make its calls any more"
	}
	if d.fits(at, wanted) {
		return at, ""
	}
	if len(wanted) == 0 {
		return 0, "the function was changed, and its build is not known"
	}
	other := 0
	for line := d.start; line < d.start+len(d.lines); line++ {
		switch {
		case !d.fits(line, wanted):
		case other > 0:
			return 0, "several lines of the function could be it, and its build is not known"
		default:
			other = line
		}
	}
	if other == 0 {
		return 0, "no line of the function makes its calls any more"
	}
	return other, ""
}

// indirect reports whether a line makes a call that may be of a variable or a
// field, whose function has another name.
func (d *decl) indirect(line int) bool {
	if line < d.start || line >= d.start+len(d.lines) {
		return false
	}
	var before, name string // the tokens before a parenthesis
	found := false
	scan(d.lines[line-d.start], func(tok token.Token, text string) {
		if tok == token.LPAREN && name != "" {
			pkg, method, selects := strings.Cut(before, ".")
			found = found || selects && method == "" && !d.imports[pkg] ||
				!selects && types.Universe.Lookup(name) == nil && !d.declared(name)
		}
		switch {
		case tok == token.IDENT && strings.HasSuffix(before, "."):
			name = text
		case tok == token.IDENT:
			before, name = text, text
		case tok == token.PERIOD:
			before, name = name+".", ""
		default:
			before, name = "", ""
		}
	})
	return found
}

// declared reports whether the package has a function of that name.
func (d *decl) declared(name string) bool { return d.source.funcs[d.pkg+"."+name] != nil }

// fits reports whether a line may allocate and has all of some words.
func (d *decl) fits(line int, wanted []string) bool {
	if line < d.start || line >= d.start+len(d.lines) || !d.active[line] {
		return false
	}
	have := map[string]bool{}
	for _, w := range words(d.lines[line-d.start]) {
		have[w] = true
	}
	for _, w := range wanted {
		if !have[w] {
			return false
		}
	}
	return true
}

// wordsOf returns the names by which functions are called.
func wordsOf(callees []string) []string {
	var list []string
	for _, full := range callees {
		s := symbol.Parse(full)
		if s.Package == "" || s.Package == "runtime" ||
			strings.HasPrefix(s.Package, "internal/runtime/") || strings.Contains(full, ".func") {
			continue
		}
		list = append(list, s.Name[strings.LastIndexByte(s.Name, '.')+1:])
	}
	return list
}

// words returns the identifiers in a line.
func words(line string) []string {
	var list []string
	scan(line, func(tok token.Token, text string) {
		if tok == token.IDENT {
			list = append(list, text)
		}
	})
	return list
}

// tokens returns all tokens of a line, what they are and what they say.
func tokens(line string) []string {
	var list []string
	scan(line, func(tok token.Token, text string) { list = append(list, tok.String()+text) })
	return list
}

func scan(line string, each func(token.Token, string)) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(line))
	s.Init(file, []byte(line), func(token.Position, string) {}, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		each(tok, text)
	}
}
