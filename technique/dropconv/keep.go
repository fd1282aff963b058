package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// snapshot returns the trail as it is, whatever is added to t.
func (t *trail) snapshot() trail {
	s := *t
	s.changed, s.vars = maps.Clone(t.changed), maps.Clone(t.vars)
	s.sources, s.others = slices.Clip(t.sources), slices.Clip(t.others)
	s.edits, s.kept = slices.Clip(t.edits), slices.Clip(t.kept)
	s.imports, s.texts = slices.Clip(t.imports), slices.Clip(t.texts)
	return s
}

// keep converts bytes back where something keeps the text or needs it as a string.
//
//	have: key := string(b); if _, ok := m[key]; !ok { m[key] = 1 }
//	want: key := b; if _, ok := m[string(key)]; !ok { m[string(key)] = 1 }
func (t *trail) keep(cur inspector.Cursor) bool {
	if t.dir != toBytes || cur == t.start || !technique.Kept(cur) ||
		!plainNames(t.pass, cur.Node()) ||
		!isString(t.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr))) {
		return false
	}
	if _, ok := cur.Parent().Node().(*ast.IndexExpr); ok && !t.isMap(cur.Parent()) {
		return false
	}
	t.changed[cur] = true
	t.kept = append(t.kept, cur)
	t.edits = append(t.edits, technique.Insert(cur.Node().Pos(), "string("),
		technique.Insert(cur.Node().End(), ")"))
	return true
}

// keptInTime reports whether the copies are made before something writes to the bytes: where each
// is needed, or before the first of them.
func (t *trail) keptInTime() bool {
	before := t.snapshot()
	if t.keptSeldom() && t.unwritten() {
		return true
	}
	*t = before
	return len(t.kept) > 0 && t.fromThere()
}

// keptSeldom reports whether the places that need a copy make at most one each time that the
// conversion was run, and none at times, which something decides that looks at the bytes.
func (t *trail) keptSeldom() bool {
	if len(t.kept) == 0 {
		return true
	}
	if t.wraps+t.twins == 0 {
		return false
	}
	return !slices.ContainsFunc(t.kept, t.storedAgain) &&
		technique.Seldom(t.decided(), t.fn, t.kept)
}

// storedAgain reports whether a key that is kept belongs to an entry that was looked up and is
// stored again beside the conversion: each key that is known is copied there, whatever leaves
// before.
//
//	k := string(b); list := m[k]; ...; list = append(list, x); m[k] = list
func (t *trail) storedAgain(kept inspector.Cursor) bool {
	info, entry := t.pass.TypesInfo, kept.Parent()
	as, ok := entry.Parent().Node().(*ast.AssignStmt)
	if !ok || entry.ParentEdgeKind() != edge.AssignStmt_Lhs || len(as.Rhs) != 1 ||
		entry.Parent().Parent() != t.start.Parent().Parent() {
		return false
	}
	v, ok := technique.Variable(info, as.Rhs[0])
	if !ok {
		return false
	}
	before := technique.Initial(t.pass, v)
	return before != nil && technique.SameExpr(info, before, as.Lhs[0])
}

// fromThere makes the text before the first of the places that keep it, and before what could write
// to the bytes, if the function gets there at times.
//
//	have: key := string(b); v := m[key]; if v == nil { v = &T{key}; m[key] = v }
//	want: key := b; v := m[string(key)]
//	      if v == nil { keyText := string(key); v = &T{keyText}; m[keyText] = v }
func (t *trail) fromThere() bool {
	as, ok := t.start.Parent().Node().(*ast.AssignStmt)
	if !ok || len(t.vars) != 1 || t.wraps+t.twins == 0 {
		return false
	}
	v, _, _ := technique.Declared(t.pass.TypesInfo, as)
	if v == nil || !t.vars[v] || slices.ContainsFunc(t.kept, t.storedAgain) {
		return false
	}
	slices.SortFunc(t.kept, technique.ByPlace)
	stmt, end, ok := technique.SeldomFrom(t.decided(), t.fn, t.kept)
	before := t.snapshot()
	for ok {
		if t.copyBefore(stmt, end, v) && t.unwritten() {
			return true
		}
		*t = before
		before = t.snapshot()
		stmt, ok = stmt.PrevSibling()
		ok = ok && stmt.Parent() != t.start.Parent().Parent() && // where mostly a copy is made
			technique.Seldom(t.decided(), t.fn, []inspector.Cursor{stmt})
	}
	return false
}

// copyBefore makes the text before a statement, for all uses of the variable from there to the end
// of its list.
func (t *trail) copyBefore(stmt inspector.Cursor, end token.Pos, v *types.Var) bool {
	from := stmt.Node().Pos()
	inside := func(pos token.Pos) bool { return from <= pos && pos < end }
	t.edits = slices.DeleteFunc(slices.Clone(t.edits), func(e analysis.TextEdit) bool {
		return from <= e.Pos && e.Pos <= end // a clause ends where its last statement does
	})
	maps.DeleteFunc(t.changed, func(cur inspector.Cursor, _ bool) bool {
		return inside(cur.Node().Pos())
	})
	name := technique.FreshName(t.pass, t.file, v.Name()+"Text")
	uses, ok := technique.LocalUses(t.pass, v)
	before, given := 0, false
	for _, use := range uses {
		pos := use.Node().Pos()
		if given && end <= pos {
			return false // what it was given is in the text
		}
		if !inside(pos) {
			before++
			continue
		}
		replaced, _ := technique.Replaced(use)
		given = given || replaced
		t.edits = append(t.edits, technique.Replace(use.Node(), name))
	}
	t.until = from
	t.edits = append(t.edits, technique.Insert(technique.Start(t.pass, t.file, stmt.Node()),
		name+" := string("+v.Name()+")\n"))
	return ok && before > 0
}
