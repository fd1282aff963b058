package appendtime

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// marshalers are what stands for the methods of Time that return new bytes. The methods themselves
// say what is wrong with a time that has no such text.
var marshalers = map[string]technique.Helper{
	"MarshalJSON": {Name: "appendTimeJSON", Imports: []string{"time"},
		Text: `// appendTimeJSON appends to b what t.MarshalJSON returns.
func appendTimeJSON(b []byte, t time.Time) ([]byte, error) {
	b, err := t.AppendText(append(b, '"'))
	if err != nil {
		return t.MarshalJSON()
	}
	return append(b, '"'), nil
}`},
	"MarshalText": {Name: "appendTimeText", Imports: []string{"time"},
		Text: `// appendTimeText appends to b what t.MarshalText returns.
func appendTimeText(b []byte, t time.Time) ([]byte, error) {
	b, err := t.AppendText(b)
	if err != nil {
		return t.MarshalText()
	}
	return b, nil
}`},
}

// marshaled matches a time as JSON or as text, whose bytes a function only looks at and copies.
//
//	have: b, err := t.MarshalJSON(); if err != nil { return err }; buf = append(buf, b...)
//	want: b, err := appendTimeJSON(make([]byte, 0, 40), t); if err != nil { return err }; ...
func marshaled(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 0 || marshalers[fun.Sel.Name].Name == "" ||
		!technique.IsMethod(pass.TypesInfo, call, "time", "Time", fun.Sel.Name) {
		return p, false
	}
	t, file := types.Unalias(pass.TypesInfo.TypeOf(fun.X)), technique.FileOf(pass, call.Pos())
	if technique.IsPointer(t) || !technique.IsNamed(t, "time", "Time") || file == nil ||
		!technique.Since(pass, file, "go1.24") || !lookedAt(pass, cur) ||
		technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "make", "byte") {
		return p, false
	}
	helper := marshalers[fun.Sel.Name]
	edits, ok := helper.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: "append the time to a buffer on the stack",
		Edits: append(edits, technique.Replace(call, helper.Name+"(make([]byte, 0, 40), "+
			technique.Text(pass, fun.X)+")"))}, ok
}

// lookedAt reports whether a call gives its bytes to a new variable, and the function that
// declares it looks at them and copies them, but hands them to nothing that keeps them.
func lookedAt(pass *analysis.Pass, call inspector.Cursor) bool {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || call.ParentEdgeKind() != edge.AssignStmt_Rhs || as.Tok != token.DEFINE {
		return false
	}
	id, _ := as.Lhs[0].(*ast.Ident)
	v, ok := pass.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false
	}
	uses := technique.UsesOf(pass, v)
	for _, use := range uses {
		if technique.InLiteral(use, v) || use.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if read, leaves := effects.OnlyRead(pass, use); !read || leaves {
			return false
		}
	}
	return len(uses) > 0
}
