package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// listed is how many entries a literal may have that is written as statements.
const listed = 6

// entries counts the statements that put one entry each into the map. A constant key counts once.
type entries struct {
	n    int64
	keys map[string]bool
}

// add counts a statement.
func (e *entries) add(info *types.Info, key ast.Expr) {
	if value := info.Types[key].Value; value != nil {
		if e.keys == nil {
			e.keys = make(map[string]bool)
		}
		if e.keys[value.ExactString()] {
			return
		}
		e.keys[value.ExactString()] = true
	}
	e.n++
}

// entry returns the key of a statement that puts one entry into the map, and does nothing else to
// it.
//
//	m[k] = v
func (m made) entry(n ast.Node) (index *ast.IndexExpr, value ast.Expr, ok bool) {
	as, ok := n.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil, nil, false
	}
	index, ok = as.Lhs[0].(*ast.IndexExpr)
	return index, as.Rhs[0], ok && technique.SameExpr(m.pass.TypesInfo, m.place, index.X) &&
		!m.mentioned(index.Index) && !m.mentioned(as.Rhs[0])
}

// optional reports whether a statement may put single entries into the map, and does nothing else
// to it.
//
//	if name != "" { m["name"] = name }
func (m made) optional(n ast.Node) bool {
	branch, ok := n.(*ast.IfStmt)
	if !ok || branch.Init != nil && m.mentioned(branch.Init) || m.mentioned(branch.Cond) {
		return false
	}
	for _, stmt := range branch.Body.List {
		if _, _, ok := m.entry(stmt); !ok && (m.mentioned(stmt) || technique.HasJump(stmt)) {
			return false
		}
	}
	switch other := branch.Else.(type) {
	case nil:
		return true
	case *ast.BlockStmt:
		return m.optional(&ast.IfStmt{Cond: branch.Cond, Body: other})
	}
	return m.optional(branch.Else)
}

// quiet reports whether a statement that puts an entry into the map can do nothing that another
// function sees, nor stop but for a pointer that is nil.
func (m made) quiet(index *ast.IndexExpr, value ast.Expr) bool {
	if !m.lost() {
		return false
	}
	_, basic := m.pass.TypesInfo.TypeOf(index.Index).Underlying().(*types.Basic)
	return basic && m.inert(index.Index) && m.inert(value)
}

// followed reports whether a count is that of a field of what a variable points to, and another
// one is read there in any case before a statement: it is not nil.
func (m made) followed(over ast.Expr, stmt inspector.Cursor) bool {
	for {
		sel, ok := over.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		s := m.pass.TypesInfo.Selections[sel]
		if s == nil || len(s.Index()) != 1 {
			return false
		}
		if over = sel.X; s.Indirect() {
			v, ok := technique.Variable(m.pass.TypesInfo, over)
			return ok && !v.IsField() && v.Parent() != m.pass.Pkg.Scope() &&
				technique.Fixed(m.pass, v) && technique.FollowedBefore(m.pass, stmt, v)
		}
	}
}

// guarded returns the loop that a statement runs only where there is something to go over.
//
//	if len(xs) > 0 { for _, x := range xs { m[x] = v } }, if xs != nil { for ... }
func (m made) guarded(n *ast.IfStmt) (loop, bool) {
	info := m.pass.TypesInfo
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) != 1 {
		return loop{}, false
	}
	l, ok := m.loop(n.Body.List[0])
	if !ok || !l.held || l.asked {
		return loop{}, false
	}
	of := cond.X
	switch call, isCall := of.(*ast.CallExpr); {
	case isCall && technique.IsBuiltin(info, call, "len") && technique.IsInt(info, cond.Y, 0) &&
		(cond.Op == token.GTR || cond.Op == token.NEQ):
		of = call.Args[0]
	case cond.Op != token.NEQ || !info.Types[cond.Y].IsNil() ||
		technique.IsPointer(info.TypeOf(of)):
		return loop{}, false
	}
	return l, technique.SameExpr(info, of, l.over)
}

// literal matches a variable that is declared with a map of few entries, which statements can put
// in as well. Their keys are constants: that nothing can go wrong with.
//
//	m := map[K]V{"a": x, "b": y}
func (m *made) literal(stmt ast.Node) bool {
	v, name, value := technique.Declared(m.pass.TypesInfo, stmt)
	lit, ok := value.(*ast.CompositeLit)
	if !ok || lit != m.value || len(lit.Elts) == 0 || len(lit.Elts) > listed ||
		technique.Commented(m.pass, stmt) || m.trailed(stmt) {
		return false
	}
	if _, isMap := v.Type().Underlying().(*types.Map); !isMap || lit.Type == nil {
		return false
	}
	for n := range ast.Preorder(lit) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name.Name {
			return false // another variable of that name, or a field
		}
	}
	for _, elt := range lit.Elts {
		kv := elt.(*ast.KeyValueExpr)
		if inner, ok := kv.Value.(*ast.CompositeLit); ok && inner.Type == nil ||
			m.pass.TypesInfo.Types[kv.Key].Value == nil {
			return false
		}
		m.listed = append(m.listed, kv)
	}
	m.typ = technique.Text(m.pass, lit.Type)
	return !strings.Contains(m.typ, "\n")
}

// list puts the entries of the literal in, one by one.
//
//	have: m := map[K]V{"a": x}; for ...
//	want: m := make(map[K]V, len(xs)+1); m["a"] = x; for ...
func (m made) list(stmt ast.Node) []analysis.TextEdit {
	if len(m.listed) == 0 {
		return nil
	}
	var text strings.Builder
	for _, kv := range m.listed {
		text.WriteString("\n" + technique.Text(m.pass, m.place) + "[" +
			technique.Text(m.pass, kv.Key) + "] = " + technique.Text(m.pass, kv.Value))
	}
	return []analysis.TextEdit{technique.Insert(stmt.End(), text.String())}
}
