package passdown

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// filler is a function that fills a map, and calls itself for a part of the entries.
type filler struct {
	*walker
	value  ast.Expr // that makes the map
	writes []ast.Node
	values []string // what is written to entries
	merged int      // how often it calls itself
	// same is what it writes to the entries that it gets from itself, without their values: it
	// must be what it writes to all others; "" where it writes the values.
	same string
}

// proposeMap matches a function that returns a map to which it adds what it returns itself. It
// reads nothing of the map, so it makes no difference to it what is in there already.
//
//	have: func names(n *node) map[K]V {
//		out := map[K]V{}; ...; for k, v := range names(c) { out[k] = v }; return out }
//	want: func names(n *node) map[K]V { out := map[K]V{}; fillNames(out, n); return out }
//	      func fillNames(out map[K]V, n *node) { ...; fillNames(out, c) }
func proposeMap(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	w, ok := walkerAt(pass, cur)
	if !ok {
		return p, false
	}
	f := &filler{walker: w}
	results := w.fn.Signature().Results()
	if results.Len() != 1 || !technique.IsMap(results.At(0).Type()) || !f.declares() ||
		!f.fills() || f.merged == 0 || !f.alike() || !f.named("fill") {
		return p, false
	}
	return f.propose()
}

// declares finds the statement of the body that makes the map which the function returns: one
// that means the same where the function begins.
func (f *filler) declares() bool {
	for stmt := range f.cur.Preorder((*ast.AssignStmt)(nil)) {
		v, _, value := technique.Declared(f.pass.TypesInfo, stmt.Node())
		if v == nil || value == nil || !technique.IsMap(v.Type()) ||
			stmt.ParentEdgeKind() != edge.BlockStmt_List ||
			stmt.Parent().Node() != ast.Node(f.decl.Body) {
			continue
		}
		f.out, f.name, f.made, f.value = v, v.Name(), stmt, value
		return types.Identical(v.Type(), f.fn.Signature().Results().At(0).Type()) &&
			!technique.Commented(f.pass, stmt.Node()) && f.begins()
	}
	return false
}

// begins reports whether the map is made empty, or with entries that are written in the new
// function instead.
func (f *filler) begins() bool {
	switch e := ast.Unparen(f.value).(type) {
	case *ast.CompositeLit:
		if e.Type == nil {
			return false
		}
		var lines []string
		for _, elem := range e.Elts {
			pair, ok := elem.(*ast.KeyValueExpr)
			if !ok || untyped(pair.Key) || untyped(pair.Value) {
				return false
			}
			f.values = append(f.values, technique.Text(f.pass, pair.Value))
			lines = append(lines, fmt.Sprintf("%s[%s] = %s", f.out.Name(),
				technique.Text(f.pass, pair.Key), technique.Text(f.pass, pair.Value)))
		}
		if len(lines) == 0 {
			f.edits = append(f.edits, technique.Remove(f.pass, f.made.Node()))
			return true
		}
		f.edits = append(f.edits, technique.Replace(f.made.Node(), strings.Join(lines, "\n")))
		return true
	case *ast.CallExpr:
		f.edits = append(f.edits, technique.Remove(f.pass, f.made.Node()))
		return technique.IsBuiltin(f.pass.TypesInfo, e, "make") &&
			(len(e.Args) == 1 || technique.Pure(f.pass.TypesInfo, e.Args[1]) &&
				technique.ResolvesSameAt(f.pass, e.Args[1], f.decl.Body.Lbrace+1))
	}
	return false
}

// untyped reports whether an expression is a literal without its type.
func untyped(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	return ok && lit.Type == nil
}

// fills reports whether all that is done with the map is to write entries, and to return it, and
// nothing else is returned.
func (f *filler) fills() bool {
	for use := range f.cur.Preorder((*ast.Ident)(nil)) {
		id := use.Node().(*ast.Ident)
		obj := f.pass.TypesInfo.ObjectOf(id)
		if obj != types.Object(f.out) {
			if id.Name == f.out.Name() && !isField(obj) {
				return false // it would mean the map
			}
			continue
		}
		if f.pass.TypesInfo.Defs[id] == nil && !f.use(use) {
			return false
		}
	}
	for ret := range f.cur.Preorder((*ast.ReturnStmt)(nil)) {
		n := ret.Node().(*ast.ReturnStmt)
		if inLiteral(ret) || len(n.Results) != 1 || technique.Commented(f.pass, n) ||
			!technique.Names(f.pass.TypesInfo, n.Results[0], f.out) {
			return false
		}
		if list := f.decl.Body.List; list[len(list)-1] == ast.Stmt(n) {
			f.edits = append(f.edits, f.cut(list))
		} else {
			f.edits = append(f.edits, technique.Replace(n, "return"))
		}
	}
	return true
}

// cut returns the edit that takes the last statement of a list away, with what is between it and
// the one before, but for comments.
func (f *filler) cut(list []ast.Stmt) analysis.TextEdit {
	last := list[len(list)-1]
	before := list[max(0, len(list)-2)]
	if len(list) < 2 || technique.CommentedAround(f.pass, before, last) ||
		ast.Stmt(before) == ast.Stmt(f.made.Node().(*ast.AssignStmt)) {
		return technique.Remove(f.pass, last)
	}
	return analysis.TextEdit{Pos: before.End(), End: last.End()}
}

// use judges one use of the map: out[k] = v and return out.
func (f *filler) use(use inspector.Cursor) bool {
	if inLiteral(use) {
		return false
	}
	switch use.ParentEdgeKind() {
	case edge.ReturnStmt_Results:
		return true
	case edge.IndexExpr_X:
	default:
		return false
	}
	index := use.Parent()
	as, ok := index.Parent().Node().(*ast.AssignStmt)
	if !ok || index.ParentEdgeKind() != edge.AssignStmt_Lhs || as.Tok != token.ASSIGN ||
		len(as.Lhs) != 1 {
		return false
	}
	if loop, call, ok := f.merges(index.Parent()); ok {
		f.edits = append(f.edits, technique.Replace(loop, f.handDown(f.name, call)))
		f.merged++
		return true
	}
	f.writes = append(f.writes, index.Node())
	f.values = append(f.values, technique.Text(f.pass, as.Rhs[0]))
	return true
}

// alike reports whether all entries have one value, where it is taken for granted that they do.
func (f *filler) alike() bool {
	return f.same == "" ||
		!slices.ContainsFunc(f.values, func(v string) bool { return v != f.same })
}

// merges matches the one statement of a loop over what the function returns itself.
//
//	for k, v := range f(x) { out[k] = v }        for k := range f(x) { out[k] = true }
func (f *filler) merges(stmt inspector.Cursor) (*ast.RangeStmt, *ast.CallExpr, bool) {
	info, as := f.pass.TypesInfo, stmt.Node().(*ast.AssignStmt)
	if stmt.Parent().ParentEdgeKind() != edge.RangeStmt_Body ||
		len(stmt.Parent().Node().(*ast.BlockStmt).List) != 1 {
		return nil, nil, false
	}
	loop := stmt.Parent().Parent().Node().(*ast.RangeStmt)
	call, ok := loop.X.(*ast.CallExpr)
	key, isName := loop.Key.(*ast.Ident)
	if !ok || !isName || loop.Tok != token.DEFINE || technique.Commented(f.pass, loop) ||
		!technique.Names(info, as.Lhs[0].(*ast.IndexExpr).Index, info.Defs[key]) {
		return nil, nil, false
	}
	if fn, ok := technique.Func(info, call); !ok || fn != f.fn || f.mentions(call) {
		return nil, nil, false
	}
	if value, named := loop.Value.(*ast.Ident); named {
		return loop, call, technique.Names(info, as.Rhs[0], info.Defs[value])
	}
	text := technique.Text(f.pass, as.Rhs[0])
	if loop.Value != nil || text != "true" && text != "struct{}{}" ||
		f.same != "" && f.same != text {
		return nil, nil, false
	}
	f.same = text
	return loop, call, true
}

// mentions reports whether a call has the map in its operands.
func (f *filler) mentions(call *ast.CallExpr) bool {
	return technique.Uses(f.pass.TypesInfo, call, f.out)
}

// propose has the function make the map, and the new one fill it.
func (f *filler) propose() (technique.Proposal, bool) {
	made := technique.Text(f.pass, f.value)
	if lit, ok := ast.Unparen(f.value).(*ast.CompositeLit); ok {
		made = technique.Text(f.pass, lit.Type) + "{}"
	}
	_, args := f.parameters()
	return technique.Proposal{At: f.value, Also: f.writes, Edits: f.divided(
		fmt.Sprintf("\n\t%s := %s\n\t%s(%[1]s%[4]s)\n\treturn %[1]s", f.name, made,
			f.ownTwin(), args),
		"puts what "+f.decl.Name.Name+" returns into "+f.name, ""),
		Message: "fill one map in all calls of " + f.decl.Name.Name}, true
}
