// Package bigask asks big numbers what they are without making other ones for the answer.
package bigask

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

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("bigask",
		"ask a big number itself, not another one that is made of it\n\n"+
			"A difference that is only asked for its sign has words of its own, and so have a "+
			"remainder that is only compared with zero, a copy, and the bytes of a number that "+
			"are only counted, or copied to the end of others. Numbers compare themselves, "+
			"know their lowest bit, how many bits they have and the float64 nearest to them, and "+
			"fill bytes.\n\n"+
			"A number that does not fit the bytes that it fills panics as before, with another "+
			"text. The rewrite assumes that of two numbers that are compared one exists: two "+
			"nil pointers are equal, where their difference panics.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Ask the number itself",
	Causes: []string{"big-number", "library-object"},
	Risk:   technique.Checked,
}

// asks are the methods that only look at a number.
var asks = []string{"Sign", "Cmp", "CmpAbs", "BitLen", "Bit", "IsInt64", "IsUint64", "Int64",
	"Uint64", "String", "Text", "Bytes", "TrailingZeroBits", "FillBytes", "Append"}

// shows are those that have a text for a pointer that is nil, of which no copy can be made.
var shows = []string{"String", "Text", "Append"}

// addressed reports whether an expression is an address, which is not nil.
func addressed(e ast.Expr) bool {
	addr, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && addr.Op == token.AND
}

// propose matches a call of a method of a number that is made for it, and calls that are given the
// bytes of one.
//
//	have: new(big.Int).Sub(a, b).Sign() < 0        len(n.Bytes())
//	want: a.Cmp(b) < 0                             (n.BitLen() + 7) / 8
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if technique.Commented(pass, call) {
		return p, false
	}
	switch {
	case technique.IsBuiltin(pass.TypesInfo, call, "len"):
		return counted(pass, cur, call)
	case technique.IsBuiltin(pass.TypesInfo, call, "copy"):
		return filled(pass, cur, call)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return p, false
	}
	made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return p, false
	}
	p.At = made
	if sel.Sel.Name == "Float64" && floated(pass, made) {
		p.Message = "ask the number for the float64"
		p.Edits = []analysis.TextEdit{technique.Replace(sel.X, operand(pass, made.Args[0]))}
		return p, true
	}
	if !madeFor(pass, made) {
		return p, false
	}
	switch operation := ast.Unparen(made.Fun).(*ast.SelectorExpr).Sel.Name; {
	case operation == "Set" && slices.Contains(asks, sel.Sel.Name) &&
		(!slices.Contains(shows, sel.Sel.Name) || addressed(made.Args[0])):
		p.Message = "ask the number, not a copy of it"
		p.Edits = []analysis.TextEdit{technique.Replace(sel.X, operand(pass, made.Args[0]))}
		return p, true
	case operation == "Sub" && sel.Sel.Name == "Sign":
		p.Message = "compare the numbers without their difference"
		p.Edits = []analysis.TextEdit{technique.Replace(call,
			operand(pass, made.Args[0])+".Cmp("+technique.Text(pass, made.Args[1])+")")}
		return p, true
	case sel.Sel.Name == "Sign" && lowest(pass, operation, made) && comparedToZero(pass, cur):
		p.Message = "ask for the lowest bit"
		p.Edits = []analysis.TextEdit{technique.Replace(call,
			operand(pass, made.Args[0])+".Bit(0)")}
		return p, true
	}
	return p, false
}

// madeFor matches the call of a method that sets a number which is made for it.
//
//	new(big.Int).Sub(a, b)
func madeFor(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn, isFunc := technique.Func(pass.TypesInfo, call)
	if !ok || !isFunc || len(call.Args) == 0 || fn.Pkg() == nil || fn.Pkg().Path() != "math/big" ||
		!isNumber(pass.TypesInfo.TypeOf(sel.X)) || !isNumber(pass.TypesInfo.TypeOf(call.Args[0])) {
		return false
	}
	x, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	return fresh(pass, sel.X) || ok && technique.IsFunc(pass.TypesInfo, x, "math/big", "NewInt") &&
		technique.Pure(pass.TypesInfo, x.Args[0])
}

// fresh matches a new number that is zero.
//
//	new(big.Int)        &big.Int{}
func fresh(pass *analysis.Pass, e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(pass.TypesInfo, x, "new")
	case *ast.UnaryExpr:
		lit, ok := x.X.(*ast.CompositeLit)
		return ok && x.Op == token.AND && len(lit.Elts) == 0
	}
	return false
}

// floated matches an integer that is made a float of its own precision, which rounds nothing.
//
//	new(big.Float).SetInt(n)
func floated(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && technique.IsMethod(pass.TypesInfo, call, "math/big", "Float", "SetInt") &&
		fresh(pass, sel.X)
}

// isNumber reports whether a type is *big.Int or *big.Rat: of a big.Float, a difference is rounded.
func isNumber(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && (technique.IsNamed(p.Elem(), "math/big", "Int") ||
		technique.IsNamed(p.Elem(), "math/big", "Rat"))
}

// operand returns an expression as it is written before a selector.
func operand(pass *analysis.Pass, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if id, ok := e.X.(*ast.Ident); ok && e.Op == token.AND {
			return id.Name // a method call takes the address itself
		}
		return "(" + technique.Text(pass, e) + ")"
	case *ast.StarExpr, *ast.BinaryExpr:
		return "(" + technique.Text(pass, e) + ")"
	}
	return technique.Text(pass, e)
}

// lowest reports whether an operation leaves the lowest bit of an integer, but for its sign.
//
//	Mod(n, big.NewInt(2))        And(n, big.NewInt(1))
func lowest(pass *analysis.Pass, operation string, made *ast.CallExpr) bool {
	want, ok := map[string]int64{"Mod": 2, "Rem": 2, "And": 1}[operation]
	if !ok || len(made.Args) != 2 {
		return false
	}
	n, ok := ast.Unparen(made.Args[1]).(*ast.CallExpr)
	return ok && technique.IsFunc(pass.TypesInfo, n, "math/big", "NewInt") &&
		technique.IsInt(pass.TypesInfo, n.Args[0], want)
}

// comparedToZero reports whether an expression is only asked whether it is zero.
func comparedToZero(pass *analysis.Pass, cur inspector.Cursor) bool {
	e, ok := cur.Parent().Node().(*ast.BinaryExpr)
	return ok && (e.Op == token.EQL || e.Op == token.NEQ) && e.X == cur.Node() &&
		technique.IsInt(pass.TypesInfo, e.Y, 0)
}

// counted matches bytes that are only counted.
func counted(pass *analysis.Pass, cur inspector.Cursor, call *ast.CallExpr) (p technique.Proposal,
	ok bool) {
	x, at, ok := bytesOf(pass, call.Args[0])
	if !ok {
		return p, false
	}
	text := "(" + operand(pass, x) + ".BitLen() + 7) / 8"
	if e, ok := cur.Parent().Node().(*ast.BinaryExpr); ok && e.Op.Precedence() > 4 {
		text = "(" + text + ")"
	} else if _, unary := cur.Parent().Node().(*ast.UnaryExpr); unary {
		text = "(" + text + ")"
	}
	return technique.Proposal{At: at, Message: "count the bits instead of making the bytes",
		Edits: []analysis.TextEdit{technique.Replace(call, text)}}, true
}

// bytesOf matches n.Bytes(), and returns n.
func bytesOf(pass *analysis.Pass, e ast.Expr) (n ast.Expr, at *ast.CallExpr, ok bool) {
	at, ok = ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, at, "math/big", "Int", "Bytes") {
		return nil, nil, false
	}
	sel, ok := ast.Unparen(at.Fun).(*ast.SelectorExpr)
	if !ok || !isNumber(pass.TypesInfo.TypeOf(sel.X)) {
		return nil, nil, false // it may be embedded
	}
	return sel.X, at, true
}

// filled matches bytes that are copied to the end of zeros.
//
//	have: b := n.Bytes(); copy(out[32-len(b):], b)
//	want: n.FillBytes(out[:])
func filled(pass *analysis.Pass, cur inspector.Cursor, call *ast.CallExpr) (p technique.Proposal,
	ok bool) {
	stmt := cur.Parent()
	before, there := stmt.PrevSibling()
	if !there || !technique.InList(stmt) ||
		cur.ParentEdgeKind() != edge.ExprStmt_X {
		return p, false
	}
	v, _, value := technique.Declared(pass.TypesInfo, before.Node())
	if v == nil || value == nil || !technique.Names(pass.TypesInfo, call.Args[1], v) ||
		len(technique.UsesOf(pass, v)) != 2 || technique.Commented(pass, before.Node()) {
		return p, false
	}
	n, at, ok := bytesOf(pass, value)
	part, isPart := ast.Unparen(call.Args[0]).(*ast.SliceExpr)
	if !ok || !isPart || part.High != nil || part.Max != nil {
		return p, false
	}
	out, ok := technique.Variable(pass.TypesInfo, part.X)
	if !ok || !zeros(pass, out, part, v, before) {
		return p, false
	}
	text := out.Name()
	if _, array := out.Type().Underlying().(*types.Array); array {
		text += "[:]"
	}
	return technique.Proposal{At: at, Message: "fill the bytes by the number",
		Edits: []analysis.TextEdit{technique.Remove(pass, before.Node()),
			technique.Replace(call, operand(pass, n)+".FillBytes("+text+")")}}, true
}

// zeros reports whether a variable has zeros, since nothing uses it before a statement, and the
// part of it that bytes are copied to are its last ones, as many as they are.
func zeros(pass *analysis.Pass, out *types.Var, part *ast.SliceExpr, b *types.Var,
	stmt inspector.Cursor) bool {
	low, ok := ast.Unparen(part.Low).(*ast.BinaryExpr)
	if !ok || low.Op != token.SUB || !lenOf(pass, low.Y, b) {
		return false
	}
	def, ok := technique.Definition(pass, out)
	if !ok || technique.InLoop(stmt) && !inBlockOf(def, stmt) {
		return false
	}
	for _, use := range technique.UsesOf(pass, out) {
		if use.Node().Pos() < stmt.Node().Pos() {
			return false
		}
	}
	if array, ok := out.Type().Underlying().(*types.Array); ok {
		_, _, value := technique.Declared(pass.TypesInfo, def.Parent().Node())
		return value == nil && (technique.IsInt(pass.TypesInfo, low.X, array.Len()) ||
			lenOf(pass, low.X, out))
	}
	_, _, value := technique.Declared(pass.TypesInfo, def.Parent().Node())
	made, ok := value.(*ast.CallExpr)
	return ok && technique.IsBuiltin(pass.TypesInfo, made, "make") && len(made.Args) == 2 &&
		technique.IsBytes(out.Type()) && (lenOf(pass, low.X, out) ||
		technique.Pure(pass.TypesInfo, made.Args[1]) && same(pass, made.Args[1], low.X))
}

// same reports whether two expressions are the same constant, or the same variable that nothing
// assigns to.
func same(pass *analysis.Pass, a, b ast.Expr) bool {
	if n, ok := technique.ConstantInt(pass.TypesInfo, a); ok {
		return technique.IsInt(pass.TypesInfo, b, n)
	}
	v, ok := technique.Variable(pass.TypesInfo, a)
	return ok && technique.Names(pass.TypesInfo, b, v) && technique.Unassigned(pass, v)
}

// lenOf matches len(v).
func lenOf(pass *analysis.Pass, e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && technique.IsBuiltin(pass.TypesInfo, call, "len") &&
		technique.Names(pass.TypesInfo, call.Args[0], v)
}

// inBlockOf reports whether a name is declared by a statement of the block of another one, so that
// each turn of a loop around it declares it anew.
func inBlockOf(def, stmt inspector.Cursor) bool {
	for cur := range def.Enclosing((*ast.BlockStmt)(nil)) {
		return cur == stmt.Parent()
	}
	return false
}
