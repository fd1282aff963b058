package nofmt

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// pieces returns what the call prints, piece by piece. It is not ok when fmt
// would have to be asked, or when nothing would be gained.
func (s *site) pieces(fn function) ([]piece, bool) {
	list, ok := s.directives(fn)
	if !ok || !ordered(s, fn) {
		return nil, false
	}
	var out []piece
	next := 0
	for _, d := range list {
		if d.Verb == 0 {
			out = append(out, literal(d.Text))
			continue
		}
		if next == len(s.operands) {
			return nil, false // "%!d(MISSING)"
		}
		p, ok := s.operand(s.operands[next], d)
		if !ok {
			return nil, false
		}
		out = append(out, p)
		next++
	}
	return out, next == len(s.operands) && next > 0 // else "%!(EXTRA"
}

// directives returns the format of the call, or one that says what Print and
// Println do.
func (s *site) directives(fn function) ([]fmtverb.Directive, bool) {
	if len(s.call.Args) < fn.fixed+len(s.operands) || len(s.operands) == 0 {
		return nil, false
	}
	if fn.style == "f" {
		format, ok := technique.ConstantText(s.pass.TypesInfo, s.call.Args[fn.fixed])
		if !ok {
			return nil, false
		}
		return fmtverb.Parse(format)
	}
	var list []fmtverb.Directive
	for i, x := range s.operands {
		if i > 0 && (fn.style == "ln" || !s.isString(s.operands[i-1]) && !s.isString(x)) {
			list = fmtverb.AddText(list, " ")
		}
		list = append(list, fmtverb.Directive{Verb: 'v', Spec: "%v", Prec: -1, Plain: true})
	}
	if fn.style == "ln" {
		list = fmtverb.AddText(list, "\n")
	}
	return list, true
}

// unconverted takes bytes for an operand that is a string of them, where fmt would print the
// same.
//
//	have: fmt.Sprintf("%x", string(id[:]))
//	like: fmt.Sprintf("%x", id[:])
func (s *site) unconverted(fn function) {
	list, ok := s.directives(fn)
	if !ok || fn.style != "f" {
		return
	}
	s.operands = slices.Clone(s.operands)
	next := 0
	for _, d := range list {
		if d.Verb == 0 || next == len(s.operands) {
			continue
		}
		call, ok := ast.Unparen(s.operands[next]).(*ast.CallExpr)
		if ok && d.Plain && (d.Verb == 'x' || d.Verb == 's') && len(call.Args) == 1 &&
			s.pass.TypesInfo.Types[call.Fun].IsType() &&
			types.Identical(s.pass.TypesInfo.TypeOf(call), types.Typ[types.String]) &&
			technique.IsBytes(s.pass.TypesInfo.TypeOf(call.Args[0])) {
			s.operands[next] = call.Args[0]
		}
		next++
	}
}

func (s *site) isString(x ast.Expr) bool {
	return technique.IsText(s.pass.TypesInfo.TypeOf(x))
}

// boxed reports whether fmt gets a new object for x: constants are in the
// program already, and the runtime has all values of one byte.
func (s *site) boxed(x ast.Expr) bool {
	tv := s.pass.TypesInfo.Types[x]
	size, known := technique.SizeOf(s.pass, tv.Type)
	return tv.Value == nil && (!known || size > 1)
}

func (s *site) anyBoxed() bool {
	for _, x := range s.operands {
		if s.boxed(x) {
			return true
		}
	}
	return false
}
