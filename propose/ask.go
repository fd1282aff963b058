package propose

import (
	"bytes"
	"context"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique"
)

// Question says which techniques are asked about which packages.
type Question struct {
	Dir        string   // where patterns are read; "" for the current folder
	Patterns   []string // as for the go command
	Tags       string   // build tags, separated by commas
	Env        []string // KEY=VALUE, added to the environment of the go command
	Techniques []technique.Technique
	Overlay    map[string][]byte // text of files, by absolute path, in place of the disk's
	// Loader has loaded the packages before, perhaps; nil for none.
	Loader *load.Loader
	// Leading leaves out last resorts where another technique proposes something.
	Leading bool
}

// Answer is what the techniques propose, by package, file and line.
type Answer struct {
	Found []Found
	// NotLoaded are about packages that could not be looked at, Failed about
	// techniques that could not look.
	NotLoaded, Failed []alloc.Warning
}

// Found is one proposal, with the lines of the function that it is for, and of those in which
// its further lines are.
type Found struct {
	alloc.Candidate
	Around     Lines
	AlsoAround []Lines
}

// until returns the techniques, which propose nothing more when ctx has ended.
func until(ctx context.Context, list []technique.Technique) []technique.Technique {
	list = slices.Clone(list)
	for i, t := range list {
		a, run := *t.Analyzer, t.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return run(pass)
		}
		list[i].Analyzer = &a
	}
	return list
}

// Ask asks. An error says that no package could be loaded, or that ctx has ended.
func Ask(ctx context.Context, q Question) (Answer, error) {
	pkgs, warnings, err := q.Loader.Typed(ctx, load.Config{Dir: q.Dir, Patterns: q.Patterns,
		Tags: q.Tags, Env: q.Env, Overlay: q.Overlay})
	if err != nil {
		return Answer{}, err
	}
	var funcs []Lines
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			funcs = append(funcs, functions(p.Fset, f)...)
		}
	}
	a := Answer{NotLoaded: warnings}
	candidates, failed := technique.Propose(pkgs,
		technique.WithOverlay(until(ctx, q.Techniques), q.Overlay))
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	a.Failed = failed
	if q.Leading {
		candidates = leading(candidates, q.Techniques)
	}
	for _, c := range candidates {
		f := Found{Candidate: c, Around: around(c, funcs)}
		for _, line := range c.Also {
			c.Line = line
			f.AlsoAround = append(f.AlsoAround, around(c, funcs))
		}
		a.Found = append(a.Found, f)
	}
	return a, nil
}

// Lines is a range of lines of a file.
type Lines struct {
	File        string // absolute
	First, Last int
}

// Holds reports whether a line is in the range.
func (r Lines) Holds(file string, line int) bool {
	return r.File == file && r.First <= line && line <= r.Last
}

// Meets reports whether two ranges have a line in common.
func (r Lines) Meets(s Lines) bool {
	return r.File == s.File && r.First <= s.Last && s.First <= r.Last
}

// Replaced returns the lines of a file that an edit replaces. New lines behind the end of
// one replace none: the range is empty then, and behind that line.
func Replaced(e alloc.Edit, text []byte) Lines {
	r := Lines{e.File, 1 + newlines(text[:e.Start]), 1 + newlines(text[:e.End])}
	if e.Start == e.End && strings.HasPrefix(e.New, "\n") &&
		(e.End == len(text) || text[e.End] == '\n') {
		r.First++
	}
	return r
}

// functions returns the lines of a file's functions.
func functions(fset *token.FileSet, file *ast.File) []Lines {
	var list []Lines
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := fset.PositionFor(fn.Pos(), false), fset.PositionFor(fn.End(), false)
			list = append(list, Lines{from.Filename, from.Line, to.Line})
		}
	}
	return list
}

// around returns the lines of the function that a proposal is for, or its own
// line outside of functions.
func around(p alloc.Candidate, funcs []Lines) Lines {
	for _, f := range funcs {
		if strings.HasSuffix(f.File, "/"+p.File) && f.Holds(f.File, p.Line) {
			return f
		}
	}
	for _, e := range p.Edits {
		if strings.HasSuffix(e.File, "/"+p.File) {
			return Lines{e.File, p.Line, p.Line}
		}
	}
	if len(p.Edits) == 0 {
		return Lines{First: p.Line, Last: p.Line}
	}
	return Lines{p.Edits[0].File, p.Line, p.Line}
}

func newlines(text []byte) int { return bytes.Count(text, []byte("\n")) }
