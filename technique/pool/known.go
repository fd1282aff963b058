package pool

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// resettable matches the value of a variable as an object of the standard library
// that Reset makes new again: the constructor and Reset take the same.
//
//	gzip.NewWriter(w), bufio.NewReader(conn)
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
		// A reader or writer that has a buffer of its own comes back as it is.
		t := s.pass.TypesInfo.TypeOf(call.Args[0])
		if types.IsInterface(t) || types.Identical(t, s.v.Type()) {
			return false
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(s.v.Type(), false, fn.Pkg(), "Reset")
	reset, ok := obj.(*types.Func)
	return ok && reset.Signature().Results().Len() == 0 &&
		types.Identical(types.NewSignatureType(nil, nil, nil, fn.Signature().Params(), nil, false),
			types.NewSignatureType(nil, nil, nil, reset.Signature().Params(), nil, false)) &&
		s.zeroes() != ""
}

// zeroes returns what a new object in the pool is made with, and what it holds
// there: arguments that lead nowhere.
func (s *pooled) zeroes() string {
	call := s.value.(*ast.CallExpr)
	fn, _ := technique.Func(s.pass.TypesInfo, call)
	var list []string
	for p := range fn.Signature().Params().Variables() {
		if !types.IsInterface(p.Type()) || !technique.Predeclared(s.pass, call.Pos(), "nil") {
			return ""
		}
		list = append(list, "nil")
	}
	return strings.Join(list, ", ")
}

// renewed returns the arguments of Reset that make an object from the pool what
// the function wants.
func (s *pooled) renewed() string {
	call := s.value.(*ast.CallExpr)
	var list []string
	for _, arg := range call.Args {
		list = append(list, technique.Text(s.pass, arg))
	}
	return strings.Join(list, ", ")
}
