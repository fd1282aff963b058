package form

import (
	"bytes"
	"fmt"
	"go/ast"
	"slices"
)

// The limits of a single file and function. What most of them should stay
// under is what spread checks.
const (
	maxFile = 600
	maxFunc = 80
)

// sizes wants no file and no function to be longer than anybody would read in
// one go. Generated files and tests are not counted.
func sizes(t *Tree) []Problem {
	var problems []Problem
	for _, f := range t.source() {
		if n := fileLines(f); n > maxFile {
			problems = append(problems, Problem{Path: f.Path,
				Text: fmt.Sprintf("%d lines, more than %d; split it by subject", n, maxFile)})
		}
		for _, decl := range f.Syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := t.lines(fn.Pos(), fn.End()); n > maxFunc {
				problems = append(problems, t.problem(fn.Pos(),
					"%s has %d lines, more than %d", fn.Name.Name, n, maxFunc))
			}
		}
	}
	return problems
}

func fileLines(f *File) int { return bytes.Count(f.Data, []byte("\n")) }

// Spread tells how long the files and functions of a tree are.
type Spread struct {
	FileMedian int
	FuncMedian int
	FuncNinety int // nine functions in ten have at most so many lines
}

// String returns s as one line for a test's log.
func (s Spread) String() string {
	return fmt.Sprintf("median file %d lines, median function %d, nine functions in ten at most %d",
		s.FileMedian, s.FuncMedian, s.FuncNinety)
}

// Measure returns the spread of t.
func Measure(t *Tree) Spread {
	var files, funcs []int
	for _, f := range t.source() {
		files = append(files, fileLines(f))
		for _, decl := range f.Syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				funcs = append(funcs, t.lines(fn.Pos(), fn.End()))
			}
		}
	}
	return Spread{
		FileMedian: quantile(files, 50),
		FuncMedian: quantile(funcs, 50),
		FuncNinety: quantile(funcs, 90),
	}
}

// quantile returns the smallest of values that percent of them do not exceed.
func quantile(values []int, percent int) int {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)*percent+99)/100-1]
}

// The limits of the spread, where docs/style.md says "mostly".
const (
	fileMedian = 220
	funcMedian = 20
	funcNinety = 50
)

// spread wants most files and functions to be well below the limits of sizes.
func spread(t *Tree) []Problem {
	s := Measure(t)
	if s.FileMedian <= fileMedian && s.FuncMedian <= funcMedian && s.FuncNinety <= funcNinety {
		return nil
	}
	return []Problem{{Path: ".", Text: fmt.Sprintf("%s; the limits are %d, %d and %d",
		s, fileMedian, funcMedian, funcNinety)}}
}
