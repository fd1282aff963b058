// Package boxonce puts a variable of the package that nothing changes into an interface once,
// where each use of it did.
package boxonce

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("boxonce",
		"put a variable that nothing changes into an interface once\n\n"+
			"An error that is a struct, a key of a context, a limit: a variable of the package "+
			"that is returned as an error or given to a parameter of type any is copied to the "+
			"heap, each time, because the compiler does not know that nothing changes it. The "+
			"rewrite declares a second variable, an interface with the first in it, and uses "+
			"that.\n\n"+
			"It is proposed where nothing in the package assigns to the variable or a part of "+
			"it, or takes an address. Variables whose values are constants are left to technique "+
			"constvar; text that the linker may set stays as it is.\n\n"+
			"A function that is not exported and chooses between constants returns the "+
			"interface itself where all callers put its result into the same one, which has "+
			"methods: a constant is in an interface without a copy.\n\n"+
			"A loop that gives values to package reflect, to be copied into a map, a slice or a "+
			"variable, boxes each of them. It has one variable for all, which reflect reads "+
			"instead.",
		run, results, func(pass *analysis.Pass, _ inspector.Cursor) { reflected(pass) }),
	Title:  "Put a variable into an interface once",
	Causes: []string{"boxed-argument", "error-value"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass, _ inspector.Cursor) {
	seen := make(map[key]*box)
	var list []*box
	for _, cur := range uses(pass) {
		v := pass.TypesInfo.Uses[cur.Node().(*ast.Ident)].(*types.Var)
		to := technique.Interface(pass, cur)
		_, inside := technique.EnclosingFunc(cur)
		if to == nil || !inside {
			continue
		}
		k := key{v, types.TypeString(to, nil)}
		if seen[k] == nil {
			seen[k] = &box{pass: pass, v: v, to: to}
			list = append(list, seen[k])
		}
		seen[k].uses = append(seen[k].uses, cur)
	}
	for _, b := range list {
		if p, ok := b.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// uses returns where variables of the package are used that are boxed in an interface and not
// exported, by place.
func uses(pass *analysis.Pass) (all []inspector.Cursor) {
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if ok && !v.Exported() && technique.Boxed(pass, v.Type()) {
			all = append(all, technique.UsesOf(pass, v)...)
		}
	}
	slices.SortFunc(all, technique.ByPlace)
	return all
}

// key is a variable and the type of interface that it becomes.
type key struct {
	v  *types.Var
	to string
}

// box is a variable that becomes an interface.
type box struct {
	pass *analysis.Pass
	v    *types.Var
	to   types.Type
	uses []inspector.Cursor // where it becomes one
}

// propose declares the interface behind the variable.
//
//	have: var errFull = limit{64}; func f() error { return errFull }
//	want: var errFullError error = errFull; func f() error { return errFullError }
func (b *box) propose() (technique.Proposal, bool) {
	var none technique.Proposal
	decl := b.declaration()
	if decl == nil || !b.fixed() {
		return none, false
	}
	file := technique.FileOf(b.pass, decl.Pos())
	typ, edits, ok := technique.TypeText(b.pass, file, decl.End(), b.to)
	if !ok {
		return none, false
	}
	name := technique.FreshName(b.pass, file, b.v.Name()+suffix(b.to))
	p := technique.Proposal{At: b.uses[0].Node(), Message: "put " + b.v.Name() +
		" into an interface once", Edits: append(edits, technique.Insert(decl.End(),
		"\n\n// "+name+" is "+b.v.Name()+", put into an interface once.\nvar "+name+" "+typ+
			" = "+b.v.Name()))}
	for i, use := range b.uses {
		in := technique.FileOf(b.pass, use.Node().Pos())
		if in == nil || ast.IsGenerated(in) || technique.InTest(b.pass, in) ||
			technique.FreshName(b.pass, in, name) != name {
			return none, false
		}
		if i > 0 {
			p.Also = append(p.Also, use.Node())
		}
		p.Edits = append(p.Edits, technique.Replace(use.Node(), name))
	}
	return p, true
}

// suffix tells the interface from the variable, by name.
func suffix(to types.Type) string {
	if named, ok := types.Unalias(to).(*types.Named); ok {
		return technique.UpperFirst(named.Obj().Name())
	}
	return "Value"
}
