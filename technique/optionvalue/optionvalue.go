// Package optionvalue has options return the configuration that they change, where they
// changed it by a pointer that put it on the heap.
package optionvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("optionvalue",
		"have options return the configuration that they change\n\n"+
			"A function with options makes a configuration, and calls each option with a pointer "+
			"to it. The compiler does not know what an option does with the pointer, so the "+
			"configuration is on the heap, also for a call without options. An option that gets "+
			"a copy and returns it leaves the configuration on the stack. One that may fail "+
			"returns the copy and the error.\n\n"+
			"All options are rewritten at once, and all code that calls them. The configuration "+
			"must be an unexported struct of the package, which no exported function shows: then "+
			"no other package makes options of its own. An option may read and assign to the "+
			"fields, and call methods that keep no pointer; what keeps the pointer or hands it "+
			"on is left alone.\n\n"+
			"Where other packages may make options, the configuration stays on the stack for a "+
			"call without options: those get a copy, and what is read behind them is read "+
			"there.",
		run),
	Title:  "Have options return the configuration",
	Causes: []string{"escaping-variable", "escaping-literal"},
	Risk:   technique.Checked,
}

// largest is how many bytes a configuration has at most: each option copies it.
const largest = 256

func run(pass *analysis.Pass, root inspector.Cursor) {
	seen, done := make(map[key]bool), make(map[*types.TypeName]bool)
	for _, cur := range technique.Nodes(pass, (*ast.FuncType)(nil)) {
		sig, ok := pass.TypesInfo.TypeOf(cur.Node().(ast.Expr)).(*types.Signature)
		if !ok {
			continue
		}
		config, fails := changed(sig)
		if config == nil || seen[key{config, fails}] || config.Pkg() != pass.Pkg {
			continue
		}
		seen[key{config, fails}] = true
		f := &family{pass: pass, root: root, config: config, fails: fails}
		if f.suits() && f.declared() && f.values() && f.collect() {
			if p, ok := f.propose(); ok {
				technique.Report(pass, p)
				done[config] = true
			}
		}
	}
	for _, cur := range technique.Nodes(pass, (*ast.RangeStmt)(nil)) {
		v, _ := configured(pass.TypesInfo, cur)
		if v == nil {
			continue
		}
		config := technique.PointedStruct(types.NewPointer(v.Type()))
		if config == nil || done[config] || !config.Exported() {
			continue
		}
		if p, ok := without(pass, cur); ok {
			technique.Report(pass, p)
		}
	}
}

// key tells families of options apart.
type key struct {
	config *types.TypeName
	fails  bool
}

// changed returns the struct to which the one parameter of a function points. The function has no
// result, or fails: the only one is an error.
func changed(sig *types.Signature) (config *types.TypeName, fails bool) {
	if sig.Params().Len() != 1 || sig.Results().Len() > 1 || sig.Variadic() ||
		sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return nil, false
	}
	if sig.Results().Len() == 1 {
		if fails = technique.IsError(sig.Results().At(0).Type()); !fails {
			return nil, false
		}
	}
	return technique.PointedStruct(sig.Params().At(0).Type()), fails
}
