package knownio

import (
	"go/ast"
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
	if value := technique.OnlyValue(s.pass, v); value != nil {
		return s.declared(v, value)
	}
	return s.zipEntry(v)
}

// asked returns how long a file or an entry is, where the function has asked for that by a method,
// and goes on only where there was an answer.
//
//	hdr, err := tr.Next()
//	fi, err := f.Stat()
func (s *sizes) asked(v *types.Var, method, size string) (text string) {
	info := s.pass.TypesInfo
	for _, use := range technique.UsesOf(s.pass, v) {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		call := use.Parent().Parent()
		as, is := call.Parent().Node().(*ast.AssignStmt)
		if !ok || !is || sel.Sel.Name != method || len(as.Lhs) != 2 ||
			as.Rhs[0] != call.Node() {
			continue
		}
		id, named := as.Lhs[0].(*ast.Ident)
		failure := errorOf(info, as)
		answer, is := info.Defs[id].(*types.Var)
		if named && failure != nil && is && technique.Unassigned(s.pass, answer) &&
			s.checked(call.Parent(), failure) && s.seen(answer) {
			text = answer.Name() + size
		}
	}
	return text
}

// checked reports whether the function does not come from a statement to the call if the statement
// gave a variable an error.
func (s *sizes) checked(stmt inspector.Cursor, failure *types.Var) bool {
	info, at := s.pass.TypesInfo, s.call.Node().Pos()
	if !s.here(failure) {
		return false
	}
	for next, ok := stmt.NextSibling(); ok && next.Node().End() <= at; {
		if branch := onFailure(info, next.Node(), failure); branch != nil {
			return leaves(info, branch.Body)
		}
		if technique.Assigned(info, next.Node(), failure) {
			return false
		}
		next, ok = next.NextSibling()
	}
	return false
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

// zipEntry returns how long the entry of an archive is that a variable reads.
//
//	rc, err := f.Open()
func (s *sizes) zipEntry(v *types.Var) string {
	def, ok := technique.Definition(s.pass, v)
	if !ok {
		return ""
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return ""
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok || !technique.IsMethod(s.pass.TypesInfo, call, "archive/zip", "File", "Open") {
		return ""
	}
	f, ok := technique.Variable(s.pass.TypesInfo, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	if !ok || types.TypeString(types.Unalias(f.Type()), nil) != "*archive/zip.File" ||
		!s.same(f) || !technique.Predeclared(s.pass, s.call.Node().Pos(), "int64") {
		return ""
	}
	return "int64(" + f.Name() + ".UncompressedSize64)"
}
