package timing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/verify"
)

// edited returns the functions that a candidate edits, as frames name them. It reports false
// where the candidate changes anything else that is declared, so that other functions may work
// in another way: imports and what is added do not count.
func edited(c verify.Change, one verify.Candidate) (funcs []string, only bool) {
	if c.Base != nil {
		c.Old = c.Base // edits are for these files
	}
	pkg := strings.TrimSuffix(one.Func, symbol.Local(one.Func)) // with the dot behind it
	files := map[string][]ast.Decl{}
	for _, e := range one.Edits {
		decls, known := files[e.File]
		if !known {
			text, err := c.Before(e.File)
			if err != nil {
				return nil, false
			}
			f, err := parser.ParseFile(token.NewFileSet(), "", text,
				parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, false
			}
			decls = f.Decls
			files[e.File] = decls
		}
		switch d := around(decls, e).(type) {
		case *ast.FuncDecl:
			funcs = append(funcs, pkg+symbol.OfDecl(d))
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				return nil, false
			}
		default:
			if e.Start < e.End {
				return nil, false
			}
		}
	}
	return funcs, true
}

// around returns the declaration that an edit lies in; nil where that is none. Text that is put
// before or behind one does not lie in it.
func around(decls []ast.Decl, e alloc.Edit) ast.Decl {
	const base = 1 // positions of the only file of a set are offsets and one
	for _, d := range decls {
		from, to := int(d.Pos())-base, int(d.End())-base
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
			from = int(fn.Doc.Pos()) - base
		}
		if e.Start < to && from < e.End {
			return d
		}
	}
	return nil
}
