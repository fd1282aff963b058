package knownio

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readFile matches io.ReadAll of a file that is opened for that alone. os.ReadFile asks how long
// it is, and fails as os.Open and the reads of the file do.
//
//	have: f, err := os.Open(name); if err != nil { return err }; defer f.Close()
//	      b, err := io.ReadAll(f); if err != nil { return err }
//	want: b, err := os.ReadFile(name); if err != nil { return err }
//
// The same has to be done about both errors, since there is one afterwards.
func readFile(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call, stmt := cur.Node().(*ast.CallExpr), cur.Parent()
	if !readsAll(pass.TypesInfo, call) {
		return p, false
	}
	o := &opened{pass: pass}
	if !o.of(stmt, unbuffered(pass.TypesInfo, call.Args[0])) {
		return p, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !technique.Since(pass, file, "go1.16") { // which has os.ReadFile
		return p, false
	}
	name, edits := technique.AddImport(pass, file, o.open.Pos(), "os")
	read := name + ".ReadFile(" + technique.Text(pass, o.name) + ")"
	var more []analysis.TextEdit
	switch n := stmt.Node().(type) {
	case *ast.ReturnStmt:
		more, ok = o.returned(n, read)
	case *ast.AssignStmt:
		more, ok = o.assigned(stmt, n, read)
	}
	p = technique.Proposal{At: call, Edits: append(edits, more...),
		Message: "read the file with os.ReadFile, which makes room for all of it at once"}
	return p, ok
}

// readsAll reports whether a call is one of io.ReadAll.
func readsAll(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "io", "ReadAll") ||
		technique.IsFunc(info, call, "io/ioutil", "ReadAll")
}

// unbuffered returns what a new bufio.Reader reads that an expression makes, or the expression.
func unbuffered(info *types.Info, e ast.Expr) ast.Expr {
	made, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && technique.IsFunc(info, made, "bufio", "NewReader") {
		return ast.Unparen(made.Args[0])
	}
	return ast.Unparen(e)
}

// opened is a file that a function opens, reads and closes, and does nothing else with.
type opened struct {
	pass    *analysis.Pass
	f       *types.Var
	open    *ast.AssignStmt
	name    ast.Expr
	failure *types.Var  // the error of os.Open
	branch  *ast.IfStmt // what is done about it
	others  []ast.Node  // the statements that close the file, or declare a bufio.Reader
}

// of finds the statements right before the one that reads an expression.
func (o *opened) of(read inspector.Cursor, e ast.Expr) bool {
	info := o.pass.TypesInfo
	v, ok := technique.Variable(info, e)
	if !ok {
		return false
	}
	stmt := read
	for {
		if stmt, ok = stmt.PrevSibling(); !ok {
			return false
		}
		if r, _, value := technique.Declared(info, stmt.Node()); r == v {
			if value == nil || len(technique.UsesOf(o.pass, r)) != 1 {
				return false
			}
			if v, ok = technique.Variable(info, unbuffered(info, value)); !ok {
				return false
			}
			o.others = append(o.others, stmt.Node())
		} else if later, ok := stmt.Node().(*ast.DeferStmt); ok && closes(info, later, v) {
			o.others = append(o.others, later)
		} else if branch, ok := stmt.Node().(*ast.IfStmt); ok && o.branch == nil {
			o.branch = branch
		} else {
			break
		}
	}
	o.f = v
	return o.opens(stmt.Node()) && o.branch != nil &&
		onFailure(info, o.branch, o.failure) == o.branch && leaves(info, o.branch.Body)
}

// opens reports whether a statement declares the file, and opens it to be read.
func (o *opened) opens(stmt ast.Node) (ok bool) {
	info := o.pass.TypesInfo
	if o.open, ok = stmt.(*ast.AssignStmt); !ok || len(o.open.Lhs) != 2 || len(o.open.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(o.open.Rhs[0]).(*ast.CallExpr)
	if !ok || !technique.IsFunc(info, call, "os", "Open") &&
		(!technique.IsFunc(info, call, "os", "OpenFile") ||
			!technique.IsInt(info, call.Args[1], 0)) {
		return false
	}
	o.name = call.Args[0]
	for _, mode := range call.Args[1:] {
		if !technique.Pure(info, mode) {
			return false
		}
	}
	id, named := o.open.Lhs[0].(*ast.Ident)
	if o.failure = errorOf(info, o.open); o.failure == nil {
		return false
	}
	return named && info.ObjectOf(id) == types.Object(o.f) && !technique.Commented(o.pass, call)
}

// errorOf returns the variable to which a statement gives the last of two values, or nil.
func errorOf(info *types.Info, stmt *ast.AssignStmt) *types.Var {
	id, _ := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// closes reports whether a statement closes a file, now or later, and does not ask whether that
// worked.
//
//	f.Close()
//	_ = f.Close()
//	defer f.Close()
//	defer func() { _ = f.Close() }()
func closes(info *types.Info, stmt ast.Node, f *types.Var) bool {
	var e ast.Expr
	switch n := stmt.(type) {
	case *ast.ExprStmt:
		e = n.X
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || !technique.IsBlank(n.Lhs[0]) {
			return false
		}
		e = n.Rhs[0]
	case *ast.DeferStmt:
		e = n.Call
		if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
			return len(lit.Body.List) == 1 && len(n.Call.Args) == 0 &&
				closes(info, lit.Body.List[0], f)
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Close" && technique.Names(info, sel.X, f)
}

// leaves reports whether a block leads out of the list of statements that it is in.
func leaves(info *types.Info, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch n := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		return ok && (technique.IsBuiltin(info, call, "panic") ||
			technique.IsFunc(info, call, "os", "Exit") ||
			technique.IsFunc(info, call, "log", "Fatal") ||
			technique.IsFunc(info, call, "log", "Fatalf") ||
			technique.IsFunc(info, call, "log", "Fatalln"))
	}
	return false
}

// only reports whether the file has no uses but one that reads it, and those that close it.
func (o *opened) only() bool {
	closing := len(o.others)
	for _, n := range o.others {
		if v, _, _ := technique.Declared(o.pass.TypesInfo, n); v != nil {
			closing-- // its use of the file is the one that reads
		}
	}
	return len(technique.UsesOf(o.pass, o.f)) == closing+1
}

// returned returns the edits that return what is read.
//
//	have: f, err := os.Open(name); if err != nil { return nil, err }; return io.ReadAll(f)
//	want: return os.ReadFile(name)
func (o *opened) returned(stmt *ast.ReturnStmt, read string) (edits []analysis.TextEdit, ok bool) {
	info := o.pass.TypesInfo
	failed, ok := o.branch.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(failed.Results) != 2 || !info.Types[failed.Results[0]].IsNil() ||
		!technique.Names(info, failed.Results[1], o.failure) || !o.only() ||
		technique.CommentedAround(o.pass, o.open, stmt) {
		return nil, false
	}
	here := o.open.Pos() <= o.failure.Pos() && o.failure.Pos() < o.open.End()
	if !here && o.failure.Kind() != types.ResultVar {
		return nil, false
	}
	return []analysis.TextEdit{{Pos: o.open.Pos(), End: stmt.Pos()},
		technique.Replace(stmt.Results[0], read)}, true
}

// assigned returns the edits that give what is read to the variable that a statement declares.
func (o *opened) assigned(cur inspector.Cursor, stmt *ast.AssignStmt, read string) (
	edits []analysis.TextEdit, ok bool) {
	info := o.pass.TypesInfo
	b, named := stmt.Lhs[0].(*ast.Ident)
	if !named || info.Defs[b] == nil || errorOf(info, stmt) != o.failure ||
		mentions(o.branch.Body, b.Name) {
		return nil, false
	}
	for next, ok := cur.NextSibling(); ok && closes(info, next.Node(), o.f); {
		o.others, cur = append(o.others, next.Node()), next
		next, ok = cur.NextSibling()
	}
	again := unneeded(o.pass, cur, o.failure)
	if again == nil || !o.only() ||
		technique.Text(o.pass, again.Body) != technique.Text(o.pass, o.branch.Body) ||
		technique.CommentedAround(o.pass, o.branch.Body.List[len(o.branch.Body.List)-1], again) {
		return nil, false
	}
	for _, n := range o.others {
		if n.Pos() < o.branch.Pos() {
			edits = append(edits, technique.Remove(o.pass, n))
		}
	}
	return append(edits, technique.Replace(o.open.Lhs[0], b.Name),
		technique.Replace(o.open.Rhs[0], read),
		analysis.TextEdit{Pos: o.branch.End(), End: again.End()}), true
}

// mentions reports whether a name is in some code.
func mentions(code ast.Node, name string) bool {
	for n := range ast.Preorder(code) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			return true
		}
	}
	return false
}

// onFailure returns the statement if it does something where an error is not nil, and nothing
// else.
func onFailure(info *types.Info, stmt ast.Node, v *types.Var) *ast.IfStmt {
	branch, ok := stmt.(*ast.IfStmt)
	if !ok || branch.Init != nil || branch.Else != nil {
		return nil
	}
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !technique.Names(info, cond.X, v) ||
		!info.Types[cond.Y].IsNil() {
		return nil
	}
	return branch
}
