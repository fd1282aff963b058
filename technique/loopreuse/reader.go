package loopreuse

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// isReader matches a reader of the standard library that is made for one iteration, and given
// away for a while.
//
//	have: r := bytes.NewReader(b)        r := io.LimitReader(from, n)
//	want: r.Reset(b)                     *r = io.LimitedReader{R: from, N: n}
func (s *scratch) isReader() bool {
	call, ok := s.made.(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil ||
		len(call.Args) != fn.Signature().Params().Len() {
		return false
	}
	name, within := s.name.Name, ""
	typ := types.Type(nil)
	if ptr, ok := fn.Signature().Results().At(0).Type().(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "bytes.NewReader", "strings.NewReader":
		within = name + ".Reset(" + s.text(call.Args[0]) + ")"
	case "bytes.NewBuffer", "io.NewSectionReader":
		within = "*" + name + " = *" + s.text(call)
	case "io.LimitReader":
		typ = fn.Pkg().Scope().Lookup("LimitedReader").Type()
	default:
		return false
	}
	written, ok := s.typeText(typ)
	if !ok {
		return false
	}
	if within == "" {
		within = "*" + name + " = " + written + "{R: " + s.text(call.Args[0]) + ", N: " +
			s.text(call.Args[1]) + "}"
	}
	loan := effects.Lent(s.pass, s.v, true)
	if !loan.Lent || !loan.Leaves {
		return false
	}
	s.at, s.leaves, s.trusts = call, true, s.trusts || loan.Trusts
	s.before, s.within = name+" := new("+written+")", within
	return technique.Predeclared(s.pass, s.loop.Node().Pos(), "new")
}
