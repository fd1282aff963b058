package appendstyle

import (
	"go/ast"
	"go/types"
	"slices"
)

// acc is an accumulator: a local variable to which a function only adds text
// until it takes the whole, so that a slice of bytes can stand for it.
type acc struct {
	in   *function
	v    *types.Var
	kind kind
	decl ast.Stmt
	init []ast.Expr // what it holds from the beginning
	// pair is the declaration when it has a second variable: v, err := f(x).
	pair *ast.AssignStmt
	adds []add
	// reads are the expressions that stand for the whole text.
	reads []ast.Expr
	// lens are the expressions that ask for its length, empties those that
	// compare it with nothing; of a negated one the answer is the contrary.
	lens     []ast.Expr
	empties  map[*ast.BinaryExpr]bool // negated
	resets   []ast.Stmt
	grows    []ast.Stmt
	sep      string // between the elements of parts
	sepExpr  ast.Expr
	sureElem bool // parts has an element from the beginning
}

// add is a statement that adds to an accumulator: texts, or else what a call
// writes that is no text.
type add struct {
	stmt  ast.Stmt
	texts []ast.Expr
	call  *ast.CallExpr
}

// addsTexts notes a statement that adds texts.
func (a *acc) addsTexts(stmt ast.Stmt, texts ...ast.Expr) bool {
	a.adds = append(a.adds, add{stmt: stmt, texts: texts})
	return !a.in.uses(texts, a.v) && a.in.ordered(texts...)
}

// addsCall notes a call that writes something else.
func (a *acc) addsCall(stmt ast.Stmt, c *ast.CallExpr) bool {
	a.adds = append(a.adds, add{stmt: stmt, call: c})
	return true
}

// kind says what an accumulator is.
type kind int

const (
	parts   kind = iota // []string, joined
	plain               // string, with +=
	builder             // strings.Builder
	buffer              // bytes.Buffer
	raw                 // []byte
)

// kindOf returns the kind that a variable of the type would be.
func kindOf(t types.Type) (kind, bool) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return plain, u.Kind() == types.String
	case *types.Slice:
		if isBytes(u) {
			return raw, true
		}
		return parts, types.Identical(u.Elem(), types.Typ[types.String])
	}
	return writerKind(t)
}

// accumulators returns the accumulators of a function, as they are declared.
func (f *function) accumulators() []*acc {
	var found []*acc
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, ok := f.ix.info.Defs[n].(*types.Var)
			if !ok {
				return true
			}
			if a, ok := f.accumulator(v, n); ok {
				found = append(found, a)
			}
		}
		return true
	})
	return found
}

// accumulator reports whether all that is done with a variable is what can be
// done with an accumulator.
func (f *function) accumulator(v *types.Var, def *ast.Ident) (*acc, bool) {
	k, ok := kindOf(v.Type())
	if !ok || !f.ix.private(v) && k != builder && k != buffer {
		return nil, false
	}
	a := &acc{in: f, v: v, kind: k, empties: make(map[*ast.BinaryExpr]bool)}
	if !a.declared(f.cursor(def)) {
		return nil, false
	}
	for _, use := range f.ix.uses(v) {
		if captured(use) || !a.understood(use) {
			return nil, false
		}
	}
	return a, len(a.reads) > 0 && len(a.adds)+len(a.init) > 0 && a.readsWell()
}

// readsWell reports whether the whole text is taken at the end, in return
// statements, or just once outside of loops: a string is made of the slice
// each time, where the variable may have been one already.
func (a *acc) readsWell() bool {
	other := 0
	for _, r := range a.reads {
		if a.in.returnOf(r) == nil {
			other++
		}
	}
	return other == 0 || len(a.reads) == 1 && a.in.depth(a.reads[0]) == a.in.depth(a.decl)
}

// looped reports whether a statement stands in a loop that the accumulator
// outlives.
func (a *acc) looped(s ast.Stmt) bool { return a.in.depth(s) > a.in.depth(a.decl) }

// around splits a sum around the text of an accumulator: constants before it,
// and what is behind it.
func (a *acc) around(e ast.Expr) (before string, rest []ast.Expr, reads bool) {
	leaves := a.in.leaves(e)
	for i, leaf := range leaves {
		if slices.Contains(a.reads, ast.Unparen(leaf)) {
			return before, leaves[i+1:], true
		}
		s, ok := a.in.ix.text(leaf)
		if !ok {
			break
		}
		before += s
	}
	return "", nil, false
}

// prefix returns the constant text that stands before the only read: it can be
// appended first.
func (a *acc) prefix() string {
	if len(a.reads) != 1 || len(a.lens)+len(a.empties)+len(a.resets) > 0 || a.kind == raw {
		return ""
	}
	ret := a.in.returnOf(a.reads[0])
	if ret == nil || !a.in.inList(ret) {
		return ""
	}
	for i := range ret.Results {
		if before, _, ok := a.aroundResult(ret, i); ok {
			return before
		}
	}
	return ""
}

// aroundResult is around for a result that can be put together before the
// return statement.
func (a *acc) aroundResult(ret *ast.ReturnStmt, i int) (before string, rest []ast.Expr,
	ok bool) {
	before, rest, ok = a.around(ret.Results[i])
	return before, rest, ok && a.in.mayMove(ret, i) && !a.in.uses(rest, a.v) &&
		plainString(a.in.ix.info.TypeOf(ret.Results[i]))
}

// mergeable reports whether an accumulator can be the slice of a twin: from its
// declaration on, each return statement returns its text with more behind it
// and always the same constant before it, or something without it.
func (a *acc) mergeable() (prefix string, ok bool) {
	if a.in.depth(a.decl) > 0 {
		return "", false
	}
	seen := 0
	for _, ret := range a.in.returns() {
		if len(ret.Results) == 0 || ret.Pos() < a.decl.Pos() {
			continue
		}
		before, rest, reads := a.around(ret.Results[0])
		if !reads {
			continue
		}
		if a.in.uses(rest, a.v) || a.in.uses(ret.Results[1:], a.v) ||
			!a.in.mayMove(ret, 0) || seen > 0 && before != prefix {
			return "", false
		}
		prefix = before
		seen++
	}
	return prefix, seen == len(a.reads)
}

// sized reports whether a slice of at most so many bytes is as good as what the code asks
// for: a builder that is told its size makes the string in place. One whose
// size is only known when the code runs may still have to grow, if what it gets
// depends on conditions; the slice is told that size, too.
func (a *acc) sized(most int64) bool {
	for _, s := range a.grows {
		n, ok := a.in.ix.integer(grown(s))
		if n > most || !ok && (!a.varied() || a.in.uses([]ast.Expr{grown(s)}, a.v)) {
			return false
		}
	}
	return true
}

// varied reports whether an accumulator gets text in a branch of a loop.
func (a *acc) varied() bool {
	for _, w := range a.adds {
		for cur := range a.in.cursor(w.stmt).Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
			if a.in.depth(cur.Node()) > a.in.depth(a.decl) {
				return true
			}
			break
		}
	}
	return false
}

// grown returns what a statement that calls Grow asks for. The method has no
// results.
func grown(stmt ast.Stmt) ast.Expr { return stmt.(*ast.ExprStmt).X.(*ast.CallExpr).Args[0] }

// worth returns how many allocations of its own an accumulator costs, at
// least, that a slice on the stack does not; merged says that the slice is the
// one that a twin has.
func (a *acc) worth(merged bool) int {
	looped := slices.ContainsFunc(a.adds, func(w add) bool { return a.looped(w.stmt) })
	switch n := len(a.adds); {
	case a.kind == parts || a.kind == buffer:
		return 1
	case a.kind == raw || merged && n == 0:
		return 0
	case looped || merged && n+len(a.init) > 1 || a.kind == builder && n > 1:
		return 1
	case a.kind == builder:
		return 0
	}
	return len(a.adds) - 1 // each makes a string; the conversion makes one
}

// place returns the expression that allocates.
func (a *acc) place() ast.Node {
	switch {
	case a.kind != plain && a.kind != raw:
		return a.reads[0]
	case len(a.adds) > 0:
		return a.adds[0].stmt
	case len(a.init) > 0:
		return a.init[0]
	}
	return a.reads[0]
}
