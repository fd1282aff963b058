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

// declared gives the type of the functions the parameter for the struct: where the field is
// declared, or where the type with a name is that only the field has.
//
//	type state func() int -> type state func(*T) int
func (f *field) declared(typ ast.Expr) bool {
	id, ok := typ.(*ast.Ident)
	if !ok {
		return f.parameter(typ)
	}
	f.named, ok = f.pass.TypesInfo.Uses[id].(*types.TypeName)
	if !ok || f.named.Parent() != f.pass.Pkg.Scope() || f.named.Exported() ||
		technique.MentionedBeside(f.pass, f.named.Name()) || !f.plain(f.named.Pos()) {
		return false
	}
	f.names[id] = true
	for n := range ast.Preorder(technique.FileOf(f.pass, f.named.Pos())) {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Pos() == f.named.Pos() {
			return spec.TypeParams == nil && !spec.Assign.IsValid() && f.parameter(spec.Type)
		}
	}
	return false
}

// written writes the type of functions that only the field has, in the place of a mention of the
// name that other code keeps.
//
//	[]State -> []func(*T) int
func (f *field) written(typ ast.Expr) bool {
	sig, ok := f.apart.Underlying().(*types.Signature)
	if _, plain := ast.Unparen(typ).(*ast.FuncType); plain || !ok ||
		!types.Identical(f.pass.TypesInfo.TypeOf(typ), f.apart) {
		return false
	}
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", types.NewPointer(f.owner.Type()))}
	for v := range sig.Params().Variables() {
		params = append(params, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	var results []*types.Var
	for v := range sig.Results().Variables() {
		results = append(results, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	own := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...),
		types.NewTuple(results...), sig.Variadic())
	file := technique.FileOf(f.pass, typ.Pos())
	text, edits, ok := technique.TypeText(f.pass, file, typ.Pos(), own)
	f.edits = append(append(f.edits, edits...), technique.Replace(typ, text))
	return ok
}

// converts matches a conversion of a method to the type of the functions; where the field has
// another type then, it goes away.
func (f *field) converts(conv *ast.CallExpr) bool {
	if f.apart == nil {
		return f.mention(conv.Fun)
	}
	f.edits = append(f.edits, analysis.TextEdit{Pos: conv.Pos(), End: conv.Lparen + 1},
		analysis.TextEdit{Pos: conv.Rparen, End: conv.End()})
	return f.pass.TypesInfo.Types[conv.Fun].IsType() &&
		types.Identical(f.pass.TypesInfo.TypeOf(conv), f.apart)
}

// parameter gives a type of functions, as it is written there, the parameter.
func (f *field) parameter(typ ast.Expr) bool {
	fn, ok := typ.(*ast.FuncType)
	if !ok || !technique.Visible(f.pass, f.owner, fn.Pos()) {
		return false
	}
	c := &choice{params: fn}
	f.edits = append(f.edits,
		technique.Insert(fn.Params.Opening+1, c.parameter("*"+f.owner.Name())))
	return true
}

// mention matches a mention of the type's name.
func (f *field) mention(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || f.named == nil || f.pass.TypesInfo.Uses[id] != types.Object(f.named) {
		return false
	}
	f.names[id] = true
	return true
}

// alone reports whether the type, if it has a name, is mentioned for the field only.
func (f *field) alone() bool {
	if f.named == nil {
		return true
	}
	for _, use := range technique.UsesOf(f.pass, f.named) {
		if !f.names[use.Node()] {
			return false
		}
	}
	return true
}

// listed allows what is done with the list: it stays in the field, and so do its elements,
// other than to be called or compared with nil.
func (f *field) listed(x *types.Var, cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return f.steady(x, n.Index) && f.state(x, cur.Parent())
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs && n.Tok == token.ASSIGN &&
			len(n.Lhs) == len(n.Rhs) && f.states(x, n.Rhs[cur.ParentEdgeIndex()])
	case *ast.BinaryExpr:
		return n.Op == token.EQL || n.Op == token.NEQ
	case *ast.RangeStmt:
		return n.Value == nil
	case *ast.CallExpr:
		info := f.pass.TypesInfo
		return technique.IsBuiltin(info, n, "len") || technique.IsBuiltin(info, n, "cap")
	}
	return false
}

// states allows a new list of methods of the struct that x points to, and the list of that
// struct, shorter or with more of them. Without x, the list holds none.
//
//	[]func(){x.first}, make([]func(), 0, 4), append(x.states, x.next), x.states[:n]
func (f *field) states(x *types.Var, e ast.Expr) bool {
	info := f.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		for _, elem := range e.Elts {
			if !f.given(x, elem) {
				return false
			}
		}
		return f.listType(e.Type)
	case *ast.SliceExpr:
		return f.steady(x, e.Low, e.High, e.Max) && f.states(x, e.X)
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "make") {
			return f.steady(x, e.Args[1:]...) && f.listType(e.Args[0])
		}
		if !technique.IsBuiltin(info, e, "append") || !f.states(x, e.Args[0]) {
			return false
		}
		for _, elem := range e.Args[1:] {
			if e.Ellipsis.IsValid() && !f.states(x, elem) ||
				!e.Ellipsis.IsValid() && !f.given(x, elem) {
				return false
			}
		}
		return true
	case *ast.SelectorExpr:
		return f.own(x, e)
	default:
		return info.Types[e].IsNil()
	}
}

// listType allows the type of the list, as it is written.
func (f *field) listType(typ ast.Expr) bool {
	array, ok := typ.(*ast.ArrayType)
	if ok && f.apart != nil {
		return f.written(array.Elt)
	}
	return ok && (f.mention(array.Elt) || f.parameter(array.Elt))
}

// own matches the field of the struct that x points to, which gives the field what it holds.
func (f *field) own(x *types.Var, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || x == nil || f.pass.TypesInfo.Uses[sel.Sel] != types.Object(f.v) ||
		!technique.Names(f.pass.TypesInfo, sel.X, x) {
		return false
	}
	f.read[sel] = true
	return true
}
