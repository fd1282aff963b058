package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// resettable matches the value of a variable as an object of the standard library
// that Reset makes new again: the constructor and Reset take the same, but for the
// constant size of a buffer.
//
//	gzip.NewWriter(w), bufio.NewReaderSize(conn, 1<<10)
func (s *pooled) resettable() bool {
	call, ok := s.value.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || !constructs(fn) || fn.Signature().Params().Len() != len(call.Args) {
		return false
	}
	if _, plain := ast.Unparen(call.Fun).(*ast.SelectorExpr); !plain {
		return false
	}
	switch fn.Pkg().Path() {
	case "bytes", "strings":
		return false // a pool costs what the object does
	case "bufio":
		if types.Identical(s.pass.TypesInfo.TypeOf(call.Args[0]), s.v.Type()) {
			return false
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(s.v.Type(), false, fn.Pkg(), "Reset")
	reset, ok := obj.(*types.Func)
	return ok && reset.Signature().Results().Len() == 0 && s.takesSame(fn, reset, call) &&
		s.zeroes() != ""
}

// takesSame reports whether Reset has the parameters of a constructor. A constructor of
// package bufio may take a constant size besides.
func (s *pooled) takesSame(fn, reset *types.Func, call *ast.CallExpr) bool {
	params, again := fn.Signature().Params(), reset.Signature().Params()
	more := params.Len() - again.Len()
	if more < 0 || more > 1 || more == 1 && (fn.Pkg().Path() != "bufio" || s.size(call) == "") {
		return false
	}
	for i := range again.Len() {
		if !types.Identical(params.At(i).Type(), again.At(i).Type()) {
			return false
		}
	}
	return true
}

// size returns how the constant size of a buffer is written outside of the function; ""
// for none, and for one that is too large to be kept.
func (s *pooled) size(call *ast.CallExpr) string {
	last := call.Args[len(call.Args)-1]
	if n, ok := technique.ConstantInt(s.pass.TypesInfo, last); !ok || n < 0 || n > mostArray {
		return ""
	}
	return s.constant(last)
}

// zeroes returns what a new object in the pool is made with, and what it holds
// there: arguments that lead nowhere.
func (s *pooled) zeroes() string {
	call := s.value.(*ast.CallExpr)
	fn, _ := technique.Func(s.pass.TypesInfo, call)
	var list []string
	for p := range fn.Signature().Params().Variables() {
		switch {
		case types.IsInterface(p.Type()) && technique.Predeclared(s.pass, call.Pos(), "nil"):
			list = append(list, "nil")
		case len(list) > 0 && len(list) == len(call.Args)-1 && s.size(call) != "":
			list = append(list, s.size(call))
		default:
			return ""
		}
	}
	return strings.Join(list, ", ")
}

// nothing returns the arguments of Reset that lead nowhere.
func (s *pooled) nothing() string {
	zeroes, _, _ := strings.Cut(s.zeroes(), ", "+s.size(s.value.(*ast.CallExpr)))
	return zeroes
}

// renewed returns the arguments of Reset that make an object from the pool what
// the function wants.
func (s *pooled) renewed() string {
	call := s.value.(*ast.CallExpr)
	var list []string
	for _, arg := range call.Args {
		list = append(list, technique.Text(s.pass, arg))
	}
	if s.form == known && s.size(call) != "" {
		list = list[:len(list)-1]
	}
	return strings.Join(list, ", ")
}

// mayBuffer reports whether a constructor of package bufio could get a reader or writer
// that has a buffer of its own, which it would return as it is.
func (s *pooled) mayBuffer() bool {
	call := s.value.(*ast.CallExpr)
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg().Path() != "bufio" {
		return false
	}
	t, ok := s.pass.TypesInfo.TypeOf(call.Args[0]).Underlying().(*types.Interface)
	return ok && types.Implements(s.v.Type(), t) && !s.wraps(call.Args[0])
}

// wraps reports whether a reader or writer is one of package io, which has no buffer, or a
// variable that always is.
func (s *pooled) wraps(e ast.Expr) bool {
	info := s.pass.TypesInfo
	if v, ok := technique.Variable(info, ast.Unparen(e)); ok {
		if e = technique.OnlyValue(s.pass, v); e == nil {
			return false
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	for _, name := range []string{"LimitReader", "TeeReader", "MultiReader", "MultiWriter"} {
		if technique.IsFunc(info, call, "io", name) {
			return true
		}
	}
	return false
}

// knownLines returns the lines for an object that Reset renews. A reader or writer that may have a
// buffer already is asked first, under a name where it is not the same twice.
//
//	bw, ok := w.(*bufio.Writer)
//	if !ok || bw.Size() < 4096 { take it from the pool }
func (s *pooled) knownLines(v, name, typ, get string) []string {
	if !s.mayBuffer() {
		return append([]string{v + get, v + ".Reset(" + s.renewed() + ")"}, s.emptied(v, name)...)
	}
	call := s.value.(*ast.CallExpr)
	from := technique.Text(s.pass, call.Args[0])
	var lines []string
	if !technique.Pure(s.pass.TypesInfo, call.Args[0]) {
		under := technique.FreshName(s.pass, s.file, "under")
		lines, from = append(lines, under+" := "+from), under
	}
	ok := "ok"
	scope := s.v.Parent()
	if s.inner != nil {
		scope = s.pass.Pkg.Scope().Innermost(s.stmt.Pos())
	}
	if _, obj := scope.LookupParent(ok, token.NoPos); obj != nil {
		ok = technique.FreshName(s.pass, s.file, "buffered")
	}
	size := "4096"
	if s.size(call) != "" {
		size = technique.Text(s.pass, call.Args[1])
	}
	lines = append(lines, v+", "+ok+" := "+from+".("+typ+")",
		"if !"+ok+" || "+v+".Size() < "+size+" {",
		v+strings.Replace(get, ":=", "=", 1), v+".Reset("+from+")")
	return append(append(lines, s.emptied(v, name)...), "}")
}
