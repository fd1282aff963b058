package methodexpr

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// proposeField matches a field of a struct that holds methods of the struct, or a list of them.
//
//	have: type T struct{ step func(int) }; x.step = x.first; x.step(n)
//	want: type T struct{ step func(*T, int) }; x.step = (*T).first; x.step(x, n)
//
// Where other code has the type, which has a name, the field gets one of its own.
func proposeField(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	if p, ok := proposeFor(pass, cur, false); ok {
		return p, true
	}
	return proposeFor(pass, cur, true)
}

func proposeFor(pass *analysis.Pass, cur inspector.Cursor, apart bool) (technique.Proposal, bool) {
	var none technique.Proposal
	f, ok := fieldAt(pass, cur, apart)
	if !ok || technique.MentionedBeside(pass, f.v.Name()) {
		return none, false
	}
	for _, use := range technique.UsesOf(pass, f.v) {
		if !f.plain(use.Node().Pos()) || !f.use(use) {
			return none, false
		}
	}
	if len(f.values) == 0 || !f.alone() || !technique.NeverCopied(pass, f.owner) {
		return none, false
	}
	p := technique.Proposal{At: f.values[0], Edits: f.edits,
		Message: "choose the method by an expression, which needs no closure"}
	p.Also = append(p.Also, f.values[1:]...)
	return p, true
}

// field is a field whose type is one of functions, or of a list of functions.
type field struct {
	pass  *analysis.Pass
	v     *types.Var
	list  bool            // it holds a list
	named *types.TypeName // the name of the functions' type, nil where it has none
	owner *types.TypeName
	apart types.Type // the type of the functions, where the name stays with other code

	names  map[ast.Node]bool // the mentions of that name that are known
	read   map[ast.Node]bool // the uses of the field that stay in it
	values []ast.Node        // the methods that it is given
	edits  []analysis.TextEdit
}

// fieldAt matches a field, by itself in its line, of a type of the package.
func fieldAt(pass *analysis.Pass, cur inspector.Cursor, apart bool) (*field, bool) {
	n := cur.Node().(*ast.Field)
	if len(n.Names) != 1 || n.Names[0].IsExported() || n.Names[0].Name == "_" {
		return nil, false
	}
	v, ok := pass.TypesInfo.Defs[n.Names[0]].(*types.Var)
	if !ok || !v.IsField() {
		return nil, false
	}
	spec, ok := cur.Parent().Parent().Parent().Node().(*ast.TypeSpec)
	if !ok || spec.TypeParams != nil || spec.Assign.IsValid() {
		return nil, false
	}
	owner, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok || owner.Parent() != pass.Pkg.Scope() {
		return nil, false
	}
	f := &field{pass: pass, v: v, owner: owner,
		names: make(map[ast.Node]bool), read: make(map[ast.Node]bool)}
	typ := n.Type
	if array, ok := typ.(*ast.ArrayType); ok {
		typ, f.list = array.Elt, true
	}
	if apart {
		f.apart = pass.TypesInfo.TypeOf(typ)
		return f, f.plain(n.Pos()) && f.written(typ)
	}
	return f, f.plain(n.Pos()) && f.declared(typ)
}

// plain reports whether a place is in a file that may be changed.
func (f *field) plain(at token.Pos) bool {
	file := technique.FileOf(f.pass, at)
	return file != nil && !ast.IsGenerated(file) && !technique.InTest(f.pass, file)
}

// use allows what is done with the field of a struct to which a variable points.
func (f *field) use(id inspector.Cursor) bool {
	info := f.pass.TypesInfo
	if kv, ok := id.Parent().Node().(*ast.KeyValueExpr); ok &&
		id.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return info.Types[kv.Value].IsNil() || f.list && f.states(nil, kv.Value)
	}
	sel, ok := id.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.Sel != id.Node() {
		return false
	}
	x, ok := technique.Variable(info, sel.X)
	if !ok || !f.points(x.Type()) {
		return false
	}
	if f.list {
		return f.read[sel] || f.listed(x, id.Parent())
	}
	return f.state(x, id.Parent())
}

// state allows what is done with one method, the field or an element of it.
func (f *field) state(x *types.Var, cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs && n.Tok == token.ASSIGN &&
			len(n.Lhs) == len(n.Rhs) && f.given(x, n.Rhs[cur.ParentEdgeIndex()])
	case *ast.BinaryExpr:
		return n.Op == token.EQL || n.Op == token.NEQ
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Fun || !f.steady(x, n.Args...) {
			return false
		}
		text := x.Name()
		if len(n.Args) > 0 {
			text += ", "
		}
		f.edits = append(f.edits, technique.Insert(n.Lparen+1, text))
		return true
	}
	return false
}

// steady reports whether what else is evaluated can not change the variable whose method is
// called or named: the method would get another receiver.
func (f *field) steady(x *types.Var, others ...ast.Expr) bool {
	if x == nil || technique.Unassigned(f.pass, x) {
		return true
	}
	for _, other := range others {
		if other != nil && !technique.Pure(f.pass.TypesInfo, other) {
			return false
		}
	}
	return true
}

// points reports whether a type is that of pointers to the struct.
func (f *field) points(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && named.Obj() == f.owner
}

// given allows nil, and a method of the struct that x points to, which is a pointer's method:
// it does not look at the struct before it is called.
func (f *field) given(x *types.Var, value ast.Expr) bool {
	info := f.pass.TypesInfo
	value = ast.Unparen(value)
	if info.Types[value].IsNil() {
		return true
	}
	if e, ok := value.(*ast.IndexExpr); ok && f.list {
		return f.own(x, e.X)
	}
	if conv, ok := value.(*ast.CallExpr); ok && len(conv.Args) == 1 && f.converts(conv) {
		value = ast.Unparen(conv.Args[0])
	}
	if x == nil {
		return false
	}
	sel, ok := value.(*ast.SelectorExpr)
	if !ok || !technique.Names(info, sel.X, x) {
		return false
	}
	method := info.Selections[sel]
	if method == nil || method.Kind() != types.MethodVal || len(method.Index()) != 1 {
		return false
	}
	recv := method.Obj().(*types.Func).Signature().Recv().Type()
	file := technique.FileOf(f.pass, sel.Pos())
	name, edits, ok := technique.TypeText(f.pass, file, sel.Pos(), x.Type())
	f.values = append(f.values, sel)
	f.edits = append(f.edits, technique.Replace(sel.X, "("+name+")"))
	return ok && len(edits) == 0 && f.points(recv)
}
