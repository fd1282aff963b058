package textroom

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// stays reports whether a statement behind the start only computes, appends to the slice, writes to
// elements that it begins with, and gives variables their values that are declared behind the start
// as well. It goes on with the next one, and the only panic in it is that of a nil pointer: that of
// a field that is read before it is the same, and nothing has changed that others see.
func (t *text) stays(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.EmptyStmt:
		return true
	case *ast.DeclStmt:
		return t.declares(stmt.Decl.(*ast.GenDecl))
	case *ast.AssignStmt:
		return t.assigns(stmt)
	case *ast.IncDecStmt:
		return t.local(stmt.X)
	case *ast.BlockStmt:
		return t.allStay(stmt.List)
	case *ast.IfStmt:
		return (stmt.Init == nil || t.stays(stmt.Init)) && t.quiet(stmt.Cond) &&
			t.allStay(stmt.Body.List) && (stmt.Else == nil || t.stays(stmt.Else))
	case *ast.ExprStmt:
		return t.puts(stmt.X)
	case *ast.ReturnStmt: // what is read is in it
		return t.allQuiet(stmt.Results)
	}
	return false
}

// allStay reports whether the statements of a block stay, and none of them returns.
func (t *text) allStay(list []ast.Stmt) bool {
	for _, stmt := range list {
		if _, returns := stmt.(*ast.ReturnStmt); returns || !t.stays(stmt) {
			return false
		}
	}
	return true
}

// declares reports whether variables are declared with quiet values.
func (t *text) declares(decl *ast.GenDecl) bool {
	for _, spec := range decl.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && !t.allQuiet(v.Values) {
			return false
		}
	}
	return true
}

// assigns reports whether an assignment of quiet values is one to local places. The slice only gets
// what is appended to it, so that the elements that it begins with are there.
func (t *text) assigns(as *ast.AssignStmt) bool {
	switch as.Tok {
	case token.QUO_ASSIGN, token.REM_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN:
		return false
	}
	for i, left := range as.Lhs {
		if technique.Names(t.pass.TypesInfo, left, t.v) {
			if call, ok := t.appends1(as); !ok || !t.quiet(call) {
				return false
			}
		} else if !t.local(left) || i < len(as.Rhs) && !t.quiet(as.Rhs[i]) {
			return false
		}
	}
	return true
}

// local reports whether a place is a variable that is declared behind the start, or an element that
// the slice begins with.
func (t *text) local(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := t.pass.TypesInfo.ObjectOf(e).(*types.Var)
		return e.Name == "_" || ok && v != t.v && v.Pos() > t.at && v.Pos() < t.fn.Node().End()
	case *ast.IndexExpr:
		return t.element(e)
	}
	return false
}

// puts reports whether a call writes a number to bytes that are made behind the start, and fits.
//
//	binary.BigEndian.PutUint32(head[:], x.n)
func (t *text) puts(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(t.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "encoding/binary" {
		return false
	}
	size := map[string]int{"PutUint16": 2, "PutUint32": 4, "PutUint64": 8}[fn.Name()]
	recv := fn.Signature().Recv()
	if size == 0 || recv == nil || types.IsInterface(recv.Type()) {
		return false
	}
	to := call.Args[0]
	n, ok := constantLength(t.pass, to)
	if part, isPart := to.(*ast.SliceExpr); isPart {
		to = part.X
	}
	v, isVar := technique.Variable(t.pass.TypesInfo, to)
	return ok && isVar && n >= size && !technique.IsPointer(v.Type()) && t.local(to) &&
		t.quiet(call.Args[1])
}

// element reports whether an expression is an element that the slice begins with.
func (t *text) element(e *ast.IndexExpr) bool {
	i, ok := number(t.pass, e.Index)
	return ok && i < t.start.length && technique.Names(t.pass.TypesInfo, e.X, t.v)
}

// allQuiet reports whether expressions are quiet.
func (t *text) allQuiet(list []ast.Expr) bool {
	for _, e := range list {
		if !t.quiet(e) {
			return false
		}
	}
	return true
}

// quiet reports whether an expression only computes, and panics at most for a nil pointer.
func (t *text) quiet(e ast.Expr) bool {
	info := t.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		_, variable := info.ObjectOf(e).(*types.Var)
		return variable || info.Types[e].IsNil()
	case *ast.ParenExpr:
		return t.quiet(e.X)
	case *ast.StarExpr:
		return t.quiet(e.X)
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		_, variable := info.Uses[e.Sel].(*types.Var)
		return variable && (sel == nil || t.quiet(e.X))
	case *ast.UnaryExpr:
		return e.Op != token.AND && e.Op != token.ARROW && t.quiet(e.X)
	case *ast.BinaryExpr:
		return t.quietly(e) && t.quiet(e.X) && t.quiet(e.Y)
	case *ast.IndexExpr:
		return t.element(e)
	case *ast.CompositeLit:
		return t.quietLiteral(e)
	case *ast.CallExpr:
		return t.quietCall(e)
	}
	return false
}

// quietly reports whether an operator does not panic: it divides by a constant, shifts by what is
// not negative, and compares no interfaces.
func (t *text) quietly(e *ast.BinaryExpr) bool {
	info := t.pass.TypesInfo
	switch e.Op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		return info.Types[e.Y].Value != nil
	case token.EQL, token.NEQ:
		if info.Types[e.X].IsNil() || info.Types[e.Y].IsNil() {
			return true
		}
		return plain(info.TypeOf(e.X)) && plain(info.TypeOf(e.Y))
	}
	return true
}

// plain reports whether values of a type are numbers, texts or pointers.
func plain(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer:
		return true
	}
	return false
}

// quietLiteral reports whether a composite literal, which is no map, has quiet elements.
func (t *text) quietLiteral(lit *ast.CompositeLit) bool {
	if technique.IsMap(t.pass.TypesInfo.TypeOf(lit)) {
		return false
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if !t.quiet(e) {
			return false
		}
	}
	return true
}

// writes are functions that append, and do nothing else.
var writes = map[string]bool{
	"strconv.AppendInt": true, "strconv.AppendUint": true, // to the base of ten
	"strconv.AppendBool": true, "strconv.AppendQuote": true, "unicode/utf8.AppendRune": true,
	"encoding/binary.AppendUvarint": true, "encoding/binary.AppendVarint": true,
}

// bits are functions that only compute.
var bits = map[string]bool{
	"math.Float32bits": true, "math.Float64bits": true, "math.Float32frombits": true,
	"math.Float64frombits": true,
}

// quietCall reports whether a call converts, measures, makes or appends to the slice or to nothing.
func (t *text) quietCall(call *ast.CallExpr) bool {
	info := t.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		to, from := info.TypeOf(call), info.TypeOf(call.Args[0])
		return (plain(to) && plain(from) || ofBytes(to) && technique.IsText(from)) &&
			!unsafePointer(to) && t.quiet(call.Args[0])
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "min", "max":
			return t.allQuiet(call.Args)
		case "make":
			size := call.Args[len(call.Args)-1]
			return len(call.Args) > 1 && technique.NotNegative(t.pass, size) && t.quiet(size) &&
				(len(call.Args) == 2 || technique.IsInt(info, call.Args[1], 0))
		case "append":
			return t.ownRoot(call.Args[0]) && t.allQuiet(call.Args[1:])
		}
	case *types.Func:
		if fn.Pkg() == nil || fn.Signature().Recv() != nil {
			return false
		}
		if bits[fn.Pkg().Path()+"."+fn.Name()] {
			return t.allQuiet(call.Args)
		}
		if !writes[fn.Pkg().Path()+"."+fn.Name()] {
			return false
		}
		base := fn.Name() != "AppendInt" && fn.Name() != "AppendUint" ||
			technique.IsInt(info, call.Args[2], 10)
		return base && t.ownRoot(call.Args[0]) && t.allQuiet(call.Args[1:])
	}
	return false
}

// ownRoot reports whether what is appended to is the slice, or nothing, or that with more.
func (t *text) ownRoot(e ast.Expr) bool {
	info := t.pass.TypesInfo
	if technique.Names(info, e, t.v) || nothing(info, e) {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && !info.Types[call.Fun].IsType() && t.quietCall(call)
}

func unsafePointer(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.UnsafePointer
}
