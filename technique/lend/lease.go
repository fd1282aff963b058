package lend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// lease is how a function uses the room that it gets.
type lease struct {
	param string // the parameter for it
	room  string // the operands of make, by which callers make it; "" for a map
	exact bool   // it is what the function made, and no more
	// none is what callers pass that lend nothing: "" for an empty literal.
	none string
	// strict says that what is lent differs from what the function made: in its capacity,
	// and perhaps in not being nil.
	strict bool
	same   bool // what is lent has the capacity of what the function made
	// pooled says that the function only appends to the room, and returns nothing else: it may
	// hold anything, and be lent again.
	pooled bool
	// all says that all callers must lend room: one that keeps the slice would see that it was not
	// made alone.
	all   bool
	edits []analysis.TextEdit
}

// made returns what a caller lends, a slice or a map of the type that is written as text.
func (l lease) made(text string) string {
	if l.room == "" {
		return "make(" + text + ")"
	}
	return fmt.Sprintf("make(%s, %s)", text, l.room)
}

// without returns what a caller passes that lends nothing.
func (l lease) without(text string) string {
	switch {
	case l.exact:
		return l.made(text)
	case l.none == "":
		return text + "{}"
	}
	return l.none
}

// lease decides how the function takes what it gets for what it made.
func (m *maker) lease() (l lease, ok bool) {
	l.param = m.v.Name()
	if !m.declares() {
		l.param = technique.FreshName(m.pass, m.file, "room")
	}
	if args, size, ok := m.constant(); ok {
		l.room, l.exact = args, true
		return l, size <= largest && m.taken(&l)
	}
	return l, m.fitted(&l)
}

// declares reports whether the statement declares v, and no other thing in the function
// has its name: then v can be the parameter.
func (m *maker) declares() bool {
	info := m.pass.TypesInfo
	if v, _, _ := technique.Declared(info, m.stmt.Node()); v == nil {
		return false
	}
	for n := range ast.Preorder(m.decl) {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != m.v.Name() {
			continue
		}
		obj := info.ObjectOf(id)
		if field, isVar := obj.(*types.Var); obj != m.v && !(isVar && field.IsField()) {
			return false
		}
	}
	return true
}

// constant returns the operands of a make whose size is constant, and the size.
func (m *maker) constant() (text string, size int64, ok bool) {
	elem, _ := technique.SizeOf(m.pass, m.t.Underlying().(*types.Slice).Elem())
	for i, arg := range m.value.Args[1:] {
		n, ok := technique.ConstantInt(m.pass.TypesInfo, arg)
		if !ok || n > largest {
			return "", 0, false
		}
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(n)
		size = n * elem
	}
	return text, size, size > 0
}

// taken takes the room as it is. Where the room has the name of v, nothing is left to do.
func (m *maker) taken(l *lease) bool {
	if l.param != m.v.Name() {
		l.edits = []analysis.TextEdit{technique.Replace(m.value, l.param)}
		return true
	}
	next, ok := m.stmt.NextSibling()
	if !ok {
		return false
	}
	for _, group := range m.file.Comments {
		if m.stmt.Node().Pos() <= group.Pos() && group.Pos() < next.Node().Pos() {
			return false
		}
	}
	l.edits = []analysis.TextEdit{{Pos: m.stmt.Node().Pos(), End: next.Node().Pos()}}
	return true
}

// fitted takes as much of the room as is needed, if there is as much: with the length and
// capacity that make gives. A number below zero goes to make, which panics. What goes back to a
// pool keeps all of its room.
//
//	have: at := make([]int, n)
//	want: if uint(n) <= uint(cap(at)) { at = at[:n:n] } else { at = make([]int, n) }
func (m *maker) fitted(l *lease) bool {
	if len(m.value.Args) == 3 && !m.isZero(m.value.Args[1]) ||
		technique.Commented(m.pass, m.stmt.Node()) || m.fitsElse() {
		return false
	}
	n := m.value.Args[len(m.value.Args)-1]
	if m.isZero(n) {
		return false // see collected
	}
	if as, ok := m.stmt.Node().(*ast.AssignStmt); ok && as.Tok == token.DEFINE &&
		l.param != m.v.Name() || opens(n) {
		return false
	}
	text := technique.Text(m.pass, n)
	begin := ""
	if _, simple := ast.Unparen(n).(*ast.Ident); !simple {
		name := technique.FreshName(m.pass, m.file, "size")
		begin, text = name+" := "+text+"; ", name
	}
	fits, ok := technique.Fits(m.pass, n, text, l.param)
	if !ok || !technique.Predeclared(m.pass, m.value.Pos(), "cap", "make") {
		return false
	}
	part := ":" + text + ":" + text
	switch {
	case l.pooled:
		part = ":0"
	case len(m.value.Args) == 3:
		part = ":0:" + text
	}
	with := technique.Patch(m.pass, m.value, map[ast.Node]string{n: text})
	l.edits = []analysis.TextEdit{technique.Replace(m.stmt.Node(), fmt.Sprintf(
		"if %s%s {\n%s = %s[%s]\n} else {\n%s = %s\n}", begin, fits,
		m.v.Name(), l.param, part, m.v.Name(), with))}
	l.room = fmt.Sprintf("0, %d", room(m.pass, m.t))
	return true
}

// opens reports whether a brace stands in an expression, which would open the block of an if
// statement there. What the expression does is no question: it runs where it did, and once.
func opens(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n.(type) {
		case *ast.CompositeLit, *ast.FuncLit:
			return true
		}
	}
	return false
}

// fitsElse reports whether the function only makes the slice where something has too little
// room, so that callers can lend it already.
func (m *maker) fitsElse() bool {
	for cur := range m.stmt.Enclosing((*ast.IfStmt)(nil)) {
		for n := range ast.Preorder(cur.Node().(*ast.IfStmt).Cond) {
			call, ok := n.(*ast.CallExpr)
			if ok && technique.IsBuiltin(m.pass.TypesInfo, call, "cap") {
				return true
			}
		}
	}
	return false
}

func (m *maker) isZero(e ast.Expr) bool {
	return technique.IsInt(m.pass.TypesInfo, e, 0)
}
