package hoist

import (
	"go/ast"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// byCall matches the calls that build the same at each call.
func (s *site) byCall(call *ast.CallExpr) (building, bool) {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return building{}, false
	}
	b := building{text: technique.Text(s.pass, call)}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "regexp.MustCompile":
		return s.expression(b, call, regexp.Compile)
	case "regexp.MustCompilePOSIX":
		return s.expression(b, call, regexp.CompilePOSIX)
	case "regexp.Compile":
		return s.compile(b, call)
	case "regexp.MatchString", "regexp.Match":
		return s.match(b, call, fn.Name())
	case "strings.NewReplacer":
		return s.replacer(b, call)
	case "text/template.Must", "html/template.Must":
		return s.template(b, call)
	case "time.LoadLocation":
		return s.location(b, call)
	case "net.ParseIP":
		return s.address(b, call)
	}
	return b, false
}

// expression matches a regular expression that compiles. One that does not
// panics at each call, and must not when the program starts.
func (s *site) expression(b building, call *ast.CallExpr,
	compile func(string) (*regexp.Regexp, error)) (building, bool) {
	text, ok := technique.ConstantText(s.pass.TypesInfo, call.Args[0])
	if !ok {
		return b, false
	}
	if _, err := compile(text); err != nil {
		return b, false
	}
	b.what, b.suffix = "the regular expression", "Regexp"
	return b, s.usedBy(changesNothing, true)
}

// changesNothing reports whether a method leaves a regular expression as it is.
func changesNothing(method string) bool {
	return method != "Longest" && method != "UnmarshalText"
}

// replacer matches a replacer of constants: pairs of them, or it panics.
func (s *site) replacer(b building, call *ast.CallExpr) (building, bool) {
	if len(call.Args) == 0 || len(call.Args)%2 != 0 || !s.allText(call.Args) {
		return b, false
	}
	b.what, b.suffix = "the replacer", "Replacer"
	return b, s.usedBy(func(string) bool { return true }, true)
}

// template matches template.Must(template.New(name).Parse(text)). Parsing takes
// long, and may fail, so it waits for the first use. All uses must be
// executions: a template can be added to.
func (s *site) template(b building, call *ast.CallExpr) (building, bool) {
	parse, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || !s.methodCall(parse, "Parse") {
		return b, false
	}
	made := parse
	for s.methodCall(made, "Parse", "Delims", "Option") {
		made = ast.Unparen(made.Fun.(*ast.SelectorExpr).X).(*ast.CallExpr)
	}
	path := technique.Callee(s.pass.TypesInfo, call).Pkg().Path()
	if !technique.IsFunc(s.pass.TypesInfo, made, path, "New") || !s.allText(made.Args) {
		return b, false
	}
	var typ string
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		typ = "*" + technique.Text(s.pass, sel.X) + ".Template"
	}
	b.what, b.suffix, b.typ = "the template", "Template", typ
	return b, typ != "" && s.usedBy(func(method string) bool {
		return method == "Execute" || method == "ExecuteTemplate"
	}, false)
}

// methodCall reports whether call calls one of these methods of a template that
// another call returned, with constants.
func (s *site) methodCall(call *ast.CallExpr, names ...string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !s.allText(call.Args) {
		return false
	}
	if _, ok := ast.Unparen(sel.X).(*ast.CallExpr); !ok {
		return false
	}
	for _, name := range names {
		if technique.IsMethod(s.pass.TypesInfo, call, "text/template", "Template", name) ||
			technique.IsMethod(s.pass.TypesInfo, call, "html/template", "Template", name) {
			return true
		}
	}
	return false
}

// location matches a time zone that is read from a file.
func (s *site) location(b building, call *ast.CallExpr) (building, bool) {
	name, ok := technique.ConstantText(s.pass.TypesInfo, call.Args[0])
	if !ok || name == "" || name == "UTC" || name == "Local" {
		return b, false // these three cost nothing
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return b, false
	}
	b.what, b.suffix, b.values = "the time zone", "Location", true
	b.typ = "*" + technique.Text(s.pass, sel.X) + ".Location"
	return b, true
}

func (s *site) allText(args []ast.Expr) bool {
	for _, e := range args {
		if _, ok := technique.ConstantText(s.pass.TypesInfo, e); !ok {
			return false
		}
	}
	return true
}

// usedBy reports whether the value is only used to call these methods, at once
// or through one local variable, or where passed is true, is handed to a call.
func (s *site) usedBy(method func(string) bool, passed bool) bool {
	if s.use(s.cur, method, passed) {
		return true
	}
	v, _, _ := technique.Declared(s.pass.TypesInfo, s.cur.Parent().Node())
	return v != nil && s.allUses(v, method, passed)
}

// allUses reports whether all uses of a local variable are as usedBy wants them.
func (s *site) allUses(v *types.Var, method func(string) bool, passed bool) bool {
	fn, ok := technique.Find(s.pass, s.fn)
	if !ok {
		return false
	}
	for id := range fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == v && !s.use(id, method, passed) {
			return false
		}
	}
	return true
}

// use reports whether one use is as usedBy wants it.
func (s *site) use(cur inspector.Cursor, method func(string) bool, passed bool) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
		return ok && call.Fun == parent && method(parent.Sel.Name)
	case *ast.CallExpr:
		if !passed || cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		_, isFunc := technique.Func(s.pass.TypesInfo, parent)
		return isFunc
	}
	return false
}
