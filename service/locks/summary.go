package locks

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
)

// summary is what calling a function does to locks, in terms of its parameters.
type summary struct {
	effects []effect
	// returned is what calling its result does: func() { s.mu.Unlock() }.
	returned []effect
	// result is the variable whose address it returns, if there is only one.
	result target
}

// effects returns what a call does to locks.
func (f *flow) effects(call *ast.CallExpr) []effect {
	if o, ok := f.eng.lockCall(f.fn, call); ok {
		return []effect{{op: o, must: true, pos: call.Pos()}}
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		lit := f.fn.Pkg.Literal(fun, f.fn)
		return f.bind(f.eng.summaryOf(lit).effects, lit, nil, call)
	case *ast.CallExpr: // s.lock()()
		return f.returnedBy(fun)
	case *ast.Ident:
		if v, ok := f.fn.Pkg.Info.Uses[fun].(*types.Var); ok {
			return f.variable(v, call)
		}
	}
	callee, recv := f.eng.callee(f.fn, call)
	if callee == nil {
		return nil
	}
	return f.bind(f.eng.summaryOf(callee).effects, callee, recv, call)
}

// variable returns what calling a local variable does, if it is defined once.
func (f *flow) variable(v *types.Var, call *ast.CallExpr) []effect {
	switch def := f.eng.soleDef(f.fn, v).(type) {
	case *ast.FuncLit:
		lit := f.fn.Pkg.Literal(def, f.fn)
		return f.bind(f.eng.summaryOf(lit).effects, lit, nil, call)
	case *ast.CallExpr:
		return f.returnedBy(def)
	case *ast.SelectorExpr:
		if o, ok := f.eng.lockMethod(f.fn, def); ok {
			return []effect{{op: o, must: true, pos: call.Pos()}}
		}
	}
	return nil
}

// returnedBy returns what calling the result of a call does.
func (f *flow) returnedBy(call *ast.CallExpr) []effect {
	callee, recv := f.eng.callee(f.fn, call)
	if callee == nil {
		return nil
	}
	return f.bind(f.eng.summaryOf(callee).returned, callee, recv, call)
}

// callee returns the declared function that a call calls, if it is one, and the
// expression of its receiver.
func (e *engine) callee(fn *gosource.Func, call *ast.CallExpr) (*gosource.Func, ast.Expr) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	info := fn.Pkg.Info
	switch x := fun.(type) {
	case *ast.Ident:
		obj, _ := info.Uses[x].(*types.Func)
		return e.world.Declared(origin(obj)), nil
	case *ast.SelectorExpr:
		obj, _ := info.Uses[x.Sel].(*types.Func)
		if sel := info.Selections[x]; sel != nil {
			return e.world.Declared(origin(obj)), x.X
		}
		return e.world.Declared(origin(obj)), nil
	}
	return nil, nil
}

func origin(f *types.Func) *types.Func {
	if f == nil {
		return nil
	}
	return f.Origin()
}

// bind rewrites the effects of a callee in terms of the caller: parameters are
// replaced by arguments.
func (f *flow) bind(list []effect, callee *gosource.Func, recv ast.Expr,
	call *ast.CallExpr) []effect {
	if len(list) == 0 {
		return nil
	}
	args := f.arguments(callee, recv, call)
	out := make([]effect, 0, len(list))
	for _, e := range list {
		e.pos = call.Pos()
		if t, ok := substitute(e.ref.target, args); ok {
			e.ref.target = t
			if c := t.path.class(f.fn); c != "" && e.ref.class == "" {
				e.ref.class = c
			}
		} else {
			e.ref.target = target{}
		}
		out = append(out, e)
	}
	return out
}

// arguments maps the parameters of callee to what stands for them in the call.
func (f *flow) arguments(callee *gosource.Func, recv ast.Expr,
	call *ast.CallExpr) map[types.Object]target {
	sc := scope{eng: f.eng, fn: f.fn}
	params := callee.Params()
	args := map[types.Object]target{}
	exprs := call.Args
	if callee.Lit == nil && callee.Decl.Recv != nil {
		if recv != nil && len(params) > 0 {
			f.receiverArg(args, params[0], recv, call, sc)
		}
		params = params[min(1, len(params)):]
	}
	for i, p := range params {
		if p != nil && i < len(exprs) {
			args[p] = sc.target(exprs[i])
		}
	}
	return args
}

// receiverArg maps the receiver, through the fields that are embedded between it
// and the method, and with the address that the call takes.
func (f *flow) receiverArg(args map[types.Object]target, param *types.Var, recv ast.Expr,
	call *ast.CallExpr, sc scope) {
	if param == nil {
		return
	}
	t := sc.target(recv)
	typ := f.fn.Pkg.Info.TypeOf(recv)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && typ != nil {
		if by := f.fn.Pkg.Info.Selections[sel]; by != nil && len(by.Index()) > 1 {
			index := by.Index()[:len(by.Index())-1]
			t = target{path: sc.fields(t, typ, index)}
			typ = fieldType(typ, index)
		}
	}
	if typ != nil && !t.addr {
		_, isPtr := typ.Underlying().(*types.Pointer)
		_, wantsPtr := param.Type().Underlying().(*types.Pointer)
		t.addr = wantsPtr && !isPtr && !types.IsInterface(typ)
	}
	args[param] = t
}

// substitute replaces the root of t by an argument. Roots that are no parameters
// stay when they are the same variable for the caller.
func substitute(t target, args map[types.Object]target) (target, bool) {
	if t.path.root == nil {
		return target{}, false
	}
	arg, ok := args[t.path.root]
	if !ok {
		return t, true
	}
	if !arg.path.known() {
		return target{}, false
	}
	out := arg.path
	addr := arg.addr
	for _, s := range t.path.steps {
		if addr && s.name == "*" {
			addr = false
			continue
		}
		s.viaPtr = s.viaPtr && !addr
		addr = false
		out = out.with(s)
	}
	return target{path: out, addr: addr && len(t.path.steps) == 0}, true
}

// summaryOf returns what calling fn does to locks.
func (e *engine) summaryOf(fn *gosource.Func) *summary {
	if s, ok := e.summaries[fn]; ok {
		return s
	}
	s := &summary{}
	e.summaries[fn] = s // what calls itself does nothing to locks
	if e.depth > 12 || fn.Pkg.Info == nil {
		return s
	}
	e.depth++
	defer func() { e.depth-- }()
	f := e.flowOf(fn)
	exits := f.exits()
	if len(exits) == 0 {
		return s
	}
	all := exits[0].state.returned(0)
	var yes []state // where true is returned
	for i, x := range exits {
		end := x.state.returned(0)
		if i > 0 {
			all, _ = join(all, end)
		}
		if returnsTrue(fn, x.ret) {
			yes = append(yes, end)
		}
		s.returned = append(s.returned, f.resultEffects(x.ret)...)
	}
	s.effects = f.outward(all, false)
	if len(yes) > 0 && len(yes) < len(exits) {
		s.onTrue(f, yes)
	}
	f.resultOf(s, exits)
	return s
}

// onTrue replaces what the function does on some ways by what it does when it
// returns true, as a TryLock of its own.
func (s *summary) onTrue(f *flow, yes []state) {
	all := yes[0]
	for _, y := range yes[1:] {
		all, _ = join(all, y)
	}
	for _, e := range f.outward(all, true) {
		if e.must && !e.release {
			s.effects = append(s.effects, e)
		}
	}
}

func returnsTrue(fn *gosource.Func, ret *ast.ReturnStmt) bool {
	if ret == nil || len(ret.Results) != 1 {
		return false
	}
	v := fn.Pkg.Info.Types[ret.Results[0]].Value
	return v != nil && v.String() == "true"
}

// outward returns the effects in s that a caller can see: those of variables that
// are not local to the function.
func (f *flow) outward(s state, try bool) []effect {
	var list []effect
	for _, h := range s.locks {
		if h.ref.target.path.known() && f.isLocal(h.ref.target.path.root) {
			if h.ref.class == "" {
				continue
			}
			h.ref.target = target{}
		}
		list = append(list, effect{must: h.must,
			op: op{ref: h.ref, mode: h.mode, release: h.released, try: try}})
	}
	return list
}

// isLocal reports whether a variable means nothing to the caller.
func (f *flow) isLocal(v types.Object) bool {
	if v == nil {
		return true
	}
	if isGlobal(v) || isParam(&gosource.Func{Pkg: f.fn.Pkg, Decl: f.fn.Decl, Lit: f.fn.Lit}, v) {
		return false
	}
	body := f.fn.Body()
	return body.Pos() <= v.Pos() && v.Pos() < body.End()
}

// resultEffects returns what calling the function that ret returns does.
func (f *flow) resultEffects(ret *ast.ReturnStmt) []effect {
	if ret == nil || len(ret.Results) == 0 {
		return nil
	}
	var list []effect
	for _, result := range ret.Results {
		switch x := ast.Unparen(result).(type) {
		case *ast.FuncLit:
			lit := f.fn.Pkg.Literal(x, f.fn)
			list = append(list, f.eng.summaryOf(lit).effects...)
		case *ast.SelectorExpr:
			if o, ok := f.eng.lockMethod(f.fn, x); ok {
				list = append(list, effect{op: o, must: true})
			}
		}
	}
	return list
}

// resultOf notes the variable whose address the function returns, where every
// return statement returns the same one.
func (f *flow) resultOf(s *summary, exits []exit) {
	var only target
	for i, x := range exits {
		if x.ret == nil || len(x.ret.Results) != 1 {
			return
		}
		t := scope{eng: f.eng, fn: f.fn}.target(x.ret.Results[0])
		if !t.path.known() || f.isLocal(t.path.root) ||
			i > 0 && t.path.key() != only.path.key() {
			return
		}
		only = t
	}
	s.result = only
}

// returned returns the variable that a call of a function of the program denotes.
func (e *engine) returned(s scope, call *ast.CallExpr) (target, bool) {
	callee, recv := e.callee(s.fn, call)
	if callee == nil {
		return target{}, false
	}
	sum := e.summaryOf(callee)
	if !sum.result.path.known() {
		return target{}, false
	}
	f := &flow{eng: e, fn: s.fn}
	return substitute(sum.result, f.arguments(callee, recv, call))
}
