package vettool

import (
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// leading returns an analyzer with the answers of another, but for last resorts at
// lines at which another technique proposes something.
func leading(ask *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{Name: "leading", Doc: "leave out last resorts that another leads",
		Requires: []*analysis.Analyzer{ask}, ResultType: reflect.TypeFor[technique.Answers](),
		Run: func(pass *analysis.Pass) (any, error) {
			answers := pass.ResultOf[ask].(technique.Answers)
			lead(pass.Fset, answers)
			return answers, nil
		}}
}

// lead leaves them out of answers.
func lead(fset *token.FileSet, a technique.Answers) {
	line := func(pos token.Pos) token.Position {
		at := fset.PositionFor(pos, false)
		return token.Position{Filename: at.Filename, Line: at.Line}
	}
	led := map[token.Position]bool{}
	for _, answer := range a {
		for _, d := range answer.Proposals {
			if !answer.Technique.LastResort {
				led[line(d.Pos)] = true
			}
		}
	}
	for i, answer := range a {
		if answer.Technique.LastResort {
			a[i].Proposals = slices.DeleteFunc(answer.Proposals, func(d analysis.Diagnostic) bool {
				return led[line(d.Pos)]
			})
		}
	}
}
