package sqlsource

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// call is a call with the functions around it, the innermost last. A function is
// a *types.Func or an *ast.FuncLit.
type call struct {
	pkg  *packages.Package
	expr *ast.CallExpr
	in   []any
}

// store is one way in which a variable or a field gets its value.
type store struct {
	pkg     *packages.Package
	expr    ast.Expr
	how     how
	result  int      // of the call expr, for oneResult
	key     ast.Expr // for oneElement
	literal bool     // a composite literal stores it
}

type how int

const (
	whole      how = iota // the value of expr
	added                 // expr is added to it, or it is made of itself
	eachValue             // an element of expr
	eachKey               // a key of expr
	oneResult             // a result of the call expr
	oneElement            // expr becomes its element at key
)

// parameter says which parameter of which function a variable is; -1 is the
// receiver.
type parameter struct {
	fn       any
	index    int
	variadic bool
}

type function struct {
	pkg  *packages.Package
	body *ast.BlockStmt
	typ  *ast.FuncType
}

// program is what the packages hold, by what is asked for.
type program struct {
	dir     string
	all     []call
	calls   map[any][]call // by the function, or the variable that holds one
	holders map[any][]types.Object
	stores  map[types.Object][]store
	params  map[types.Object]parameter
	local   map[types.Object]function // the function that declares a variable
	bodies  map[any]function
	methods []*types.Func  // with bodies
	asked   map[any][]call // what callers has answered
}

func newProgram(dir string) *program {
	return &program{dir: dir, calls: map[any][]call{}, holders: map[any][]types.Object{},
		stores: map[types.Object][]store{}, params: map[types.Object]parameter{},
		local: map[types.Object]function{}, bodies: map[any]function{},
		asked: map[any][]call{}}
}

// collector walks one file.
type collector struct {
	*program
	pkg  *packages.Package
	info *types.Info
	in   []any
}

func (p *program) collect(pkg *packages.Package, file *ast.File) {
	c := &collector{program: p, pkg: pkg, info: pkg.TypesInfo}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			c.walk(decl)
			continue
		}
		if object, ok := c.info.Defs[f.Name].(*types.Func); ok && f.Body != nil {
			c.function(object, f.Recv, f.Type, f.Body)
			if f.Recv != nil {
				p.methods = append(p.methods, object)
			}
		}
	}
}

func (c *collector) function(fn any, recv *ast.FieldList, typ *ast.FuncType, body *ast.BlockStmt) {
	c.bodies[fn] = function{c.pkg, body, typ}
	c.in = append(c.in, fn)
	if recv != nil {
		c.parameters(fn, recv, -1)
	}
	c.parameters(fn, typ.Params, 0)
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			for _, name := range field.Names {
				c.local[c.info.Defs[name]] = c.bodies[fn]
			}
		}
	}
	c.walk(body)
	c.in = c.in[:len(c.in)-1]
}

func (c *collector) parameters(fn any, list *ast.FieldList, index int) {
	for _, field := range list.List {
		_, variadic := field.Type.(*ast.Ellipsis)
		for _, name := range field.Names {
			if v := c.info.Defs[name]; v != nil {
				c.params[v] = parameter{fn, index, variadic}
				c.local[v] = c.bodies[fn]
			}
			index++
		}
		if len(field.Names) == 0 {
			index++
		}
	}
}

func (c *collector) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			c.function(n, nil, n.Type, n.Body)
			return false
		case *ast.Ident:
			if v, ok := c.info.Defs[n].(*types.Var); ok && len(c.in) > 0 && !v.IsField() {
				c.local[v] = c.bodies[c.in[len(c.in)-1]]
			}
		case *ast.CallExpr:
			c.call(n)
		case *ast.AssignStmt:
			c.assignment(n)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				c.pair(c.info.Defs[name], i, len(n.Names), n.Values, whole)
			}
		case *ast.RangeStmt:
			c.store(objectOf(c.info, n.Key), store{expr: n.X, how: eachKey})
			c.store(objectOf(c.info, n.Value), store{expr: n.X, how: eachValue})
		case *ast.CompositeLit:
			c.fields(n)
		}
		return true
	})
}

func (c *collector) call(n *ast.CallExpr) {
	one := call{pkg: c.pkg, expr: n, in: append([]any{}, c.in...)}
	c.all = append(c.all, one)
	if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok {
		c.calls[lit] = append(c.calls[lit], one)
		return
	}
	callee := calledObject(c.info, n)
	if callee == nil {
		return
	}
	c.calls[callee] = append(c.calls[callee], one)
	f, ok := callee.(*types.Func)
	if !ok {
		return
	}
	params := f.Signature().Params()
	for i, arg := range n.Args {
		if i < params.Len() {
			c.hold(params.At(i), arg)
		}
	}
}

// hold remembers that a variable holds a function.
func (c *collector) hold(v types.Object, expr ast.Expr) {
	switch x := ast.Unparen(expr).(type) {
	case *ast.FuncLit:
		c.holders[x] = append(c.holders[x], v)
	case *ast.Ident, *ast.SelectorExpr:
		if f, ok := objectOf(c.info, x).(*types.Func); ok {
			c.holders[f] = append(c.holders[f], v)
		}
	}
}

func (c *collector) assignment(n *ast.AssignStmt) {
	for i, left := range n.Lhs {
		if index, ok := ast.Unparen(left).(*ast.IndexExpr); ok && len(n.Rhs) == len(n.Lhs) {
			c.store(objectOf(c.info, index.X),
				store{expr: n.Rhs[i], how: oneElement, key: index.Index})
			continue
		}
		way := whole
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			way = added
		}
		c.pair(objectOf(c.info, left), i, len(n.Lhs), n.Rhs, way)
	}
}

// pair stores the value of the variable at i among count.
func (c *collector) pair(v types.Object, i, count int, values []ast.Expr, way how) {
	switch {
	case len(values) == count:
		if way == whole && mentions(c.info, values[i], v) {
			way = added
		}
		c.store(v, store{expr: values[i], how: way})
	case len(values) == 1:
		c.store(v, store{expr: values[0], how: oneResult, result: i})
	}
}

func (c *collector) store(v types.Object, s store) {
	if v == nil {
		return
	}
	s.pkg = c.pkg
	c.stores[v] = append(c.stores[v], s)
	if s.how == whole {
		c.hold(v, s.expr)
	}
}

// fields stores what a composite literal gives the fields of a struct.
func (c *collector) fields(n *ast.CompositeLit) {
	typ, ok := structOf(c.info.TypeOf(n))
	if !ok {
		return
	}
	for i, element := range n.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			c.store(objectOf(c.info, kv.Key), store{expr: kv.Value, literal: true})
		} else if i < typ.NumFields() {
			c.store(typ.Field(i).Origin(), store{expr: element, literal: true})
		}
	}
}

// structOf returns the struct behind a type, or behind a pointer to it.
func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

// objectOf returns the variable, field or function that an expression names, of
// generic ones the origin; nil where it names none.
func objectOf(info *types.Info, expr ast.Expr) types.Object {
	var id *ast.Ident
	switch x := expr.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	case *ast.ParenExpr:
		return objectOf(info, x.X)
	case *ast.StarExpr:
		return objectOf(info, x.X)
	default:
		return nil
	}
	switch o := info.ObjectOf(id).(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return nil
}

// calledObject returns the function that is called, or the variable that holds it.
func calledObject(info *types.Info, expr *ast.CallExpr) types.Object {
	fun := ast.Unparen(expr.Fun)
	switch index := fun.(type) {
	case *ast.IndexExpr:
		fun = index.X
	case *ast.IndexListExpr:
		fun = index.X
	}
	return objectOf(info, fun)
}

func callee(info *types.Info, expr *ast.CallExpr) *types.Func {
	f, _ := calledObject(info, expr).(*types.Func)
	return f
}

func mentions(info *types.Info, expr ast.Node, v types.Object) (found bool) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v != nil && objectOf(info, id) == v {
			found = true
		}
		return !found
	})
	return found
}

// callers returns the calls of a function: by its name, through interfaces that
// its receiver implements, and through variables that hold it.
func (p *program) callers(fn any) []call {
	if list, ok := p.asked[fn]; ok {
		return list
	}
	list := p.findCallers(fn)
	p.asked[fn] = list
	return list
}

func (p *program) findCallers(fn any) []call {
	list := append([]call{}, p.calls[fn]...)
	for _, v := range p.holders[fn] {
		list = append(list, p.calls[v]...)
	}
	f, ok := fn.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return list
	}
	for _, c := range p.all {
		if other := callee(c.pkg.TypesInfo, c.expr); other != nil && implements(f, other) {
			list = append(list, c)
		}
	}
	return list
}

// implements reports whether f may be what a call of the interface method m runs.
func implements(f, m *types.Func) bool {
	if f == m || f.Name() != m.Name() || m.Signature().Recv() == nil {
		return false
	}
	i, ok := m.Signature().Recv().Type().Underlying().(*types.Interface)
	return ok && types.Implements(f.Signature().Recv().Type(), i)
}

// run returns the functions with bodies that a call of f may run.
func (p *program) run(f *types.Func) []any {
	if _, ok := p.bodies[f]; ok {
		return []any{f}
	}
	var list []any
	for _, method := range p.methods {
		if implements(method, f) {
			list = append(list, method)
		}
	}
	return list
}
