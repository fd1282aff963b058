package appendform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// roomy reports whether the free space of the buffer can hold a text while it is made of some
// bytes, which must not lie there: it is a bytes.Buffer that begins empty, and nothing that the
// package does with it gives its memory away.
func (b *buffer) roomy() bool {
	if !technique.IsNamed(b.pass.TypesInfo.TypeOf(b.e), "bytes", "Buffer") {
		return false
	}
	v := technique.VariableOrField(b.pass.TypesInfo, b.e)
	if v == nil || !v.IsField() && !b.beginsEmpty(v) {
		return false
	}
	if v.IsField() {
		owner := technique.OwnerOf(b.pass, v)
		if owner == nil || !technique.NamesFields(b.pass, owner) || !b.alone(owner) {
			return false
		}
	}
	return !slices.ContainsFunc(technique.UsesOf(b.pass, v), func(use inspector.Cursor) bool {
		return !b.keepsMemory(use)
	})
}

// alone reports whether no other type has the fields of a struct, of which one could be made with
// the buffers of the other.
func (b *buffer) alone(owner *types.TypeName) bool {
	same := func(t types.Type) bool {
		return t != nil && types.IdenticalIgnoreTags(t.Underlying(), owner.Type().Underlying())
	}
	for _, obj := range b.pass.TypesInfo.Defs {
		if name, ok := obj.(*types.TypeName); ok && name != owner && same(name.Type()) {
			return false
		}
	}
	literals := 0
	for _, file := range b.pass.Files {
		for n := range ast.Preorder(file) {
			if lit, ok := n.(*ast.StructType); ok && same(b.pass.TypesInfo.TypeOf(lit)) {
				literals++
			}
		}
	}
	return literals == 1
}

// beginsEmpty reports whether the function makes the buffer, without bytes to begin with.
func (b *buffer) beginsEmpty(v *types.Var) bool {
	if !b.own {
		return false
	}
	if !b.value(v) {
		return b.empty(technique.OnlyValue(b.pass, v))
	}
	value := technique.Initial(b.pass, v)
	return value == nil || b.empty(value)
}

// empty reports whether an expression is a buffer without memory, or points to a new one.
//
//	bytes.Buffer{}, &bytes.Buffer{}, new(bytes.Buffer)
func (b *buffer) empty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND && b.empty(e.X)
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(b.pass.TypesInfo, e, "new") &&
			b.pass.TypesInfo.Types[e.Args[0]].IsType()
	}
	return false
}

// keepsMemory reports whether a use of the buffer leads to no memory of it: a call of a method
// that writes or tells a size, a write by package fmt, or an encoder.
func (b *buffer) keepsMemory(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.KeyValueExpr_Key:
		return b.empty(use.Parent().Node().(*ast.KeyValueExpr).Value)
	case edge.SelectorExpr_Sel:
		use = use.Parent()
	}
	switch use.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		name := use.Parent().Node().(*ast.SelectorExpr).Sel.Name
		return use.Parent().ParentEdgeKind() == edge.CallExpr_Fun && slices.Contains(copying, name)
	case edge.UnaryExpr_X:
		use = use.Parent()
	}
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok || use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	fn, ok := technique.Func(b.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt":
		return strings.HasPrefix(fn.Name(), "Fprint") && use.ParentEdgeIndex() == 0
	case "encoding/hex", "encoding/base32", "encoding/base64":
		return fn.Name() == "NewEncoder"
	}
	return false
}

// copying are the methods of a bytes.Buffer that give away nothing of its memory.
var copying = []string{"Cap", "Grow", "Len", "Reset", "String", "Truncate", "Write", "WriteByte",
	"WriteRune", "WriteString"}
