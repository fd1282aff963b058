package prealloc

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// trusted is how many bytes a slice gets for what a number says that may be a lie.
const trusted = 4 << 10

// fallible returns the room for a loop that counts to a number, appends one element each time, and
// may fail before, with an error or a panic: as much as the number says, up to a bound.
//
//	for range n { x, err := read(); if err != nil { return nil, err }; out = append(out, x) }
func (l *loop) fallible(v *types.Var, appends []*ast.AssignStmt, most int) (size string, ok bool) {
	if l.limit.fixed || l.limit.sum || l.limit.hoist || l.limit.below || most != 1 ||
		len(appends) != 1 ||
		!slices.Contains(l.body.List, ast.Stmt(appends[0])) || !l.onlyFails() ||
		!l.stays(l.limit.expr) {
		return "", false
	}
	elem, known := technique.SizeOf(l.pass, v.Type().Underlying().(*types.Slice).Elem())
	if !known || elem == 0 || elem > trusted/4 ||
		!technique.Predeclared(l.pass, appends[0].Pos(), "min") ||
		!technique.Since(l.pass, l.file, "go1.21") {
		return "", false
	}
	most = int(trusted / elem)
	if n, isSmall := largest(l.pass.TypesInfo.TypeOf(l.limit.expr)); isSmall && n <= most {
		return l.limit.text, true
	}
	return fmt.Sprintf("min(%s, %d)", l.limit.text, most), true
}

// onlyFails reports whether all that ends an iteration early is a return that gives an error, or
// false.
func (l *loop) onlyFails() bool {
	only := true
	technique.Leaving(l.body, func(stmt ast.Stmt) {
		ret, ok := stmt.(*ast.ReturnStmt)
		only = only && ok && technique.Fails(l.pass.TypesInfo, ret)
	})
	return only
}

// stays reports whether a number is a variable of the function, perhaps converted, that no call
// gives another value: if the loop does not either, it is more than zero in an iteration.
func (l *loop) stays(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 &&
		l.pass.TypesInfo.Types[call.Fun].IsType() {
		e = ast.Unparen(call.Args[0])
	}
	v, ok := technique.Variable(l.pass.TypesInfo, e)
	if !ok || v.Parent() == l.pass.Pkg.Scope() {
		return false
	}
	return !slices.ContainsFunc(technique.UsesOf(l.pass, v), func(use inspector.Cursor) bool {
		given, addressed := technique.Replaced(use)
		return addressed || given && !technique.InFunc(use, l.fn()) ||
			technique.ByMethod(l.pass.TypesInfo, use)
	})
}

// largest returns the largest value of an integer type of few bits.
func largest(t types.Type) (n int, ok bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	switch basic.Kind() {
	case types.Int8:
		return 1<<7 - 1, true
	case types.Uint8:
		return 1<<8 - 1, true
	}
	return 0, false
}
