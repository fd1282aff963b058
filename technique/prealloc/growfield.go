package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

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
func (l *loop) growFields(taken map[string]bool) {
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
		if same != 1 || l.severalAdd(t) {
			continue
		}
		p, ok := l.growField(t)
		if !ok {
			p, ok = l.firstInField(t, len(targets) == 1)
		}
		if ok {
			technique.Report(l.pass, p)
		}
	}
	l.sumFields(taken)
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
		return target{f.of, f.field(), f.call(), len(f.call().Args) - 1, s}, true
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
			return target{v, f.field(), f.call(), len(f.call().Args) - 1, stmt}, true
		}
		if technique.HasJump(s) {
			break
		}
	}
	return t, false
}

// growField proposes room in a field, when that is right.
func (l *loop) growField(t target) (p technique.Proposal, ok bool) {
	if !l.ownField(t) || l.leavesBefore(t.stmt) ||
		l.asksNil(l.body, t.field, make(map[ast.Node]bool)) {
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

// leavesBefore reports whether an iteration may leave the function before a statement has appended:
// a field that is nil has to stay so.
func (l *loop) leavesBefore(stmt ast.Stmt) bool {
	for _, s := range l.body.List {
		if technique.HasJump(s) || technique.MayStop(l.pass, s) {
			return true
		}
		if s == stmt {
			break
		}
	}
	return false
}

// ownField reports whether a field is of a struct that a variable of the function leads to, the
// same all the time of the loop, and nothing sees when its elements move.
func (l *loop) ownField(t target) bool {
	_, local := technique.LocalUses(l.pass, t.of)
	return local && !l.reassigns(t.of) && !l.repeats(t.of) &&
		technique.Visible(l.pass, t.of, l.stmt.Node().Pos()) && !l.pointsInto(t.field)
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

// sureOf reports whether a variable is a struct, or surely points to one where the loop begins.
func (l *loop) sureOf(v *types.Var) bool {
	if _, pointer := v.Type().Underlying().(*types.Pointer); !pointer {
		return true
	}
	return technique.NotNil(l.pass, v, l.stmt)
}

// leads reports whether a pointer surely leads to a struct where the loop begins: what is ranged
// over is a field of that, or sureOf says so.
func (l *loop) leads(v *types.Var) bool {
	switch l.pass.TypesInfo.TypeOf(l.limit.expr).Underlying().(type) {
	case *types.Array, *types.Pointer:
		return l.sureOf(v) // the length of an array is a constant, for which nothing is evaluated
	}
	for n := range ast.Preorder(l.limit.expr) {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && technique.Names(l.pass.TypesInfo, sel.X, v) {
			return true
		}
	}
	return l.sureOf(v)
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
