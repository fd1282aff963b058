package pool

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// newNumber matches a number of package math/big that is computed anew: its methods write their
// results to the memory that it has.
//
//	x := new(big.Int), x := big.NewInt(5), x := new(big.Int).SetBytes(b).Mul(a, b)
func (s *pooled) newNumber() bool {
	call, isCall := effects.NumberStart(s.pass.TypesInfo, s.value).(*ast.CallExpr)
	if !isCall {
		return false
	}
	for n := range ast.Preorder(s.value) {
		// The variable is declared before the arguments are evaluated.
		if id, ok := n.(*ast.Ident); ok && id.Name == s.v.Name() {
			return false
		}
	}
	info := s.pass.TypesInfo
	return technique.IsBuiltin(info, call, "new") && info.Types[call.Args[0]].IsType() ||
		technique.IsFunc(info, call, "math/big", "NewInt") && technique.Pure(info, call.Args[0])
}

// numberLines returns the lines that take a number from the pool.
func (s *pooled) numberLines(v, name, get string) []string {
	lines := []string{v + get, "defer func() {",
		"if cap(" + v + ".Bits()) <= " + mostEntries + " {",
		v + ".SetUint64(0)", name + ".Put(" + v + ")", "}", "}()"}
	return append(lines, s.computed(v)...)
}

// computed returns the lines that give a number that is zero its first value.
func (s *pooled) computed(v string) (lines []string) {
	start := effects.NumberStart(s.pass.TypesInfo, s.value)
	call := start.(*ast.CallExpr)
	if !technique.IsBuiltin(s.pass.TypesInfo, call, "new") {
		lines = append(lines, v+".SetInt64("+technique.Text(s.pass, call.Args[0])+")")
	}
	if start != s.value {
		begin := technique.Patch(s.pass, s.value, map[ast.Node]string{start: v})
		lines = append(lines, begin)
	}
	return lines
}

// numberName returns how the type of numbers is written.
func (s *pooled) numberName() string {
	pkg, _ := technique.AddImport(s.pass, s.file, s.fn.Pos(), "math/big")
	return pkg + ".Int"
}

// hoistedNumber returns the declaration before a loop, and what gives the number its value in
// it. The first method sets all of it, but for what begins with zero and is computed later.
func (s *pooled) hoistedNumber(v string) (declared, emptied string) {
	lines := s.computed(v)
	if len(lines) == 0 {
		lines = []string{v + ".SetInt64(0)"}
	}
	return v + " := new(" + s.numberName() + ")", strings.Join(lines, "\n")
}

// numberHere reports whether the number is the function's own, and records the uses.
func (s *pooled) numberHere() bool {
	c := &effects.Numbers{Pass: s.pass, Refused: func(use inspector.Cursor) bool {
		return later(s.pass, use, s.in)
	}}
	if !c.Only(s.v) {
		return false
	}
	for _, id := range technique.UsesOf(s.pass, s.v) {
		s.uses = append(s.uses, id.Node().(*ast.Ident))
	}
	return len(s.uses) > 0 && (s.body == nil || s.endsWithIteration(c.Seen))
}
