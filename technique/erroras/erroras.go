// Package erroras keeps the variables on the stack that errors.As fills.
package erroras

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("erroras",
		"look at the error itself before errors.As takes an address\n\n"+
			"errors.As takes its target as a value of any type, so the variable that it "+
			"fills is on the heap, made whether or not there is an error. Most errors are "+
			"nil, have the type that is asked for, or wrap nothing: a type assertion answers "+
			"for those, as errors.As would at its first step. The others go to errors.As as "+
			"before.\n\n"+
			"The rewrite assumes that no error keeps the address that its method As gets.",
		technique.Each(propose, (*ast.DeclStmt)(nil), (*ast.AssignStmt)(nil))),
	Title:  "Find an error without the heap",
	Causes: []string{"escaping-variable"},
	Risk:   technique.Checked,
}

// propose matches the declaration of a variable whose address only errors.As gets.
//
//	have: var e *T; if errors.As(err, &e)
//	want: var e *T; if asError(err, &e)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, name, _ := technique.Declared(pass.TypesInfo, cur.Node())
	file := technique.FileOf(pass, cur.Node().Pos())
	if v == nil || file == nil || !technique.Since(pass, file, "go1.18") || !canBeError(v.Type()) {
		return none, false
	}
	uses, ok := technique.LocalUses(pass, v)
	fn, inFunc := technique.EnclosingFunc(cur)
	if !ok || !inFunc {
		return none, false
	}
	p := technique.Proposal{At: name,
		Message: "ask for the type of the error before errors.As puts " + v.Name() + " on the heap"}
	for _, use := range uses {
		if !technique.InFunc(use, fn) {
			return none, false // it is on the heap for the function that is made here
		}
		call, taken := asked(pass, use)
		if !taken {
			continue
		}
		h := helper()
		if call == nil {
			return none, false
		}
		edits, ok := h.Declare(pass, file, call)
		if !ok {
			return none, false
		}
		p.Also = append(p.Also, call)
		p.Edits = append(append(p.Edits, edits...), technique.Replace(call.Fun, h.Name))
	}
	return p, len(p.Also) > 0
}

// canBeError reports whether a type is one that errors.As takes, and an assertion finds as
// errors.As does: an interface, a named type, or a pointer to one. A type without a name
// can be assigned errors of other types.
func canBeError(t types.Type) bool {
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		_, named := types.Unalias(ptr.Elem()).(*types.Named)
		return named && types.Implements(t, failure)
	}
	if _, ok := t.(*types.Interface); ok {
		return true
	}
	if _, ok := t.(*types.Named); !ok {
		return false
	}
	return types.IsInterface(t) || types.Implements(t, failure)
}

// asked matches errors.As(err, &v) around a use of v: the call is nil where something else
// gets the address, and taken false where nothing does.
func asked(pass *analysis.Pass, use inspector.Cursor) (call *ast.CallExpr, taken bool) {
	if !technique.PointedTo(pass.TypesInfo, use) {
		return nil, false
	}
	addr, ok := use.Parent().Node().(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, !callsMethod(pass, use)
	}
	if use.Parent().ParentEdgeKind() != edge.CallExpr_Args {
		return nil, true
	}
	at := use.Parent().Parent()
	call = at.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "errors", "As") || len(call.Args) != 2 ||
		call.Args[1] != addr {
		return nil, true
	}
	if technique.RunsLater(at) {
		return nil, true
	}
	return call, true
}

// callsMethod reports whether a use calls a method of an interface or of a pointer, which
// does not get the address of the variable that holds it.
func callsMethod(pass *analysis.Pass, use inspector.Cursor) bool {
	if _, ok := use.Parent().Node().(*ast.SelectorExpr); !ok {
		return false
	}
	t := pass.TypesInfo.TypeOf(use.Node().(*ast.Ident)).Underlying()
	_, pointer := t.(*types.Pointer)
	return pointer || types.IsInterface(t)
}

// helper returns the function that is called instead.
func helper() technique.Helper {
	return technique.Helper{Name: "asError", Imports: []string{"errors"},
		Text: `// asError is errors.As(err, target), for which a target need not be on the heap.
func asError[T any](err error, target *T) bool {
	if found, ok := err.(T); ok {
		*target = found
		return true
	}
	switch err.(type) {
	case interface{ Unwrap() error }, interface{ Unwrap() []error }, interface{ As(any) bool }:
		found := *target
		ok := errors.As(err, &found)
		*target = found
		return ok
	}
	return false
}`}
}
