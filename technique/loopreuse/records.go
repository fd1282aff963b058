package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// table is a reader of package encoding/csv, which the function alone has.
type table struct {
	pass  *analysis.Pass
	fn    inspector.Cursor
	read  inspector.Cursor   // the call in a loop whose record is used
	skips []inspector.Cursor // those whose records are dropped
}

// records has a reader of package encoding/csv put all records into one slice, where a loop is
// done with each before it reads the next. The texts of a record are its own.
//
//	have: r := csv.NewReader(in); for { rec, err := r.Read(); ...; n += len(rec[0]) }
//	want: r := csv.NewReader(in); r.ReuseRecord = true; for { ... }
func records(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	call, ok := value.(*ast.CallExpr)
	if !ok || !technique.IsFunc(pass.TypesInfo, call, "encoding/csv", "NewReader") ||
		!technique.InList(cur) || !technique.Unassigned(pass, v) {
		return p, false
	}
	next, ok := cur.NextSibling()
	fn, inside := technique.EnclosingFunc(cur)
	if !ok || !inside {
		return p, false
	}
	t := &table{pass: pass, fn: fn}
	uses, ok := technique.LocalUses(pass, v)
	if !ok || slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return !t.use(use) }) ||
		!t.onceInLoop(cur) {
		return p, false
	}
	return technique.Proposal{At: t.read.Node(), Message: "use one slice for all records",
		Safe: true, Edits: []analysis.TextEdit{technique.Insert(technique.Start(pass,
			technique.FileOf(pass, cur.Node().Pos()), next.Node().(ast.Stmt)),
			v.Name()+".ReuseRecord = true\n")}}, true
}

// use judges a use of the reader.
func (t *table) use(use inspector.Cursor) bool {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || !technique.InFunc(use, t.fn) {
		return false
	}
	switch sel.Sel.Name {
	case "Comma", "Comment", "FieldsPerRecord", "LazyQuotes", "TrimLeadingSpace":
		return !technique.PointedTo(t.pass.TypesInfo, use.Parent())
	case "FieldPos", "InputOffset":
		return use.Parent().ParentEdgeKind() == edge.CallExpr_Fun
	case "Read":
		return use.Parent().ParentEdgeKind() == edge.CallExpr_Fun && t.reads(use.Parent().Parent())
	}
	return false
}

// reads notes a call that reads a record.
func (t *table) reads(call inspector.Cursor) bool {
	if call.ParentEdgeKind() == edge.ExprStmt_X {
		t.skips = append(t.skips, call)
		return true
	}
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 {
		return false
	}
	if technique.IsBlank(as.Lhs[0]) {
		t.skips = append(t.skips, call)
		return true
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok || as.Tok != token.DEFINE || t.read.Valid() || !technique.InList(call.Parent()) {
		return false
	}
	rec, ok := t.pass.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false
	}
	t.read = call
	uses, ok := technique.LocalUses(t.pass, rec)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return !t.looks(use)
	})
}

// looks reports whether a use of a record only looks at it, at once, and sees neither its capacity,
// which may be that of a longer record before it, nor whether one that is broken off is nil.
func (t *table) looks(use inspector.Cursor) bool {
	if !technique.InFunc(use, t.fn) {
		return false
	}
	info := t.pass.TypesInfo
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		return !technique.PointedTo(info, use.Parent()) && !technique.WrittenTo(info, use.Parent())
	case *ast.RangeStmt:
		return use.ParentEdgeKind() == edge.RangeStmt_X
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Args ||
			use.Parent().ParentEdgeKind() == edge.GoStmt_Call ||
			use.Parent().ParentEdgeKind() == edge.DeferStmt_Call {
			return false
		}
		switch fn := technique.Callee(info, n).(type) {
		case *types.Builtin:
			return fn.Name() == "len" || use.ParentEdgeIndex() > 0 && (fn.Name() == "copy" ||
				fn.Name() == "append" && n.Ellipsis.IsValid())
		case *types.Func:
			if param, own := effects.ParameterOf(t.pass, fn, use); own {
				return effects.LetsGo(t.pass, fn, param) && !effects.ReturnsSlice(fn) &&
					effects.CapacityUnseen(t.pass, param) && effects.NilUnseen(t.pass, param)
			}
			return effects.Known(fn) && effects.NilIsEmpty(fn) &&
				effects.RetainsNothing(fn, use.ParentEdgeIndex())
		}
	}
	return false
}

// onceInLoop reports whether one call in a loop, which does not make the reader anew, reads all
// records that are used, and no other call in the loop reads one meanwhile.
func (t *table) onceInLoop(made inspector.Cursor) bool {
	if !t.read.Valid() {
		return false
	}
	for loop := range t.read.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return !loop.Contains(made) && !technique.HasGoto(t.pass, t.fn.Node()) &&
			!slices.ContainsFunc(t.skips, loop.Contains)
	}
	return false
}
