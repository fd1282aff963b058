package optionvalue

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// largestCopy is how many bytes a configuration has at most of which options get a copy.
const largestCopy = 4096

// without matches a loop that gives the address of a configuration to options that may be of any
// package. Behind it, the configuration is only read.
//
//	have: var c Config; for _, o := range options { o(&c) }; use(c.n, c)
//	want: var c Config; set := &c
//	      if len(options) > 0 {
//	          changed := c; for _, o := range options { o(&changed) }; set = &changed
//	      }
//	      use(set.n, *set)
func without(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	loop := cur.Node().(*ast.RangeStmt)
	info := pass.TypesInfo
	options, isName := loop.X.(*ast.Ident)
	v, op := configured(info, cur)
	if !isName || v == nil || op == nil || !technique.InList(cur) ||
		technique.GotoAround(pass, cur) || technique.Commented(pass, loop) {
		return p, false
	}
	list, isVar := technique.Variable(info, options)
	if _, isSlice := info.TypeOf(options).Underlying().(*types.Slice); !isSlice || !isVar ||
		!technique.Fixed(pass, list) || !technique.Predeclared(pass, loop.Pos(), "len") {
		return p, false
	}
	def, ok := technique.Definition(pass, v)
	size, known := technique.SizeOf(pass, v.Type())
	if !ok || !declaredBefore(def, cur) || !technique.Copyable(v.Type()) || !known ||
		size > largestCopy {
		return p, false
	}
	file := technique.FileOf(pass, loop.Pos())
	set := technique.FreshName(pass, file, "set")
	changed := technique.FreshName(pass, file, "changed")
	body := make(map[ast.Node]string)
	read := 0
	uses, _ := technique.LocalUses(pass, v)
	for _, use := range uses {
		given, addressed := technique.Changed(info, use)
		switch within := loop.Pos() <= use.Node().Pos() && use.Node().Pos() < loop.End(); {
		case technique.InLiteral(use, v):
			return p, false
		case within:
			body[use.Node()] = changed
		case addressed:
			return p, false
		case use.Node().Pos() < loop.Pos():
		case given:
			return p, false
		case use.ParentEdgeKind() == edge.SelectorExpr_X:
			p.Edits, read = append(p.Edits, technique.Replace(use.Node(), set)), read+1
		case byCopy(use):
			p.Edits, read = append(p.Edits, technique.Replace(use.Node(), "*"+set)), read+1
		default:
			return p, false
		}
	}
	text := fmt.Sprintf("%s := &%s\nif len(%s) > 0 {\n%s := %[2]s\n%[5]s\n%[1]s = &%[4]s\n}",
		set, v.Name(), options.Name, changed, technique.Patch(pass, loop, body))
	p.Safe = true
	p.At, p.Message = def.Node(), "keep "+v.Name()+" on the stack where there are no options"
	p.Edits = append(p.Edits, technique.Replace(loop, text))
	return p, read > 0
}

// configured returns the variable whose address a loop gives to its own variable, a function or
// an interface, and that.
func configured(info *types.Info, loop inspector.Cursor) (v, op *types.Var) {
	n := loop.Node().(*ast.RangeStmt)
	if n.Value == nil {
		return nil, nil
	}
	name, isName := n.Value.(*ast.Ident)
	if !isName {
		return nil, nil
	}
	op, _ = info.Defs[name].(*types.Var)
	for at := range loop.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		fun := ast.Unparen(call.Fun)
		if sel, ok := fun.(*ast.SelectorExpr); ok && types.IsInterface(info.TypeOf(sel.X)) {
			fun = sel.X
		}
		if op == nil || !technique.Names(info, fun, op) {
			continue
		}
		for _, arg := range call.Args {
			addr, ok := arg.(*ast.UnaryExpr)
			if !ok {
				continue
			}
			of, ok := technique.Variable(info, addr.X)
			if _, isStruct := info.TypeOf(addr.X).Underlying().(*types.Struct); ok && isStruct &&
				!of.IsField() && !(n.Body.Pos() <= of.Pos() && of.Pos() < n.Body.End()) {
				return of, op
			}
		}
	}
	return nil, nil
}

// declaredBefore reports whether a name is declared in the list of a loop, before it: each time
// that the loop runs there is a new one.
func declaredBefore(def, loop inspector.Cursor) bool {
	for prev, ok := loop.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if prev.Node().Pos() <= def.Node().Pos() && def.Node().Pos() < prev.Node().End() {
			stmt := def.Parent().Node()
			_, isSpec := stmt.(*ast.ValueSpec)
			return isSpec && prev.Contains(def) || stmt == prev.Node()
		}
	}
	return false
}

// byCopy reports whether a use of a variable is one of its value where an operator can stand.
func byCopy(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.CallExpr_Args, edge.AssignStmt_Rhs, edge.ReturnStmt_Results, edge.ValueSpec_Values,
		edge.KeyValueExpr_Value:
		return true
	}
	return false
}
