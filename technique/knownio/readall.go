package knownio

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readAll matches io.ReadAll of a reader that has just been made of bytes or of a string: it can
// not fail, and grows a slice for what is there.
//
//	have: return io.ReadAll(bytes.NewReader(b))
//	want: return append([]byte{}, b...), nil
//
// What is done about an error goes away.
//
//	have: body, err := io.ReadAll(strings.NewReader(s)); if err != nil { return err }
//	want: body := []byte(s)
//
// The slice is never nil, as before. What it has room for besides is another number of bytes.
func readAll(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if !readsAll(pass.TypesInfo, call) {
		return p, false
	}
	made, before := call.Args[0], ast.Node(nil)
	if x, decl, ok := justMade(pass, cur); ok {
		made, before = x, decl
	}
	value, ok := copied(pass, made)
	if !ok || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "append", "byte", "nil") {
		return p, false
	}
	p.At, p.Message = call, "copy the bytes that are there, instead of reading them"
	switch stmt := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		p.Edits = []analysis.TextEdit{technique.Replace(call, value+", nil")}
	case *ast.AssignStmt:
		if p.Edits, ok = assigned(pass, cur.Parent(), stmt, value); !ok {
			return p, false
		}
	default:
		return p, false
	}
	if before != nil {
		p.Also = []ast.Node{made}
		p.Edits = append(p.Edits, technique.Remove(pass, before))
	}
	return p, true
}

// justMade returns what makes the reader that a call reads, where the statement before declares it
// for that alone.
//
//	r := bytes.NewReader(b)
//	body, err := io.ReadAll(r)
func justMade(pass *analysis.Pass, call inspector.Cursor) (value ast.Expr, decl ast.Node, ok bool) {
	stmt := call.Parent()
	if as, ok := stmt.Node().(*ast.AssignStmt); ok {
		if _, named := as.Lhs[0].(*ast.Ident); !named {
			return nil, nil, false // it may have an effect on what is read
		}
	}
	before, ok := stmt.PrevSibling()
	if !ok || !technique.InList(stmt) {
		return nil, nil, false
	}
	v, _, value := technique.Declared(pass.TypesInfo, before.Node())
	ok = v != nil && value != nil && len(technique.UsesOf(pass, v)) == 1 &&
		technique.Names(pass.TypesInfo, call.Node().(*ast.CallExpr).Args[0], v) &&
		!technique.CommentedAround(pass, before.Node(), stmt.Node())
	return value, before.Node(), ok
}

// copied returns the expression that copies what a reader has that an expression makes.
func copied(pass *analysis.Pass, e ast.Expr) (value string, ok bool) {
	made, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(made.Args) != 1 || pass.TypesInfo.Types[made.Args[0]].IsNil() {
		return "", false
	}
	text := technique.Text(pass, made.Args[0])
	switch info := pass.TypesInfo; {
	case technique.IsFunc(info, made, "bytes", "NewReader"),
		technique.IsFunc(info, made, "bytes", "NewBuffer"):
		return "append([]byte{}, " + text + "...)", true
	case technique.IsFunc(info, made, "strings", "NewReader"),
		technique.IsFunc(info, made, "bytes", "NewBufferString"):
		return "[]byte(" + text + ")", true
	}
	return "", false
}

// assigned returns the edits that give a copy to a variable, and no error to another one.
func assigned(pass *analysis.Pass, cur inspector.Cursor, stmt *ast.AssignStmt, value string) (
	edits []analysis.TextEdit, ok bool) {
	info := pass.TypesInfo
	id, named := stmt.Lhs[1].(*ast.Ident)
	if !technique.InList(cur) || !named || technique.IsBlank(stmt.Lhs[0]) {
		return nil, false
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	alone := v == nil // there is no variable for the error
	if branch := unneeded(pass, cur, v); branch != nil {
		if technique.CommentedAround(pass, stmt, branch) {
			return nil, false
		}
		edits = append(edits, technique.Remove(pass, branch))
	}
	if v != nil && info.Defs[id] != nil {
		if alone = unused(pass, cur, v, edits); !alone {
			return nil, false
		}
	} else if v != nil {
		alone = unread(pass, cur, v, edits)
	}
	right := stmt.Rhs[0]
	if !alone {
		return append(edits, technique.Replace(right, value+", nil")), true
	}
	tok := stmt.Tok
	if first, ok := stmt.Lhs[0].(*ast.Ident); ok && info.Defs[first] == nil {
		tok = token.ASSIGN // the error alone was new
	}
	return append(edits, analysis.TextEdit{Pos: stmt.Lhs[0].End(), End: right.End(),
		NewText: []byte(" " + tok.String() + " " + value)}), true
}

// unneeded returns the statement that does something about the error, right behind: it never
// does.
func unneeded(pass *analysis.Pass, stmt inspector.Cursor, v *types.Var) *ast.IfStmt {
	next, ok := stmt.NextSibling()
	if !ok || v == nil {
		return nil
	}
	return onFailure(pass.TypesInfo, next.Node(), v)
}

// unused reports whether a variable that a statement declares is not needed any more once its
// edits are made: another statement of the list declares it from then on, or none does.
func unused(pass *analysis.Pass, stmt inspector.Cursor, v *types.Var,
	edits []analysis.TextEdit) bool {
	for _, use := range technique.UsesOf(pass, v) {
		if removed(use, edits) {
			continue
		}
		as, ok := use.Parent().Node().(*ast.AssignStmt)
		return ok && as.Tok == token.DEFINE && use.ParentEdgeKind() == edge.AssignStmt_Lhs &&
			technique.InList(use.Parent()) && use.Parent().Parent() == stmt.Parent() &&
			technique.IsError(given(pass.TypesInfo, as, use.ParentEdgeIndex()))
	}
	return true
}

// removed reports whether a use goes away with the first of the edits.
func removed(use inspector.Cursor, edits []analysis.TextEdit) bool {
	pos := use.Node().Pos()
	return len(edits) > 0 && edits[0].Pos <= pos && pos < edits[0].End
}

// unread reports whether no code reads what a statement gives a variable that is there already,
// once its edits are made.
func unread(pass *analysis.Pass, stmt inspector.Cursor, v *types.Var,
	edits []analysis.TextEdit) bool {
	uses, local := technique.LocalUses(pass, v)
	if fn, ok := technique.EnclosingFunc(stmt); !ok || !local || v.Kind() == types.ResultVar ||
		technique.Repeated(stmt, v.Pos()) || technique.HasGoto(pass, fn.Node()) {
		return false
	}
	for _, use := range uses {
		if _, addressed := technique.Replaced(use); addressed || technique.InLiteral(use, v) ||
			use.Node().Pos() >= stmt.Node().End() && !removed(use, edits) {
			return false
		}
	}
	return true
}

// given returns the type of what a statement assigns to one of its variables.
func given(info *types.Info, as *ast.AssignStmt, index int) types.Type {
	if len(as.Rhs) == len(as.Lhs) {
		return info.TypeOf(as.Rhs[index])
	}
	if results, ok := info.TypeOf(as.Rhs[0]).(*types.Tuple); ok {
		return results.At(index).Type()
	}
	return nil
}
