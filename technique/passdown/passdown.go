// Package passdown has a function that calls itself append to one slice, where
// each call made one of its own.
package passdown

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("passdown",
		"hand one slice down a recursion\n\n"+
			"A function that walks a tree and collects what it finds often returns a slice, "+
			"to which its caller, the same function, appends all of it. Each level copies "+
			"what the levels below have copied. The rewrite hands the slice down instead, "+
			"and each level appends to it.\n\n"+
			"Where the function may fail, what it gets from itself is only appended where it has "+
			"not. An empty slice that is not nil is made by the first call alone.\n\n"+
			"A map is handed down as well, where the function only writes entries, and puts all "+
			"of what it gets from itself into its own map.\n\n"+
			"The function keeps its name and its signature, and calls the one that does the "+
			"work.",
		technique.Each(propose, (*ast.FuncDecl)(nil)),
		technique.Each(proposeMap, (*ast.FuncDecl)(nil))),
	Title:  "Hand one slice down a recursion",
	Causes: []string{"append-grows", "slice-literal", "slice-make", "map-make", "map-grows"},
	Risk:   technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	w, ok := walkerAt(pass, cur)
	if !ok || !w.slice() || !w.gathers() || !w.returns() || !w.called || w.first == nil ||
		!w.named("append") {
		return p, false
	}
	return w.propose(), true
}

// walker is a function that gathers the elements of its result in one slice,
// and calls itself for some of them.
type walker struct {
	pass *analysis.Pass
	cur  inspector.Cursor
	decl *ast.FuncDecl
	fn   *types.Func
	out  *types.Var       // the slice; nil where the function returns what it appends
	name string           // its name, or that of the parameter
	made inspector.Cursor // where it is declared; zero for a named result
	twin string           // the function that will append

	base    string     // what the slice begins as
	guards  []ast.Stmt // the first statements, that return nil where it begins as another
	first   ast.Node   // what appends first, by place
	appends []ast.Node
	edits   []analysis.TextEdit
	called  bool // it appends what it returns itself
}

// walkerAt matches a declaration whose parameters all have names, and that has one result, or
// an error besides it.
func walkerAt(pass *analysis.Pass, cur inspector.Cursor) (*walker, bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || decl.Type.TypeParams != nil || decl.Name.Name == "_" {
		return nil, false
	}
	sig := fn.Signature()
	if directed(decl) || sig.Results().Len() != 1 && !failing(sig) {
		return nil, false
	}
	if sig.Recv() != nil && !usable(sig.Recv()) {
		return nil, false
	}
	for param := range sig.Params().Variables() {
		if !usable(param) {
			return nil, false
		}
	}
	w := &walker{pass: pass, cur: cur, decl: decl, fn: fn, base: "nil"}
	return w, technique.Predeclared(pass, decl.Pos(), "append", "nil") && w.plain()
}

// failing reports whether a function returns something and an error, without names.
func failing(sig *types.Signature) bool {
	list := sig.Results()
	return list.Len() == 2 && list.At(1).Name() == "" &&
		technique.IsError(list.At(1).Type())
}

// slice reports whether the first result is one.
func (w *walker) slice() bool {
	_, ok := w.fn.Signature().Results().At(0).Type().Underlying().(*types.Slice)
	return ok
}

// usable reports whether a parameter has a name by which it can be handed on.
func usable(v *types.Var) bool { return v.Name() != "" && v.Name() != "_" }

// directed reports whether a directive for the compiler or the linker stands above
// the function.
func directed(decl *ast.FuncDecl) bool {
	if decl.Doc == nil {
		return false
	}
	for _, c := range decl.Doc.List {
		if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export") {
			return true
		}
	}
	return false
}

// plain reports whether the function has no deferred calls, which could recover
// and lose what is gathered, and no jumps.
func (w *walker) plain() bool {
	ok := true
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.DeferStmt, *ast.LabeledStmt:
			ok = false
		}
		return ok
	})
	return ok
}

// named finds a name for the function that does the work, which begins with what it does.
func (w *walker) named(verb string) bool {
	name := w.decl.Name.Name
	base := verb + strings.ToUpper(name[:1]) + name[1:]
	w.twin = technique.FreshName(w.pass, technique.FileOf(w.pass, w.decl.Pos()), base)
	if recv := w.fn.Signature().Recv(); recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, w.pass.Pkg, w.twin)
		return obj == nil
	}
	return true
}

// propose puts the new function below the head of the old one.
//
//	have: func walk(n *node) []int { var out []int; ...; out = append(out, walk(c)...)
//	want: func walk(n *node) []int { return appendWalk(nil, n) }
//	      func appendWalk(out []int, n *node) []int { ...; out = appendWalk(out, c)
func (w *walker) propose() technique.Proposal {
	_, args := w.parameters()
	before := ""
	for _, stmt := range w.guards {
		before += "\n\t" + technique.Text(w.pass, stmt)
	}
	result := technique.Text(w.pass, w.resultType())
	if w.fn.Signature().Results().Len() > 1 {
		result = technique.Text(w.pass, w.decl.Type.Results)
	}
	return technique.Proposal{At: w.first, Also: w.appends, Edits: w.divided(
		fmt.Sprintf("%s\n\treturn %s(%s%s)", before, w.ownTwin(), w.base, args),
		"appends what "+w.decl.Name.Name+" returns to "+w.name, " "+result),
		Message: "append to one slice in all calls of " + w.decl.Name.Name}
}

// divided returns the edits that give the function another body, and its own one to the new
// function, with what that does and returns. The name of the slice or map is the first parameter.
func (w *walker) divided(body, does, result string) []analysis.TextEdit {
	recv := ""
	if w.fn.Signature().Recv() != nil {
		recv = technique.Text(w.pass, w.decl.Recv) + " "
	}
	params, _ := w.parameters()
	edits := []analysis.TextEdit{technique.Insert(w.decl.Body.Lbrace+1, fmt.Sprintf(
		"%s\n}\n\n// %s %s.\nfunc %s%[2]s(%[5]s %[6]s%[7]s)%[8]s {", body, w.twin, does, recv,
		w.name, technique.Text(w.pass, w.resultType()), params, result))}
	for _, e := range w.edits {
		e.NewText = []byte(strings.ReplaceAll(string(e.NewText), twinMark, w.twin))
		edits = append(edits, e)
	}
	return edits
}

// ownTwin returns the new function as the old one calls it.
func (w *walker) ownTwin() string {
	if r := w.fn.Signature().Recv(); r != nil {
		return r.Name() + "." + w.twin
	}
	return w.twin
}

// twinMark stands for the new function's name in edits.
const twinMark = "\x00"

func (w *walker) resultType() ast.Expr { return w.decl.Type.Results.List[0].Type }

// parameters returns the parameters as they follow the slice in the new
// function's head, and the arguments as they follow it in a call of it.
func (w *walker) parameters() (params, args string) {
	list := w.decl.Type.Params
	if list.NumFields() == 0 {
		return "", ""
	}
	text := technique.Text(w.pass, list)
	params = ", " + strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
	params = strings.TrimSuffix(params, ",")
	sig := w.fn.Signature()
	for i := range sig.Params().Len() {
		args += ", " + sig.Params().At(i).Name()
	}
	if sig.Variadic() {
		args += "..."
	}
	return params, args
}
