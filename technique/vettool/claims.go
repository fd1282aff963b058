package vettool

import (
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// claims are the declarations that techniques want to change. Go vet -fix makes
// all fixes of a package at once, and two techniques that know nothing of each
// other may each be right about a function, and together wrong. So only the
// first gets it: the others say what they would do, and offer it the next time.
type claims map[ast.Decl]bool

// chain returns the techniques' analyzers, each of those that are asked knowing
// the claims of the ones before.
func chain(list []technique.Technique, asked func(name string) bool) []*analysis.Analyzer {
	var analyzers []*analysis.Analyzer
	var before *analysis.Analyzer
	for _, t := range list {
		a := t.Guarded()
		if asked(a.Name) {
			claiming(a, before)
			before = a
		}
		analyzers = append(analyzers, a)
	}
	return analyzers
}

// claiming makes an analyzer respect the claims of the one before, and return
// them with its own.
func claiming(a, before *analysis.Analyzer) {
	run := a.Run
	if before != nil {
		a.Requires = append(slices.Clone(a.Requires), before)
	}
	a.ResultType = reflect.TypeFor[claims]()
	a.Run = func(pass *analysis.Pass) (any, error) {
		taken, mine := make(claims), make(claims)
		if before != nil {
			maps.Copy(taken, pass.ResultOf[before].(claims))
		}
		report := pass.Report
		pass.Report = func(d analysis.Diagnostic) {
			for _, decl := range changed(pass, d) {
				if taken[decl] {
					d.SuggestedFixes = nil
				}
			}
			for _, decl := range changed(pass, d) {
				mine[decl] = true
			}
			report(d)
		}
		if _, err := run(pass); err != nil {
			// An error would keep the techniques after this one from being asked.
			pass.Reportf(pass.Files[0].Package, "%s cannot look at this package: %v", a.Name, err)
		}
		maps.Copy(taken, mine)
		return taken, nil
	}
}

// changed returns the declarations that a diagnostic's fixes change. Imports
// belong to everybody.
func changed(pass *analysis.Pass, d analysis.Diagnostic) []ast.Decl {
	var found []ast.Decl
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			file := technique.FileOf(pass, e.Pos)
			if file == nil {
				continue
			}
			for _, decl := range file.Decls {
				_, isFunc := decl.(*ast.FuncDecl)
				if isFunc && decl.Pos() <= e.Pos && e.Pos <= decl.End() {
					found = append(found, decl)
				}
			}
		}
	}
	return found
}

// askedBy returns which of the techniques the arguments ask for: those that a
// flag names, or all when none is named.
func askedBy(args []string, list []technique.Technique) func(name string) bool {
	named := make(map[string]bool)
	for _, t := range list {
		for _, arg := range args {
			name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			if strings.HasPrefix(arg, "-") && name == t.Name && value != "false" {
				named[name] = true
			}
		}
	}
	return func(name string) bool { return named[name] || len(named) == 0 }
}
