package nofmt

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"

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
	next, gained := 0, false
	for _, d := range list {
		if d.Verb == 0 {
			out = joined(out, literal(d.Text))
			continue
		}
		if next == len(s.operands) {
			return nil, false // "%!d(MISSING)"
		}
		x := s.operands[next]
		next++
		p, ok := s.operand(x, d)
		if ok {
			gained = gained || s.boxed(x)
		} else if p, ok = s.byFmt(fn, x, d); ok {
			s.rest = true
		} else {
			return nil, false
		}
		out = joined(out, p)
	}
	return out, next == len(s.operands) && next > 0 && (gained || !s.rest) // else "%!(EXTRA"
}

// byFmt returns the piece of a text that fmt appends, since it alone knows how: of an operand
// whose methods, if fmt calls some, cannot change the others.
//
//	have: fmt.Sprintf("%s: %v", name, err)
//	want: string(fmt.Appendf(append(append(make([]byte, 0, 64), name...), ": "...), "%v", err))
func (s *site) byFmt(fn function, x ast.Expr, d fmtverb.Directive) (piece, bool) {
	if fn.name != "Sprint" || fn.style != "f" || d.Verb == 'w' ||
		!technique.Since(s.pass, s.file, "go1.19") {
		return piece{}, false
	}
	t := s.pass.TypesInfo.TypeOf(x)
	if _, basic := t.Underlying().(*types.Basic); !basic ||
		fmtverb.Asks(types.NewPointer(t), d.Verb) {
		for _, other := range s.operands {
			if other != x && s.pass.TypesInfo.Types[other].Value == nil && !s.unchangeable(other) {
				return piece{}, false
			}
		}
	}
	args := strconv.Quote(d.Spec) + ", " + technique.Text(s.pass, x) + ")"
	fmt := s.use("fmt")
	return piece{text: fmt + ".Sprintf(" + args, add: fmt + ".Appendf($, " + args, room: guess,
		buffered: true}, true
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
// program already, the runtime has all values of one byte, and a pointer is a word.
func (s *site) boxed(x ast.Expr) bool {
	tv := s.pass.TypesInfo.Types[x]
	size, known := technique.SizeOf(s.pass, tv.Type)
	return tv.Value == nil && (!known || size > 1) && !technique.IsPointer(tv.Type)
}

func (s *site) anyBoxed() bool {
	for _, x := range s.operands {
		if s.boxed(x) {
			return true
		}
	}
	return false
}
