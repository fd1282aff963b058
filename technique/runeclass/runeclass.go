// Package runeclass replaces, splits and trims by a class of characters with a
// loop where a regular expression says no more than the class.
package runeclass

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("runeclass",
		"scan for characters, not for a regular expression of them\n\n"+
			"A regular expression keeps what it found in slices, copies the text even where "+
			"nothing in it matches, and walks through a machine for each character. Where it "+
			"says no more than a class of characters, one or a run of them, or a literal text, "+
			"a loop finds the same, and a text without them is returned as it is.\n\n"+
			"It assumes that code outside of what is looked at, such as a test, assigns no "+
			"other expression to the variable.",
		run),
	Title:  "Scan for characters without a regexp",
	Causes: []string{"regexp-match", "regexp-compile"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, _ inspector.Cursor) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				if len(spec.Values) != len(spec.Names) {
					continue
				}
				for i, value := range spec.Values {
					e := &expression{pass: pass, file: file, decl: gen, spec: spec}
					if e.read(spec.Names[i], value) {
						e.propose()
					}
				}
			}
		}
	}
}

// expression is a variable of the package that always has one regular expression.
type expression struct {
	pass *analysis.Pass
	file *ast.File // in which it is declared
	decl *ast.GenDecl
	spec *ast.ValueSpec
	v    *types.Var
	text string
	// texts are written for calls that are written out already.
	texts map[ast.Node]string
	pattern
}

// read reports whether a variable begins with an expression that is a pattern, and
// nothing in the package assigns to it or takes its address.
func (e *expression) read(name *ast.Ident, value ast.Expr) (ok bool) {
	info := e.pass.TypesInfo
	call, isCall := ast.Unparen(value).(*ast.CallExpr)
	if !isCall || len(call.Args) != 1 ||
		!technique.IsFunc(info, call, "regexp", "MustCompile") {
		return false
	}
	if e.v, ok = info.Defs[name].(*types.Var); !ok || e.v.Parent() != e.pass.Pkg.Scope() ||
		!technique.IsNamed(e.v.Type(), "regexp", "Regexp") {
		return false
	}
	if e.text, ok = technique.ConstantText(info, call.Args[0]); !ok {
		return false
	}
	if e.pattern, ok = patternOf(e.text); !ok {
		return false
	}
	return technique.Fixed(e.pass, e.v)
}

// propose rewrites all uses of the variable, for each function that has some. Where
// nothing is left of them, the variable goes away.
func (e *expression) propose() {
	var all []*use
	var edits []analysis.TextEdit
	uses := technique.UsesOf(e.pass, e.v)
	e.texts = make(map[ast.Node]string)
	for _, cur := range slices.Backward(uses) { // those in operands first
		if u, ok := e.use(cur); ok {
			maps.DeleteFunc(e.texts, func(n ast.Node, _ string) bool {
				return u.call.Pos() <= n.Pos() && n.End() <= u.call.End()
			})
			e.texts[u.call] = u.text
			all = append(all, u)
		}
	}
	slices.Reverse(all)
	for i, u := range all {
		edits = append(edits, u.edits...)
		if !nested(u, all[:i]) {
			edits = append(edits, technique.Replace(u.call, u.text))
		}
	}
	private := !e.v.Exported() && !technique.MentionedBeside(e.pass, e.v.Name())
	if private && len(all) == len(uses) && e.removable(all) {
		edits = append(edits, e.removed())
	}
	byFunc := make(map[ast.Node]*technique.Proposal)
	var order []*technique.Proposal
	for _, u := range all {
		if p := byFunc[u.within]; p != nil {
			p.Also = append(p.Also, u.call)
			continue
		}
		p := &technique.Proposal{At: u.call, Safe: private, Edits: edits,
			Message: "scan for the characters without a regular expression"}
		byFunc[u.within] = p
		order = append(order, p)
	}
	for _, p := range order {
		technique.Report(e.pass, *p)
	}
}

// nested reports whether a call stands in an operand of another one, which is written with it.
//
//	re.ReplaceAllString(re.ReplaceAllString(s, "-"), "_")
func nested(u *use, all []*use) bool {
	return slices.ContainsFunc(all, func(other *use) bool {
		return other.call.Pos() <= u.call.Pos() && u.call.End() <= other.call.End()
	})
}

// removable reports whether the variable can go: it has its declaration for itself, and
// nothing that comes in its place names it.
func (e *expression) removable(all []*use) bool {
	for _, u := range all {
		if u.again {
			return false
		}
	}
	return len(e.spec.Names) == 1
}

// removed takes the declaration of the variable away, with its comments.
func (e *expression) removed() analysis.TextEdit {
	part, doc := technique.Span{From: e.spec.Pos(), To: e.spec.End()}, e.spec.Doc
	if len(e.decl.Specs) == 1 {
		part, doc = technique.Span{From: e.decl.Pos(), To: e.decl.End()}, e.decl.Doc
	}
	if doc != nil {
		part.From = doc.Pos()
	}
	if c := e.spec.Comment; c != nil {
		part.To = max(part.To, c.End())
	}
	return technique.Remove(e.pass, part)
}

// use is a call of a method of the expression, and what comes in its place.
type use struct {
	call   *ast.CallExpr
	within ast.Node // the function around it; nil for none
	text   string   // what is written for the call
	edits  []analysis.TextEdit
	again  bool // the expression is still asked
}

// use matches a call of a method that can be written out.
func (e *expression) use(cur inspector.Cursor) (*use, bool) {
	if cur.ParentEdgeKind() != edge.SelectorExpr_X ||
		cur.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
		return nil, false
	}
	sel := cur.Parent().Node().(*ast.SelectorExpr)
	call := cur.Parent().Parent().Node().(*ast.CallExpr)
	if len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return nil, false
	}
	c := &calling{expression: e, call: call}
	var text string
	var ok bool
	switch sel.Sel.Name {
	case "ReplaceAllString":
		text, ok = c.replaced(false)
	case "ReplaceAllLiteralString":
		text, ok = c.replaced(true)
	case "ReplaceAll":
		text, ok = c.replacedBytes(false)
	case "ReplaceAllLiteral":
		text, ok = c.replacedBytes(true)
	case "Split":
		text, ok = c.split()
	case "FindAllString":
		text, ok = c.found()
	}
	if !ok || technique.Commented(e.pass, call) {
		return nil, false
	}
	u := &use{call: call, again: c.again, text: text, edits: c.edits}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		u.within = fn.Node()
	}
	return u, true
}
