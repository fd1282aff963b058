package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/service/gosource"
)

// path names a variable: a root, and how to go on from there. The location of a
// step is that of the variable before it, or what that points to, plus off.
type path struct {
	root  types.Object // nil for what a call returned and the like
	text  string       // instead of root
	steps []step
	name  string // the key, where it was computed before
}

type step struct {
	name   string
	owner  string // the named struct type that has the field, or ""
	off    int64  // -1 when it is not known
	viaPtr bool   // the variable before is a pointer
}

// key is equal for equal paths.
func (p path) key() string {
	if p.name != "" {
		return p.name
	}
	var b strings.Builder
	if p.root != nil {
		b.WriteString(strconv.Itoa(int(p.root.Pos())))
		b.WriteString(":")
		b.WriteString(p.root.Name())
	} else {
		b.WriteString("?" + p.text)
	}
	for _, s := range p.steps {
		b.WriteString("." + s.name)
	}
	return b.String()
}

// rlocker names the step from a sync.RWMutex to the Locker that takes its read lock.
const rlocker = "RLocker"

// reads reports whether Lock takes the read lock.
func (p path) reads() bool {
	return len(p.steps) > 0 && p.steps[len(p.steps)-1].name == rlocker
}

func (p path) known() bool { return p.root != nil || p.text != "" }

// parent returns p without its last step.
func (p path) parent() path {
	p.steps, p.name = p.steps[:len(p.steps)-1], ""
	return p
}

// with returns p and one more step.
func (p path) with(s step) path {
	steps := make([]step, len(p.steps), len(p.steps)+1)
	copy(steps, p.steps)
	p.steps, p.name = append(steps, s), ""
	return p
}

// target is what an expression denotes: a variable, or its address.
type target struct {
	path path
	addr bool // the expression is &path
}

// scope turns expressions of one function into paths.
type scope struct {
	eng *engine
	fn  *gosource.Func
	// depth guards against definitions in a circle.
	depth int
}

func (s scope) info() *types.Info { return s.fn.Pkg.Info }

// target returns what e denotes.
func (s scope) target(e ast.Expr) target {
	if s.depth > 20 {
		return target{}
	}
	s.depth++
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.target(e.X)
	case *ast.Ident:
		return s.ident(e)
	case *ast.UnaryExpr:
		if t := s.target(e.X); e.Op == token.AND && !t.addr && t.path.known() {
			return target{path: t.path, addr: true}
		}
	case *ast.StarExpr:
		return s.pointee(s.target(e.X))
	case *ast.SelectorExpr:
		return s.selector(e)
	case *ast.IndexExpr:
		return s.index(e)
	case *ast.TypeAssertExpr:
		return s.target(e.X)
	case *ast.CallExpr:
		return s.call(e)
	}
	return target{}
}

// pointee returns *t.
func (s scope) pointee(t target) target {
	if t.addr {
		return target{path: t.path}
	}
	return target{path: t.path.with(step{name: "*", viaPtr: true})}
}

func (s scope) ident(e *ast.Ident) target {
	v, ok := s.info().ObjectOf(e).(*types.Var)
	if !ok {
		return target{}
	}
	if def := s.eng.soleDef(s.fn, v); def != nil {
		t := s.target(def)
		if t.path.known() && (t.addr || s.eng.stable(s.fn, t.path)) {
			return t
		}
	}
	return target{path: path{root: v}}
}

// selector returns the variable that x.f denotes.
func (s scope) selector(e *ast.SelectorExpr) target {
	sel := s.info().Selections[e]
	if sel == nil {
		if v, ok := s.info().Uses[e.Sel].(*types.Var); ok {
			return target{path: path{root: v}}
		}
		return target{}
	}
	if sel.Kind() != types.FieldVal {
		return target{}
	}
	return target{path: s.fields(s.target(e.X), s.info().TypeOf(e.X), sel.Index())}
}

// fields follows the fields with the given indexes from a value of type t.
func (s scope) fields(from target, t types.Type, index []int) path {
	p := from.path
	if !p.known() || t == nil {
		return path{}
	}
	ptr := !from.addr
	for _, i := range index {
		elem, isPtr := deref(t)
		st, ok := elem.Underlying().(*types.Struct)
		if !ok {
			return path{}
		}
		f := st.Field(i)
		p = p.with(step{name: f.Name(), owner: typeName(elem), off: s.offset(st, i),
			viaPtr: isPtr && ptr})
		t, ptr = f.Type(), true
	}
	return p
}

// offset returns where the field is in its struct, or -1 when a type before it
// is not known.
func (s scope) offset(st *types.Struct, i int) int64 {
	list := make([]*types.Var, i+1)
	for j := range list {
		list[j] = st.Field(j)
		if !sized(list[j].Type(), 0) {
			return -1
		}
	}
	return s.eng.world.Sizes().Offsetsof(list)[i]
}

// sized reports whether the size of t is known: it holds no type that was not
// found, and no type parameter.
func sized(t types.Type, depth int) bool {
	if depth > 10 {
		return false
	}
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.Invalid
	case *types.Array:
		return sized(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !sized(u.Field(i).Type(), depth+1) {
				return false
			}
		}
	}
	return true
}

func (s scope) index(e *ast.IndexExpr) target {
	t := s.target(e.X)
	typ := s.info().TypeOf(e.X)
	if !t.path.known() || typ == nil {
		return target{}
	}
	elem, isPtr := deref(typ)
	_, array := elem.Underlying().(*types.Array)
	return target{path: t.path.with(step{name: "[" + types.ExprString(e.Index) + "]", off: -1,
		viaPtr: isPtr || !array})}
}

// call returns what a conversion converts, or the variable whose address a
// function returns, which is known by its text alone.
func (s scope) call(e *ast.CallExpr) target {
	if tv, ok := s.info().Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
		return s.target(e.Args[0])
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == rlocker {
		if by := s.info().Selections[sel]; by != nil && len(e.Args) == 0 {
			p := s.eng.receiver(s.fn, sel, by).target.path
			return target{path: p.with(step{name: rlocker, viaPtr: false}), addr: true}
		}
	}
	if t, ok := s.eng.returned(s, e); ok {
		return t
	}
	return target{path: path{text: types.ExprString(e)}}
}

func deref(t types.Type) (elem types.Type, ptr bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem(), true
	}
	return t, false
}

// typeName returns the name of a type as the receiver in a dump: database/sql.(*DB).
func typeName(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	name := named.Obj().Name()
	if named.TypeParams().Len() > 0 {
		name += "[...]"
	}
	if named.Obj().Pkg() == nil {
		return name
	}
	return named.Obj().Pkg().Path() + ".(*" + name + ")"
}

// class names the kind of variable that p is: the field of a type, a variable of
// a package or a function, an element of one of these. Two locks of different
// classes are never the same.
func (p path) class(fn *gosource.Func) string {
	if len(p.steps) == 0 {
		return p.rootClass(fn)
	}
	last := p.steps[len(p.steps)-1]
	before := path{root: p.root, text: p.text, steps: p.steps[:len(p.steps)-1]}
	switch {
	case last.owner != "":
		return last.owner + "." + last.name
	case last.name == "*", last.name == rlocker:
		return before.class(fn)
	case strings.HasPrefix(last.name, "["):
		if c := before.class(fn); c != "" {
			return c + "[]"
		}
		return ""
	}
	if c := before.class(fn); c != "" {
		return c + "." + last.name
	}
	return ""
}

func (p path) rootClass(fn *gosource.Func) string {
	v, ok := p.root.(*types.Var)
	if !ok || v.Pkg() == nil {
		return ""
	}
	if v.Parent() == v.Pkg().Scope() {
		return v.Pkg().Path() + "." + v.Name()
	}
	return v.Pkg().Path() + "." + fn.Name() + "." + v.Name()
}
