package guarded

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// condition returns what is asked where the function is called: whether it has
// something to do. The argument that decides it alone becomes a constant.
func (c *call) condition() (text string, edits []analysis.TextEdit, ok bool) {
	arg := c.decided()
	if arg == nil {
		text, ok = c.inPlace()
		return text, nil, ok
	}
	_, not := ast.Unparen(c.cond).(*ast.UnaryExpr)
	wanted := not == c.leaves // the value of arg with which there is something to do
	word := "false"
	text = technique.Text(c.pass, arg)
	if wanted {
		word = "true"
	} else {
		text = negated(c.pass, arg, nil)
	}
	tv := c.pass.TypesInfo.Types[arg]
	return text, []analysis.TextEdit{technique.Replace(arg, word)}, tv.Value == nil &&
		c.reads(arg) && text != "" && technique.Predeclared(c.pass, arg.Pos(), word)
}

// opposite are the comparisons that say the reverse for all values but those that
// are not numbers.
var opposite = map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: ">=",
	token.LEQ: ">", token.GTR: "<=", token.GEQ: "<"}

// negated returns the text of the reverse of a condition, with other text in the
// place of some of its names.
func negated(pass *analysis.Pass, e ast.Expr, with map[ast.Node]string) string {
	e = ast.Unparen(e)
	text := func(e ast.Expr) string { return technique.Patch(pass, e, with) }
	switch x := e.(type) {
	case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
		return "!" + text(e)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return text(ast.Unparen(x.X))
		}
	case *ast.BinaryExpr:
		if x.Op == token.LOR { // neither may hold; what && joins is negated in parentheses
			return negated(pass, x.X, with) + " && " + negated(pass, x.Y, with)
		}
		other := opposite[x.Op]
		if other == "" || x.Op != token.EQL && x.Op != token.NEQ &&
			isFloat(pass.TypesInfo.TypeOf(x.X)) {
			break
		}
		return text(x.X) + " " + other + " " + text(x.Y)
	}
	return "!(" + text(e) + ")"
}

// isFloat reports whether values of the type may be no numbers, or hold such.
func isFloat(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !ok || basic.Info()&types.IsFloat != 0
}

// inPlace returns the function's condition in the words of the caller.
func (c *call) inPlace() (string, bool) {
	if !c.reads(c.cond) || addresses(c.cond) {
		return "", false
	}
	with, variables := make(map[ast.Node]string), 0
	if !c.words(c.cond, with, &variables) {
		return "", false
	}
	if variables == 0 {
		return "", false // it says the same at each call
	}
	if !c.leaves {
		return technique.Patch(c.pass, c.cond, with), true
	}
	return negated(c.pass, c.cond, with), true
}

// addresses reports whether an expression takes an address: a parameter has its own.
func addresses(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if addr, ok := n.(*ast.UnaryExpr); ok && addr.Op == token.AND {
			return true
		}
	}
	return false
}

// words notes what stands in the caller for the names in a part of the condition, and counts those
// that mean a variable there.
func (c *call) words(e ast.Expr, with map[ast.Node]string, variables *int) bool {
	pos := c.expr.Pos()
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := c.means(id)
		arg, param := c.args[obj]
		value, bound := c.bound[obj]
		switch {
		case bound:
			inner := make(map[ast.Node]string)
			if !c.stands(e, id, value) || !c.once(obj, value) || !c.words(value, inner, variables) {
				return false
			}
			with[id] = technique.Patch(c.pass, value, inner)
			if !simple(value) {
				with[id] = "(" + with[id] + ")"
			}
		case param && simple(arg) && c.sameUse(e, id, arg) && !c.computes(e, id, arg):
			with[id] = technique.Text(c.pass, arg)
			if c.isReceiver(obj) {
				with[id] += c.field
			}
			if c.pass.TypesInfo.Types[arg].Value == nil {
				*variables++
			}
		case obj == nil || param || c.declares(obj):
			return false
		case !technique.ResolvesSameAt(c.pass, id, pos):
			return false
		default:
			if _, ok := obj.(*types.Var); ok {
				*variables++
			}
		}
	}
	// The text must be that of its own file.
	return technique.FileOf(c.pass, e.Pos()) == c.file || !mentionsPackage(c.pass, e)
}

// simple reports whether an expression can stand in the place of a name.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	}
	return false
}

// sameUse reports whether an argument means in the place of a parameter what the
// parameter means: it has the same type, or is only asked for its fields.
func (c *call) sameUse(in ast.Expr, id *ast.Ident, arg ast.Expr) bool {
	info := c.pass.TypesInfo
	inner := c.field != "" && c.isReceiver(info.Uses[id])
	if !inner && types.Identical(info.TypeOf(id), info.TypeOf(arg)) {
		return true
	}
	return selected(in, id) && info.Types[arg].Value == nil
}

// selected reports whether a name in an expression is only asked for a field or a method.
func selected(in ast.Expr, id *ast.Ident) bool {
	for n := range ast.Preorder(in) {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.X == id {
			return true
		}
	}
	return false
}

// computes reports whether the condition computes with a parameter that is given a constant: in the
// place of the parameter it has another type, or none, with other limits.
//
//	func check(n uint8) { if n+1 > 9 { return }; ... }; check(255)
func (c *call) computes(in ast.Expr, id *ast.Ident, arg ast.Expr) bool {
	if c.pass.TypesInfo.Types[arg].Value == nil {
		return false
	}
	if in != c.cond {
		return true // it has the type that what it is bound to has
	}
	for n := range ast.Preorder(in) {
		if n.Pos() <= id.Pos() && id.Pos() < n.End() && n != id && !c.typed(n) {
			return true
		}
	}
	return false
}

// typed reports whether a constant has in a node the type that a parameter has: where it meets an
// interface, a type parameter or a conversion, it has that of its own.
//
//	func (l *log) at(level uint8) { if l.only == any(level) { ... } }; l.at(3)
func (c *call) typed(n ast.Node) bool {
	info := c.pass.TypesInfo
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return boolean(n.Op) && !types.IsInterface(info.TypeOf(n.X)) &&
			!types.IsInterface(info.TypeOf(n.Y))
	case *ast.UnaryExpr:
		return n.Op == token.NOT
	case *ast.CallExpr:
		fn, ok := technique.Func(info, n)
		if !ok || fn.Signature().Variadic() || fn.Origin().Signature().TypeParams() != nil {
			return false
		}
		for param := range fn.Signature().Params().Variables() {
			if types.IsInterface(param.Type()) {
				return false
			}
		}
		return true
	case *ast.ParenExpr, *ast.SelectorExpr:
		return true
	}
	return false
}

// boolean reports whether an operator compares, or joins conditions.
func boolean(op token.Token) bool {
	return opposite[op] != "" || op == token.LAND || op == token.LOR
}

// mentionsPackage reports whether an expression names an imported package.
func mentionsPackage(pass *analysis.Pass, e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok {
			if _, ok := pass.TypesInfo.Uses[id].(*types.PkgName); ok {
				return true
			}
		}
	}
	return false
}

// harmless reports whether an argument need not be evaluated: it neither acts nor
// panics. What is found through a pointer may be missing, unless the condition
// looks there, too.
func (c *call) harmless(e ast.Expr) bool {
	info := c.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch info.ObjectOf(e).(type) {
		case *types.Var, *types.Nil:
			return true
		}
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil {
			_, isVar := info.Uses[e.Sel].(*types.Var)
			return isVar
		}
		if sel.Kind() != types.FieldVal || !c.harmless(e.X) {
			return false
		}
		return !sel.Indirect() || len(sel.Index()) == 1 && (c.looks(e.X) || c.followed(e.X))
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "len") {
			return c.harmless(e.Args[0])
		}
		if effects.Computes(c.pass, e) {
			return !e.Ellipsis.IsValid() && !slices.ContainsFunc(e.Args, func(arg ast.Expr) bool {
				return !c.harmless(arg)
			})
		}
		if len(e.Args) != 1 || !info.Types[e.Fun].IsType() {
			return false
		}
		_, basic := info.TypeOf(e).Underlying().(*types.Basic)
		return basic && c.harmless(e.Args[0])
	case *ast.BinaryExpr:
		return total(info, e) && c.harmless(e.X) && c.harmless(e.Y)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && c.harmless(e.X)
	}
	return false
}

// looks reports whether the condition finds a field through the pointer x.
func (c *call) looks(x ast.Expr) bool {
	in := c.decided()
	if in == nil {
		in = c.cond
	}
	if in == nil {
		return false // a log of the package itself has no logger to look through
	}
	return technique.Surely(in, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.args[c.pass.TypesInfo.Uses[id]] != nil &&
			technique.Surely(c.args[c.pass.TypesInfo.Uses[id]], func(m ast.Node) bool {
				return c.selects(m, x)
			}) {
			return true
		}
		return c.selects(n, x)
	})
}

// followed reports whether a pointer is a variable that is not nil at the call, which perhaps a
// constructor has made.
func (c *call) followed(x ast.Expr) bool {
	v, ok := technique.Variable(c.pass.TypesInfo, x)
	if !ok {
		return false
	}
	made, ok := ast.Unparen(technique.OnlyValue(c.pass, v)).(*ast.CallExpr)
	if ok {
		if _, ok := effects.Constructs(c.pass, made); ok {
			return true
		}
	}
	return technique.NotNil(c.pass, v, c.cur)
}

// selects reports whether a node finds a field through the pointer x, or through
// the parameter that is given x, or calls a method of it that surely does so.
func (c *call) selects(n ast.Node, x ast.Expr) bool {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	on := sel.X
	if id, ok := on.(*ast.Ident); ok && c.args[c.pass.TypesInfo.Uses[id]] != nil {
		on = c.args[c.pass.TypesInfo.Uses[id]]
	}
	s := c.pass.TypesInfo.Selections[sel]
	if s == nil || !technique.SameExpr(c.pass.TypesInfo, on, x) {
		return false
	}
	fn, ok := s.Obj().(*types.Func)
	return s.Kind() == types.FieldVal || ok && len(s.Index()) == 1 && c.looksFirst(fn)
}

// looksFirst reports whether the first thing that a method does is to return what it finds
// through its receiver.
func (c *call) looksFirst(fn *types.Func) bool {
	decl := technique.DeclOf(c.pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 ||
		len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	recv := c.pass.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	return ok && technique.Surely(ret, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || !technique.Names(c.pass.TypesInfo, sel.X, recv) {
			return false
		}
		s := c.pass.TypesInfo.Selections[sel]
		return s != nil && s.Kind() == types.FieldVal
	})
}
