package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Fresh reports whether an expression makes the array of the slice, or the map, that it gives, so
// that nothing else leads there: a literal, a conversion, a call of the standard library, or one
// of a function of the package that makes what it returns and keeps it nowhere. Of a call it is
// asked about the result with that index. Full says that it is never nil; of a call that returns
// an error, where that is nil. A variable is not fresh: it has what it had before.
func Fresh(pass *analysis.Pass, e ast.Expr, index int) (fresh, full bool) {
	m := &making{pass: pass, known: make(map[result]made)}
	got := m.value(e, index, nil)
	return got.fresh, got.fresh && got.full
}

// FreshIn reports whether a variable of a function only ever has memory that is fresh, and nothing
// else has it, while the function runs: what uses it keeps nothing of it, no other variable gets
// it, and no function literal has it. The uses that others takes are not asked about.
func FreshIn(pass *analysis.Pass, v *types.Var, others func(inspector.Cursor) bool) (
	fresh, full bool) {
	def, ok := technique.Definition(pass, v)
	fn, inFunc := technique.EnclosingFunc(def)
	if !ok || !inFunc {
		return false, false
	}
	m := &making{pass: pass, known: make(map[result]made), others: others}
	got := m.variable(v, source{fn, -1})
	return got.fresh, got.fresh && got.full
}

// result is one of those of a function.
type result struct {
	fn    *types.Func
	index int
}

// source is a function that returns memory as its result with an index; below zero, it is asked
// what the function has while it runs.
type source struct {
	fn    inspector.Cursor
	index int
}

// made is what is known of memory.
type made struct{ fresh, full bool }

func (m made) and(other made) made {
	return made{m.fresh && other.fresh, m.full && other.full}
}

// making is one question for Fresh.
type making struct {
	pass   *analysis.Pass
	known  map[result]made
	others func(inspector.Cursor) bool // uses that are not asked about; or nil
}

// value judges an expression. One that a return statement gives back, as from says, may be a
// variable of the function, or a part of it.
func (m *making) value(e ast.Expr, index int, from *source) made {
	info := m.pass.TypesInfo
	e = ast.Unparen(e)
	switch n := e.(type) {
	case *ast.Ident:
		if info.Types[n].IsNil() {
			return made{fresh: true}
		}
		if v, ok := info.Uses[n].(*types.Var); ok && from != nil {
			return m.variable(v, *from)
		}
	case *ast.CompositeLit:
		return m.new(n)
	case *ast.SliceExpr:
		if technique.IsSlice(info.TypeOf(n.X)) {
			return m.value(n.X, 0, from)
		}
	case *ast.CallExpr:
		return m.call(n, index, from)
	}
	return made{}
}

// new judges an expression that makes what it gives, by its type.
func (m *making) new(e ast.Expr) made {
	t := m.pass.TypesInfo.TypeOf(e)
	is := technique.IsSlice(t) || technique.IsMap(t)
	return made{is, is}
}

// call judges a result of a call.
func (m *making) call(call *ast.CallExpr, index int, from *source) made {
	info := m.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		if technique.IsText(info.TypeOf(call.Args[0])) {
			return m.new(call)
		}
		return m.value(call.Args[0], 0, from)
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "make":
			return m.new(call)
		case "append":
			got := m.value(call.Args[0], 0, from)
			got.full = got.full || len(call.Args) > 1 && !call.Ellipsis.IsValid()
			return got
		}
	case *types.Func:
		if GivesFirst(fn) || Appends(fn) {
			return made{fresh: m.value(call.Args[0], 0, from).fresh}
		}
		return m.function(fn, index)
	}
	return made{}
}

// GivesFirst reports whether a function of the standard library returns its first argument, a part
// of it, or what it made instead.
func GivesFirst(fn *types.Func) bool {
	switch libraryName(fn) {
	case "slices.Clip", "slices.Compact", "slices.CompactFunc", "slices.Delete",
		"slices.DeleteFunc", "slices.Grow", "slices.Insert", "slices.Replace":
		return true
	}
	return false
}

// function judges a result of a function. A recursive one is what the rest of it is.
func (m *making) function(fn *types.Func, index int) made {
	decl := declOf(m.pass, fn)
	if decl == nil {
		full, ok := fresh[libraryName(fn)]
		return made{ok && index == 0, full}
	}
	key := result{fn.Origin(), index}
	if known, ok := m.known[key]; ok {
		return known
	}
	m.known[key] = made{true, true}
	m.known[key] = m.returns(decl, key)
	return m.known[key]
}

// returns judges what the return statements of a function give back.
func (m *making) returns(decl *ast.FuncDecl, key result) made {
	fn, ok := technique.Find(m.pass, decl)
	if !ok || decl.Body == nil {
		return made{}
	}
	from := source{fn, key.index}
	results := key.fn.Signature().Results()
	all := made{true, true}
	named := results.At(key.index)
	if named.Name() != "" && named.Name() != "_" {
		all.fresh = m.variable(named, from).fresh
	}
	for ret := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		list := ret.Node().(*ast.ReturnStmt).Results
		if !technique.InFunc(ret, fn) {
			continue
		}
		var got made
		switch len(list) {
		case results.Len():
			got = m.value(list[key.index], 0, &from)
			got.full = got.full || m.fails(ret, list[len(list)-1])
		case 1:
			got = m.value(list[0], key.index, &from)
		default:
			got.fresh = all.fresh // it is named
		}
		all = all.and(got)
	}
	all.full = all.full && !technique.Recovers(m.pass, decl.Body)
	return all
}

// fails reports whether a return statement gives back an error that is not nil.
//
//	if err != nil { return nil, err }        return nil, errors.New("")
func (m *making) fails(ret inspector.Cursor, e ast.Expr) bool {
	info := m.pass.TypesInfo
	if !technique.IsFailure(info, e) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return technique.IsFunc(info, e, "fmt", "Errorf") ||
			technique.IsFunc(info, e, "errors", "New")
	case *ast.Ident:
		body := ret.Parent()
		return body.ParentEdgeKind() == edge.IfStmt_Body &&
			body.Node().(*ast.BlockStmt).List[0] == ret.Node() &&
			notNil(info, body.Parent().Node().(*ast.IfStmt).Cond, info.Uses[e])
	}
	return false
}

// notNil matches v != nil.
func notNil(info *types.Info, cond ast.Expr, v types.Object) bool {
	n, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && n.Op == token.NEQ && technique.Names(info, n.X, v) && info.Types[n.Y].IsNil()
}

// variable judges a variable of a function: all that it gets is fresh, and nothing keeps what it
// has.
func (m *making) variable(v *types.Var, from source) made {
	fn := from.fn.Node()
	def, declared := technique.Definition(m.pass, v)
	if declared && !technique.InFunc(def, from.fn) || !declared && !technique.IsResult(fn, v) {
		return made{}
	}
	all := made{true, true}
	if declared {
		all = m.given(def, v)
	} else {
		all.full = false // it begins as nil
	}
	l, within := inside(m.pass, fn)
	if from.index < 0 {
		l.alone = within.called
	}
	lent := l.all(v, within, func(use inspector.Cursor) bool {
		switch end := partOf(m.pass, use); {
		case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
			all = all.and(m.given(use, v))
			return true
		case m.others != nil && m.others(use), m.stays(end, v):
			return true
		case end.ParentEdgeKind() == edge.ReturnStmt_Results:
			return technique.InFunc(end, from.fn) &&
				(from.index < 0 || end.ParentEdgeIndex() == from.index)
		}
		return !technique.ByMethod(m.pass.TypesInfo, use) &&
			!(l.alone != nil && runsLater(use, v)) && l.pointer(use)
	})
	all.fresh = all.fresh && lent
	return all
}
