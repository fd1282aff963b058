// Package sprint hands a string on as it is where package fmt, asked for the
// text of a value of any type, would copy it.
package sprint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: &analysis.Analyzer{
		Name: "sprint",
		Doc: "ask for the type of a value before package fmt makes a text of it\n\n" +
			"What comes as a value of any type is a string more often than not, and Sprint " +
			"copies it. A function that looks first hands on the string itself, and knows " +
			"the texts of a bool and of small numbers without making them. All other values " +
			"go to package fmt as before.",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	},
	Title:  "Hand on a string as it is",
	Causes: []string{"format-call"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		x, h, ok := match(pass, call)
		if !ok {
			continue
		}
		if p, ok := propose(pass, cur, x, h); ok {
			technique.Report(pass, p)
		}
	}
	return nil, nil
}

// match matches a call that makes the text of one value of any type, or of the
// values in a slice, and returns that.
//
//	have: fmt.Sprint(v), fmt.Sprintf("%v", v), fmt.Sprint(args...)
func match(pass *analysis.Pass, call *ast.CallExpr) (ast.Expr, helper, bool) {
	switch {
	case technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprint") && len(call.Args) == 1:
		if call.Ellipsis.IsValid() {
			return call.Args[0], ofAll(), anySlice(pass.TypesInfo.TypeOf(call.Args[0]))
		}
		return call.Args[0], ofOne(), isAny(pass.TypesInfo.TypeOf(call.Args[0]))
	case technique.IsFunc(pass.TypesInfo, call, "fmt", "Sprintf") && len(call.Args) == 2:
		format := pass.TypesInfo.Types[call.Args[0]].Value
		return call.Args[1], ofOne(), !call.Ellipsis.IsValid() && format != nil &&
			constant.StringVal(format) == "%v" && isAny(pass.TypesInfo.TypeOf(call.Args[1]))
	}
	return nil, helper{}, false
}

// isAny reports whether t is an interface that anything satisfies.
func isAny(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	u, ok := t.Underlying().(*types.Interface)
	return ok && u.Empty()
}

func anySlice(t types.Type) bool {
	u, ok := t.Underlying().(*types.Slice)
	return ok && isAny(u.Elem())
}

// propose calls the helper instead, and declares it if nobody has.
func propose(pass *analysis.Pass, cur inspector.Cursor, x ast.Expr, h helper) (
	technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node()
	file := technique.FileOf(pass, call.Pos())
	if file == nil || within(cur, h.name) {
		return none, false
	}
	if !technique.Since(pass, file, "go1.18") {
		h.text = strings.ReplaceAll(h.text, "any", "interface{}")
	}
	edits, ok := h.declare(pass, file)
	if !ok {
		return none, false
	}
	if _, seen := scopeAt(pass, call).LookupParent(h.name, call.Pos()); seen != nil &&
		seen != pass.Pkg.Scope().Lookup(h.name) {
		return none, false // something else is called so there
	}
	return technique.Proposal{At: call, Message: "hand on a string as it is", Edits: append(edits,
		technique.Replace(call, h.name+"("+technique.Text(pass, x)+")"))}, true
}

// within reports whether cur is in the function of that name.
func within(cur inspector.Cursor, name string) bool {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Node().(*ast.FuncDecl).Name.Name == name
	}
	return false
}

func scopeAt(pass *analysis.Pass, n ast.Node) *types.Scope {
	if scope := pass.Pkg.Scope().Innermost(n.Pos()); scope != nil {
		return scope
	}
	return pass.Pkg.Scope()
}

// helper is a function that the package is given.
type helper struct {
	name string
	text string
}

// ofOne is the helper for one value.
func ofOne() helper {
	return helper{"textOf", `// textOf returns fmt.Sprint(v): of a string, the string itself.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	}
	return fmt.Sprint(v)
}`}
}

// ofAll is the helper for a slice of values.
func ofAll() helper {
	return helper{"textOfAll", `// textOfAll returns fmt.Sprint(args...): of one string, the string itself.
func textOfAll(args []any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	return fmt.Sprint(args...)
}`}
}

// declare returns the edits that declare the helper, none when it is there. It
// is not ok when something else has the name, or when the file has other names
// for what the helper uses.
func (h helper) declare(pass *analysis.Pass, file *ast.File) ([]analysis.TextEdit, bool) {
	if pass.Pkg.Scope().Lookup(h.name) != nil {
		return nil, h.declared(pass)
	}
	if rewrite.FreshName(file, pass.Pkg.Scope(), h.name) != h.name {
		return nil, false
	}
	end := file.Decls[len(file.Decls)-1].End()
	var edits []analysis.TextEdit
	for _, path := range []string{"fmt", "strconv"} {
		if !strings.Contains(h.text, path+".") {
			continue
		}
		name, more := rewrite.AddImport(pass.Fset, pass.TypesInfo, file, end, path)
		if name != path {
			return nil, false
		}
		edits = append(edits, more...)
	}
	if !technique.Predeclared(pass, file.Name.End(), "any", "string", "bool", "int", "len") {
		return nil, false
	}
	return append(edits, technique.Insert(end, "\n\n"+h.text)), true
}

// declared reports whether the helper is what the package has under its name.
func (h helper) declared(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name != h.name || fn.Doc == nil {
				continue
			}
			return technique.Text(pass, fn.Doc)+"\n"+technique.Text(pass, fn) == h.text ||
				technique.Text(pass, fn) == h.text
		}
	}
	return false
}
