package sprint

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// line matches the usual way to put spaces between all operands: to print a
// line and to cut off its end.
//
//	have: s := fmt.Sprintln(args...); return s[:len(s)-1]
//	want: if len(args) == 1 { if s, ok := args[0].(string); ok { return s } }
//	      s := fmt.Sprintln(args...); return s[:len(s)-1]
func line(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprintln") || !call.Ellipsis.IsValid() ||
		len(call.Args) != 1 {
		return none, false
	}
	args, ok := call.Args[0].(*ast.Ident)
	def, isDef := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || !isDef || def.Tok != token.DEFINE || len(def.Lhs) != 1 ||
		!technique.InList(cur.Parent()) ||
		!anySlice(pass.TypesInfo.TypeOf(args)) {
		return none, false
	}
	next, ok := cur.Parent().NextSibling()
	if !ok || asked(pass, cur.Parent()) {
		return none, false
	}
	ret, ok := next.Node().(*ast.ReturnStmt)
	name := def.Lhs[0].(*ast.Ident)
	if !ok || len(ret.Results) != 1 || !cutEnd(pass, ret.Results[0], pass.TypesInfo.Defs[name]) ||
		!technique.Predeclared(pass, call.Pos(), "len", "string") || args.Name == "ok" {
		return none, false
	}
	text := "if len(" + args.Name + ") == 1 {\nif " + name.Name + ", ok := " + args.Name +
		"[0].(string); ok {\nreturn " + name.Name + "\n}\n}\n"
	return technique.Proposal{At: call, Message: "hand on a string as it is",
		Edits: []analysis.TextEdit{technique.Insert(def.Pos(), text)}}, name.Name != "ok"
}

// cutEnd matches s[:len(s)-1].
func cutEnd(pass *analysis.Pass, e ast.Expr, s types.Object) bool {
	part, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || part.Low != nil || part.High == nil || !technique.Names(pass.TypesInfo, part.X, s) {
		return false
	}
	minus, ok := part.High.(*ast.BinaryExpr)
	if !ok || minus.Op != token.SUB {
		return false
	}
	length, ok := minus.X.(*ast.CallExpr)
	return ok && technique.IsInt(pass.TypesInfo, minus.Y, 1) &&
		technique.IsBuiltin(pass.TypesInfo, length, "len") &&
		technique.Names(pass.TypesInfo, length.Args[0], s)
}

// asked reports whether the statement before looks at the operands already.
func asked(pass *analysis.Pass, def inspector.Cursor) bool {
	before, ok := def.PrevSibling()
	if !ok {
		return false
	}
	_, isIf := before.Node().(*ast.IfStmt)
	return isIf
}
