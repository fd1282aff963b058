package mapsize

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// group is how many entries a map without a size has room for.
const group = 8

// most is for how many entries a map gets room where it may not get them: not more than it costs
// little to throw away.
const most = 32

// size returns how many entries the loops after a statement put into the map
// that it makes.
func (m *made) size(cur inspector.Cursor) (string, bool) {
	if !technique.InList(cur) {
		return "", false
	}
	if fn, ok := technique.EnclosingFunc(cur); ok {
		m.fn, m.at = fn.Node(), cur
	}
	var counts []string
	var single entries
	known, all := int64(0), true
	from := start{behind: cur, pos: m.value.Pos(), until: cur}
	plain := true // nothing that could stop the function stands before
	for _, kv := range m.listed {
		single.add(m.pass.TypesInfo, kv.Key)
		plain = plain && m.inert(kv.Value)
	}
	early := false // the map may be returned before
	ints := true   // what is counted can be added up
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		l, ok := m.loop(next.Node())
		if ok = ok && (l.copies || m.fills(l)) && m.bound(&l); ok && len(counts) == 0 &&
			(early || !m.countKnownAt(from, next, l, plain)) && m.movable(cur, next) {
			before, _ := next.PrevSibling()
			from, plain, early = start{behind: before, pos: next.Node().Pos()}, true, false
			m.to = next.Node().(ast.Stmt)
		}
		if ok && !early && m.countKnownAt(from, next, l, plain) &&
			(len(counts) == 0 || m.ofInt(l) && ints) {
			ints = m.ofInt(l)
			counts = append(counts, l.count)
			m.filled = append(m.filled, m.fillers(next.Node())...)
			known, all = known+l.known, all && l.known > 0
		} else if index, value, ok := m.entry(next.Node()); ok && !early && !m.inside {
			single.add(m.pass.TypesInfo, index.Index)
			m.filled = append(m.filled, index)
			if m.quiet(index, value) {
				continue
			}
		} else if m.optional(next.Node()) && !early {
			m.filled = append(m.filled, m.fillers(next.Node())...)
		} else if m.mentioned(next.Node()) && !m.stored(next.Node()) {
			if len(counts) > 0 || !m.onlyReturned(next) {
				break // it may hold other keys by then, or be another map
			}
			early = true
		}
		if plain && !m.inert(next.Node()) {
			plain, from.until = false, next
		}
	}
	if single.n > 0 && ints && (len(counts) > 0 || len(m.listed) == 0) {
		counts = append(counts, fmt.Sprint(single.n))
		known += single.n
	}
	return strings.Join(counts, " + "), len(counts) > 0 && !(all && known <= group)
}

// ofInt reports whether the count of a loop is an int.
func (m made) ofInt(l loop) bool {
	if !l.numbered() {
		return true
	}
	t, ok := m.pass.TypesInfo.TypeOf(l.over).(*types.Basic)
	return l.text == "" && ok && (t.Kind() == types.Int || t.Info()&types.IsUntyped != 0)
}

// fillers returns the expressions below n that put entries into the map: there
// it grows.
func (m made) fillers(n ast.Node) []ast.Node {
	var list []ast.Node
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if technique.SameExpr(m.pass.TypesInfo, m.place, n.X) {
				list = append(list, n)
			}
		case *ast.CallExpr:
			if technique.IsFunc(m.pass.TypesInfo, n, "maps", "Copy") {
				list = append(list, n)
			}
		}
	}
	return list
}

// loop is a loop that runs a known number of times.
type loop struct {
	body  *ast.BlockStmt
	count string
	over  ast.Expr // what count is made of
	text  string   // over, converted
	// signed says that the count is written with max.
	signed bool
	vars   []types.Object // that it declares
	known  int64          // the count, if it is a constant
	// held says that something of that length is in memory already. If not, a
	// loop that stops early would have paid for more than it needs.
	held   bool
	asked  bool // a method of over tells the count
	copies bool // it is a call that puts an entry for each of over into the map
}

// loop returns a statement as a loop.
func (m made) loop(n ast.Node) (loop, bool) {
	switch n := n.(type) {
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			return loop{}, false
		}
		over, ok := m.copied(call)
		if !ok {
			return loop{}, false
		}
		return m.counted(loop{over: ast.Unparen(over), copies: true})
	case *ast.LabeledStmt:
		return m.loop(n.Stmt)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return loop{}, false
		}
		l := loop{body: n.Body, over: ast.Unparen(n.X)}
		for _, x := range []ast.Expr{n.Key, n.Value} {
			if id, ok := x.(*ast.Ident); ok {
				l.vars = append(l.vars, m.pass.TypesInfo.Defs[id])
			}
		}
		return m.counted(l)
	case *ast.ForStmt:
		return m.counting(n)
	case *ast.IfStmt:
		return m.guarded(n)
	}
	return loop{}, false
}

// counting returns the loop for i := 0; i < n; i++, or one that counts down.
func (m made) counting(f *ast.ForStmt) (loop, bool) {
	info := m.pass.TypesInfo
	i, n, ok := technique.CountsUp(info, f)
	if !ok {
		i, n, ok = technique.CountsDown(info, f)
	}
	if !ok {
		return m.inSteps(f)
	}
	l := loop{body: f.Body, over: n, vars: []types.Object{i}}
	call, isCall := n.(*ast.CallExpr)
	if isCall && len(call.Args) == 1 && info.Types[call.Fun].IsType() {
		l.over, l.text = ast.Unparen(call.Args[0]), technique.Text(m.pass, n)
	}
	if of, ok := technique.CountedOf(m.pass, n); ok {
		return loop{body: f.Body, over: of, asked: true, count: technique.Text(m.pass, n),
			held: true, vars: l.vars}, isPath(of)
	}
	if isCall && technique.IsBuiltin(info, call, "len") {
		l.over = call.Args[0]
	} else if b, ok := info.TypeOf(n).Underlying().(*types.Basic); !ok ||
		b.Info()&types.IsInteger == 0 {
		return l, false
	}
	return m.counted(l)
}

// inSteps returns the loop for i := 0; i < len(x); i += step.
func (m made) inSteps(f *ast.ForStmt) (loop, bool) {
	info := m.pass.TypesInfo
	i, _, from := technique.Declared(info, f.Init)
	cond, ok1 := f.Cond.(*ast.BinaryExpr)
	post, ok2 := f.Post.(*ast.AssignStmt)
	if i == nil || !technique.IsInt(info, from, 0) || !ok1 || cond.Op != token.LSS || !ok2 ||
		post.Tok != token.ADD_ASSIGN || !technique.Names(info, cond.X, i) ||
		!technique.Names(info, post.Lhs[0], i) || technique.Assigned(info, f.Body, i) {
		return loop{}, false
	}
	step, ok := technique.ConstantInt(info, post.Rhs[0])
	end, isCall := cond.Y.(*ast.CallExpr)
	if !ok || step < 2 || !isCall || !technique.IsBuiltin(info, end, "len") {
		return loop{}, false
	}
	l, ok := m.counted(loop{body: f.Body, over: end.Args[0], vars: []types.Object{i}})
	by := fmt.Sprint(step)
	if isPath(post.Rhs[0]) && technique.ResolvesSameAt(m.pass, post.Rhs[0], m.value.Pos()) {
		by = technique.Text(m.pass, post.Rhs[0])
	}
	l.count, l.known = l.count+"/"+by, l.known/step
	return l, ok
}

// counted fills in how often the loop runs.
func (m made) counted(l loop) (loop, bool) {
	if m.place != nil && m.mentioned(l.over) {
		return l, false // what is there already
	}
	value := m.pass.TypesInfo.Types[l.over].Value
	if value == nil && !isPath(l.over) {
		return l, false
	}
	text := technique.Text(m.pass, l.over)
	l.count, l.held = "len("+text+")", true
	t := m.pass.TypesInfo.TypeOf(l.over).Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Map:
		return l, true
	case *types.Slice:
		size, known := technique.SizeOf(m.pass, t.Elem())
		return l, known && size > 0
	case *types.Array:
		l.known = t.Len()
		size, known := technique.SizeOf(m.pass, t)
		return l, known && size > 0
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			if l.text != "" && wide(t) {
				t = types.Typ[types.Int]
			}
			l, ok := number(l, t, cmp.Or(l.text, text), value)
			return l, ok && (!l.signed || technique.Since(m.pass,
				technique.FileOf(m.pass, l.over.Pos()), "go1.21")) // which has max
		}
	}
	return l, false // text, a channel, a function: the length is unknown
}

// bound limits the room to what is good for a loop that may end early. It reports whether it can.
func (m made) bound(l *loop) bool {
	switch {
	case !m.endsEarly(*l):
	case l.known == 0:
		l.count = fmt.Sprintf("min(%s, %d)", l.count, most)
		return technique.Predeclared(m.pass, m.value.Pos(), "min") && technique.Since(m.pass,
			technique.FileOf(m.pass, m.value.Pos()), "go1.21")
	case l.known > most:
		l.count, l.known = fmt.Sprint(most), most
	}
	return true
}

// wide reports whether an unsigned number may be below zero when it is converted to int.
func wide(t *types.Basic) bool {
	switch t.Kind() {
	case types.Uint8, types.Uint16:
		return false
	}
	return true
}

// number fills in how often a loop runs whose end is a number.
func number(l loop, t *types.Basic, text string, value constant.Value) (loop, bool) {
	l.held, l.count = false, text
	if value != nil {
		n, ok := constant.Int64Val(constant.ToInt(value))
		l.known = n
		return l, ok && 0 < n && n < 1<<16
	}
	if l.signed = t.Info()&types.IsUnsigned == 0; l.signed {
		l.count = "max(" + text + ", 0)"
	}
	return l, true
}
