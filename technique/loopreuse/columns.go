package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// column reports whether the address of an element goes to a list of pointers that the loop
// declares, and that is only given to what scans a row: nothing has it when the next one begins.
//
//	ptrs[i] = &row[i]        ptrs = append(ptrs, &row[i])
func (s *scratch) column(elem inspector.Cursor) bool {
	addr, ok := elem.Parent().Node().(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND || !scanned(s.pass.TypesInfo.TypeOf(addr.X)) || !s.settled() {
		return false
	}
	into, at := ast.Expr(nil), elem.Parent().Parent()
	switch n := at.Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 {
			if index, ok := n.Lhs[0].(*ast.IndexExpr); ok {
				into = index.X
			}
		}
	case *ast.CallExpr:
		if technique.IsBuiltin(s.pass.TypesInfo, n, "append") {
			into = n.Args[0]
		}
	}
	if into == nil {
		return false
	}
	list, ok := technique.Variable(s.pass.TypesInfo, into)
	if !ok || !technique.IsSlice(list.Type()) || !s.inIteration(list) {
		return false
	}
	return s.ownMemory(list) && s.here(list, s.pointers)
}

// inIteration reports whether a variable lives no longer than the iteration that makes the slice:
// it is declared in the body of the innermost loop around that.
func (s *scratch) inIteration(v *types.Var) bool {
	for loop := range s.stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		body := ast.Node(nil)
		switch n := loop.Node().(type) {
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		}
		return body.Pos() <= v.Pos() && v.Pos() < body.End()
	}
	return false
}

// settled reports whether the slice has its length from the beginning: pointers to elements lead to
// other memory once it grows, which it might do less often.
func (s *scratch) settled() bool {
	made, ok := s.made.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(s.pass.TypesInfo, made, "make") || len(made.Args) != 2 {
		return false
	}
	for _, use := range technique.UsesOf(s.pass, s.v) {
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return false
		}
	}
	return true
}

// ownMemory reports whether a list begins in memory that nothing else has.
func (s *scratch) ownMemory(list *types.Var) bool {
	def, ok := technique.Definition(s.pass, list)
	if !ok {
		return false
	}
	v, _, value := technique.Declared(s.pass.TypesInfo, def.Parent().Node())
	if v == nil || value == nil {
		spec, ok := def.Parent().Node().(*ast.ValueSpec)
		return ok && len(spec.Values) == 0
	}
	switch value := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, value, "make")
	}
	return false
}

// scanned reports whether neither a value that is scanned into nor what lies in it has a method of
// its own that gets its address, but for those of packages database/sql and time. The Scan of
// sql.Null[T] calls that of T.
func scanned(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return false
	case *types.Named:
		pkg := t.Obj().Pkg()
		if pkg != nil && (pkg.Path() == "database/sql" || pkg.Path() == "time") {
			for arg := range t.TypeArgs().Types() {
				if !scanned(arg) {
					return false
				}
			}
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if !scanned(f.Type()) {
				return false
			}
		}
	case *types.Array:
		if !scanned(u.Elem()) {
			return false
		}
	}
	return types.NewMethodSet(types.NewPointer(t)).Len() == 0
}

// here reports whether all uses of a variable are as wanted, and run where they stand.
func (s *scratch) here(v *types.Var, wanted func(inspector.Cursor, *types.Var) bool) bool {
	fn, ok := technique.EnclosingFunc(s.stmt)
	uses, local := technique.LocalUses(s.pass, v)
	if !ok || !local {
		return false
	}
	for _, use := range uses {
		for range use.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			return false
		}
		if !technique.InFunc(use, fn) || !wanted(use, v) {
			return false
		}
	}
	return true
}

// pointers allows what fills a list of pointers, scans by it, and reads where they lead to.
func (s *scratch) pointers(use inspector.Cursor, list *types.Var) bool {
	info, parent := s.pass.TypesInfo, use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node() &&
			(parent.ParentEdgeKind() == edge.AssignStmt_Lhs || s.pointer(parent))
	case *ast.RangeStmt:
		return n.X == use.Node() && (n.Value == nil || technique.IsBlank(n.Value))
	case *ast.AssignStmt:
		return use.ParentEdgeKind() == edge.AssignStmt_Lhs && s.itself(n.Rhs[0], list)
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		switch fn := technique.Callee(info, n).(type) {
		case *types.Builtin:
			as, ok := parent.Parent().Node().(*ast.AssignStmt)
			return fn.Name() == "len" || fn.Name() == "append" && use.ParentEdgeIndex() == 0 &&
				ok && len(as.Lhs) == 1 && technique.Names(info, as.Lhs[0], list)
		case *types.Func:
			return s.scans(use, n, fn)
		}
	}
	return false
}

// pointer allows one of the pointers to be followed, at once or by a variable.
//
//	*ptrs[i].(*any)        v := ptrs[i].(*any); m[name] = *v
func (s *scratch) pointer(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return s.pointer(parent)
	case *ast.TypeAssertExpr:
		_, pointer := s.pass.TypesInfo.TypeOf(n).(*types.Pointer)
		return pointer && s.pointer(parent)
	case *ast.StarExpr:
		return !technique.PointedTo(s.pass.TypesInfo, parent)
	case *ast.AssignStmt:
		if v, _, value := technique.Declared(s.pass.TypesInfo, n); v != nil && value != nil {
			return s.here(v, func(use inspector.Cursor, _ *types.Var) bool {
				_, follows := use.Parent().Node().(*ast.StarExpr)
				return follows && s.pointer(use)
			})
		}
	}
	return false
}

// scans reports whether a call gets a list as its operands, and scans into what they lead to.
//
//	rows.Scan(ptrs...)
func (s *scratch) scans(use inspector.Cursor, call *ast.CallExpr, fn *types.Func) bool {
	return call.Ellipsis.IsValid() && use.ParentEdgeIndex() == len(call.Args)-1 &&
		technique.DeclOf(s.pass, fn) == nil && effects.Scans(fn)
}
