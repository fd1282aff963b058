package oneform

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// buffer returns what is written for a buffer of package bytes that begins empty, or with a text.
//
//	have: b := bytes.NewBuffer(nil)     b := bytes.NewBufferString("[")
//	want: b := &bytes.Buffer{}          b := &bytes.Buffer{}; b.WriteString("[")
func (f *former) buffer(s *ast.AssignStmt) []piece {
	if s.Tok != token.DEFINE || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil
	}
	name, ok := s.Lhs[0].(*ast.Ident)
	call, is := s.Rhs[0].(*ast.CallExpr)
	if !ok || !is || len(call.Args) != 1 || name.Name == "_" {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn, ok := f.Info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "bytes" || fn.Signature().Recv() != nil {
		return nil
	}
	made := piece{text: name.Name + " := &" + sel.X.(*ast.Ident).Name + ".Buffer{}"}
	tv := f.Info.Types[call.Args[0]]
	text := ""
	if fn.Name() == "NewBufferString" && tv.Value != nil {
		text = constant.StringVal(tv.Value)
	}
	switch {
	case fn.Name() == "NewBuffer":
		if tv.IsNil() {
			return []piece{made}
		}
	case fn.Name() != "NewBufferString" || mentions(call.Args[0], name.Name) ||
		text == "" && !f.onlyWritten(f.Info.Defs[name]):
	case tv.Value != nil && text == "":
		return []piece{made}
	default:
		return []piece{made, {text: "\n" + name.Name + ".WriteString("},
			f.source(call.Args[0], value), {text: ")"}}
	}
	return nil
}

// writing are the methods of a buffer that do not tell nil from empty, which its bytes are if it
// begins with a text of no letters.
var writing = []string{"Write", "WriteString", "WriteByte", "WriteRune", "String", "Len", "Reset",
	"Grow", "WriteTo", "ReadFrom"}

// onlyWritten reports whether all that the function does with a buffer is to call those.
func (f *former) onlyWritten(buffer types.Object) bool {
	known := 0
	for n := range ast.Preorder(f.fn) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains(writing, sel.Sel.Name) {
			continue
		}
		if id, ok := sel.X.(*ast.Ident); ok && f.Info.Uses[id] == buffer {
			known++
		}
	}
	return f.uses(buffer) == known
}
