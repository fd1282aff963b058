// Package oneform shows techniques the declarations of a package's functions in one form: one
// variable for each statement, with := where that declares the same. So a technique matches
//
//	v := f()
//
// where the source has one of
//
//	var v = f()        var ( v = f(); w T )        v, w := f(), g()
//	var v T; v = f()   if v := f(); v > 0 { ... }
//	v := f(); return v     v := f(); g(v)
//
// Results that a function uses by name are variables in that form, where nothing else sees them.
//
// What is proposed for the package in that form is given back as edits of the source. A
// declaration of which an edit changes no more than a value keeps the form that it has.
package oneform

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/sound"
)

// Shown is a package in that form.
type Shown struct {
	sound.Package
	files map[*token.File]*file
}

// file is one that has been changed.
type file struct {
	name  string
	was   *token.File
	text  []byte
	parts []part // by place
}

// part is what stands for some statements of the source. All are offsets.
type part struct {
	wasStart, wasEnd int
	start, end       int
	same             []same // what was copied from the source, by place
	fn               span   // of the function
	results          bool   // of the function: its return statements change with them
	gives            bool   // a result its first value, with :=
	bare             bool   // a return statement that has no values in the source
	declares         string // the result for which a variable is declared, on a line
	unused           bool   // that result: the source has no use for the line
}

// same is a piece of the source in its new place.
type same struct {
	start, end, was int
	kind            kind
}

// kind is what a piece of the source is, which decides what can be changed in it there.
type kind int

const (
	value kind = iota
	// typed is a value of which the source says which type it has: nothing.
	typed
	// statement is a whole one in the head of another: only its parts.
	statement
	// argument is one that a variable holds: only its parts, as several may take its place.
	argument
	// result is the first value of one: only what follows its beginning, which tells its type.
	result
)

// Of returns a package in that form; nil where it has it already, or would not type-check.
func Of(p sound.Package) *Shown {
	s := &Shown{Package: p, files: make(map[*token.File]*file)}
	texts := make(map[string][]byte)
	var changed []*file
	for _, f := range p.Files {
		tok := p.Fset.File(f.FileStart)
		if ast.IsGenerated(f) || strings.HasSuffix(tok.Name(), "_test.go") {
			continue // for which nothing is proposed
		}
		src, err := p.ReadFile(tok.Name())
		if err != nil || len(src) != tok.Size() {
			return nil
		}
		if list := (&former{Package: p, tok: tok, src: src, file: f}).changes(); len(list) > 0 {
			out := write(src, list)
			out.name, out.was = tok.Name(), tok
			texts[out.name] = out.text
			changed = append(changed, out)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	var err error
	if s.Package, err = sound.With(p, texts); err != nil {
		return nil
	}
	for _, f := range s.Files {
		tok := p.Fset.File(f.FileStart)
		i := slices.IndexFunc(changed, func(c *file) bool { return c.name == tok.Name() })
		if i >= 0 {
			s.files[tok] = changed[i]
		}
	}
	return s
}

// Back returns a diagnostic about the package in that form as one about the source.
func (s *Shown) Back(d analysis.Diagnostic) analysis.Diagnostic {
	d.Pos, d.End = s.pos(d.Pos), s.pos(d.End)
	d.Related = slices.Clone(d.Related)
	for i, r := range d.Related {
		d.Related[i].Pos, d.Related[i].End = s.pos(r.Pos), s.pos(r.End)
	}
	d.SuggestedFixes = slices.Clone(d.SuggestedFixes)
	for i, fix := range d.SuggestedFixes {
		d.SuggestedFixes[i].TextEdits = s.edits(fix.TextEdits)
	}
	return d
}

// pos returns the place in the source: of a piece that was copied its own, else where the statement
// there begins.
func (s *Shown) pos(pos token.Pos) token.Pos {
	if !pos.IsValid() {
		return pos
	}
	tok := s.Fset.File(pos)
	f := s.files[tok]
	if f == nil {
		return pos
	}
	return f.was.Pos(f.place(tok.Offset(pos)))
}
