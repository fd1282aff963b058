package knownio

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// variable returns how long the reader is that a variable holds.
func (s *sizes) variable(v *types.Var) string {
	switch t := types.TypeString(types.Unalias(v.Type()), nil); t {
	case "*archive/tar.Reader":
		return s.asked(v, "Next", ".Size")
	case "*os.File":
		return s.asked(v, "Stat", ".Size()")
	}
	if !technique.Unassigned(s.pass, v) {
		return ""
	}
	size := s.opened(v)
	if value := technique.OnlyValue(s.pass, v); value != nil && size == "" {
		size = s.declared(v, value)
	}
	return size
}

// asked returns how long a file or an entry is, where the function has asked for that by a method,
// and goes on only where there was an answer.
//
//	hdr, err := tr.Next()
//	fi, err := f.Stat()
func (s *sizes) asked(v *types.Var, method, size string) (text string) {
	for _, use := range technique.UsesOf(s.pass, v) {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		call := use.Parent().Parent()
		as, is := call.Parent().Node().(*ast.AssignStmt)
		if ok && is && sel.Sel.Name == method && len(as.Lhs) == 2 && as.Rhs[0] == call.Node() {
			text = cmp.Or(s.answer(call.Parent(), 0, size), text)
		}
	}
	return text
}

// answer returns how long a reader is by one of the values that a statement declares.
func (s *sizes) answer(stmt inspector.Cursor, index int, size string) string {
	as := stmt.Node().(*ast.AssignStmt)
	id, named := as.Lhs[index].(*ast.Ident)
	failure := errorOf(s.pass.TypesInfo, as)
	if !named || failure == nil {
		return ""
	}
	v, declared := s.pass.TypesInfo.Defs[id].(*types.Var)
	if !declared || !technique.Unassigned(s.pass, v) || !s.checked(stmt, failure) || !s.seen(v) {
		return ""
	}
	return v.Name() + size
}

// checked reports whether the function does not come from a statement to the call if the statement
// gave a variable an error.
func (s *sizes) checked(stmt inspector.Cursor, failure *types.Var) bool {
	info, at := s.pass.TypesInfo, s.call.Node().Pos()
	if !s.here(failure) {
		return false
	}
	for next, more := stmt.NextSibling(); more && next.Node().End() <= at; {
		branch, ok := next.Node().(*ast.IfStmt)
		if ok && branch.Init == nil && holds(info, branch.Cond, failure) {
			return leaves(info, branch.Body)
		}
		if technique.Assigned(info, next.Node(), failure) {
			return false
		}
		next, more = next.NextSibling()
	}
	return false
}

// holds reports whether a condition holds wherever a variable has an error.
func holds(info *types.Info, cond ast.Expr, v *types.Var) bool {
	e, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if ok && e.Op == token.LOR {
		return holds(info, e.X, v) || holds(info, e.Y, v)
	}
	return ok && e.Op == token.NEQ && technique.Names(info, e.X, v) && info.Types[e.Y].IsNil()
}

// here reports whether no function literal within the function, nor a pointer, changes a variable.
func (s *sizes) here(v *types.Var) bool {
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		if addressed || given && technique.InLiteral(use, v) {
			return false
		}
	}
	return ok
}

// seen reports whether the name of a variable means it where the call is.
func (s *sizes) seen(v *types.Var) bool {
	return technique.Visible(s.pass, v, s.call.Node().Pos())
}

// declared returns how long a reader is that is declared for the call alone. What its declaration
// names is still the same at the call.
//
//	r := io.LimitReader(resp.Body, 1<<20)
//	body, err := io.ReadAll(r)
func (s *sizes) declared(v *types.Var, value ast.Expr) string {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(technique.UsesOf(s.pass, v)) != 1 {
		return ""
	}
	for _, arg := range call.Args {
		if sel, ok := ast.Unparen(arg).(*ast.SelectorExpr); ok {
			arg = sel.X // the body, or its like
		}
		if _, constant := technique.ConstantInt(s.pass.TypesInfo, arg); constant {
			continue
		}
		x, ok := technique.Variable(s.pass.TypesInfo, arg)
		if !ok || !s.same(x) {
			return ""
		}
	}
	return s.of(call)
}

// same reports whether a variable always has one value, and has its name where the call is.
func (s *sizes) same(v *types.Var) bool {
	_, local := technique.LocalUses(s.pass, v)
	return local && technique.Fixed(s.pass, v) && s.seen(v)
}

// opened returns how long the reader is that a variable holds, by a field of what opened it: there
// is one, or it would not have.
//
//	rc, err := f.Open()
//	file, header, err := r.FormFile(name)
func (s *sizes) opened(v *types.Var) string {
	def, ok := technique.Definition(s.pass, v)
	if !ok {
		return ""
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return ""
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return ""
	}
	if technique.IsMethod(s.pass.TypesInfo, call, "net/http", "Request", "FormFile") {
		return s.answer(def.Parent(), 1, ".Size")
	}
	return s.given(call)
}
