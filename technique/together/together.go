// Package together makes the structs and slices that a loop makes one by one in
// one piece.
package together

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("together",
		"make what a loop makes for each element in one piece\n\n"+
			"A loop that puts a pointer to a new struct, or a new slice, into a slice or a "+
			"map takes memory once for each element. Where the number of iterations is "+
			"known before, one slice holds all of them, and the pointers lead into it.\n\n"+
			"The rewrite assumes that the elements live about as long as each other: one "+
			"that is kept keeps the memory of all. Nothing may give one of them a finalizer.",
		run),
	Title:  "Make the elements of a loop together",
	Causes: []string{"escaping-literal", "slice-make", "returned-pointer", "escaping-variable"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	if finalizes(pass) {
		return
	}
	names := make(map[string]bool)
	for cur := range root.Preorder((*ast.RangeStmt)(nil)) {
		l, ok := loopAt(pass, cur)
		if !ok {
			continue
		}
		l.names = names
		l.elements()
	}
}

// finalizes reports whether the package sets finalizers, which only the
// beginning of an allocation can have.
func finalizes(pass *analysis.Pass) bool {
	for id, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if ok && fn.Pkg() != nil && fn.Pkg().Path() == "runtime" && id.Name == "SetFinalizer" {
			return true
		}
	}
	return false
}

// loop is a loop over all elements of something whose length is known.
type loop struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor
	stmt  *ast.RangeStmt
	index string // the name of its index; "" for none
	count string // "len(xs)", "n"
	names map[string]bool
}

// loopAt matches a loop that runs to its end, unless it fails.
func loopAt(pass *analysis.Pass, cur inspector.Cursor) (*loop, bool) {
	l := &loop{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), cur: cur,
		stmt: cur.Node().(*ast.RangeStmt)}
	if l.file == nil || !technique.InList(cur) || !l.counted() || !l.runsOn() {
		return nil, false
	}
	if id, ok := l.stmt.Key.(*ast.Ident); ok && l.stmt.Tok == token.DEFINE && id.Name != "_" {
		if technique.Assigned(pass.TypesInfo, l.stmt.Body, pass.TypesInfo.Defs[id]) {
			return nil, false
		}
		if !l.overMap() {
			l.index = id.Name
		}
	}
	return l, technique.Predeclared(pass, l.stmt.Pos(), "make", "len", "append")
}

func (l *loop) overMap() bool {
	_, isMap := l.pass.TypesInfo.TypeOf(l.stmt.X).Underlying().(*types.Map)
	return isMap
}

// counted finds the number of iterations.
func (l *loop) counted() bool {
	info := l.pass.TypesInfo
	x := ast.Unparen(l.stmt.X)
	if !technique.Pure(info, x) {
		return false
	}
	text := technique.Text(l.pass, x)
	switch t := info.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Map, *types.Array:
		l.count = "len(" + text + ")"
		return true
	case *types.Basic:
		l.count = text
		return t.Info()&types.IsInteger != 0 && types.Identical(types.Default(info.TypeOf(x)),
			types.Typ[types.Int]) && technique.NotNegative(l.pass, x)
	}
	return false
}

// runsOn reports whether nothing leaves the loop early, or skips an element, but
// a return: what fails may waste memory.
func (l *loop) runsOn() bool {
	ok := true
	ast.Inspect(l.stmt.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			ok = false
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) > 0 && l.fails(n.Results[len(n.Results)-1])
		}
		return ok
	})
	return ok
}

// fails reports whether a result is an error.
func (l *loop) fails(e ast.Expr) bool {
	tv := l.pass.TypesInfo.Types[e]
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return tv.Type != nil && !tv.IsNil() && types.Implements(tv.Type, failure)
}
