package prealloc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// grows proposes room for what a loop appends to a slice of which it is not known what is in
// it: a parameter, a field, or one to which something has been appended before. Where it has
// the room already, nothing happens.
//
//	have: for _, x := range xs { dst = append(dst, x) }
//	want: dst = slices.Grow(dst, len(xs)); for ...
func (l *loop) grows(v *types.Var) (p technique.Proposal, ok bool) {
	fn := l.fn()
	if _, local := technique.LocalUses(l.pass, v); !local || v.Pos() < fn.Node().Pos() ||
		!technique.Visible(l.pass, v, l.stmt.Node().Pos()) || l.repeats(v) ||
		!l.mayHold(v) || l.grown() {
		return p, false
	}
	appends, most := l.appends(v)
	counting, imports, counted := l.byByte(appends)
	if counted {
		l = counting
	}
	if most <= 0 || !l.bounded() || !l.returnsOnly(v) || !counted && !l.everyTime(appends) ||
		!l.usesKeep(v, start{fn: fn}) || technique.SeenAtEnd(l.pass, fn.Node(), v) {
		return p, false
	}
	for _, use := range technique.UsesOf(l.pass, v) {
		if _, addressed := technique.Replaced(use); addressed {
			return p, false
		}
	}
	p = technique.Proposal{At: appends[0].Rhs[0]}
	if p, ok := l.fromLiteral(p, v, most); ok {
		p.Edits = append(p.Edits, imports...)
		return p, true
	}
	text, edits, ok := l.grow(v.Name(), most)
	p.Message = "make " + v.Name() + " grow once for all that the loop appends"
	p.Edits = append(append(imports, edits...), technique.Insert(l.stmt.Node().Pos(), text+"\n"))
	return p, ok
}

// mayHold reports whether there may be something in a slice from the beginning: it is a
// parameter, a literal with elements, or what a call returns.
func (l *loop) mayHold(v *types.Var) bool {
	switch e := technique.Initial(l.pass, v).(type) {
	case nil:
		def, ok := l.fn().FindByPos(v.Pos(), v.Pos())
		return ok && def.Parent().Parent().ParentEdgeKind() == edge.FuncType_Params
	case *ast.CompositeLit:
		return len(e.Elts) > 0
	case *ast.CallExpr:
		_, called := technique.Func(l.pass.TypesInfo, e)
		return called
	}
	return false
}

// grown reports whether the statement before the loop makes room.
func (l *loop) grown() bool {
	prev, ok := l.stmt.PrevSibling()
	if !ok {
		return false
	}
	before := prev.Node()
	if s, ok := before.(*ast.IfStmt); ok && len(s.Body.List) == 1 {
		before = s.Body.List[0]
	}
	as, ok := before.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	return ok && (technique.IsFunc(l.pass.TypesInfo, call, "slices", "Grow") ||
		technique.IsBuiltin(l.pass.TypesInfo, call, "make") && len(call.Args) == 3)
}

// bounded reports whether the limit is no more than what will be there.
func (l *loop) bounded() bool { return l.limit.held || !technique.HasJump(l.body) }

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

// grow returns the statement that makes room in a slice for so many elements each time, and
// the edits that it needs.
func (l *loop) grow(slice string, times int) (text string, edits []analysis.TextEdit, ok bool) {
	if !technique.Since(l.pass, l.file, "go1.21") || l.limit.fixed || l.limit.asked {
		return "", nil, false
	}
	size := l.limit.times(times)
	t, counts := l.pass.TypesInfo.TypeOf(l.limit.expr).Underlying().(*types.Basic)
	if counts && t.Info()&types.IsInteger != 0 && t.Kind() != types.Int {
		size = "int(" + size + ")"
	}
	if l.limit.signed {
		size = "max(" + size + ", 0)"
	}
	pos := l.stmt.Node().Pos()
	pkg, edits := technique.AddImport(l.pass, l.file, pos, "slices")
	edits = append(edits, l.kept(l.stmt.Node())...)
	return slice + " = " + pkg + ".Grow(" + slice + ", " + size + ")", edits,
		technique.Predeclared(l.pass, pos, "max", "int")
}

// target is a slice in a field, to which the loop appends itself or by a method.
type target struct {
	of    *types.Var // the struct, or a pointer to it
	field *types.Var
	call  *ast.CallExpr // of append
	count int
	stmt  ast.Stmt // of the loop
}

// growFields proposes the same for fields.
//
//	have: for _, x := range xs { t.add(x) }
//	want: t.list = slices.Grow(t.list, len(xs)); for ...
func (l *loop) growFields() {
	if !l.bounded() || !l.goesOn() || l.grown() {
		return
	}
	var targets []target
	for _, stmt := range l.body.List {
		if t, ok := l.targetAt(stmt); ok && !slices.Contains(l.made, stmt) {
			targets = append(targets, t)
		}
	}
	for _, t := range targets {
		same := 0
		for _, o := range targets {
			if o.of == t.of && o.field == t.field {
				same++
			}
		}
		if p, ok := l.growField(t); ok && same == 1 {
			technique.Report(l.pass, p)
		}
	}
}

// goesOn reports whether the loop goes on to its end or leaves the function.
func (l *loop) goesOn() bool {
	for n := range ast.Preorder(l.body) {
		if _, jump := n.(*ast.BranchStmt); jump {
			return false
		}
	}
	return true
}

// targetAt matches t.list = append(t.list, x), and t.add(x) where the method does that.
func (l *loop) targetAt(stmt ast.Stmt) (t target, ok bool) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		f, ok := l.fieldAt(s)
		if !ok {
			return t, false
		}
		call := s.Rhs[0].(*ast.CallExpr)
		return target{f.of, l.pass.TypesInfo.Selections[f.sel].Obj().(*types.Var), call,
			len(call.Args) - 1, s}, true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return t, false
		}
		return l.byMethod(call, s)
	}
	return t, false
}

// byMethod matches the call of a method that appends to a field of its receiver.
func (l *loop) byMethod(call *ast.CallExpr, stmt ast.Stmt) (t target, ok bool) {
	info := l.pass.TypesInfo
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil || len(info.Selections[sel].Index()) != 1 {
		return t, false
	}
	fn, ok := info.Selections[sel].Obj().(*types.Func)
	if !ok {
		return t, false
	}
	v, ok := technique.Variable(info, sel.X)
	decl := technique.DeclOf(l.pass, fn)
	if !ok || decl == nil || decl.Body == nil || decl.Recv == nil ||
		len(decl.Recv.List) != 1 || len(decl.Recv.List[0].Names) != 1 {
		return t, false
	}
	if _, pointer := fn.Signature().Recv().Type().Underlying().(*types.Pointer); !pointer {
		return t, false
	}
	recv := info.Defs[decl.Recv.List[0].Names[0]]
	for _, s := range decl.Body.List {
		in := &loop{pass: l.pass}
		if f, ok := in.fieldAt(s); ok && f.of == recv {
			add := f.add.Rhs[0].(*ast.CallExpr)
			return target{v, info.Selections[f.sel].Obj().(*types.Var), add,
				len(add.Args) - 1, stmt}, true
		}
		if technique.HasJump(s) {
			break
		}
	}
	return t, false
}

// growField proposes room in a field, when that is right.
func (l *loop) growField(t target) (p technique.Proposal, ok bool) {
	if _, local := technique.LocalUses(l.pass, t.of); !local ||
		l.reassigns(t.of) || l.repeats(t.of) ||
		!technique.Visible(l.pass, t.of, l.stmt.Node().Pos()) || l.pointsInto(t.field) {
		return p, false
	}
	name := t.of.Name() + "." + t.field.Name()
	text, edits, ok := l.grow(name, t.count)
	if !ok {
		return p, false
	}
	if !l.sureOf(t.of) {
		if !l.calmUntil(t) || l.limit.signed || l.limit.hoist {
			return p, false
		}
		text = "if " + l.limit.above() + " {\n" + text + "\n}"
	}
	return technique.Proposal{At: t.call,
		Message: "make " + name + " grow once for all that the loop appends",
		Edits:   append(edits, technique.Insert(l.stmt.Node().Pos(), text+"\n"))}, true
}

// reassigns reports whether the loop gives a variable another value.
func (l *loop) reassigns(v *types.Var) bool {
	for _, use := range technique.UsesOf(l.pass, v) {
		given, addressed := technique.Replaced(use)
		if (given || addressed) && l.cur.Contains(use) {
			return true
		}
	}
	return false
}

// pointsInto reports whether something in the package takes the address of an element, or
// asks for the capacity: it sees when the elements move.
func (l *loop) pointsInto(field *types.Var) bool {
	for _, use := range technique.UsesOf(l.pass, field) {
		use = use.Parent() // x.field
		switch n := use.Parent().Node().(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				return true
			}
		case *ast.IndexExpr:
			if n.X == use.Node() && technique.PointedTo(l.pass.TypesInfo, use.Parent()) {
				return true
			}
		case *ast.CallExpr:
			if technique.IsBuiltin(l.pass.TypesInfo, n, "cap") {
				return true
			}
		}
	}
	return false
}

// sureOf reports whether a variable is a struct, or surely points to one where the loop
// begins: it begins as the address of one, or statements before have used it.
func (l *loop) sureOf(v *types.Var) bool {
	if _, pointer := v.Type().Underlying().(*types.Pointer); !pointer {
		return true
	}
	if technique.Unassigned(l.pass, v) {
		switch e := technique.Initial(l.pass, v).(type) {
		case *ast.UnaryExpr:
			return e.Op == token.AND
		case *ast.CallExpr:
			if technique.IsBuiltin(l.pass.TypesInfo, e, "new") {
				return true
			}
		}
		return l.usedBefore(v)
	}
	return false
}

// usedBefore reports whether a statement that is surely executed before the loop selects a
// field of what a pointer points to.
func (l *loop) usedBefore(v *types.Var) bool {
	selects := func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || !technique.Names(l.pass.TypesInfo, sel.X, v) {
			return false
		}
		s := l.pass.TypesInfo.Selections[sel]
		return s != nil && s.Kind() == types.FieldVal
	}
	for at := l.stmt; ; at = at.Parent() {
		if _, isFunc := at.Node().(*ast.FuncLit); isFunc || at.Node() == l.fn().Node() {
			return false
		}
		for prev, ok := at.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if simple(prev.Node()) && technique.Surely(prev.Node(), selects) {
				return true
			}
		}
	}
}

// simple reports whether all of a statement is executed.
func simple(n ast.Node) bool {
	switch n.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt:
		return true
	}
	return false
}

// calmUntil reports whether nothing is done in an iteration before something is appended to
// the field of a pointer: where that is nil, the loop panics in any case.
func (l *loop) calmUntil(t target) bool {
	if _, byMethod := t.stmt.(*ast.ExprStmt); byMethod {
		return false
	}
	for _, stmt := range l.body.List {
		if stmt == t.stmt {
			break
		}
		if !calm(l.pass, stmt) || technique.HasJump(stmt) {
			return false
		}
	}
	for _, arg := range t.call.Args[1:] {
		if !effects.Only(l.pass, arg, effects.Keeps|effects.Shows) {
			return false
		}
	}
	return true
}
