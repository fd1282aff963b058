package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Accumulator is an accumulator: a local variable to which a function only adds text
// until it takes the whole, so that a slice of bytes can stand for it.
type Accumulator struct {
	In   *Function
	Var  *types.Var
	Kind kind
	Decl ast.Stmt
	Init []ast.Expr // what it holds from the beginning
	// pair is the declaration when it has a second variable: v, err := f(x).
	Pair *ast.AssignStmt
	Adds []Add
	// reads are the expressions that stand for the whole text.
	Reads []ast.Expr
	// lens are the expressions that ask for its length, empties those that
	// compare it with nothing; of a negated one the answer is the contrary.
	Lens    []ast.Expr
	Empties map[*ast.BinaryExpr]bool // negated
	Resets  []ast.Stmt
	// Names are uses for which the slice stands as it is.
	Names    []*ast.Ident
	Grows    []ast.Stmt
	Sep      string // between the elements of parts
	SepExpr  ast.Expr
	SureElem bool // parts has an element from the beginning
	// Fill is the loop that gives parts of a known number their texts, or nil.
	Fill *Fill
}

// Add is a statement that adds to an accumulator: texts, or else what a call
// writes that is no text.
type Add struct {
	Stmt  ast.Stmt
	Texts []ast.Expr
	Call  *ast.CallExpr
}

// addsTexts notes a statement that adds texts.
func (a *Accumulator) addsTexts(stmt ast.Stmt, texts ...ast.Expr) bool {
	a.Adds = append(a.Adds, Add{Stmt: stmt, Texts: texts})
	return !a.In.uses(texts, a.Var) && a.In.Ordered(texts...)
}

// addsCall notes a call that writes something else.
func (a *Accumulator) addsCall(stmt ast.Stmt, c *ast.CallExpr) bool {
	a.Adds = append(a.Adds, Add{Stmt: stmt, Call: c})
	return true
}

// kind says what an accumulator is.
type kind int

const (
	parts   kind = iota // []string, joined
	Plain               // string, with +=
	builder             // strings.Builder
	buffer              // bytes.Buffer
	Raw                 // []byte
)

// kindOf returns the kind that a variable of the type would be.
func kindOf(t types.Type) (kind, bool) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return Plain, u.Kind() == types.String
	case *types.Slice:
		if IsBytes(u) {
			return Raw, true
		}
		return parts, types.Identical(u.Elem(), types.Typ[types.String])
	}
	return writerKind(t)
}

// Accumulators returns the accumulators of a function, as they are declared.
func (f *Function) Accumulators() []*Accumulator {
	var found []*Accumulator
	declares := func(names ...ast.Expr) {
		for _, name := range names {
			id, _ := name.(*ast.Ident)
			if v, ok := f.Pkg.Info.Defs[id].(*types.Var); ok {
				if a, ok := f.accumulator(v, id); ok {
					found = append(found, a)
				}
			}
		}
	}
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				declares(n.Lhs...)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declares(id)
			}
		case *ast.RangeStmt:
			declares(n.Key, n.Value)
		}
		return true
	})
	return found
}

// accumulator reports whether all that is done with a variable is what can be
// done with an accumulator.
func (f *Function) accumulator(v *types.Var, def *ast.Ident) (*Accumulator, bool) {
	k, ok := kindOf(v.Type())
	if !ok || !f.Pkg.Private(v) && k != builder && k != buffer {
		return nil, false
	}
	a := &Accumulator{In: f, Var: v, Kind: k, Empties: make(map[*ast.BinaryExpr]bool)}
	if !a.declared(f.Cursor(def)) {
		return nil, false
	}
	for _, use := range f.Pkg.Uses(v) {
		if f.Captured(use) || !a.understood(use) {
			return nil, false
		}
	}
	if a.Fill != nil && !a.settle() {
		return nil, false
	}
	return a, len(a.Reads) > 0 && len(a.Adds)+len(a.Init) > 0 && a.readsWell()
}

// readsWell reports whether the whole text is taken at the end, in return
// statements, just once, or before it begins again: a string is made of
// the slice each time, where the variable may have been one already.
func (a *Accumulator) readsWell() bool {
	var other []ast.Expr
	for _, r := range a.Reads {
		if a.In.ReturnOf(r) == nil && !a.free(r) {
			other = append(other, r)
		}
	}
	return len(other) == 0 || a.startsAgain(other) ||
		len(other) == 1 && a.In.depth(other[0]) == a.In.depth(a.Decl) ||
		a.In.atMostOne(a.Decl, other)
}

// Looped reports whether a statement stands in a loop that the accumulator
// outlives.
func (a *Accumulator) Looped(s ast.Stmt) bool { return a.In.depth(s) > a.In.depth(a.Decl) }

// Around splits a sum around the text of an accumulator: constants before it,
// and what is behind it.
func (a *Accumulator) Around(e ast.Expr) (before string, rest []ast.Expr, reads bool) {
	leaves := a.In.Leaves(e)
	for i, leaf := range leaves {
		if slices.Contains(a.Reads, ast.Unparen(leaf)) {
			return before, leaves[i+1:], true
		}
		s, ok := a.In.Pkg.Text(leaf)
		if !ok {
			break
		}
		before += s
	}
	return "", nil, false
}

// Prefix returns the constant text that stands before the only read: it can be
// appended first.
func (a *Accumulator) Prefix() string {
	if len(a.Reads) != 1 || a.Kind == Raw ||
		len(a.Lens)+len(a.Empties)+len(a.Resets)+len(a.Names) > 0 {
		return ""
	}
	ret := a.In.ReturnOf(a.Reads[0])
	if ret == nil || !a.In.InList(ret) {
		return ""
	}
	for i := range ret.Results {
		if before, _, ok := a.AroundResult(ret, i); ok {
			return before
		}
	}
	return ""
}

// AroundResult is around for a result that can be put together before the
// return statement.
func (a *Accumulator) AroundResult(ret *ast.ReturnStmt, i int) (before string, rest []ast.Expr,
	ok bool) {
	before, rest, ok = a.Around(ret.Results[i])
	return before, rest, ok && a.In.MayMove(ret, i) && !a.In.uses(rest, a.Var) &&
		PlainString(a.In.Pkg.Info.TypeOf(ret.Results[i]))
}

// Mergeable reports whether an accumulator can be the slice of a twin: from its
// declaration on, each return statement returns its text with more behind it
// and always the same constant before it, or something without it.
func (a *Accumulator) Mergeable() (prefix string, ok bool) {
	if a.In.depth(a.Decl) > 0 || len(a.Names) > 0 {
		return "", false
	}
	seen := 0
	for _, ret := range a.In.Returns() {
		if len(ret.Results) == 0 || ret.Pos() < a.Decl.Pos() {
			continue
		}
		before, rest, reads := a.Around(ret.Results[0])
		if !reads {
			continue
		}
		if a.In.uses(rest, a.Var) || a.In.uses(ret.Results[1:], a.Var) ||
			!a.In.MayMove(ret, 0) || seen > 0 && before != prefix {
			return "", false
		}
		prefix = before
		seen++
	}
	return prefix, seen == len(a.Reads)
}

// Sized reports whether a slice of at most so many bytes is as good as what the code asks
// for: a builder that knows its size makes the string in place. One whose
// size is only known when the code runs may still have to grow, if what it gets
// depends on conditions; the slice grows to that size at once, too.
func (a *Accumulator) Sized(most int64) bool {
	for _, s := range a.Grows {
		n, ok := a.In.Pkg.Integer(Grown(s))
		if n > most || !ok && (!a.varied() || a.In.uses([]ast.Expr{Grown(s)}, a.Var)) {
			return false
		}
	}
	return true
}

// varied reports whether an accumulator gets text in a branch of a loop.
func (a *Accumulator) varied() bool {
	for _, w := range a.Adds {
		for cur := range a.In.Cursor(w.Stmt).Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
			if a.In.depth(cur.Node()) > a.In.depth(a.Decl) {
				return true
			}
			break
		}
	}
	return false
}

// Grown returns what a statement that calls Grow asks for. The method has no
// results.
func Grown(stmt ast.Stmt) ast.Expr { return stmt.(*ast.ExprStmt).X.(*ast.CallExpr).Args[0] }

// Worth returns how many allocations of its own an accumulator costs, at
// least, that a slice on the stack does not; merged says that the slice is the
// one that a twin has.
func (a *Accumulator) Worth(merged bool) int {
	looped := slices.ContainsFunc(a.Adds, func(w Add) bool { return a.Looped(w.Stmt) })
	switch n := len(a.Adds); {
	case a.Fill != nil && a.Fill.Pieces:
		return 0 // the pieces are still made
	case a.Kind == parts || a.Kind == buffer:
		return 1
	case a.Kind == Raw || merged && n == 0:
		return 0
	case looped || merged && n+len(a.Init) > 1 || a.Kind == builder && n > 1:
		return 1
	case a.Kind == builder:
		return 0
	}
	return len(a.Adds) - 1 // each makes a string; the conversion makes one
}

// Place returns the expression that allocates.
func (a *Accumulator) Place() ast.Node {
	switch {
	case a.Kind != Plain && a.Kind != Raw:
		return a.Reads[0]
	case len(a.Adds) > 0:
		return a.Adds[0].Stmt
	case len(a.Init) > 0:
		return a.Init[0]
	}
	return a.Reads[0]
}
