package biginplace

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// operands are the numbers of a function that are only operands, and are made in loops.
type operands struct {
	pass  *analysis.Pass
	file  *ast.File
	fn    inspector.Cursor
	names int // how many are made before loops
	edits []analysis.TextEdit
	also  []ast.Node
}

// operandsOf matches a function in whose loops numbers are made that are only operands. What is
// made before a loop serves all of its statements.
//
//	have: for ... { x.Mod(new(big.Int).Mul(x, y), m) }
//	want: tmp := new(big.Int); for ... { x.Mod(tmp.Mul(x, y), m) }
func operandsOf(pass *analysis.Pass, fn inspector.Cursor) (p technique.Proposal, ok bool) {
	o := &operands{pass: pass, fn: fn, file: technique.FileOf(pass, fn.Node().Pos())}
	if o.file == nil {
		return p, false
	}
	for loop := range fn.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		at := loop
		if _, labeled := loop.Parent().Node().(*ast.LabeledStmt); labeled {
			at = loop.Parent()
		}
		if technique.InFunc(loop, fn) && !technique.Repeated(at.Parent(), fn.Node().Pos()) &&
			technique.InList(at) && !technique.HasGoto(pass, fn.Node()) {
			o.in(loop, at)
		}
	}
	if len(o.also) == 0 {
		return p, false
	}
	return technique.Proposal{At: o.also[0], Also: o.also[1:], Edits: o.edits, Safe: true,
		Message: "make the operand once, before the loop"}, true
}

// in looks into a loop, around which no other one stands. Operands of one statement have numbers of
// their own.
func (o *operands) in(loop, at inspector.Cursor) {
	var before []string
	made := make(map[ast.Node]int)
	for cur := range loop.Preorder((*ast.CallExpr)(nil)) {
		start := cur.Node().(*ast.CallExpr)
		if !newNumber(o.pass.TypesInfo, start) ||
			!technique.IsBigInt(o.pass.TypesInfo.TypeOf(start)) || once(cur, loop) ||
			!within(cur, o.fn) {
			continue
		}
		number := outermost(o.pass.TypesInfo, cur)
		if number == cur || !onlyOperand(o.pass, o.fn, number) ||
			!technique.Predeclared(o.pass, start.Pos(), "new") {
			continue
		}
		stmt := statement(cur)
		if made[stmt]++; made[stmt] > len(before) {
			before = append(before, o.name())
			o.edits = append(o.edits,
				technique.Insert(technique.Start(o.pass, o.file, at.Node()),
					before[len(before)-1]+" := "+technique.Text(o.pass, start)+"\n"))
		}
		o.edits = append(o.edits, technique.Replace(start, before[made[stmt]-1]))
		o.also = append(o.also, number.Node())
	}
}

// name returns the name of the next number.
func (o *operands) name() string {
	name := "tmp"
	if o.names++; o.names > 1 {
		name = fmt.Sprint(name, o.names)
	}
	return technique.FreshName(o.pass, o.file, name)
}

// onlyOperand reports whether a number is only given to methods that compute others with it, or is
// asked.
func onlyOperand(pass *analysis.Pass, fn, number inspector.Cursor) bool {
	switch number.ParentEdgeKind() {
	case edge.CallExpr_Args, edge.SelectorExpr_X:
		n := &effects.Numbers{Pass: pass, Alone: true, Refused: later(fn)}
		return n.Use(number)
	}
	return false
}

// once reports whether code runs once for a loop, before it.
func once(cur, loop inspector.Cursor) bool {
	for ; cur.Parent() != loop; cur = cur.Parent() {
	}
	return cur.ParentEdgeKind() == edge.ForStmt_Init || cur.ParentEdgeKind() == edge.RangeStmt_X
}

// statement returns the innermost statement around an expression.
func statement(cur inspector.Cursor) ast.Node {
	for {
		if stmt, ok := cur.Node().(ast.Stmt); ok {
			return stmt
		}
		cur = cur.Parent()
	}
}
