package replaceonce

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// step is a statement that gives what links make to a variable, or returns it.
type step struct {
	stmt  inspector.Cursor
	value ast.Expr   // what the last link makes
	v     *types.Var // that gets it, nil where it is returned
	// declares says that the statement declares the variable.
	declares bool
	links    []link
	text     ast.Expr // what the first link looks in
}

// stepOf matches a statement of a list. One that returns need not have links.
func stepOf(pass *analysis.Pass, stmt inspector.Cursor) (s step, ok bool) {
	if !technique.InList(stmt) {
		return s, false
	}
	info := pass.TypesInfo
	s.stmt = stmt
	switch n := stmt.Node().(type) {
	case *ast.ReturnStmt:
		s.value = returned(info, n)
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN {
			break
		}
		if v, named := technique.Variable(info, n.Lhs[0]); named && len(n.Lhs) == 1 {
			s.v, s.value = v, n.Rhs[0]
		}
	}
	if v, _, value := technique.Declared(info, stmt.Node()); v != nil {
		s.v, s.value, s.declares = v, value, true
	}
	if s.value == nil {
		return s, false
	}
	s.links, s.text = linksOf(info, s.value)
	if s.v == nil {
		return s, true
	}
	_, local := technique.LocalUses(pass, s.v)
	return s, local && len(s.links) > 0 &&
		types.Identical(s.v.Type(), types.Typ[types.String])
}

// returned returns the one result that is no constant.
func returned(info *types.Info, n *ast.ReturnStmt) (value ast.Expr) {
	for _, result := range n.Results {
		if tv := info.Types[result]; tv.Value != nil || tv.IsNil() {
			continue
		}
		if value != nil {
			return nil
		}
		value = result
	}
	return value
}

// follows reports whether a step goes on with what the one before it has made, which nothing
// else sees.
func follows(pass *analysis.Pass, s, before step) bool {
	if before.v == nil || !technique.Names(pass.TypesInfo, s.text, before.v) ||
		technique.CommentedAround(pass, before.stmt.Node(), s.stmt.Node()) {
		return false
	}
	if s.v == nil {
		return private(pass, before)
	}
	return s.v == before.v || before.declares && len(technique.UsesOf(pass, before.v)) == 1
}

// private reports whether nothing sees the variable once the function returns.
func private(pass *analysis.Pass, s step) bool {
	fn, ok := technique.EnclosingFunc(s.stmt)
	if !ok || !within(fn.Node(), s.v.Pos()) {
		return false
	}
	for _, use := range technique.UsesOf(pass, s.v) {
		if !technique.InFunc(use, fn) || technique.PointedTo(pass.TypesInfo, use) {
			return false
		}
	}
	return true
}

// within reports whether a place is in a node.
func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
