package prealloc

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// grows proposes room for what a loop appends to a slice of which it is not known what is in
// it: a parameter, a field, or one to which something has been appended before. Where it has
// the room already, nothing happens.
//
//	have: for _, x := range xs { dst = append(dst, x) }
//	want: dst = slices.Grow(dst, len(xs)); for ...
func (l *loop) grows(v *types.Var) (p technique.Proposal, ok bool) {
	if !l.mayGrow(v) {
		return p, false
	}
	appends, most := l.appends(v)
	counting, imports, counted := l.byByte(appends)
	if counted {
		l = counting
	}
	if most <= 0 || !l.growable(v) || !counted && !l.everyTime(appends) ||
		!l.untilAppended(v, appends[0]) {
		return p, false
	}
	p = technique.Proposal{At: appends[0].Rhs[0]}
	if p, ok := l.fromLiteral(p, v, most); ok {
		p.Edits = append(p.Edits, imports...)
		return p, true
	}
	size, edits, ok := l.size(most)
	p.Message = "make " + v.Name() + " grow once for all that the loop appends"
	p.Edits = append(append(imports, edits...), l.growLocal(v, size, "")...)
	return p, ok
}

// mayGrow reports whether a slice is a variable of the function with what may be something, to
// which no loop around this one appends as well.
func (l *loop) mayGrow(v *types.Var) bool {
	_, local := technique.LocalUses(l.pass, v)
	return local && v.Pos() >= l.fn().Node().Pos() &&
		technique.Visible(l.pass, v, l.stmt.Node().Pos()) && !l.repeats(v) &&
		l.mayHold(v) && !l.grown()
}

// growable reports whether a variable may grow before the loop: no code of the function would
// see that, as long as the first append of the loop is what happens to its elements first.
func (l *loop) growable(v *types.Var) bool {
	fn := l.fn()
	if !l.bounded() || !l.returnsOnly(v) || !l.usesKeep(v, start{fn: fn}) ||
		technique.SeenAtEnd(l.pass, fn.Node(), v) {
		return false
	}
	for _, use := range technique.UsesOf(l.pass, v) {
		if _, addressed := technique.Replaced(use); addressed {
			return false
		}
	}
	return true
}

// growLocal makes a copy grow where it is declared, if only declarations come between that and
// the loop, or else in a statement of its own, behind others that count.
//
//	have: v := x.list
//	want: v := slices.Grow(x.list, n)
func (l *loop) growLocal(v *types.Var, size, before string) []analysis.TextEdit {
	pkg, edits := technique.AddImport(l.pass, l.file, l.stmt.Node().Pos(), "slices")
	names := strings.FieldsFunc(size, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for _, decl := range l.declared() {
		declared, name, value := technique.Declared(l.pass.TypesInfo, decl)
		if declared == v && l.shares(v) && !l.limit.hoist && before == "" {
			return append(edits, technique.Replace(value,
				pkg+".Grow("+technique.Text(l.pass, value)+", "+size+")"))
		}
		if slices.Contains(names, name.Name) {
			break // not there before
		}
	}
	return append(edits, technique.Insert(l.stmt.Node().Pos(), before+
		v.Name()+" = "+pkg+".Grow("+v.Name()+", "+size+")\n"))
}

// declared returns the statements right before the loop that only declare variables with values,
// the last first. To evaluate one changes nothing for another.
func (l *loop) declared() (decls []ast.Node) {
	for prev, ok := l.stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		v, _, value := technique.Declared(l.pass.TypesInfo, prev.Node())
		if v == nil || value == nil {
			break
		}
		decls = append(decls, prev.Node())
		if !technique.Pure(l.pass.TypesInfo, value) {
			break
		}
	}
	return decls
}

// grown reports whether the statement before the loop makes room, or a declaration before it.
func (l *loop) grown() bool {
	prev, ok := l.stmt.PrevSibling()
	if !ok {
		return false
	}
	before := prev.Node()
	if s, ok := before.(*ast.IfStmt); ok && len(s.Body.List) == 1 {
		before = s.Body.List[0]
	}
	calls := func(n ast.Node, wanted func(*ast.CallExpr) bool) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 {
			return false
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		return ok && wanted(call)
	}
	grows := func(call *ast.CallExpr) bool {
		return technique.IsFunc(l.pass.TypesInfo, call, "slices", "Grow")
	}
	return calls(before, grows) || calls(before, func(call *ast.CallExpr) bool {
		return technique.IsBuiltin(l.pass.TypesInfo, call, "make") && len(call.Args) == 3
	}) || slices.ContainsFunc(l.declared(), func(n ast.Node) bool { return calls(n, grows) })
}

// bounded reports whether the limit is no more than what will be there.
func (l *loop) bounded() bool {
	return l.limit.held || !technique.HasJump(l.body) && !l.stops()
}

// repeats reports whether the loop is in another one, which is behind the declaration of a
// variable: then it is not the whole that grows.
func (l *loop) repeats(v *types.Var) bool {
	return technique.Repeated(l.stmt.Parent(), v.Pos())
}

// fromLiteral gives a literal the room.
//
//	have: v := []T{a, b}; for _, x := range xs { v = append(v, x) }
//	want: v := append(make([]T, 0, 2+len(xs)), a, b); for ...
func (l *loop) fromLiteral(p technique.Proposal, v *types.Var, times int) (
	technique.Proposal, bool) {
	lit, ok := technique.Initial(l.pass, v).(*ast.CompositeLit)
	if !ok || l.limit.signed || l.limit.hoist || l.limit.fixed ||
		l.limit.asked || lit.Type == nil ||
		technique.Commented(l.pass, lit) {
		return p, false
	}
	elements, ok := technique.Elements(l.pass, lit)
	cur, found := technique.Find(l.pass, lit)
	if !ok || !found || len(elements) == 0 || !technique.InList(cur.Parent()) ||
		!l.known(cur.Parent()) || !runsOnceBefore(l.pass, cur.Parent(), l.stmt) ||
		!technique.Predeclared(l.pass, lit.Pos(), "append", "make", "len") {
		return p, false
	}
	p.Also = []ast.Node{lit}
	p.Message = "make " + v.Name() + " with room for all that the loop appends"
	p.Edits = []analysis.TextEdit{technique.Replace(lit, fmt.Sprintf(
		"append(make(%s, 0, %d+%s), %s)", technique.Text(l.pass, lit.Type), len(elements),
		l.limit.times(times), strings.Join(elements, ", ")))}
	return p, true
}

// everyTime reports whether statements stand in the list of the loop's own ones.
func (l *loop) everyTime(appends []*ast.AssignStmt) bool {
	for _, as := range appends {
		found := false
		for _, stmt := range l.body.List {
			found = found || stmt == ast.Stmt(as)
		}
		if !found {
			return false
		}
	}
	return len(appends) > 0
}

// size returns for how many elements the loop needs room, at so many each time, and the edits
// that let the loop say so.
func (l *loop) size(times int) (size string, edits []analysis.TextEdit, ok bool) {
	if !technique.Since(l.pass, l.file, "go1.21") || l.limit.fixed || l.limit.asked {
		return "", nil, false
	}
	if size = l.limit.times(times); l.wraps(size) {
		return "", nil, false
	}
	t, counts := l.pass.TypesInfo.TypeOf(l.limit.expr).Underlying().(*types.Basic)
	if counts && t.Info()&types.IsInteger != 0 && t.Kind() != types.Int {
		size = "int(" + size + ")"
	}
	if l.limit.signed {
		size = "max(" + size + ", 0)"
	}
	return size, l.kept(l.stmt.Node()),
		technique.Predeclared(l.pass, l.stmt.Node().Pos(), "max", "int")
}

// grow returns the statement that makes room in a slice, and the edits that it needs.
func (l *loop) grow(slice string, times int) (text string, edits []analysis.TextEdit, ok bool) {
	size, edits, ok := l.size(times)
	pkg, imports := technique.AddImport(l.pass, l.file, l.stmt.Node().Pos(), "slices")
	return slice + " = " + pkg + ".Grow(" + slice + ", " + size + ")",
		append(imports, edits...), ok
}
