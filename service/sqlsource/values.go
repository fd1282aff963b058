package sqlsource

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// value is an expression that makes something: a composite literal, a function, an
// append.
type value struct {
	scope scope
	expr  ast.Expr
}

// member is an element of a map, a slice or an array.
type member struct {
	scope scope
	key   ast.Expr // nil where index says it
	index int      // -1: unknown
	value ast.Expr
}

// origins returns what may have made the value of expr, and whether that is all.
func (e *evaluator) origins(s scope, expr ast.Expr) (list []value, complete bool) {
	*e.steps++
	if *e.steps > mostSteps || e.depth >= deepest {
		return nil, false
	}
	e.depth++
	defer func() { e.depth-- }()
	switch x := ast.Unparen(expr).(type) {
	case *ast.CompositeLit, *ast.FuncLit:
		return []value{{s, x}}, true
	case *ast.UnaryExpr:
		return e.origins(s, x.X)
	case *ast.StarExpr:
		return e.origins(s, x.X)
	case *ast.TypeAssertExpr:
		return e.origins(s, x.X)
	case *ast.SliceExpr:
		return e.origins(s, x.X)
	case *ast.Ident, *ast.SelectorExpr:
		return e.originsOf(s, objectOf(s.pkg.TypesInfo, x))
	case *ast.IndexExpr:
		return e.originsOfMembers(s, x.X, x.Index)
	case *ast.CallExpr:
		return e.originsOfCall(s, x, 0)
	}
	return nil, false
}

func (e *evaluator) originsOf(s scope, v types.Object) (list []value, complete bool) {
	at := visit{object: v, frame: s.frame}
	if v == nil || e.busy[at] {
		return nil, v != nil
	}
	e.busy[at] = true
	defer delete(e.busy, at)
	if p, ok := e.program.params[v]; ok {
		return e.originsOfParameter(s, p)
	}
	complete = true
	for _, st := range e.program.stores[v] {
		in := scope{st.pkg, s.frame}
		var more []value
		all := true
		switch st.how {
		case whole, added:
			more, all = e.origins(in, st.expr)
		case eachValue:
			more, all = e.originsOfMembers(in, st.expr, nil)
		case oneResult:
			if call, ok := ast.Unparen(st.expr).(*ast.CallExpr); ok {
				more, all = e.originsOfCall(in, call, st.result)
			} else {
				more, all = e.origins(in, st.expr) // v, ok := m[k]
			}
		}
		list, complete = append(list, more...), complete && all
	}
	return list, complete
}

func (e *evaluator) originsOfParameter(s scope, p parameter) ([]value, bool) {
	for f := s.frame; f != nil; f = f.from.frame {
		if f.fn != p.fn {
			continue
		}
		if p.index < 0 {
			if sel, ok := ast.Unparen(f.call.Fun).(*ast.SelectorExpr); ok {
				return e.origins(f.from, sel.X)
			}
			return nil, false
		}
		return e.originsOfArgument(f.from, f.call, p)
	}
	if p.index < 0 {
		return nil, false
	}
	b, ok := e.bound[p.fn]
	if !ok && e.missing == nil {
		e.missing = p.fn
	}
	if b == nil {
		return nil, false
	}
	return e.originsOfArgument(scope{pkg: b.pkg}, b.expr, p)
}

func (e *evaluator) originsOfArgument(s scope, call *ast.CallExpr, p parameter) ([]value, bool) {
	if p.index >= len(call.Args) || p.variadic && !call.Ellipsis.IsValid() {
		return nil, false
	}
	return e.origins(s, call.Args[p.index])
}

func (e *evaluator) originsOfMembers(s scope, list, key ast.Expr) (all []value, complete bool) {
	members, complete := e.elements(s, list)
	for _, m := range e.matching(s, members, key) {
		more, ok := e.origins(m.scope, m.value)
		all, complete = append(all, more...), complete && ok
	}
	return all, complete
}

func (e *evaluator) originsOfCall(s scope, x *ast.CallExpr, result int) ([]value, bool) {
	info := s.pkg.TypesInfo
	if tv := info.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
		return e.origins(s, x.Args[0])
	}
	if isBuiltin(info, x, "append") {
		return []value{{s, x}}, true
	}
	if isBuiltin(info, x, "make") || isBuiltin(info, x, "new") {
		return nil, true
	}
	var all []value
	complete := false
	for i, r := range e.results(s, x, result) {
		if r.expr == nil {
			return nil, false
		}
		more, ok := e.origins(r.scope, r.expr)
		all, complete = append(all, more...), ok && (complete || i == 0)
	}
	return all, complete
}

func isBuiltin(info *types.Info, x *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(x.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return false
	}
	_, ok = info.Uses[id].(*types.Builtin)
	return ok
}

// elements returns the elements that a map, slice or array may have, and whether
// that is all.
func (e *evaluator) elements(s scope, expr ast.Expr) (list []member, complete bool) {
	made, complete := e.origins(s, expr)
	for _, v := range made {
		switch x := v.expr.(type) {
		case *ast.CompositeLit:
			list = append(list, written(v.scope, x)...)
		case *ast.CallExpr:
			more, ok := e.appended(v.scope, x)
			list, complete = append(list, more...), complete && ok
		}
	}
	for _, st := range e.program.stores[objectOf(s.pkg.TypesInfo, ast.Unparen(expr))] {
		if st.how == oneElement {
			list = append(list, member{scope{st.pkg, s.frame}, st.key, -1, st.expr})
		}
	}
	return list, complete
}

// written returns the elements of a composite literal.
func written(s scope, x *ast.CompositeLit) []member {
	var list []member
	t := s.pkg.TypesInfo.TypeOf(x)
	if t == nil {
		return nil
	}
	_, isMap := t.Underlying().(*types.Map)
	next := 0
	for _, element := range x.Elts {
		kv, ok := element.(*ast.KeyValueExpr)
		switch {
		case ok && isMap:
			list = append(list, member{s, kv.Key, -1, kv.Value})
			continue
		case ok:
			if v := s.pkg.TypesInfo.Types[kv.Key].Value; v != nil && v.Kind() == constant.Int {
				n, _ := constant.Int64Val(v)
				next = int(n)
			}
			element = kv.Value
		}
		list = append(list, member{s, nil, next, element})
		next++
	}
	return list
}

func (e *evaluator) appended(s scope, x *ast.CallExpr) (list []member, complete bool) {
	at := visit{pos: x.Pos(), frame: s.frame}
	if e.busy[at] {
		return nil, true
	}
	if len(x.Args) == 0 {
		return nil, false
	}
	e.busy[at] = true
	defer delete(e.busy, at)
	list, complete = e.elements(s, x.Args[0])
	for i := range list {
		list[i].index = -1
	}
	for i, arg := range x.Args[1:] {
		if x.Ellipsis.IsValid() && i == len(x.Args)-2 {
			more, ok := e.elements(s, arg)
			list, complete = append(list, more...), complete && ok
			continue
		}
		list = append(list, member{s, nil, -1, arg})
	}
	return list, complete
}

// matching returns the members at a key: those whose key is the same constant, or
// all where either is not constant.
func (e *evaluator) matching(s scope, list []member, key ast.Expr) []member {
	if key == nil {
		return list
	}
	want := s.pkg.TypesInfo.Types[key].Value
	if want == nil {
		want = e.constantOf(s, key)
	}
	var some []member
	for _, m := range list {
		var have constant.Value
		if m.key != nil {
			have = m.scope.pkg.TypesInfo.Types[m.key].Value
		} else if m.index >= 0 {
			have = constant.MakeInt64(int64(m.index))
		}
		if want == nil || have == nil || have.Kind() != want.Kind() ||
			constant.Compare(want, token.EQL, have) {
			some = append(some, m)
		}
	}
	return some
}

// constantOf returns the string that a key is, if it can be only one.
func (e *evaluator) constantOf(s scope, key ast.Expr) constant.Value {
	if t := s.pkg.TypesInfo.TypeOf(key); t == nil || !isString(t) {
		return nil
	}
	texts := e.eval(s, key)
	if len(texts) != 1 || len(texts[0].parts) != 1 {
		return nil
	}
	return constant.MakeString(texts[0].parts[0])
}

// element evaluates x[i].
func (e *evaluator) element(s scope, x *ast.IndexExpr) []text {
	t := s.pkg.TypesInfo.TypeOf(x)
	if pair, ok := t.(*types.Tuple); ok {
		t = pair.At(0).Type() // q, ok := m[k]
	}
	if t == nil || !isString(t) {
		return nil
	}
	var all []text
	list, complete := e.elements(s, x.X)
	for _, m := range e.matching(s, list, x.Index) {
		all = union(all, e.eval(m.scope, m.value))
	}
	if !complete {
		all = union(all, []text{hole()})
	}
	return all
}

// field evaluates x.f: by the literals that x may be, where these are known and
// nothing else is stored in the field; otherwise by all that is stored in it.
func (e *evaluator) field(s scope, x *ast.SelectorExpr, v *types.Var) []text {
	if texts, ok := e.now[held{v, s.frame}]; ok {
		return texts
	}
	if isBuilder(v.Type()) {
		f := &flow{evaluator: e, scope: s, target: v, use: x.Pos(), state: []text{hole()}}
		if in, ok := e.program.around(s.pkg, x); ok {
			f.block(in.body.List)
		}
		return f.state
	}
	made, complete := e.origins(s, x.X)
	if !complete || len(made) == 0 || e.assigned(v) {
		return e.stored(s, v)
	}
	var all []text
	for _, m := range made {
		lit, ok := m.expr.(*ast.CompositeLit)
		if !ok {
			return e.stored(s, v)
		}
		all = union(all, e.fieldOf(m.scope, lit, v))
	}
	return all
}

// assigned reports whether something is stored in a field by an assignment.
func (e *evaluator) assigned(v *types.Var) bool {
	for _, st := range e.program.stores[v] {
		if !st.literal {
			return true
		}
	}
	return false
}

func (e *evaluator) fieldOf(s scope, lit *ast.CompositeLit, v *types.Var) []text {
	typ, ok := structOf(s.pkg.TypesInfo.TypeOf(lit))
	if !ok {
		return nil
	}
	for i, element := range lit.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			if objectOf(s.pkg.TypesInfo, kv.Key) == v {
				return e.eval(s, kv.Value)
			}
		} else if i < typ.NumFields() && typ.Field(i).Origin() == v {
			return e.eval(s, element)
		}
	}
	return []text{fixed("")}
}
