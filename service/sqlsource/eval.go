package sqlsource

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// text is what an expression may be: constant parts with holes between them.
type text struct {
	parts []string
	at    *call // the call that brought it in, if a parameter did; nil otherwise
}

// hole is a text of which nothing is known.
func hole() text { return text{parts: []string{"", ""}} }

func fixed(s string) text { return text{parts: []string{s}} }

// known returns the parts of a text of which enough is known to look for.
func (t text) known() ([]string, bool) {
	n := 0
	for _, part := range t.parts {
		n += len(strings.TrimSpace(part))
	}
	return t.parts, n >= leastKnown
}

// leastKnown is how many constant bytes tell a statement from others.
const leastKnown = 8

// most is how many texts one expression may be.
const most = 32

// join returns a followed by b.
func join(a, b text) text {
	parts := append([]string{}, a.parts[:len(a.parts)-1]...)
	parts = append(parts, a.parts[len(a.parts)-1]+b.parts[0])
	at := a.at
	if at == nil {
		at = b.at
	}
	return text{parts: append(parts, b.parts[1:]...), at: at}
}

func joinAll(a, b []text) []text {
	var all []text
	for _, x := range a {
		for _, y := range b {
			if len(all) < most {
				all = append(all, join(x, y))
			}
		}
	}
	return all
}

// evaluator says what an expression may be.
type evaluator struct {
	program *program
	depth   int // of callers that may still be asked
	steps   int
}

// mostSteps bounds the work for one expression.
const mostSteps = 500

// eval returns the texts that expr may be; never none.
func (e *evaluator) eval(c call, expr ast.Expr) []text {
	e.steps++
	if e.steps > mostSteps {
		return []text{hole()}
	}
	info := c.pkg.TypesInfo
	if tv := info.Types[expr]; tv.Value != nil && tv.Value.Kind() == constant.String {
		return []text{fixed(constant.StringVal(tv.Value))}
	}
	switch x := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return joinAll(e.eval(c, x.X), e.eval(c, x.Y))
		}
	case *ast.Ident:
		if v, ok := info.Uses[x].(*types.Var); ok {
			return e.variable(c, v)
		}
	case *ast.CallExpr:
		return e.call(c, x)
	}
	return []text{hole()}
}

// call evaluates functions that return the text they get, in another form.
func (e *evaluator) call(c call, x *ast.CallExpr) []text {
	f := callee(c.pkg.TypesInfo, x)
	if f == nil || f.Pkg() == nil {
		if tv := c.pkg.TypesInfo.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
			return e.eval(c, x.Args[0])
		}
		return []text{hole()}
	}
	name := f.Pkg().Path() + "." + f.Name()
	switch {
	case name == "fmt.Sprintf" && len(x.Args) > 0:
		return e.format(c, x)
	case (f.Name() == "Rebind" || name == "github.com/jmoiron/sqlx.In" ||
		name == "strings.TrimSpace" || name == "strings.ReplaceAll") && len(x.Args) > 0:
		for _, arg := range x.Args {
			if b, ok := c.pkg.TypesInfo.TypeOf(arg).Underlying().(*types.Basic); ok &&
				b.Kind() == types.String {
				return e.eval(c, arg)
			}
		}
	case name == "strings.Join" && len(x.Args) == 2:
		return e.joined(c, x)
	}
	return []text{hole()}
}

// joined evaluates strings.Join of a list that is written there.
func (e *evaluator) joined(c call, x *ast.CallExpr) []text {
	list, ok := x.Args[0].(*ast.CompositeLit)
	if !ok {
		return []text{hole()}
	}
	separator := e.eval(c, x.Args[1])
	var all []text
	for _, element := range list.Elts {
		one := e.eval(c, element)
		if all == nil {
			all = one
			continue
		}
		all = joinAll(joinAll(all, separator), one)
	}
	if all == nil {
		return []text{fixed("")}
	}
	return all
}

// verb is a verb of a format.
var verb = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?[\d*]*(\.[\d*]+)?(\[\d+\])?[a-zA-Z]`)

// format evaluates fmt.Sprintf. Where verbs are simple and their values known,
// these stand in their places.
func (e *evaluator) format(c call, x *ast.CallExpr) []text {
	var all []text
	for _, f := range e.eval(c, x.Args[0]) {
		if len(f.parts) > 1 {
			all = append(all, hole())
			continue
		}
		all = append(all, e.filled(c, f.parts[0], x.Args[1:])...)
	}
	return all
}

func (e *evaluator) filled(c call, format string, args []ast.Expr) []text {
	out, last := []text{fixed("")}, 0
	for n, at := range verb.FindAllStringIndex(strings.ReplaceAll(format, "%%", "\x00\x00"), -1) {
		out = joinAll(out, []text{fixed(strings.ReplaceAll(format[last:at[0]], "%%", "%"))})
		value := []text{hole()}
		if n < len(args) && format[at[0]:at[1]] == "%s" {
			value = e.eval(c, args[n])
		}
		out = joinAll(out, value)
		last = at[1]
	}
	return joinAll(out, []text{fixed(strings.ReplaceAll(format[last:], "%%", "%"))})
}

// variable evaluates a variable: by what is assigned to it, or by what callers
// pass for it.
func (e *evaluator) variable(c call, v *types.Var) []text {
	if c.in != nil {
		if i := parameter(c, v); i >= 0 {
			return e.passed(c, i)
		}
		if texts := e.assigned(c, c.in, v); texts != nil {
			return texts
		}
	}
	for _, file := range c.pkg.Syntax {
		for _, decl := range file.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				if texts := e.assigned(c, gen, v); texts != nil {
					return texts
				}
			}
		}
	}
	return []text{hole()}
}

// parameter returns which parameter of the function around the call v is, or -1.
func parameter(c call, v *types.Var) int {
	f, _ := c.pkg.TypesInfo.Defs[c.in.Name].(*types.Func)
	if f == nil {
		return -1
	}
	params := f.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == v {
			return i
		}
	}
	return -1
}

// passed evaluates what callers pass for a parameter. The statement is then where
// they call.
func (e *evaluator) passed(c call, i int) []text {
	f, _ := c.pkg.TypesInfo.Defs[c.in.Name].(*types.Func)
	if e.depth == 0 || f == nil {
		return []text{hole()}
	}
	e.depth--
	defer func() { e.depth++ }()
	var all []text
	for _, outer := range e.program.calls[f] {
		if i >= len(outer.expr.Args) {
			continue
		}
		for _, t := range e.eval(outer, outer.expr.Args[i]) {
			if t.at == nil {
				t.at = &outer
			}
			if len(all) < most*most {
				all = append(all, t)
			}
		}
	}
	if all == nil {
		return []text{hole()}
	}
	return all
}

// assigned evaluates what n assigns to v: each value by itself, and with what is
// added to it later; whether that happens only the run knows. It returns nil when
// nothing is assigned there.
func (e *evaluator) assigned(c call, n ast.Node, v *types.Var) []text {
	info := c.pkg.TypesInfo
	is := func(expr ast.Expr) bool {
		id, ok := expr.(*ast.Ident)
		return ok && (info.Defs[id] == v || info.Uses[id] == v)
	}
	var values, added []ast.Expr
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if info.Defs[name] == v && i < len(n.Values) {
					values = append(values, n.Values[i])
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if !is(left) || len(n.Rhs) != len(n.Lhs) && i > 0 {
					continue
				}
				if n.Tok == token.ADD_ASSIGN {
					added = append(added, n.Rhs[0])
				} else if i < len(n.Rhs) {
					values = append(values, n.Rhs[i])
				}
			}
		}
		return true
	})
	return e.combined(c, v, values, added)
}

func (e *evaluator) combined(c call, v *types.Var, values, added []ast.Expr) []text {
	var all []text
	for _, value := range values {
		if mentions(c.pkg.TypesInfo, value, v) {
			added = append(added, value) // q = q + x, q = f(q)
			continue
		}
		all = append(all, e.eval(c, value)...)
	}
	if len(added) == 0 || all == nil {
		return all
	}
	open := joinAll(all, []text{hole()})
	for _, value := range added {
		if !mentions(c.pkg.TypesInfo, value, v) {
			all = append(all, joinAll(all, e.eval(c, value))...) // with it and without
		}
	}
	return append(all[:min(len(all), most)], open...)
}

func mentions(info *types.Info, expr ast.Expr, v *types.Var) (found bool) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}
