package stackbuf

import (
	"cmp"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// several matches a declaration of more than one slice without values, and gives those room that
// can have it. The others stay together.
//
//	have: var key, val []rune
//	want: key := make([]rune, 0, 64); var val []rune
func several(pass *analysis.Pass, cur inspector.Cursor) bool {
	spec, ok := cur.Node().(*ast.ValueSpec)
	if !ok || len(spec.Names) < 2 || len(spec.Values) > 0 {
		return false
	}
	decl, ok := cur.Parent().Node().(*ast.GenDecl)
	if !ok || technique.Commented(pass, decl) || hidden(spec) {
		return true
	}
	define := " := "
	var at ast.Node = decl
	if decl.Lparen.IsValid() {
		define, at = " = ", spec
	}
	var lines, names, others []string
	var grows []ast.Node
	for _, name := range spec.Names {
		s := &slice{pass: pass, cur: cur, file: technique.FileOf(pass, spec.Pos())}
		more, text, ok := s.begins(name, spec.Type, nil, true)
		if !ok {
			others = append(others, name.Name)
			continue
		}
		grows = append(grows, more...)
		names = append(names, name.Name)
		lines = append(lines, name.Name+define+text)
	}
	if len(names) == 0 {
		return true
	}
	if len(others) > 0 {
		rest := strings.Join(others, ", ") + " " + technique.Text(pass, spec.Type)
		if !decl.Lparen.IsValid() {
			rest = "var " + rest
		}
		lines = append(lines, rest)
	}
	slices.SortFunc(grows, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	technique.Report(pass, technique.Proposal{At: grows[0], Also: grows[1:], Safe: true,
		Message: "begin " + strings.Join(names, " and ") + " with room on the stack",
		Edits:   []analysis.TextEdit{technique.Replace(at, strings.Join(lines, "\n"))}})
	return true
}

// hidden reports whether one of the variables has the name of what the others are then made with.
//
//	var make, rune []rune
func hidden(spec *ast.ValueSpec) bool {
	used := map[string]bool{"make": true}
	for n := range ast.Preorder(spec.Type) {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
	}
	return slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return used[id.Name] })
}
