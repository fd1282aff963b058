package vettool

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/sound"
)

// analyzersFor returns the techniques' analyzers. Those that are asked share
// the answers of one that runs them all. If fixes are wanted, only those that
// can be made together are reported: go vet -fix makes all fixes of a package
// at once.
func analyzersFor(list []technique.Technique, asked func(name string) bool,
	fixes bool) []*analysis.Analyzer {
	var on []technique.Technique
	for _, t := range list {
		if asked(t.Name) {
			on = append(on, t)
		}
	}
	settled := leading(technique.AskAll(on))
	if fixes {
		settled = jointFixes(settled)
	}
	var analyzers []*analysis.Analyzer
	for _, t := range list {
		a := t.Guarded()
		if asked(t.Name) {
			a.Requires = []*analysis.Analyzer{settled}
			a.Run = func(pass *analysis.Pass) (any, error) {
				report(pass, t.Name, pass.ResultOf[settled].(technique.Answers))
				return nil, nil
			}
		}
		analyzers = append(analyzers, a)
	}
	return analyzers
}

// report reports what a technique answered. If it could not, that is a
// diagnostic and not an error, so that the other techniques still report
// theirs.
func report(pass *analysis.Pass, name string, answers technique.Answers) {
	for _, answer := range answers {
		if answer.Technique.Name != name {
			continue
		}
		if answer.Err != nil {
			pass.Reportf(pass.Files[0].Package, "%s cannot look at this package: %v", name,
				answer.Err)
		}
		for _, d := range answer.Proposals {
			pass.Report(d)
		}
	}
}

// jointFixes returns an analyzer with the answers of another, in which all
// fixes can be made together. The other proposals lose their fix: they are
// reported without it, and offer it in the next run.
func jointFixes(ask *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{Name: "jointfixes", Doc: "choose fixes that can be made together",
		Requires: []*analysis.Analyzer{ask}, ResultType: reflect.TypeFor[technique.Answers](),
		Run: func(pass *analysis.Pass) (any, error) {
			answers := pass.ResultOf[ask].(technique.Answers)
			claimFuncs(pass, answers)
			choose(pass, answers)
			return answers, nil
		}}
}

// claimFuncs leaves each function to the first technique that wants to change
// it: two rewrites that are each right may be wrong together.
func claimFuncs(pass *analysis.Pass, answers technique.Answers) {
	taken, funcs := make(map[*ast.FuncDecl]string), functions(pass)
	for _, answer := range answers {
		for i := range answer.Proposals {
			d := &answer.Proposals[i]
			decls := changed(funcs, *d)
			for _, decl := range decls {
				if by, ok := taken[decl]; ok && by != answer.Technique.Name {
					d.SuggestedFixes = nil
				}
			}
			for _, decl := range decls {
				if len(d.SuggestedFixes) > 0 {
					taken[decl] = answer.Technique.Name
				}
			}
		}
	}
}

// choose drops the fixes that cannot be made together with earlier ones.
func choose(pass *analysis.Pass, answers technique.Answers) {
	var edits [][]analysis.TextEdit
	var of []*analysis.Diagnostic
	for _, answer := range answers {
		for i := range answer.Proposals {
			if d := &answer.Proposals[i]; len(technique.FixOf(*d)) > 0 {
				edits, of = append(edits, technique.FixOf(*d)), append(of, d)
			}
		}
	}
	for i, ok := range sound.Together(technique.Checkable(pass, pass.ReadFile), edits) {
		if !ok {
			of[i].SuggestedFixes, edits[i] = nil, nil
		}
	}
	for i, once := range sound.SharedOnce(edits) {
		if len(of[i].SuggestedFixes) > 0 {
			of[i].SuggestedFixes[0].TextEdits = once
		}
	}
}

// functions returns the functions of a package, by place.
func functions(pass *analysis.Pass) []*ast.FuncDecl {
	var list []*ast.FuncDecl
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				list = append(list, fn)
			}
		}
	}
	slices.SortFunc(list, func(a, b *ast.FuncDecl) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return list
}

// changed returns the functions that a diagnostic's fixes change. Imports
// belong to none.
func changed(funcs []*ast.FuncDecl, d analysis.Diagnostic) []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, e := range technique.FixOf(d) {
		i, _ := slices.BinarySearchFunc(funcs, e.Pos, func(fn *ast.FuncDecl, pos token.Pos) int {
			return cmp.Compare(fn.End(), pos)
		})
		if i < len(funcs) && funcs[i].Pos() <= e.Pos {
			found = append(found, funcs[i])
		}
	}
	return found
}

// wantsFixes reports whether the arguments ask that fixes be made, all at once. What -json
// prints, which go vet reads, is a list of fixes that are each right by itself.
func wantsFixes(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return (name == "fix" || name == "diff") && value != "false"
	})
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
