package groupkey

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// flow follows maps of one type through all that holds them: variables, parameters and results of
// functions.
type flow struct {
	pass    *analysis.Pass
	held    map[*types.Var]bool
	results map[result]bool
	types   map[*ast.MapType]bool // how the type is written
	stores  []*store
	risky   []*store           // whose values may panic
	reads   []inspector.Cursor // index expressions
	walks   []*ast.RangeStmt   // with a value
	keys    map[*types.Var]bool
	names   map[ast.Node][]string // of pointers, by list of statements
	extra   []analysis.TextEdit
}

// result is one of the results of a function.
type result struct {
	fn    ast.Node // a declaration, or a literal
	index int
}

// known reports whether all that a variable gets and gives is known, and what comes of a panic is
// not seen.
func (f *flow) known(v *types.Var) bool {
	if !f.follow(v) {
		return false
	}
	if len(f.risky) == 0 {
		return true
	}
	for v := range f.held {
		uses, ok := technique.LocalUses(f.pass, v)
		if !ok || slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			return technique.InLiteral(use, v)
		}) {
			return false
		}
	}
	return !slices.ContainsFunc(f.risky, func(s *store) bool { return !f.unseen(s) })
}

// follow reports whether all that a variable gets and gives is known.
func (f *flow) follow(v *types.Var) bool {
	if f.held[v] {
		return true
	}
	uses, ok := technique.LocalUses(f.pass, v)
	if !ok {
		return false
	}
	f.held[v] = true
	if !f.begins(v) {
		return false
	}
	for _, use := range uses {
		if !f.use(use) {
			return false
		}
	}
	return true
}

// begins follows what a variable begins with, and finds its type.
func (f *flow) begins(v *types.Var) bool {
	fn, ok := technique.Find(f.pass, identAt(f.pass, v))
	if !ok {
		return false
	}
	switch n := fn.Parent().Node().(type) {
	case *ast.AssignStmt:
		return f.assigned(n, fn.ParentEdgeIndex())
	case *ast.ValueSpec:
		if len(n.Names) > 1 || n.Type != nil && !f.typed(n.Type) {
			return false
		}
		return len(n.Values) == 0 || f.source(n.Values[0], 0)
	case *ast.Field:
		return f.parameter(fn.Parent(), n)
	}
	return false
}

// identAt returns the name that declares a variable.
func identAt(pass *analysis.Pass, v *types.Var) *ast.Ident {
	for id, obj := range pass.TypesInfo.Defs {
		if obj == types.Object(v) {
			return id
		}
	}
	return &ast.Ident{}
}

// assigned follows what an assignment gives the place of an index.
func (f *flow) assigned(n *ast.AssignStmt, index int) bool {
	if len(n.Lhs) == len(n.Rhs) {
		return f.source(n.Rhs[index], 0)
	}
	return len(n.Rhs) == 1 && f.source(n.Rhs[0], index)
}

// typed reports whether a type is written out, and remembers where.
func (f *flow) typed(e ast.Expr) bool {
	typ, ok := e.(*ast.MapType)
	if ok {
		f.types[typ] = true
	}
	return ok
}

// source follows where a map comes from: it is made, none, held elsewhere, or a result.
func (f *flow) source(e ast.Expr, index int) bool {
	info := f.pass.TypesInfo
	e = ast.Unparen(e)
	if info.Types[e].IsNil() {
		return true
	}
	if v, ok := technique.Variable(info, e); ok {
		return f.follow(v)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0 && e.Type != nil && f.typed(e.Type)
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "make") {
			return f.typed(e.Args[0])
		}
		fn := f.called(e)
		return fn != nil && f.result(fn, index)
	}
	return false
}

// called returns the function of the package that a call calls, a declaration or a literal; nil
// for others, and for those that are called elsewhere, too.
func (f *flow) called(call *ast.CallExpr) ast.Node {
	switch obj := technique.Callee(f.pass.TypesInfo, call).(type) {
	case *types.Func:
		if decl := technique.DeclOf(f.pass, obj); decl != nil && obj.Signature().Recv() == nil {
			return decl
		}
	case *types.Var:
		if lit, ok := technique.OnlyValue(f.pass, obj).(*ast.FuncLit); ok {
			return lit
		}
	}
	return nil
}

// calls returns all calls of a function.
func (f *flow) calls(fn ast.Node) (calls []inspector.Cursor, ok bool) {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		obj, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || decl.Recv != nil || decl.Body == nil || technique.Directed(decl) ||
			!technique.SeesAll(f.pass, obj) {
			return nil, false
		}
		return technique.CallsOf(f.pass, obj)
	}
	cur, ok := technique.Find(f.pass, fn)
	if !ok {
		return nil, false
	}
	v, _, value := technique.Declared(f.pass.TypesInfo, cur.Parent().Node())
	if v == nil || value != fn || !technique.Unassigned(f.pass, v) {
		return nil, false
	}
	uses, ok := technique.LocalUses(f.pass, v)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			return nil, false
		}
		calls = append(calls, use.Parent())
	}
	return calls, ok
}

// signature returns the type of a function.
func signature(fn ast.Node) *ast.FuncType {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		return decl.Type
	}
	return fn.(*ast.FuncLit).Type
}

// fieldAt returns the field of a list that declares what has an index, and its name.
func fieldAt(list *ast.FieldList, index int) (field *ast.Field, name *ast.Ident) {
	for _, field := range list.List {
		n := max(len(field.Names), 1)
		if index < n {
			if len(field.Names) > 0 {
				name = field.Names[index]
			}
			return field, name
		}
		index -= n
	}
	return nil, nil
}

// named follows the variables that a field of a signature declares.
func (f *flow) named(field *ast.Field) bool {
	if !f.typed(field.Type) {
		return false
	}
	for _, name := range field.Names {
		v, ok := f.pass.TypesInfo.Defs[name].(*types.Var)
		if ok && name.Name != "_" && !f.follow(v) {
			return false
		}
	}
	return true
}

// parameter follows a parameter, or a named result, that a field declares.
func (f *flow) parameter(cur inspector.Cursor, field *ast.Field) bool {
	fn, ok := technique.EnclosingFunc(cur)
	if !ok {
		return false
	}
	typ := signature(fn.Node())
	of := typ.Params
	if typ.Results != nil && slices.Contains(typ.Results.List, field) {
		of = typ.Results
	} else if !slices.Contains(typ.Params.List, field) {
		return false
	}
	index := 0
	for _, other := range of.List {
		for i := range max(len(other.Names), 1) {
			if other == field && of == typ.Results && !f.result(fn.Node(), index+i) ||
				other == field && of == typ.Params && !f.given(fn.Node(), index+i) {
				return false
			}
		}
		index += max(len(other.Names), 1)
	}
	return f.named(field)
}

// given follows what all calls give for a parameter.
func (f *flow) given(fn ast.Node, index int) bool {
	calls, ok := f.calls(fn)
	for _, cur := range calls {
		call := cur.Node().(*ast.CallExpr)
		if len(call.Args) != signature(fn).Params.NumFields() || call.Ellipsis.IsValid() ||
			!f.source(call.Args[index], 0) {
			return false
		}
	}
	return ok
}

// result follows what a function returns, and what its callers do with that.
func (f *flow) result(fn ast.Node, index int) bool {
	r := result{fn, index}
	if f.results[r] {
		return true
	}
	f.results[r] = true
	field, _ := fieldAt(signature(fn).Results, index)
	calls, ok := f.calls(fn)
	cur, found := technique.Find(f.pass, fn)
	if !ok || !found || !f.named(field) {
		return false
	}
	for ret := range cur.Preorder((*ast.ReturnStmt)(nil)) {
		n := ret.Node().(*ast.ReturnStmt)
		if !technique.InFunc(ret, cur) || len(n.Results) == 0 {
			continue
		}
		if e, i := n.Results[0], index; len(n.Results) > 1 && !f.source(n.Results[index], 0) ||
			len(n.Results) == 1 && !f.source(e, i) {
			return false
		}
	}
	for _, call := range calls {
		if !f.returned(call, index, signature(fn).Results.NumFields()) {
			return false
		}
	}
	return true
}

// returned follows a result of a call.
func (f *flow) returned(call inspector.Cursor, index, count int) bool {
	if count == 1 {
		return f.use(call)
	}
	switch n := call.Parent().Node().(type) {
	case *ast.AssignStmt:
		return len(n.Lhs) == count && f.target(n.Lhs[index])
	case *ast.ReturnStmt:
		fn, ok := technique.EnclosingFunc(call)
		return ok && len(n.Results) == 1 && f.result(fn.Node(), index)
	case *ast.ExprStmt:
		return true
	}
	return false
}

// target follows what gets a map.
func (f *flow) target(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return id.Name == "_" || ok && f.follow(v)
}
