package sqlsource

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// scope is where an expression is evaluated: its package, and the calls that were
// followed into it.
type scope struct {
	pkg   *packages.Package
	frame *frame
}

// frame is a call that was followed into the function that it runs.
type frame struct {
	fn   any
	call *ast.CallExpr
	from scope
}

// evaluator says what an expression may be.
type evaluator struct {
	program *program
	bound   map[any]*caller // the call of each function that is looked at; nil: unknown
	missing any             // a function of which a call is needed
	now     map[held][]text
	busy    map[visit]bool
	depth   int
	steps   *int
}

// caller is a call that fills in parameters. What it fills in stands there, if it
// leads to the database.
type caller struct {
	call
	leads bool
}

// held is a variable whose texts at the moment are known.
type held struct {
	object types.Object
	frame  *frame
}

// visit is something that is being evaluated, to end cycles.
type visit struct {
	object types.Object
	pos    token.Pos
	frame  *frame
}

const (
	deepest   = 40    // expressions, one in the other
	mostSteps = 20000 // for one call of the database
)

// eval returns the texts that expr may be; never none.
func (e *evaluator) eval(s scope, expr ast.Expr) []text { return e.evalResult(s, expr, 0) }

// evalResult evaluates one result of a call, or what is no call.
func (e *evaluator) evalResult(s scope, expr ast.Expr, result int) []text {
	*e.steps++
	if *e.steps > mostSteps || e.depth >= deepest {
		return []text{hole()}
	}
	e.depth++
	defer func() { e.depth-- }()
	if texts := e.expression(s, ast.Unparen(expr), result); len(texts) > 0 {
		return texts
	}
	return []text{hole()}
}

func (e *evaluator) expression(s scope, expr ast.Expr, result int) []text {
	info := s.pkg.TypesInfo
	if tv := info.Types[expr]; tv.Value != nil {
		return constants(tv)
	} else if tv.IsNil() {
		return []text{fixed("")}
	}
	switch x := expr.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return joinAll(e.eval(s, x.X), e.eval(s, x.Y))
		}
	case *ast.Ident:
		if v, ok := objectOf(info, x).(*types.Var); ok {
			return e.variable(s, v, x.Pos())
		}
	case *ast.SelectorExpr:
		if v, ok := objectOf(info, x).(*types.Var); ok {
			if v.IsField() {
				return e.field(s, x, v)
			}
			return e.variable(s, v, x.Pos())
		}
	case *ast.StarExpr:
		return e.eval(s, x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return e.eval(s, x.X)
		}
	case *ast.TypeAssertExpr:
		return e.eval(s, x.X)
	case *ast.IndexExpr:
		return e.element(s, x)
	case *ast.CompositeLit:
		return e.list(s, x)
	case *ast.CallExpr:
		return e.call(s, x, result)
	}
	return nil
}

// constants returns a constant as fmt would print it: runes are what is written to
// builders as a byte or a rune.
func constants(tv types.TypeAndValue) []text {
	switch tv.Value.Kind() {
	case constant.String:
		return []text{fixed(constant.StringVal(tv.Value))}
	case constant.Int:
		n, exact := constant.Int64Val(tv.Value)
		basic, ok := tv.Type.Underlying().(*types.Basic)
		if ok && exact && (basic.Kind() == types.Byte || basic.Kind() == types.Rune ||
			basic.Kind() == types.UntypedRune) {
			return []text{fixed(string(rune(n)))}
		}
	}
	return []text{fixed(tv.Value.ExactString())}
}

// list evaluates a list of strings or a byte slice that is written down; a builder
// that is written down is empty.
func (e *evaluator) list(s scope, x *ast.CompositeLit) []text {
	if len(x.Elts) == 0 {
		return []text{fixed("")}
	}
	if t := s.pkg.TypesInfo.TypeOf(x); t == nil || !isStrings(t) {
		return nil
	}
	texts := []text{fixed("")}
	for _, element := range x.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			element = kv.Value
		}
		texts = joinAll(joinAll(texts, e.eval(s, element)), []text{fixed(endMark)})
	}
	return texts
}

// isStrings reports whether t is a list of strings.
func isStrings(t types.Type) bool {
	switch list := t.Underlying().(type) {
	case *types.Slice:
		return isString(list.Elem())
	case *types.Array:
		return isString(list.Elem())
	}
	return false
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// variable evaluates a variable where it is used.
func (e *evaluator) variable(s scope, v *types.Var, use token.Pos) []text {
	if texts, ok := e.now[held{v, s.frame}]; ok {
		return texts
	}
	at := visit{v, use, s.frame}
	if e.busy[at] {
		return nil
	}
	e.busy[at] = true
	defer delete(e.busy, at)
	in, ok := e.program.local[v]
	if !ok {
		return e.stored(s, v)
	}
	f := &flow{evaluator: e, scope: scope{in.pkg, s.frame}, target: v, use: use}
	if p, ok := e.program.params[v]; ok {
		f.state = e.parameter(s, p)
	} else if in.typ.Results != nil && contains(in.typ.Results, v.Pos()) {
		f.state = []text{fixed("")}
	}
	f.block(in.body.List)
	return f.state
}

// stored evaluates a variable or a field by everything that is stored in it.
func (e *evaluator) stored(s scope, v types.Object) []text {
	at := visit{v, v.Pos(), nil}
	if e.busy[at] {
		return nil
	}
	e.busy[at] = true
	defer delete(e.busy, at)
	var all []text
	more := false
	for _, st := range e.program.stores[v] {
		in := scope{st.pkg, s.frame}
		switch st.how {
		case whole:
			all = union(all, e.eval(in, st.expr))
		case oneResult:
			all = union(all, e.evalResult(in, st.expr, st.result))
		case eachValue, eachKey:
			all = union(all, e.ranged(in, st))
		default:
			more = true
		}
	}
	if more {
		all = union(all, joinAll(all, []text{hole()}))
	}
	return all
}

func (e *evaluator) ranged(s scope, st store) []text {
	var all []text
	list, complete := e.elements(s, st.expr)
	for _, element := range list {
		if st.how == eachValue {
			all = union(all, e.eval(element.scope, element.value))
		} else if element.key != nil {
			all = union(all, e.eval(element.scope, element.key))
		}
	}
	if !complete {
		all = union(all, []text{hole()})
	}
	return all
}

// parameter evaluates what the call that is looked at passes for a parameter.
func (e *evaluator) parameter(s scope, p parameter) []text {
	for f := s.frame; f != nil; f = f.from.frame {
		if f.fn == p.fn {
			return e.argument(f.from, f.call, p)
		}
	}
	if p.index < 0 {
		return nil
	}
	b, ok := e.bound[p.fn]
	if !ok && e.missing == nil {
		e.missing = p.fn
	}
	if b == nil {
		return []text{hole()}
	}
	texts := e.argument(scope{pkg: b.pkg}, b.expr, p)
	for i, t := range texts {
		if b.leads && t.at == nil && t.constant() {
			texts[i].at = &b.call
		}
	}
	return texts
}

func (e *evaluator) argument(s scope, call *ast.CallExpr, p parameter) []text {
	switch {
	case p.index < 0 || p.index >= len(call.Args) && !p.variadic:
		return nil
	case !p.variadic || call.Ellipsis.IsValid():
		return append([]text{}, e.eval(s, call.Args[p.index])...)
	}
	texts := []text{fixed("")}
	for _, arg := range call.Args[min(p.index, len(call.Args)):] {
		texts = joinAll(joinAll(texts, e.eval(s, arg)), []text{fixed(endMark)})
	}
	return texts
}
