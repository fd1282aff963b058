package byvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// all looks at all of the package, and makes the edits. It fails where something would not do
// the same with values.
func (s *small) all() bool {
	for cur := range s.root.Preorder() {
		if !s.node(cur) {
			return false
		}
	}
	return true
}

// named does the same for the functions that name the struct or one that points to it, which is
// where most fail: a look at all of the package takes long. Some function must name it.
func (s *small) named() bool {
	seen := make(map[inspector.Cursor]bool)
	if !s.within(technique.UsesOf(s.pass, s.typ), seen) || len(seen) == 0 {
		return false
	}
	scope := s.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if typ, ok := scope.Lookup(name).(*types.TypeName); ok && s.holds(typ.Type()) &&
			!s.within(technique.UsesOf(s.pass, typ), seen) {
			return false
		}
	}
	return true
}

// within looks at the functions around some places that were not looked at.
func (s *small) within(places []inspector.Cursor, seen map[inspector.Cursor]bool) bool {
	for _, use := range places {
		for fn := range use.Enclosing((*ast.FuncDecl)(nil)) {
			if seen[fn] {
				continue
			}
			seen[fn] = true
			for cur := range fn.Preorder() {
				if !s.node(cur) {
					return false
				}
			}
		}
	}
	return true
}

func (s *small) node(cur inspector.Cursor) bool {
	info := s.pass.TypesInfo
	switch n := cur.Node().(type) {
	case *ast.FuncDecl:
		fn, ok := info.Defs[n.Name].(*types.Func)
		if !ok || !s.leads(fn.Signature(), reach{}) && !s.isReceiver(fn) {
			return ok
		}
		return !directed(n) && s.results(fn.Signature(), n.Body)
	case *ast.FuncLit:
		sig, ok := info.TypeOf(n).(*types.Signature)
		return ok && s.results(sig, n.Body) && s.expr(cur, n)
	case *ast.ValueSpec:
		return len(n.Values) > 0 || n.Type == nil || !s.holds(info.TypeOf(n.Type))
	case *ast.MapType:
		return !s.holds(info.TypeOf(n.Key)) && s.expr(cur, n)
	case *ast.SwitchStmt:
		return n.Tag == nil || !s.holds(info.TypeOf(n.Tag))
	case *ast.CaseClause:
		for _, e := range n.List {
			if t := info.TypeOf(e); t != nil && (s.holds(t) || s.leads(t, reach{})) {
				return false
			}
		}
	case *ast.RangeStmt:
		return s.ranged(n)
	case *ast.StructType:
		return s.embeds(n)
	case *ast.Ident:
		return s.instance(n) && s.expr(cur, n)
	case ast.Expr:
		return s.expr(cur, n)
	}
	return true
}

// embeds reports whether a struct has no methods of this one that get a pointer: an interface may
// call them while the struct changes.
func (s *small) embeds(n *ast.StructType) bool {
	for _, f := range n.Fields.List {
		if len(f.Names) == 0 && s.gains && s.isStruct(s.pass.TypesInfo.TypeOf(f.Type)) {
			return false
		}
	}
	return true
}

// isReceiver reports whether a function is a method of the struct.
func (s *small) isReceiver(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && (s.isPointer(recv.Type()) || s.isStruct(recv.Type()))
}

// results reports whether what a function returns is never nil by itself: because a result that
// has a name was not given a value, or because the function recovered.
func (s *small) results(sig *types.Signature, body *ast.BlockStmt) bool {
	for v := range sig.Results().Variables() {
		if s.holds(v.Type()) && (v.Name() != "" || technique.Recovers(s.pass, body)) {
			return false
		}
	}
	return true
}

// ranged reports whether a loop gives the pointers to no interface.
func (s *small) ranged(n *ast.RangeStmt) bool {
	if n.Tok != token.ASSIGN {
		return true
	}
	info := s.pass.TypesInfo
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e == nil || info.TypeOf(e) == nil || !types.IsInterface(info.TypeOf(e)) {
			continue
		}
		if s.leads(info.TypeOf(n.X), reach{far: true, value: s.gains}) {
			return false
		}
	}
	return true
}

// instance reports whether no type argument leads to the struct.
func (s *small) instance(id *ast.Ident) bool {
	args := s.pass.TypesInfo.Instances[id].TypeArgs
	for t := range args.Types() {
		if s.leads(t, reach{value: true, far: true}) {
			return false
		}
	}
	return true
}

// expr judges an expression by what it is; pointers to the struct are judged by what they are
// used for, too.
func (s *small) expr(cur inspector.Cursor, n ast.Expr) bool {
	tv, ok := s.pass.TypesInfo.Types[n]
	if !ok || tv.Type == nil {
		return true
	}
	if tv.IsType() {
		star, ok := n.(*ast.StarExpr)
		return !ok || !s.isPointer(tv.Type) || s.spelled(cur, star)
	}
	if tv.IsNil() {
		to := s.becomes(outer(cur))
		return to == nil || !s.isPointer(to)
	}
	if !s.converted(cur, tv.Type) || !s.filled(cur, n) {
		return false
	}
	if sel, ok := n.(*ast.SelectorExpr); ok && !s.method(sel) {
		return false
	}
	if _, paren := n.(*ast.ParenExpr); paren || !tv.IsValue() || !s.isPointer(tv.Type) {
		return true
	}
	return s.origin(cur, n) && s.use(cur)
}

// outer returns the place of an expression with the parentheses around it.
func outer(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur
}

// spelled takes the star from a type.
func (s *small) spelled(cur inspector.Cursor, star *ast.StarExpr) bool {
	for around := range cur.Enclosing((*ast.InterfaceType)(nil), (*ast.FuncDecl)(nil)) {
		if _, is := around.Node().(*ast.InterfaceType); is {
			return false
		}
	}
	whole := outer(cur)
	switch whole.ParentEdgeKind() {
	case edge.Field_Type:
		field := whole.Parent().Node().(*ast.Field)
		_, of := whole.Parent().Parent().Parent().Node().(*ast.StructType)
		if of && len(field.Names) == 0 {
			return false // embedded
		}
	case edge.Ellipsis_Elt, edge.ArrayType_Elt, edge.MapType_Value, edge.ChanType_Value,
		edge.ValueSpec_Type, edge.SelectorExpr_X:
	default:
		return false
	}
	s.unstar(cur, star)
	return true
}

// unstar takes the star from an expression or a type, with parentheses that were there for it.
func (s *small) unstar(cur inspector.Cursor, star *ast.StarExpr) {
	paren, ok := cur.Parent().Node().(*ast.ParenExpr)
	if ok {
		switch star.X.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
			s.edits = append(s.edits,
				analysis.TextEdit{Pos: paren.Lparen, End: star.X.Pos()},
				analysis.TextEdit{Pos: star.X.End(), End: paren.Rparen + 1})
			return
		}
	}
	s.edits = append(s.edits, analysis.TextEdit{Pos: star.Star, End: star.X.Pos()})
}
