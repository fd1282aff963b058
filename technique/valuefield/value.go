package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// element lets an element of a literal be a value. If that is a zero value, the element goes.
//
//	&T{f: &U{}}, &T{f: &U{n: 1}} -> &T{}, &T{f: U{n: 1}}
func (f *field) element(kv *ast.KeyValueExpr) bool {
	edits, zero, ok := f.value(kv.Value)
	if !ok {
		return false
	}
	if zero && !f.commented(kv) {
		edits = []analysis.TextEdit{f.dropped(kv)}
	}
	f.edits = append(f.edits, edits...)
	return true
}

// assigned lets an assignment give a value. If that is a zero value, the statement goes.
func (f *field) assigned(as *ast.AssignStmt) bool {
	edits, zero, ok := f.value(as.Rhs[0])
	if !ok {
		return false
	}
	if zero && !f.commented(as) {
		edits = []analysis.TextEdit{technique.Remove(f.pass, as)}
	}
	if cond, ok := f.condition(as.Rhs[0]); ok {
		edits = []analysis.TextEdit{technique.Insert(as.Lhs[0].End(), ".L"),
			{Pos: cond.Pos(), End: cond.Lparen + 1}, {Pos: cond.Args[0].End(), End: cond.End()}}
	}
	f.edits = append(f.edits, edits...)
	return true
}

// value matches an expression that makes a new struct for the field, and returns the edits that
// make it a value. Zero says that all of it is zero.
//
//	&U{...}, new(U), bytes.NewBuffer(nil), sync.NewCond(l), newU(x)
func (f *field) value(e ast.Expr) (edits []analysis.TextEdit, zero, ok bool) {
	e = ast.Unparen(e)
	info := f.pass.TypesInfo
	if !types.Identical(info.TypeOf(e), f.v.Type()) {
		return nil, false, false
	}
	f.values = append(f.values, e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		if !ok || e.Op != token.AND {
			return nil, false, false
		}
		return []analysis.TextEdit{{Pos: e.Pos(), End: e.X.Pos()}}, len(lit.Elts) == 0, true
	case *ast.CallExpr:
		if cond, ok := f.condition(e); ok {
			pkg, ok := f.qualifier(e)
			return []analysis.TextEdit{{Pos: e.Pos(), End: cond.Lparen + 1,
				NewText: []byte(pkg + ".Cond{L: ")},
				{Pos: cond.Args[0].End(), End: e.End(), NewText: []byte("}")}}, false, ok
		}
		if technique.IsFunc(info, e, "bytes", "NewBuffer") {
			pkg, ok := f.qualifier(e)
			return []analysis.TextEdit{technique.Replace(e, pkg+".Buffer{}")}, true,
				ok && info.Types[e.Args[0]].IsNil()
		}
		if technique.IsBuiltin(info, e, "new") && info.Types[e.Args[0]].IsType() {
			return []analysis.TextEdit{{Pos: e.Pos(), End: e.Lparen + 1},
				{Pos: e.Args[0].End(), End: e.End(), NewText: []byte("{}")}}, true, true
		}
		if ref, ok := f.constant(e); ok {
			if technique.FileOf(f.pass, ref.Pos()) == technique.FileOf(f.pass, e.Pos()) {
				f.values[len(f.values)-1] = ref // which is what takes the memory
			}
			return []analysis.TextEdit{technique.Replace(e, technique.Text(f.pass, ref.X))},
				false, true
		}
		if made, ok := f.fresh(e); ok {
			f.values[len(f.values)-1] = made // which is what takes the memory
			return []analysis.TextEdit{technique.Insert(e.Pos(), "*")}, false, true
		}
	}
	return nil, false, false
}

// qualifier returns the name of the package by which a call calls a function.
func (f *field) qualifier(call *ast.CallExpr) (string, bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false // imported by a dot
	}
	pkg, ok := sel.X.(*ast.Ident)
	return technique.Text(f.pass, sel.X), ok && pkg != nil
}

// dropped returns the edit that drops an element of a literal, with its line if it is alone
// there. The comma behind the element before it may stay.
func (f *field) dropped(kv ast.Node) analysis.TextEdit {
	tok := f.pass.Fset.File(kv.Pos())
	src, err := f.pass.ReadFile(tok.Name())
	if err != nil || tok.Size() != len(src) {
		return technique.Replace(kv, "")
	}
	from, to := tok.Offset(kv.Pos()), tok.Offset(kv.End())
	rest := string(src[to:])
	if after, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t"), ","); ok {
		to += len(rest) - len(strings.TrimLeft(after, " \t"))
	}
	start := tok.Offset(tok.LineStart(tok.Line(kv.Pos())))
	if strings.TrimSpace(string(src[start:from])) == "" && to < len(src) && src[to] == '\n' {
		from, to = start, to+1
	}
	return analysis.TextEdit{Pos: tok.Pos(from), End: tok.Pos(to)}
}

// commented reports whether a comment stands on the lines of a node, or right above it: it
// would be left behind.
func (f *field) commented(n ast.Node) bool {
	tok := f.pass.Fset.File(n.Pos())
	line := tok.Line(n.Pos())
	file := technique.FileOf(f.pass, n.Pos())
	return slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return tok.Line(group.End()) >= line-1 && tok.Line(group.Pos()) <= tok.Line(n.End())
	})
}
