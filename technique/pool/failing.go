package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// failing matches a statement that makes an object of the standard library or fails,
// and the one behind it that returns the error.
//
//	zr, err := gzip.NewReader(r); if err != nil { return err }
//	zw, err := flate.NewWriter(w, 5); if err != nil { return err }
func failing(pass *analysis.Pass, cur inspector.Cursor) (*pooled, bool) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		return nil, false
	}
	call, isCall := as.Rhs[0].(*ast.CallExpr)
	s := &pooled{pass: pass, stmt: as, file: technique.FileOf(pass, as.Pos()), value: call}
	id, isID := as.Lhs[0].(*ast.Ident)
	failure, isErr := as.Lhs[1].(*ast.Ident)
	if !isCall || !isID || !isErr || s.file == nil {
		return nil, false
	}
	if s.v, ok = pass.TypesInfo.Defs[id].(*types.Var); !ok {
		return nil, false
	}
	s.failure = failure
	if failure.Name != "_" && !s.checked(cur) {
		return nil, false
	}
	switch {
	case s.check != nil && technique.IsFunc(pass.TypesInfo, call, "compress/gzip", "NewReader"):
		s.form = reader
	case len(call.Args) == 2 && s.compresses(call) && s.levelText(call.Args[1]) != "" &&
		(s.check == nil || s.unfailing()):
		s.form = leveled
	case len(call.Args) == 2 && s.compresses(call) && s.anyLevel(call):
		s.form = anyLevel
	default:
		return nil, false
	}
	return s, s.runsOnce(cur) && technique.Predeclared(pass, as.Pos(), "any", "nil", "new")
}

// checked finds the statement behind cur that returns the error. It does not use the
// object.
func (s *pooled) checked(cur inspector.Cursor) bool {
	next, more := cur.NextSibling()
	if !more {
		return false
	}
	check, isIf := next.Node().(*ast.IfStmt)
	s.check = check
	return isIf && s.returnsOn(check, s.failure) && !technique.Uses(s.pass.TypesInfo, check, s.v)
}

// returnsOn reports whether a statement returns or panics, and does nothing else, when
// err is not nil.
func (s *pooled) returnsOn(check *ast.IfStmt, err *ast.Ident) bool {
	cond, ok := check.Cond.(*ast.BinaryExpr)
	if !ok || check.Init != nil || check.Else != nil || cond.Op != token.NEQ ||
		len(check.Body.List) != 1 {
		return false
	}
	id, ok := cond.X.(*ast.Ident)
	_, returns := check.Body.List[0].(*ast.ReturnStmt)
	info := s.pass.TypesInfo
	if e, isExpr := check.Body.List[0].(*ast.ExprStmt); isExpr {
		call, isCall := e.X.(*ast.CallExpr)
		returns = isCall && technique.IsBuiltin(info, call, "panic")
	}
	return ok && returns && info.Uses[id] != nil && info.Uses[id] == info.ObjectOf(err) &&
		info.Types[cond.Y].IsNil()
}

// compresses reports whether a call makes a compressor of a level.
func (s *pooled) compresses(call *ast.CallExpr) bool {
	for _, name := range [][2]string{{"compress/gzip", "NewWriterLevel"},
		{"compress/zlib", "NewWriterLevel"}, {"compress/flate", "NewWriter"}} {
		if technique.IsFunc(s.pass.TypesInfo, call, name[0], name[1]) {
			return true
		}
	}
	return false
}

// levelText returns how a level is written outside of the function; "" for one that
// could be none.
func (s *pooled) levelText(e ast.Expr) string {
	level, ok := technique.ConstantInt(s.pass.TypesInfo, e)
	if !ok || level < -2 || level > 9 {
		return ""
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if _, ok := s.pass.TypesInfo.Selections[sel]; !ok {
			return technique.Text(s.pass, e)
		}
	}
	return strconv.FormatInt(level, 10)
}

// unfailing reports whether the error, which is always nil, is the statement's own, and
// neither a comment nor the only use of a variable would go with its check.
func (s *pooled) unfailing() bool {
	for _, group := range s.file.Comments {
		if s.stmt.Pos() < group.Pos() && group.Pos() < s.check.End() {
			return false
		}
	}
	for n := range ast.Preorder(s.check.Body) {
		if e, ok := n.(*ast.Ident); ok && s.lastUse(e) {
			return false
		}
	}
	return s.pass.TypesInfo.Defs[s.failure] != nil
}

// failureUsed reports whether the error variable is used behind the check.
func (s *pooled) failureUsed() bool {
	if s.check == nil {
		return false
	}
	for _, use := range technique.UsesOf(s.pass, s.pass.TypesInfo.ObjectOf(s.failure)) {
		if use.Node().Pos() >= s.check.End() {
			return true
		}
	}
	return false
}

// renewedOrFailed returns the lines for an object whose Reset may fail.
func (s *pooled) renewedOrFailed(v, name, get string) []string {
	assign := " = "
	if s.pass.TypesInfo.Defs[s.failure] != nil {
		assign = " := "
	}
	return []string{v + get, "defer " + name + ".Put(" + v + ")",
		s.failure.Name + assign + v + ".Reset(" + s.renewed() + ")"}
}

// leveledLines returns the lines for a compressor of a constant level.
func (s *pooled) leveledLines(v, name, get string) []string {
	call := s.value.(*ast.CallExpr)
	lines := []string{v + get, v + ".Reset(" + technique.Text(s.pass, call.Args[0]) + ")",
		"defer func() {", v + ".Reset(nil)", name + ".Put(" + v + ")", "}()"}
	if s.failureUsed() {
		lines = append(lines, "var "+s.failure.Name+" error")
	}
	return lines
}

// newFailing returns the type of the pool's values, and the expression for a new one,
// or, where that may fail, statements.
func (s *pooled) newFailing() (typ, value string) {
	call := s.value.(*ast.CallExpr)
	pkg := technique.Text(s.pass, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	obj := types.Unalias(s.v.Type()).(*types.Pointer).Elem().(*types.Named).Obj()
	typ = pkg + "." + obj.Name()
	if s.form == reader {
		return "*" + typ, "new(" + typ + ")"
	}
	v := strings.ToLower(obj.Name()[:1])
	return "*" + typ, "\n" + v + ", _ := " + technique.Text(s.pass, call.Fun) + "(nil, " +
		s.levelText(call.Args[1]) + ")\nreturn " + v + "\n"
}
