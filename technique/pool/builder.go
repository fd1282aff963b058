package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// likeBuffer are the methods of a strings.Builder that a bytes.Buffer has, too, and that do the
// same.
var likeBuffer = []string{"Write", "WriteString", "WriteByte", "WriteRune", "String", "Len", "Grow",
	"Reset"}

// builder matches an empty strings.Builder that functions get as a writer: a bytes.Buffer does
// for it, and can wait in a pool. Its text is copied once, instead of moved each time it grows.
//
//	have: var b strings.Builder; t.Execute(&b, data); return b.String()
//	want: b := fBuffers.Get().(*bytes.Buffer); ...; t.Execute(b, data); return b.String()
func (s *pooled) builder() (form, bool) {
	f := object
	switch e := s.value.(type) {
	case nil:
	case *ast.CompositeLit:
	case *ast.UnaryExpr:
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); !ok || e.Op != token.AND {
			return 0, false
		}
		f = pointer
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, e, "new") {
			return 0, false
		}
		f = pointer
	default:
		return 0, false
	}
	cur, ok := technique.Find(s.pass, s.stmt)
	if !ok || technique.InLoop(cur) {
		return 0, false
	}
	handed, texts := false, 0
	for _, use := range technique.UsesOf(s.pass, s.v) {
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok {
			if !slices.Contains(likeBuffer, sel.Sel.Name) ||
				use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				return 0, false
			}
			if sel.Sel.Name == "String" {
				texts++
			}
			continue
		}
		if !asWriter(s.pass, use, f == object) {
			return 0, false
		}
		handed = true
	}
	s.trusted = true // what gets it sees another writer
	return f, handed && texts == 1
}

// asWriter reports whether a use hands a variable, or its address, to a function that takes any
// writer, and returns nothing that could lead to it.
func asWriter(pass *analysis.Pass, use inspector.Cursor, addressed bool) bool {
	if addressed {
		use = use.Parent()
		if op, ok := use.Node().(*ast.UnaryExpr); !ok || op.Op != token.AND {
			return false
		}
	}
	if use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	fn, ok := technique.Func(pass.TypesInfo, use.Parent().Node().(*ast.CallExpr))
	if !ok {
		return false
	}
	for result := range fn.Signature().Results().Variables() {
		if _, basic := result.Type().Underlying().(*types.Basic); !basic &&
			!technique.IsError(result.Type()) {
			return false
		}
	}
	params, i := fn.Origin().Signature().Params(), use.ParentEdgeIndex()
	if fn.Signature().Variadic() && i >= params.Len()-1 {
		return false
	}
	u, ok := params.At(i).Type().Underlying().(*types.Interface)
	if !ok || u.NumMethods() == 0 || !u.IsMethodSet() {
		return false
	}
	for m := range u.Methods() {
		if !slices.Contains(likeBuffer, m.Name()) {
			return false
		}
	}
	return true
}
