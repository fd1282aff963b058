package counts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/verify"
)

// changed returns, for each candidate of a change, the function that it is for and those that its
// edits are in, named as in [alloc.Frame].
func changed(c verify.Change) [][]string {
	files := map[string]*source{}
	all := make([][]string, len(c.Candidates))
	for i, one := range c.Candidates {
		all[i] = []string{one.Func}
		for _, e := range one.Edits {
			if files[e.File] == nil {
				files[e.File] = parsed(c, e.File)
			}
			file := files[e.File]
			for _, name := range file.at(e.Start, e.End) {
				fn := symbol.Path(one.Package, file.pkg) + "." + name
				if !slices.Contains(all[i], fn) {
					all[i] = append(all[i], fn)
				}
			}
		}
	}
	return all
}

// source is where the functions of a file are.
type source struct {
	pkg   string
	funcs []place
}

// place is where a function is, in bytes.
type place struct {
	name       string
	start, end int
}

// parsed returns the functions of a file that candidates edit; none of one that has errors.
func parsed(c verify.Change, name string) *source {
	edited := verify.Change{Old: c.Base, Read: c.Read}
	if c.Base == nil {
		edited.Old = c.Old
	}
	text, err := edited.Before(name)
	if err != nil {
		return &source{}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return &source{}
	}
	s := &source{pkg: file.Name.Name}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			s.funcs = append(s.funcs, place{symbol.OfDecl(fn), fset.Position(fn.Pos()).Offset,
				fset.Position(fn.End()).Offset})
		}
	}
	return s
}

// at returns the functions that a part of the file meets.
func (s *source) at(start, end int) []string {
	var list []string
	for _, f := range s.funcs {
		if start < f.end && end > f.start {
			list = append(list, f.name)
		}
	}
	return list
}
