package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// reading is a reader of a text that is converted for it.
type reading struct {
	pass *analysis.Pass
	file *ast.File
	dir  direction
	text ast.Expr         // what is converted
	cur  inspector.Cursor // the call that makes the reader
	// buffer says that the reader is a bytes.Buffer, of which a strings.Reader has only
	// the methods that read.
	buffer bool
	kept   bool // something may keep the reader
}

// read matches a text that becomes a reader. Both packages have the same one.
//
//	have: strings.NewReader(string(b)), bytes.NewBuffer([]byte(s)), bytes.NewBufferString(s)
//	want: bytes.NewReader(b), strings.NewReader(s), strings.NewReader(s)
func read(pass *analysis.Pass, cur inspector.Cursor, dir direction,
	drop []analysis.TextEdit) (p technique.Proposal, ok bool) {
	up := cur.Parent()
	call, ok := up.Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
		return p, false
	}
	conv := cur.Node().(*ast.CallExpr)
	r := &reading{pass: pass, dir: dir, cur: up, text: conv}
	if len(conv.Args) == 1 {
		r.text = conv.Args[0]
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok {
		return p, false
	}
	switch fn.FullName() {
	case "bytes.NewReader", "bytes.NewBuffer":
		ok = dir == toString
		r.buffer = fn.Name() == "NewBuffer"
	case "strings.NewReader":
		ok = dir == toBytes
	default:
		return p, false
	}
	p, proposed := r.propose(conv)
	p.Edits = append(p.Edits, drop...)
	return p, ok && proposed
}

// readString matches a buffer of a string that is only read.
func readString(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "bytes", "NewBufferString") {
		return technique.Proposal{}, false
	}
	r := &reading{pass: pass, dir: toString, cur: cur, text: call.Args[0], buffer: true}
	return r.propose(call)
}

// readConstant matches the bytes of a constant that are only read.
func readConstant(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	info := pass.TypesInfo
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		!technique.IsBytes(info.TypeOf(call)) || info.Types[call.Args[0]].Value == nil {
		return p, false
	}
	return read(pass, cur, toString, unwrap(cur))
}

// propose calls the function of the other package, if it is the same for all that gets
// the reader.
func (r *reading) propose(at ast.Node) (p technique.Proposal, ok bool) {
	call := r.cur.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	r.file = technique.FileOf(r.pass, call.Pos())
	if !ok || r.file == nil || !r.goes(r.cur) || r.asked() {
		return p, false
	}
	if r.dir == toBytes && !r.untouched() {
		return p, false
	}
	path := [2]string{"bytes", "strings"}[r.dir]
	pkg, edits := technique.AddImport(r.pass, r.file, call.Pos(), path)
	return technique.Proposal{At: at, Also: []ast.Node{call},
		Message: "read the " + [2]string{"bytes themselves", "string itself"}[r.dir],
		Edits: append(edits, technique.Replace(sel.X, pkg),
			technique.Replace(sel.Sel, "NewReader"))}, true
}

// goes follows the reader: it may be an argument that is an interface, what a method
// for reading is called on, and a variable with such uses.
func (r *reading) goes(cur inspector.Cursor) bool {
	up := cur.Parent()
	switch kind, index := cur.ParentEdge(); kind {
	case edge.ParenExpr_X:
		return r.goes(up)
	case edge.CallExpr_Args:
		return r.argument(up, index)
	case edge.SelectorExpr_X:
		return up.ParentEdgeKind() == edge.CallExpr_Fun && r.method(up)
	case edge.AssignStmt_Rhs:
		return r.assigned(up.Node().(*ast.AssignStmt), index)
	}
	return false
}

// argument reports whether a call takes the reader as an interface that the other
// reader has, too.
func (r *reading) argument(up inspector.Cursor, index int) bool {
	call := up.Node().(*ast.CallExpr)
	sig, ok := r.pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || call.Ellipsis.IsValid() || r.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	var t types.Type
	switch last := sig.Params().Len() - 1; {
	case sig.Variadic() && index >= last:
		t = sig.Params().At(last).Type().(*types.Slice).Elem()
	case index <= last:
		t = sig.Params().At(index).Type()
	default:
		return false
	}
	r.kept = r.kept || !r.consumed(up, index)
	return r.fits(t)
}

// fits reports whether the other reader has the methods of an interface, and each of
// them does the same.
func (r *reading) fits(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param || !types.IsInterface(t) {
		return false
	}
	all := t.Underlying().(*types.Interface)
	for m := range all.Methods() {
		if !slices.Contains(r.methods(), m.Name()) {
			return false
		}
	}
	return all.NumMethods() > 0
}

// methods are the methods that both have, and that do the same in both: a buffer that
// was not just read from refuses to go back.
func (r *reading) methods() []string {
	common := []string{"Read", "ReadByte", "ReadRune", "WriteTo", "Len"}
	if r.buffer {
		return common
	}
	return append(common, "UnreadByte", "UnreadRune", "Seek", "ReadAt", "Size")
}

func (r *reading) method(sel inspector.Cursor) bool {
	return slices.Contains(r.methods(), sel.Node().(*ast.SelectorExpr).Sel.Name)
}

// assigned follows the reader into a variable of its own, and into a field of a struct
// of another package, which is an interface.
func (r *reading) assigned(n *ast.AssignStmt, index int) bool {
	if len(n.Lhs) != len(n.Rhs) {
		return false
	}
	info := r.pass.TypesInfo
	switch lhs := n.Lhs[index].(type) {
	case *ast.Ident:
		v, ok := info.Defs[lhs].(*types.Var)
		return ok && r.variable(v)
	case *ast.SelectorExpr:
		field, ok := info.Uses[lhs.Sel].(*types.Var)
		r.kept = true
		return ok && n.Tok == token.ASSIGN && field.IsField() && field.Pkg() != r.pass.Pkg &&
			r.fits(field.Type())
	}
	return false
}

// variable reports whether all uses of the reader's variable are such as its own.
func (r *reading) variable(v *types.Var) bool {
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		if !r.goes(use) {
			return false
		}
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			r.kept = true
		}
	}
	return ok && len(uses) > 0
}

// asked reports whether the package asks somewhere whether a reader is of one of the
// types of package bytes or strings.
func (r *reading) asked() bool {
	for _, file := range r.pass.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil && r.isReader(n.Type) {
					return true
				}
			case *ast.CaseClause:
				if slices.ContainsFunc(n.List, r.isReader) {
					return true
				}
			}
		}
	}
	return false
}

func (r *reading) isReader(e ast.Expr) bool {
	tv := r.pass.TypesInfo.Types[e]
	return tv.IsType() && (technique.IsNamed(tv.Type, "bytes", "Buffer") ||
		technique.IsNamed(tv.Type, "bytes", "Reader") ||
		technique.IsNamed(tv.Type, "strings", "Reader"))
}

// consumed reports whether the call at cur is done with the reader when it returns, or
// makes something of which only methods are called: nothing reads from it later.
func (r *reading) consumed(cur inspector.Cursor, index int) bool {
	call := cur.Node().(*ast.CallExpr)
	if technique.RunsLater(cur) {
		return false
	}
	fn, ok := technique.Func(r.pass.TypesInfo, call)
	if !ok || !effects.Known(fn) {
		return false
	}
	if effects.RetainsNothing(fn, index) {
		return true
	}
	switch up := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return cur.Parent().ParentEdgeKind() == edge.CallExpr_Fun &&
			r.returnsText(cur.Parent().Parent())
	case *ast.AssignStmt:
		if len(up.Lhs) != 1 || len(up.Rhs) != 1 {
			return false
		}
		id, ok := up.Lhs[0].(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := r.pass.TypesInfo.Defs[id].(*types.Var)
		return ok && r.onlyCalled(v)
	}
	return false
}

// onlyCalled reports whether a variable is only there to call methods.
func (r *reading) onlyCalled(v *types.Var) bool {
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.SelectorExpr_X ||
			use.Parent().ParentEdgeKind() != edge.CallExpr_Fun ||
			!r.returnsText(use.Parent().Parent()) {
			return false
		}
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			return false
		}
	}
	return ok
}

// returnsText reports whether the results of a call cannot hold a reader.
func (r *reading) returnsText(cur inspector.Cursor) bool {
	if technique.RunsLater(cur) {
		return false
	}
	fn, ok := technique.Func(r.pass.TypesInfo, cur.Node().(*ast.CallExpr))
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		t := v.Type()
		for {
			list, ok := t.Underlying().(*types.Slice)
			if !ok {
				break
			}
			t = list.Elem()
		}
		_, basic := t.Underlying().(*types.Basic)
		if !basic && !technique.IsError(t) {
			return false
		}
	}
	return true
}
