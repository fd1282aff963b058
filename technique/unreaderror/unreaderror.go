// Package unreaderror has functions fail without making an error, for callers that only ask
// whether they failed.
package unreaderror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("unreaderror",
		"fail without making an error that no caller reads\n\n"+
			"A function that says in its error what it got makes a text, and an error around "+
			"it. A caller that drops the error, or only compares it to nil, asks for neither. "+
			"So it calls a function that fails with an error that exists: the function itself, "+
			"where all callers are such, or else a twin of it. A longer function, and one that "+
			"hands on the errors of others, gets a parameter that says whether to make them, "+
			"and so do these.\n\n"+
			"An error that wraps one of the package is that one itself where callers ask "+
			"errors.Is about it, and read no other.\n\n"+
			"It is proposed where the caller goes on without the result, and where nothing but "+
			"a text and an error is missed: what the error is made of only computes.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title:  "Fail without making errors",
	Causes: []string{"error-value", "format-call", "boxed-argument", "escaping-literal"},
	Risk:   technique.Checked,
}

// propose matches a function that makes errors, and has callers that do not read them.
//
//	have: func parse(s string) (int, error) { ...; return 0, fmt.Errorf("bad %q", s) }
//	      n, err := parse(s); if err == nil { return n }
//	want: func tryParse(s string) (int, error) { ...; return 0, errParse }
//	      n, err := tryParse(s); if err == nil { return n }
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) || !fails(fn.Signature()) ||
		technique.RunsEarly(pass, decl) {
		return p, false
	}
	if p, ok := proposeAsked(pass, cur, fn); ok {
		return p, true
	}
	calls, all := unread(pass, fn)
	file := technique.FileOf(pass, decl.Pos())
	if len(calls) == 0 || file == nil {
		return p, false
	}
	sentinel := technique.FreshName(pass, file, "err"+technique.UpperFirst(fn.Name()))
	name := "try" + technique.UpperFirst(fn.Name())
	twin, ok := technique.NewTwin(pass, decl, name)
	if c, told := chainOf(pass, cur); told && (len(c.units) > 1 || !ok && !all) {
		return c.propose(sentinel)
	}
	f := failureIn(pass)
	list := f.made(cur, fn.Signature())
	if !slices.ContainsFunc(list, f.differs) {
		return p, false // see technique hoist
	}
	var edits []analysis.TextEdit
	for _, made := range list {
		p.Also = append(p.Also, f.places(made)...)
		edits = append(edits, technique.Replace(made, sentinel))
	}
	for _, n := range f.needed {
		p.Also = append(p.Also, n)
		edits = append(edits, technique.Remove(pass, n))
	}
	p.At, p.Also = p.Also[0], p.Also[1:]
	if all && free(pass, fn, name) {
		edits = append(edits, technique.Replace(decl.Name, name))
		edits = append(edits, renamed(decl, fn.Name(), name)...)
	} else if ok && !all {
		edits = twin.Declare("is "+fn.Name()+" for callers that do not read the error.", edits)
	} else {
		return p, false
	}
	for _, call := range calls {
		at, ok := called(call)
		if !ok {
			return p, false
		}
		edits = append(edits, technique.Replace(at, name))
	}
	p.Edits = append(edits, failing(pass, decl, sentinel, name)...)
	p.Message = message
	return p, true
}

const message = "fail with an error that exists, since the callers only ask whether there is one"

// failing returns the edits that declare the error with which a function fails.
func failing(pass *analysis.Pass, decl *ast.FuncDecl, sentinel, name string) []analysis.TextEdit {
	file := technique.FileOf(pass, decl.Pos())
	pkg, edits := technique.AddImport(pass, file, decl.Pos(), "errors")
	return append(edits, technique.Insert(start(decl), "// "+sentinel+" is what "+name+
		" fails with. No code reads it.\nvar "+sentinel+" = "+pkg+".New(\""+
		decl.Name.Name+" failed\")\n\n"))
}

// free reports whether a function can have another name, because nothing has it: neither where
// it is declared nor where it is called, nor a type that has the method of a field.
func free(pass *analysis.Pass, fn *types.Func, name string) bool {
	if recv := fn.Signature().Recv(); recv != nil {
		if obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, pass.Pkg, name); obj != nil {
			return false
		}
	}
	return technique.FreeInAll(pass, name)
}

// start returns where a function begins, with its comment.
func start(decl *ast.FuncDecl) token.Pos {
	if decl.Doc != nil {
		return decl.Doc.Pos()
	}
	return decl.Pos()
}

// renamed returns the edit that renames a function in the first line of its comment.
func renamed(decl *ast.FuncDecl, old, name string) []analysis.TextEdit {
	if decl.Doc == nil {
		return nil
	}
	c := decl.Doc.List[0]
	if len(c.Text) < len("// ")+len(old) || c.Text[:len("// ")+len(old)] != "// "+old {
		return nil
	}
	from := c.Pos() + token.Pos(len("// "))
	return []analysis.TextEdit{{Pos: from, End: from + token.Pos(len(old)), NewText: []byte(name)}}
}

// fails reports whether the last result of a function is an error, and has no name, so that only
// return statements give it.
func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	last := sig.Results().At(n - 1)
	return (last.Name() == "" || last.Name() == "_") &&
		sig.TypeParams().Len() == 0 && sig.RecvTypeParams().Len() == 0 &&
		technique.IsError(last.Type())
}

// unread returns the calls of a function, outside tests, whose error no code reads, and whether
// there are no others.
func unread(pass *analysis.Pass, fn *types.Func) (calls []inspector.Cursor, all bool) {
	_, all = technique.CallsOf(pass, fn)
	all = all && technique.SeesAll(pass, fn)
	for _, use := range technique.UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun ||
			!technique.ErrorUnread(pass, use.Parent()) ||
			technique.InTest(pass, technique.FileOf(pass, use.Node().Pos())) {
			all = false
			continue
		}
		calls = append(calls, use.Parent())
	}
	return calls, all
}

// called returns the name in a call by which the function is called.
func called(call inspector.Cursor) (*ast.Ident, bool) {
	return callee(call.Node().(*ast.CallExpr))
}

// callee returns the name of the function that a call calls.
func callee(call *ast.CallExpr) (*ast.Ident, bool) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel, true
	case *ast.Ident:
		return fun, true
	}
	return nil, false
}
