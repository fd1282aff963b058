package dropconv

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// runesOf matches a slice of the runes of a string that is only ranged over or
// counted. A range over the string gives the same runes, and counts their bytes:
// of its first result only whether it is zero may be asked.
//
//	have: for i, r := range []rune(s) { if i > 0 { ... } }
//	want: for i, r := range s { if i > 0 { ... } }
func runesOf(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	info := pass.TypesInfo
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		info.Types[call.Args[0]].Value != nil ||
		!types.Identical(info.TypeOf(call), types.NewSlice(types.Typ[types.Int32])) {
		return technique.Proposal{}, false
	}
	basic, ok := info.TypeOf(call.Args[0]).Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsString == 0 {
		return technique.Proposal{}, false
	}
	p := technique.Proposal{At: call, Safe: true,
		Message: "range over the string, without a slice of its runes"}
	if ranges(pass, cur) {
		p.Edits = unwrap(cur)
		return p, true
	}
	if p, ok := partOfCall(pass, cur); ok {
		return p, true
	}
	p.Edits, ok = runesVariable(pass, cur)
	return p, ok
}

// ranges reports whether the runes at cur are ranged over, and their number does
// not count.
func ranges(pass *analysis.Pass, cur inspector.Cursor) bool {
	loop, ok := cur.Parent().Node().(*ast.RangeStmt)
	if !ok || cur.ParentEdgeKind() != edge.RangeStmt_X {
		return false
	}
	if loop.Key == nil {
		return true
	}
	id, ok := loop.Key.(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	v, ok := pass.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false // it is seen behind the loop
	}
	for _, use := range technique.UsesOf(pass, v) {
		if !asksZero(pass, use) {
			return false
		}
	}
	return true
}

// asksZero reports whether a use only asks whether the variable is zero.
func asksZero(pass *analysis.Pass, use inspector.Cursor) bool {
	e, ok := use.Parent().Node().(*ast.BinaryExpr)
	if !ok {
		return false
	}
	other, op := e.Y, e.Op
	if e.Y == use.Node() {
		other = e.X
		if op == token.LSS {
			op = token.GTR
		} else if op == token.GTR {
			op = token.LSS
		}
	}
	zero := pass.TypesInfo.Types[other].Value
	return zero != nil && zero.Kind() == constant.Int && constant.Sign(zero) == 0 &&
		(op == token.EQL || op == token.NEQ || op == token.GTR)
}

// runesVariable returns the edits that do without a variable for the runes of a
// string that has a name of its own.
//
//	have: runes := []rune(s); n := len(runes); for _, r := range runes { ... }
//	want: n := utf8.RuneCountInString(s); for _, r := range s { ... }
//
// Parts of it are found in the string, where no loop looks for them again and again.
func runesVariable(pass *analysis.Pass, cur inspector.Cursor) ([]analysis.TextEdit, bool) {
	def, ok := cur.Parent().Node().(*ast.AssignStmt)
	text, isName := cur.Node().(*ast.CallExpr).Args[0].(*ast.Ident)
	if !ok || !isName || def.Tok != token.DEFINE || len(def.Lhs) != 1 {
		return nil, false
	}
	next, ok := behind(cur.Parent())
	if !ok {
		return nil, false
	}
	s, ok := pass.TypesInfo.Uses[text].(*types.Var)
	if !ok || !types.Identical(s.Type(), types.Typ[types.String]) || !fixed(pass, s) {
		return nil, false
	}
	v, ok := pass.TypesInfo.Defs[def.Lhs[0].(*ast.Ident)].(*types.Var)
	file := technique.FileOf(pass, def.Pos())
	if !ok || file == nil || !fixed(pass, v) {
		return nil, false
	}
	edits := []analysis.TextEdit{{Pos: def.Pos(), End: next}}
	for _, group := range file.Comments {
		if def.Pos() <= group.Pos() && group.End() <= next {
			return nil, false
		}
	}
	uses, declared := technique.UsesOf(pass, v), make(map[string]bool)
	for _, use := range uses {
		if !technique.ResolvesSameAt(pass, text, use.Node().Pos()) {
			return nil, false
		}
		if edit, helper, ok := partOf(pass, use, text.Name); ok &&
			!technique.Repeated(use, def.Pos()) {
			if edits = append(edits, edit); declared[helper.Name] {
				continue
			}
			more, ok := helper.Declare(pass, file, use.Node())
			if !ok {
				return nil, false
			}
			edits, declared[helper.Name] = append(edits, more...), true
			continue
		}
		if ranges(pass, use) {
			edits = append(edits, technique.Replace(use.Node(), text.Name))
			continue
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(pass.TypesInfo, call, "len") {
			return nil, false
		}
		name, more := technique.AddImport(pass, file, call.Pos(), "unicode/utf8")
		edits = append(append(edits, more...),
			technique.Replace(call, name+".RuneCountInString("+text.Name+")"))
	}
	return edits, len(uses) > 0
}

// behind returns where the code goes on behind a statement: at the next one of a block, or at
// the condition of an if statement that begins with it.
func behind(stmt inspector.Cursor) (token.Pos, bool) {
	if next, ok := stmt.NextSibling(); ok && technique.InList(stmt) {
		return next.Node().Pos(), true
	}
	if stmt.ParentEdgeKind() == edge.IfStmt_Init {
		return stmt.Parent().Node().(*ast.IfStmt).Cond.Pos(), true
	}
	return token.NoPos, false
}

// fixed reports whether a local variable keeps the value that it begins with.
func fixed(pass *analysis.Pass, v *types.Var) bool {
	_, ok := technique.LocalUses(pass, v)
	return ok && technique.Fixed(pass, v)
}

// madeOf returns the bytes that a string is made of.
//
//	string(b)
func madeOf(info *types.Info, e ast.Expr) (ast.Expr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		!isString(info.TypeOf(call)) || !technique.IsBytes(info.TypeOf(call.Args[0])) {
		return nil, false
	}
	return ast.Unparen(call.Args[0]), true
}

// runesFrom returns the bytes that a slice of runes is made of.
//
//	bytes.Runes(b)        []rune(string(b))
func runesFrom(info *types.Info, call *ast.CallExpr) (ast.Expr, bool) {
	if technique.IsFunc(info, call, "bytes", "Runes") && len(call.Args) == 1 {
		return ast.Unparen(call.Args[0]), technique.IsBytes(info.TypeOf(call.Args[0]))
	}
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		!types.Identical(info.TypeOf(call), types.NewSlice(types.Typ[types.Int32])) {
		return nil, false
	}
	return madeOf(info, call.Args[0])
}

// runesOfBytes matches a slice of the runes of bytes that is only ranged over or counted. Where
// the loop might change the bytes, it ranges over a string of them.
//
//	have: for _, r := range bytes.Runes(b) { ... }, len(bytes.Runes(b))
//	want: for _, r := range string(b) { ... }, utf8.RuneCount(b)
func runesOfBytes(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	from, ok := runesFrom(pass.TypesInfo, call)
	if !ok || technique.Commented(pass, call) {
		return p, false
	}
	p = technique.Proposal{At: call, Safe: true}
	if ranges(pass, cur) {
		p.Message = "range over a string of the bytes, without a slice of its runes"
		p.Edits = []analysis.TextEdit{
			technique.Replace(call, "string("+technique.Text(pass, from)+")")}
		return p, true
	}
	count, ok := cur.Parent().Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if !ok || file == nil || !technique.IsBuiltin(pass.TypesInfo, count, "len") ||
		technique.Commented(pass, count) {
		return p, false
	}
	p.Message = "count the runes where they are"
	name, edits := technique.AddImport(pass, file, call.Pos(), "unicode/utf8")
	p.Edits = append(edits,
		technique.Replace(count, name+".RuneCount("+technique.Text(pass, from)+")"))
	return p, true
}
