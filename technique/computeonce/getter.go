package computeonce

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// deepest is how many functions of the package may ask one another for a text.
const deepest = 3

// getter matches a call of a function of the package that makes a text of what it reads through
// its parameters, and does nothing else. It notes the operands.
//
//	have: func (r *request) key() string { return strings.ToLower(r.host) }
//	      for _, h := range hosts { if h == r.key() { return true } }
//	want: key := r.key()
//	      for _, h := range hosts { if h == key { return true } }
func (s *search) getter(e *ast.CallExpr, v *value, depth int) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, e)
	if !ok || depth == deepest || e.Ellipsis.IsValid() {
		return false
	}
	g, ok := s.reads(fn, depth)
	if !ok || !g.makes {
		return false
	}
	sig := fn.Signature()
	if sig.Recv() != nil && !s.receiver(e, g, v) {
		return false
	}
	for i, arg := range e.Args {
		if !s.bind(sig.Params().At(i), arg, g, v) {
			return false
		}
	}
	v.fields = append(v.fields, g.read.fields...)
	return true
}

// getting is what a function does that only reads.
type getting struct {
	*search
	read   value      // what it depends on, by its parameters
	behind []ast.Expr // pointers that are not nil
	makes  bool       // a result is a new text
	depth  int
}

// reads reports whether a function of the package only compares what its parameters lead to,
// and returns texts. It does not panic if the pointers in g.read.followed are not nil.
func (s *search) reads(fn *types.Func, depth int) (g *getting, ok bool) {
	decl, sig := technique.DeclOf(s.pass, fn), fn.Signature()
	if decl == nil || decl.Body == nil || sig.TypeParams() != nil || sig.Variadic() ||
		sig.RecvTypeParams() != nil || sig.Results().Len() != 1 ||
		sig.Results().At(0).Name() != "" || !technique.IsText(sig.Results().At(0).Type()) {
		return nil, false
	}
	g = &getting{search: s, depth: depth + 1}
	for i, stmt := range decl.Body.List {
		switch stmt := stmt.(type) {
		case *ast.ReturnStmt:
			return g, i == len(decl.Body.List)-1 && g.result(stmt)
		case *ast.IfStmt:
			if !g.branch(stmt) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return nil, false
}

// branch judges a condition on which a text is returned.
func (g *getting) branch(stmt *ast.IfStmt) bool {
	if stmt.Init != nil || stmt.Else != nil || len(stmt.Body.List) != 1 || !g.holds(stmt.Cond) {
		return false
	}
	known := len(g.behind)
	if p := compared(stmt.Cond, token.NEQ); p != nil {
		g.behind = append(g.behind, p)
	}
	ret, ok := stmt.Body.List[0].(*ast.ReturnStmt)
	if !ok || !g.result(ret) {
		return false
	}
	g.behind = g.behind[:known]
	if p := compared(stmt.Cond, token.EQL); p != nil {
		g.behind = append(g.behind, p)
	}
	return true
}

// compared returns a pointer that a condition, or the first of several, compares with nil.
func compared(cond ast.Expr, op token.Token) ast.Expr {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if ok && (b.Op == token.LAND && op == token.NEQ || b.Op == token.LOR && op == token.EQL) {
		return compared(b.X, op)
	}
	if !ok || b.Op != op {
		return nil
	}
	if id := ident(b.Y); id != nil && id.Name == "nil" {
		return b.X
	}
	return nil
}

// holds judges a condition: pointers may be compared with nil, and values with one another.
func (g *getting) holds(e ast.Expr) bool {
	info := g.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && g.holds(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			return g.both(e)
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			if info.Types[e.Y].IsNil() {
				return technique.IsPointer(info.TypeOf(e.X)) && g.path(e.X)
			}
			return g.value(e.X) && g.value(e.Y)
		}
	}
	return g.value(e)
}

// both judges two conditions. The second is asked where the first says so.
func (g *getting) both(e *ast.BinaryExpr) bool {
	op := token.NEQ
	if e.Op == token.LOR {
		op = token.EQL
	}
	if !g.holds(e.X) {
		return false
	}
	known := len(g.behind)
	if p := compared(e.X, op); p != nil {
		g.behind = append(g.behind, p)
	}
	ok := g.holds(e.Y)
	g.behind = g.behind[:known]
	return ok
}

// result judges a text that is returned.
func (g *getting) result(ret *ast.ReturnStmt) bool {
	if len(ret.Results) != 1 {
		return false
	}
	switch e := ast.Unparen(ret.Results[0]).(type) {
	case *ast.CallExpr:
		if !g.pass.TypesInfo.Types[e.Fun].IsType() {
			g.makes = true
		}
	case *ast.BinaryExpr:
		g.makes = g.makes || g.pass.TypesInfo.Types[e].Value == nil
	}
	return g.value(ret.Results[0])
}

// value judges an expression whose value is a simple one, as steady does.
func (g *getting) value(e ast.Expr) bool {
	info := g.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	if t := info.TypeOf(e); t == nil || !basic(t) {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.value(e.X)
	case *ast.Ident, *ast.SelectorExpr:
		return g.path(e)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && g.value(e.X) && g.value(e.Y)
	case *ast.CallExpr:
		switch {
		case info.Types[e.Fun].IsType(), technique.IsBuiltin(info, e, "len"):
			return g.value(e.Args[0])
		}
		if _, ok := g.maker(e); !ok {
			return g.getter(e, &g.read, g.depth)
		}
		if g.address(e) {
			return true
		}
		fn, _ := technique.Func(info, e)
		return fn.Signature().Recv() == nil && g.computes(e, fn) &&
			!slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return !g.value(arg) })
	}
	return false
}

// path judges a parameter, or a field to which one leads: through the parameter itself, and
// through pointers that are not nil there.
func (g *getting) path(e ast.Expr) bool {
	info := g.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if ok {
			g.read.operands = append(g.read.operands, v)
		}
		return ok && v.Pkg() == g.pass.Pkg && v.Parent() != g.pass.Pkg.Scope()
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 || !g.path(e.X) {
			return false
		}
		g.read.fields = append(g.read.fields, sel.Obj().(*types.Var))
		if !sel.Indirect() || slices.ContainsFunc(g.behind, func(p ast.Expr) bool {
			return technique.SameExpr(info, p, e.X)
		}) {
			return true
		}
		v, ok := info.Uses[ident(e.X)].(*types.Var)
		g.read.followed = append(g.read.followed, v)
		return ok
	}
	return false
}

// receiver judges what a getter is called on: a variable.
func (s *search) receiver(e *ast.CallExpr, g *getting, v *value) bool {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || s.pass.TypesInfo.Selections[sel] == nil ||
		len(s.pass.TypesInfo.Selections[sel].Index()) != 1 ||
		s.pass.TypesInfo.Selections[sel].Kind() != types.MethodVal {
		return false
	}
	recv := s.pass.TypesInfo.Selections[sel].Obj().(*types.Func).Signature().Recv()
	return s.bind(recv, sel.X, g, v)
}

// bind judges what a parameter of a getter gets: a variable, or a simple value.
func (s *search) bind(param *types.Var, arg ast.Expr, g *getting, v *value) bool {
	if basic(param.Type()) {
		return s.steady(arg, v)
	}
	operand, ok := s.pass.TypesInfo.Uses[ident(arg)].(*types.Var)
	if !ok || operand.Pkg() != s.pass.Pkg || operand.Parent() == s.pass.Pkg.Scope() {
		return s.pointer(param, arg, g, v)
	}
	v.operands = append(v.operands, operand)
	if !technique.IsPointer(operand.Type()) {
		return true
	}
	if !technique.IsPointer(param.Type()) || slices.Contains(g.read.followed, param.Origin()) {
		v.followed = append(v.followed, operand)
	}
	return true
}

// gets reports whether a method is called, as a getter.
func (s *search) gets(method inspector.Cursor) bool {
	call, ok := method.Parent().Node().(*ast.CallExpr)
	if !ok || method.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok {
		return false
	}
	_, ok = s.reads(fn, 0)
	return ok
}

// getterName returns the name of a variable for what a getter returns.
func getterName(info *types.Info, e *ast.CallExpr) string {
	fn, ok := technique.Func(info, e)
	if !ok {
		return "text"
	}
	name := technique.UpperFirst(strings.TrimPrefix(fn.Name(), "Get"))
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if id := ident(sel.X); id != nil && len(id.Name) > 1 {
			return id.Name + name
		}
	}
	return technique.LowerFirst(name) + "Text"
}
