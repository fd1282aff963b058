package pool

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// From this length on scratch bytes are worth a pool, and up to that they may wait
// in one.
const (
	leastArray = 256
	mostArray  = 64 << 10
)

// length returns how the constant length of scratch bytes is written. It must mean
// the same outside of the function, where the pool is declared.
//
//	buf := make([]byte, 4096), make([]byte, bufferSize)
func (s *pooled) length() (text string, ok bool) {
	call, ok := s.value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(s.pass.TypesInfo, call, "make") || len(call.Args) != 2 {
		return "", false
	}
	value := s.pass.TypesInfo.Types[call.Args[1]].Value
	if value == nil {
		return "", false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	if !exact || n < 0 || n > mostArray {
		return "", false
	}
	text = technique.Text(s.pass, call.Args[1])
	if !technique.Since(s.pass, s.file, "go1.21") { // clear
		return "", false
	}
	for n := range ast.Preorder(call.Args[1]) {
		id, ok := n.(*ast.Ident)
		if ok && s.pass.Pkg.Scope().Lookup(id.Name) != s.pass.TypesInfo.Uses[id] {
			return value.ExactString(), true // a constant of the function, or elsewhere
		}
	}
	return text, true
}

// worthPool reports whether scratch bytes are enough for a pool.
func (s *pooled) worthPool() bool {
	call, ok := s.value.(*ast.CallExpr)
	if !ok {
		return false
	}
	n, _ := constant.Int64Val(constant.ToInt(s.pass.TypesInfo.Types[call.Args[1]].Value))
	return n >= leastArray
}

func isBytesArray(t types.Type) bool {
	u, ok := t.Underlying().(*types.Array)
	return ok && types.Identical(u.Elem(), types.Typ[types.Byte])
}
