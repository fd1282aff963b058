package sqlsource

import (
	"go/ast"
	"go/token"
	"go/types"
)

// touched returns what a call does to the target, if anything: it writes to the
// builder that the target is, or gets its address.
func (f *flow) touched(n *ast.CallExpr) (writer string, ok bool) {
	info := f.scope.pkg.TypesInfo
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok &&
		objectOf(info, sel.X) == f.target && isBuilder(f.target.Type()) {
		switch sel.Sel.Name {
		case "Write", "WriteString", "WriteByte", "WriteRune", "Reset", "Truncate", "ReadFrom":
			return sel.Sel.Name, true
		}
		return "", false
	}
	for _, arg := range n.Args {
		pointed := ast.Unparen(arg)
		if u, ok := pointed.(*ast.UnaryExpr); ok && u.Op == token.AND {
			pointed = u.X
		} else if !isBuilder(f.target.Type()) {
			continue
		}
		if objectOf(info, pointed) == f.target {
			return "", true
		}
	}
	return "", false
}

// isBuilder reports whether text is written to values of the type.
func isBuilder(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	name := types.TypeString(t, nil)
	return name == "strings.Builder" || name == "bytes.Buffer" || name == "io.Writer" ||
		name == "io.StringWriter"
}

// touch does to the state what a call does to the target.
func (f *flow) touch(n *ast.CallExpr) {
	writer, ok := f.touched(n)
	if !ok {
		return
	}
	switch {
	case len(n.Args) == 0 && writer != "Reset":
		f.state = []text{hole()}
	case writer == "Reset":
		f.state = []text{fixed("")}
	case writer == "Write" || writer == "WriteString" || writer == "WriteByte" ||
		writer == "WriteRune":
		f.state = joinAll(f.state, f.value(n.Args[0], 0))
	case writer == "":
		f.state = f.passed(n)
	default:
		f.state = joinAll(f.state, []text{hole()})
	}
}

// passed is the state after a call that gets the target.
func (f *flow) passed(n *ast.CallExpr) []text {
	info := f.scope.pkg.TypesInfo
	callee := callee(info, n)
	if callee == nil {
		return joinAll(f.state, []text{hole()})
	}
	switch name := fullName(callee); {
	case name == "fmt.Fprintf" && len(n.Args) > 1:
		return joinAll(f.state, f.format(f.scope, n.Args[1], n.Args[2:]))
	case name == "fmt.Fprint" || name == "fmt.Fprintln":
		end := map[bool]string{true: "\n"}[name == "fmt.Fprintln"]
		return joinAll(f.state, f.printed(f.scope, n.Args[1:], end))
	case name == "io.WriteString" && len(n.Args) == 2:
		return joinAll(f.state, f.value(n.Args[1], 0))
	}
	body, ok := f.program.bodies[callee]
	if !ok || f.depth >= deepest {
		return joinAll(f.state, []text{hole()})
	}
	for v, p := range f.program.params {
		if p.fn == any(callee) && p.index >= 0 && p.index < len(n.Args) &&
			f.isTarget(n.Args[p.index]) {
			return f.inside(callee, body, v, n)
		}
	}
	return joinAll(f.state, []text{hole()})
}

func (f *flow) isTarget(arg ast.Expr) bool {
	arg = ast.Unparen(arg)
	if u, ok := arg.(*ast.UnaryExpr); ok {
		arg = u.X
	}
	return objectOf(f.scope.pkg.TypesInfo, arg) == f.target
}

// inside is the state after a function that gets the target as parameter v.
func (f *flow) inside(fn any, body function, v types.Object, n *ast.CallExpr) []text {
	f.depth++
	defer func() { f.depth-- }()
	inner := flow{evaluator: f.evaluator, target: v, state: f.state,
		scope: scope{body.pkg, &frame{fn: fn, call: n, from: f.scope}}}
	inner.block(body.body.List)
	return union(inner.exits, inner.state)
}
