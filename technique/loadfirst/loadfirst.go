// Package loadfirst asks a sync.Map for what is stored before it makes what would be stored.
package loadfirst

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("loadfirst",
		"make a value for a sync.Map only where none is stored\n\n"+
			"LoadOrStore gets a value that is made for the case that nothing is stored under the "+
			"key. Mostly something is, and the value is dropped. It also keeps the key, which is "+
			"put on the heap for that; Load only looks at it. The rewrite asks Load first.\n\n"+
			"It is proposed where making the value calls only what computes: that it is not made "+
			"shows nowhere, and naming the key twice shows nothing. For a key that is new the map "+
			"is asked twice.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Ask a sync.Map before making the value",
	Causes: []string{"escaping-literal", "boxed-argument", "returned-pointer", "map-make"},
	Risk:   technique.Safe,
}

// propose matches a call whose results are assigned, returned or dropped.
//
//	have: v, loaded := m.LoadOrStore(k, &T{})
//	want: v, loaded := m.Load(k)
//	      if !loaded { v, loaded = m.LoadOrStore(k, &T{}) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	a := &asking{pass: pass, call: cur.Node().(*ast.CallExpr),
		file: technique.FileOf(pass, cur.Node().Pos())}
	if !technique.IsMethod(pass.TypesInfo, a.call, "sync", "Map", "LoadOrStore") ||
		len(a.call.Args) != 2 || a.file == nil || !a.loads() ||
		!a.worthwhile() || !a.repeatable() ||
		a.asked(cur) {
		return none, false
	}
	var text string
	stmt := cur.Parent()
	switch n := stmt.Node().(type) {
	case *ast.ExprStmt:
		if a.mentions("ok") {
			return none, false
		}
		text = "if _, ok := " + a.load() + "; !ok {\n" + a.text(n) + "\n}"
	case *ast.ReturnStmt:
		if a.mentions("ok") || a.mentions("v") {
			return none, false
		}
		text = "if v, ok := " + a.load() + "; ok {\nreturn v, true\n}\n" + a.text(n)
	case *ast.AssignStmt:
		if len(n.Lhs) != 2 {
			return none, false
		}
		if outer, ok := stmt.Parent().Node().(*ast.IfStmt); ok && outer.Init == ast.Stmt(n) {
			stmt = stmt.Parent()
			text, ok = a.assigned(n, stmt)
			if !ok || !technique.InList(stmt) || !a.hoistable(n, stmt) {
				return none, false
			}
			return a.proposal(analysis.TextEdit{Pos: outer.Pos(), End: outer.Cond.Pos(),
				NewText: []byte(text + "\nif ")}), true
		}
		var ok bool
		if text, ok = a.assigned(n, stmt); !ok {
			return none, false
		}
	default:
		return none, false
	}
	if !technique.InList(stmt) {
		return none, false
	}
	return a.proposal(technique.Replace(stmt.Node(), text)), true
}

// asking is a call of LoadOrStore.
type asking struct {
	pass *analysis.Pass
	file *ast.File
	call *ast.CallExpr
}

func (a *asking) proposal(edit analysis.TextEdit) technique.Proposal {
	return technique.Proposal{At: a.call, Edits: []analysis.TextEdit{edit},
		Message: "ask for what is stored before the value is made"}
}

func (a *asking) text(n ast.Node) string { return technique.Text(a.pass, n) }

// load returns the text of the call that only asks.
func (a *asking) load() string {
	sel := ast.Unparen(a.call.Fun).(*ast.SelectorExpr)
	return a.text(sel.X) + ".Load(" + a.text(a.call.Args[0]) + ")"
}

// loads reports whether Load, where LoadOrStore is called, is that of the same map: a type that
// embeds one may have a Load of its own.
func (a *asking) loads() bool {
	sel, ok := ast.Unparen(a.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(a.pass.TypesInfo.TypeOf(sel.X), true, a.pass.Pkg, "Load")
	load, ok := obj.(*types.Func)
	return ok && load.Signature().Recv() != nil &&
		technique.IsNamed(load.Signature().Recv().Type(), "sync", "Map")
}

// mentions reports whether the call names something by that name, which a declaration around
// it would hide.
func (a *asking) mentions(name string) bool {
	found := false
	ast.Inspect(a.call, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// assigned returns the statements for an assignment of both results, in the place of stmt.
func (a *asking) assigned(n *ast.AssignStmt, stmt inspector.Cursor) (text string, ok bool) {
	var names [2]string
	for i, left := range n.Lhs {
		id, ok := left.(*ast.Ident)
		if !ok || a.mentions(id.Name) {
			return "", false // the call that follows would see what Load has returned
		}
		names[i] = id.Name
	}
	value, loaded := names[0], names[1]
	if loaded != "_" {
		return value + ", " + loaded + " " + n.Tok.String() + " " + a.load() + "\nif !" + loaded +
			" {\n" + value + ", " + loaded + " = " + a.text(a.call) + "\n}", true
	}
	if n.Tok == token.ASSIGN {
		return "", false // the variable that says it would have to be declared
	}
	if loaded = "ok"; a.mentions(loaded) || !a.free(loaded, stmt) {
		loaded = technique.FreshName(a.pass, a.file, "loaded")
	}
	return value + ", " + loaded + " := " + a.load() + "\nif !" + loaded + " {\n" + value +
		", _ = " + a.text(a.call) + "\n}", true
}
