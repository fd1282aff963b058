package reusefield

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// fills reports whether a function that makes the field nil appends to it afterwards: it does
// not give the memory back.
func (f *field) fills(r renewed) bool {
	for _, n := range f.grows {
		if r.stmt.Node().End() <= n.Pos() && n.End() <= r.fn.End() {
			return true
		}
	}
	return false
}

// flushes reports whether a function that makes the field nil has gone through what is in it
// before, or handed it on: it makes room for more, and does not give the memory back.
//
//	l.words = append(l.words, string(l.buf)); l.buf = nil
//	for _, e := range b.events { b.count(e) }; b.events = nil
func (f *field) flushes(r renewed) bool {
	return !givesBack(r.fn.Name.Name) && slices.ContainsFunc(technique.UsesOf(f.pass, f.v),
		func(use inspector.Cursor) bool {
			on, ok := isField(use)
			return ok && r.fn.Pos() < on.Node().Pos() && on.Node().Pos() < r.stmt.Node().Pos() &&
				f.goesThrough(on)
		})
}

// goesThrough reports whether a use of the field, or of a part of it, is one of all elements.
func (f *field) goesThrough(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr, *ast.SliceExpr:
		return f.goesThrough(parent)
	case *ast.RangeStmt:
		return true
	case *ast.IndexExpr:
		return technique.InLoop(cur)
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		fn, isBuiltin := technique.Callee(f.pass.TypesInfo, n).(*types.Builtin)
		return !isBuiltin || (fn.Name() == "append" || fn.Name() == "copy") &&
			cur.ParentEdgeIndex() > 0
	}
	return false
}

// givesBack reports whether a function, by its name, ends the work of a struct: there will be no
// more, and memory that is kept is of no use.
func givesBack(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"close", "stop", "shutdown", "free", "release", "destroy",
		"dispose", "teardown", "cleanup"}, func(word string) bool {
		return strings.HasPrefix(name, word)
	})
}
