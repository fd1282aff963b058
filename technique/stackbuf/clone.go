package stackbuf

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// clone copies another slice to the stack. What is empty may be nil before and is not then,
// unless it was copied to a literal.
//
//	have: v := slices.Clone(w), v := append([]T(nil), w...), v := append([]T{}, w...)
//	want: v := append(make([]T, 0, 16), w...)
func (s *slice) clone() {
	of, literal := s.cloned()
	if of == nil || !literal && !effects.NilUnseen(s.pass, s.v) {
		return
	}
	text, edits, ok := technique.TypeText(s.pass, s.file, s.value.Pos(), s.v.Type())
	if !ok {
		return
	}
	text = fmt.Sprintf("append(make(%s, 0, %d), %s...)", text, s.room(),
		technique.Text(s.pass, of))
	technique.Report(s.pass, technique.Proposal{At: s.value, Safe: s.safe,
		Message: "copy to the stack, as long as it fits",
		Edits:   append(edits, technique.Replace(s.value, text))})
}

// cloned returns the slice that the value copies; nil for none. With literal it is copied to
// a slice that is not nil.
func (s *slice) cloned() (of ast.Expr, literal bool) {
	info, args := s.pass.TypesInfo, s.value.Args
	switch {
	case technique.IsFunc(info, s.value, "slices", "Clone"),
		technique.IsFunc(info, s.value, "bytes", "Clone"):
		return args[0], false
	case !technique.IsBuiltin(info, s.value, "append") || len(args) != 2 ||
		!s.value.Ellipsis.IsValid():
		return nil, false
	}
	if _, text := info.TypeOf(args[1]).Underlying().(*types.Basic); text {
		return nil, false
	}
	switch to := ast.Unparen(args[0]).(type) {
	case *ast.CompositeLit:
		if len(to.Elts) == 0 {
			return args[1], true
		}
	case *ast.CallExpr:
		if info.Types[to.Fun].IsType() && info.Types[to.Args[0]].IsNil() {
			return args[1], false
		}
	}
	return nil, false
}
