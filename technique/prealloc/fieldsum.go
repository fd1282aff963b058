package prealloc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// sumFields proposes room in fields to which an iteration appends whole slices, or by several
// statements: how many elements there will be is counted before the loop.
//
//	have: for _, s := range all { w.buf = append(w.buf, s...); w.buf = append(w.buf, '\n') }
//	want: total := 0
//	      for _, s := range all { total += len(s) + 1 }
//	      w.buf = slices.Grow(w.buf, total)
//	      for ...
func (l *loop) sumFields(taken map[string]bool) {
	if !technique.Since(l.pass, l.file, "go1.21") {
		return
	}
	var done []target
	for n := range ast.Preorder(l.body) {
		f, ok := l.fieldAdd(n)
		if !ok {
			continue
		}
		t := target{of: f.of, field: f.field(), call: f.call(), stmt: f.add}
		if f.call().Ellipsis.IsValid() || l.severalAdd(t) {
			known := false
			for _, o := range done {
				known = known || o.of == t.of && o.field == t.field
			}
			if known {
				continue
			}
			done = append(done, t)
			if p, ok := l.sumField(t, taken); ok {
				technique.Report(l.pass, p)
			}
		}
	}
}

// severalAdd reports whether more than one statement of the loop appends to a field.
func (l *loop) severalAdd(t target) bool {
	count := 0
	for n := range ast.Preorder(l.body) {
		if f, ok := l.fieldAdd(n); ok && f.of == t.of && f.field() == t.field {
			count++
		}
	}
	return count > 1
}

// sumField proposes that for a field. First is the statement of an iteration that appends to it
// before others.
func (l *loop) sumField(first target, taken map[string]bool) (p technique.Proposal, ok bool) {
	sure := l.leads(first.of)
	if !l.ownField(first) || !l.onlyFields(first) || !sure && !l.calmUntil(first) ||
		l.asksNil(l.body, first.field, make(map[ast.Node]bool)) {
		return p, false
	}
	t := &sum{loop: l, v: first.of, field: first.field}
	before, size, ok := t.counts(taken)
	if !ok {
		return p, false
	}
	name := first.of.Name() + "." + first.field.Name()
	pkg, edits := technique.AddImport(l.pass, l.file, l.stmt.Node().Pos(), "slices")
	text := name + " = " + pkg + ".Grow(" + name + ", " + size + ")\n"
	if !sure {
		if before == "" {
			t.take(taken)
			before, size = t.name+" := "+size+"\n", t.name
			text = name + " = " + pkg + ".Grow(" + name + ", " + size + ")\n"
		}
		text = "if " + size + " > 0 {\n" + text + "}\n"
	}
	calls := t.calls
	if len(calls) == 0 {
		calls = []ast.Node{first.call}
	}
	p = technique.Proposal{At: calls[0], Also: calls[1:],
		Message: "count what will be appended, and make " + name + " grow once for it"}
	p.Edits = append(append(edits, l.kept(l.stmt.Node())...),
		technique.Insert(l.stmt.Node().Pos(), before+text))
	return p, true
}

// onlyFields reports whether the loop uses a struct for its fields alone, of which nothing takes
// an address, and its slice only to append to it and for its length: else it may be emptied in
// between, and need less room.
func (l *loop) onlyFields(t target) bool {
	info := l.pass.TypesInfo
	for _, use := range technique.UsesOf(l.pass, t.of) {
		if !l.cur.Contains(use) {
			continue
		}
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || !technique.InFunc(use, l.fn()) || technique.PointedTo(info, use) {
			return false
		}
		s := info.Selections[sel]
		if s == nil {
			return false
		}
		if s.Obj() == types.Object(t.field) && !l.addsOrCounts(use.Parent(), t) {
			return false
		}
	}
	return true
}

// addsOrCounts reports whether a use of the field is in v.f = append(v.f, x) or len(v.f).
func (l *loop) addsOrCounts(sel inspector.Cursor, t target) bool {
	parent := sel.Parent()
	if call, ok := parent.Node().(*ast.CallExpr); ok {
		if technique.IsBuiltin(l.pass.TypesInfo, call, "len") {
			return true
		}
		parent = parent.Parent()
		f, ok := l.fieldAdd(parent.Node())
		return ok && f.call() == call && call.Args[0] == sel.Node()
	}
	f, ok := l.fieldAdd(parent.Node())
	return ok && f.add.Lhs[0] == sel.Node() && f.field() == t.field
}
