package plant

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wring-go/wring/verify/differential/reach"
)

// The dictionary's size: enough for the words of a parser.
const (
	maxStrings = 400
	maxInts    = 200
	longest    = 2000 // bytes of one string
)

// dictionary returns the strings and numbers that stand in the package and its
// tests: the words that its functions look for, and inputs that their authors
// thought of. The words of functions that change, as they are in the new code, come first, and
// first of all those that texts are compared with.
func dictionary(s *reach.Package) (words []string, numbers []int64) {
	var first []string
	for _, name := range slices.Sorted(maps.Keys(s.New)) {
		now := s.New[name]
		if now.Func == nil || now.Body == s.Old[name].Body {
			continue
		}
		for n := range ast.Preorder(now.Func) {
			if lit, ok := n.(*ast.BasicLit); ok {
				words, _ = literal(lit, words, nil)
			}
			for _, e := range compared(n) {
				if lit, ok := e.(*ast.BasicLit); ok {
					first, _ = literal(lit, first, nil)
				}
			}
		}
	}
	words = append(first, words...)
	for _, f := range slices.Concat(s.Files, s.Tests) {
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			if lit, ok := n.(*ast.BasicLit); ok {
				words, numbers = literal(lit, words, numbers)
			}
			return true
		})
	}
	return unique(words, maxStrings), unique(numbers, maxInts)
}

// compared returns the expressions that a node compares with others.
func compared(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CaseClause:
		return n.List
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			return []ast.Expr{n.X, n.Y}
		}
	}
	return nil
}

func literal(lit *ast.BasicLit, words []string, numbers []int64) ([]string, []int64) {
	switch lit.Kind {
	case token.STRING, token.CHAR:
		text := lit.Value
		if lit.Kind == token.CHAR {
			c, _, _, err := strconv.UnquoteChar(strings.Trim(text, "'"), '\'')
			if err != nil || !utf8.ValidRune(c) {
				return words, numbers
			}
			return append(words, string(c)), append(numbers, int64(c))
		}
		text, err := strconv.Unquote(text)
		if err != nil || len(text) > longest {
			return words, numbers
		}
		words = append(words, text)
		if lines := strings.Split(text, "\n"); len(lines) > 1 {
			words = append(words, lines[:min(20, len(lines))]...)
		}
	case token.INT:
		if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	return words, numbers
}

// unique returns the first n different elements of list, in a steady order.
func unique[T comparable](list []T, n int) []T {
	seen := map[T]bool{}
	out := []T{}
	for _, x := range list {
		if !seen[x] && len(out) < n {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}
