// Package textroom gives a slice the room for what statements append to it.
package textroom

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("textroom",
		"make a slice with room for what is appended to it\n\n"+
			"A slice that begins with too little room, such as that for the first of several "+
			"texts, moves when it is full. Where the "+
			"statements that follow append elements, slices, and to bytes constants, numbers, "+
			"dates and texts, and their lengths are known or bounded, the sum is the room that it "+
			"needs. So it is where calls append to nil, one to what another gives, or one of a "+
			"function of the package that appends statement by statement, and else only writes "+
			"to elements that are there; and where a slice is "+
			"appended behind an array, which becomes a slice with room for both. The length of a "+
			"field behind a pointer counts where all that comes before only computes: a pointer "+
			"that is nil panics as before. A bytes.Buffer that gets such texts, of which only the "+
			"bytes are taken in the end, becomes a slice with room for them.\n\n"+
			"The rewrite assumes that no code relies on the capacity.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)),
		technique.Each(expression, (*ast.CallExpr)(nil)),
		technique.Each(array, (*ast.CallExpr)(nil)),
		technique.Each(buffer, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title:  "Make room for all that is appended",
	Causes: []string{"append-grows", "strconv-format", "slice-make", "slice-literal"},
	Risk:   technique.Checked,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	t, ok := begins(pass, cur)
	if !ok {
		return p, false
	}
	if t.addFirst() {
		t.follow(cur)
	}
	return t.propose()
}

// addFirst adds what is appended where the slice begins. It reports whether all of that is
// known.
func (t *text) addFirst() bool {
	t.pure = !slices.ContainsFunc(t.start.first, func(call *ast.CallExpr) bool {
		return slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool {
			return !technique.Pure(t.pass.TypesInfo, arg)
		})
	})
	defer func() { t.pure = false }()
	for _, call := range t.start.first {
		if !t.add(call) {
			return false
		}
	}
	return true
}

// expression matches a slice that begins, gets all that is appended to it, and is handed on in
// one expression.
//
//	return append(strconv.AppendInt(nil, n, 10), text...)
func expression(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	kind := cur.ParentEdgeKind()
	switch kind {
	case edge.ReturnStmt_Results, edge.KeyValueExpr_Value, edge.CompositeLit_Elts,
		edge.SendStmt_Value:
	case edge.AssignStmt_Rhs:
		as := cur.Parent().Node().(*ast.AssignStmt)
		if v, _ := technique.Variable(pass.TypesInfo, as.Lhs[0]); v != nil || len(as.Lhs) > 1 {
			return p, false
		}
	default:
		return p, false
	}
	t := &text{pass: pass, at: call.Pos(), returned: true}
	if t.start, ok = begun(pass, call); !ok ||
		!technique.Predeclared(pass, t.at, "append", "len", "make") {
		return p, false
	}
	fn, ok := technique.EnclosingFunc(cur)
	if _, isDecl := fn.Node().(*ast.FuncDecl); !ok || !isDecl && kind == edge.ReturnStmt_Results {
		return p, false
	}
	t.fn = fn
	if !t.addFirst() || !t.grows() || kind == edge.ReturnStmt_Results && t.forked() {
		return p, false
	}
	return t.proposal("bytes", false), true
}

// grows reports whether the slice gets an element in any case, and would move: it is appended
// to more than once, or by what appends bit by bit.
func (t *text) grows() bool {
	if t.outgrows == nil || t.start.isNil && !t.filled || t.single() {
		return false
	}
	if t.start.first == nil || len(t.appends) > 0 {
		return true
	}
	fn, ok := technique.Func(t.pass.TypesInfo, t.start.first[0])
	return ok && (fn.Pkg() == t.pass.Pkg || fn.Name() == "AppendFormat")
}

// single reports whether the only memory that the slice has is what one append takes for it.
func (t *text) single() bool {
	call, ok := t.outgrows.(*ast.CallExpr)
	return ok && technique.IsBuiltin(t.pass.TypesInfo, call, "append") && len(t.appends) == 0 &&
		t.start.first == nil && t.start.length == 0 && t.start.room == 0 &&
		t.start.more == "" && len(t.start.lens) == 0
}

// text is a slice, most often of bytes, that statements append to, one after the other.
type text struct {
	pass  *analysis.Pass
	fn    inspector.Cursor // the declaration around it
	v     *types.Var
	start start
	at    token.Pos        // where the slice is declared
	list  inspector.Cursor // the statements among which it is

	sure     int      // elements that are appended at most, those of lens apart
	lens     []string // texts of len(x), which are appended as well
	filled   bool     // an element is appended whatever the lengths are
	maybe    bool     // a branch appends
	appends  []ast.Node
	outgrows ast.Node // the first that may not fit
	returned bool
	depth    int      // of the functions around that are looked into
	pure     bool     // nothing happens between the places of the start and of an append
	still    bool     // all that happens between them stays, see there
	waited   bool     // other goroutines may have come first since
	final    ast.Node // what a statement appends and hands on, with which nothing is done later
}

// begins matches the declaration of a slice, or what gives it a copy.
func begins(pass *analysis.Pass, cur inspector.Cursor) (*text, bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	declared := v != nil
	if !declared {
		v, value = anew(pass, cur)
	}
	if v == nil || !technique.InList(cur) {
		return nil, false
	}
	if _, ok := v.Type().Underlying().(*types.Slice); !ok {
		return nil, false
	}
	t := &text{pass: pass, v: v, at: cur.Node().Pos(), list: cur.Parent()}
	var ok bool
	if t.start, ok = startOf(pass, cur, value); !ok {
		return nil, false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		t.fn, t.still = fn, declared && (value == nil || t.quiet(value))
		return t, technique.Predeclared(pass, t.at, "append", "len", "make")
	}
	return nil, false
}

// anew matches a statement that gives a variable of the function elements of its own: a copy of a
// slice, perhaps of itself, or a number of them that is constant.
//
//	list = append([]T{}, list...), head = make([]byte, 4)
func anew(pass *analysis.Pass, cur inspector.Cursor) (*types.Var, ast.Expr) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil, nil
	}
	v, ok := technique.Variable(pass.TypesInfo, as.Lhs[0])
	call, isCall := as.Rhs[0].(*ast.CallExpr)
	fn, inFunc := technique.EnclosingFunc(cur)
	if !ok || !isCall || !inFunc {
		return nil, nil
	}
	c, isCopy := copied(pass, call)
	if isCopy && c.isNil && technique.IsResult(fn.Node(), v) {
		return nil, nil // a return before it gets an element gives it back
	}
	if n, isMade := technique.MadeLength(pass.TypesInfo, call); !isCopy && (!isMade || n == 0) {
		return nil, nil
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		_, addressed := technique.Replaced(use)
		ok = ok && !addressed && technique.InFunc(use, fn)
	}
	if !ok {
		return nil, nil
	}
	return v, call
}

// number returns the value of a constant that fits.
func number(pass *analysis.Pass, e ast.Expr) (int, bool) {
	n, ok := technique.ConstantInt(pass.TypesInfo, e)
	return int(n), ok && 0 <= n && n < 1<<20
}

// follow adds up what the statements behind the declaration append, up to the
// first of which that is not known.
func (t *text) follow(cur inspector.Cursor) {
	for next, ok := t.behindStmt(cur); ok; next, ok = t.behindStmt(next) {
		t.still = t.still && t.stays(next.Node().(ast.Stmt))
		t.waited = t.waited || technique.Waits(t.pass.TypesInfo, next.Node())
		switch stmt := next.Node().(type) {
		case *ast.AssignStmt:
			if call, ok := t.appends1(stmt); ok {
				if !t.add(call) {
					return
				}
				continue
			}
		case *ast.IfStmt:
			if t.perhaps(stmt) {
				continue
			}
		case *ast.ReturnStmt:
			for _, e := range stmt.Results {
				t.returns(e)
			}
			if !t.returned {
				t.handsOn(next)
			}
			return
		}
		if technique.Uses(t.pass.TypesInfo, next.Node(), t.v) &&
			(t.handsOn(next) || !t.looksOn(next)) {
			return
		}
	}
}

// behindStmt returns the statement that runs next: behind the last one of a branch it is that
// behind the if statement, where the slice begins once. In a loop around both, what one round
// appends and hands on could get what the next one appends, without having been in the branch.
//
//	for i, x := range list { if i == 0 { head = make([]byte, 4) }; send(append(head, x...)) }
func (t *text) behindStmt(cur inspector.Cursor) (next inspector.Cursor, ok bool) {
	for {
		if next, ok = cur.NextSibling(); ok || !technique.InList(cur) ||
			technique.Repeated(cur, t.v.Pos()) || technique.HasGoto(t.pass, t.fn.Node()) {
			return next, ok
		}
		block := cur.Parent()
		switch block.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else:
			cur = block.Parent()
		default:
			return next, false
		}
		for cur.ParentEdgeKind() == edge.IfStmt_Else {
			cur = cur.Parent()
		}
	}
}

// perhaps adds the single elements that a branch appends, which does nothing else with the
// slice.
func (t *text) perhaps(stmt *ast.IfStmt) bool {
	info := t.pass.TypesInfo
	if stmt.Else != nil || stmt.Init != nil || technique.Uses(info, stmt.Cond, t.v) {
		return false
	}
	var calls []*ast.CallExpr
	for _, s := range stmt.Body.List {
		as, _ := s.(*ast.AssignStmt)
		if as != nil {
			call, ok := t.appends1(as)
			if ok && technique.IsBuiltin(info, call, "append") && !call.Ellipsis.IsValid() {
				calls = append(calls, call)
				continue
			}
		}
		if technique.Uses(info, s, t.v) {
			return false
		}
	}
	filled := t.filled
	for _, call := range calls {
		t.add(call)
	}
	t.filled = filled
	t.maybe = t.maybe || len(calls) > 0
	return len(calls) > 0
}

// spare reports whether a slice that was full may have room now: nothing is sure to be appended
// to it, so that it did not move. What a call gets then could be appended to twice.
//
//	if end { b = append(b, '\n') }; return f(b)        append(b, 'x'), append(b, 'y')
func (t *text) spare() bool { return t.maybe && !t.filled }

// returns notes that the slice is returned, or what is appended to it.
func (t *text) returns(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		t.returned = t.returned || t.pass.TypesInfo.Uses[e] == t.v
		return t.pass.TypesInfo.Uses[e] == t.v
	case *ast.CallExpr:
		return technique.IsBuiltin(t.pass.TypesInfo, e, "append") && t.returns(e.Args[0]) &&
			t.add(e)
	}
	return false
}

// looksOn reports whether a statement fills or reads what is in the slice, and neither gives
// it another value nor ends the function: there is nothing in it yet, or what it began with.
func (t *text) looksOn(stmt inspector.Cursor) bool {
	if !t.start.holds || t.start.isNil && !t.filled && !t.onlyElements(stmt) {
		return false
	}
	for at := range stmt.Preorder((*ast.AssignStmt)(nil), (*ast.ReturnStmt)(nil),
		(*ast.BranchStmt)(nil)) {
		as, ok := at.Node().(*ast.AssignStmt)
		if !ok {
			return false
		}
		for _, left := range as.Lhs {
			if technique.Names(t.pass.TypesInfo, left, t.v) {
				return false
			}
		}
	}
	return true
}

// onlyElements reports whether a statement only measures the slice and uses its elements: whether
// it is nil is not seen.
func (t *text) onlyElements(stmt inspector.Cursor) bool {
	for id := range stmt.Preorder((*ast.Ident)(nil)) {
		if !technique.Names(t.pass.TypesInfo, id.Node().(*ast.Ident), t.v) {
			continue
		}
		switch id.ParentEdgeKind() {
		case edge.IndexExpr_X, edge.RangeStmt_X:
		case edge.CallExpr_Args:
			call := id.Parent().Node().(*ast.CallExpr)
			if !technique.IsBuiltin(t.pass.TypesInfo, call, "len") &&
				!technique.IsBuiltin(t.pass.TypesInfo, call, "copy") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// appends1 matches b = f(b, ...).
func (t *text) appends1(as *ast.AssignStmt) (*ast.CallExpr, bool) {
	info := t.pass.TypesInfo
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!technique.Names(info, as.Lhs[0], t.v) {
		return nil, false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || !technique.Names(info, call.Args[0], t.v) {
		return nil, false
	}
	for _, arg := range call.Args[1:] {
		if technique.Uses(info, arg, t.v) {
			return nil, false
		}
	}
	return call, true
}

// propose proposes the sum where it is more than the room.
//
//	have: b := make([]byte, 0, 2); b = append(b, '"'); b = strconv.AppendInt(b, n, 10)
//	want: b := make([]byte, 0, 21)
func (t *text) propose() (technique.Proposal, bool) {
	var none technique.Proposal
	if !t.grows() || !t.ownMemory() && !t.known() {
		return none, false
	}
	if (len(t.lens) > 0 || t.start.more != "") && !t.returned {
		return none, false // it may be on the stack, where its size must be constant
	}
	if t.renamed() || t.returned && t.forked() || t.final != nil && t.spare() {
		return none, false
	}
	what := "elements"
	if ofBytes(t.v.Type()) {
		what = "bytes"
	}
	return t.proposal(what, effects.CapacityUnseen(t.pass, t.v)), true
}

// proposal proposes the sum.
func (t *text) proposal(what string, safe bool) technique.Proposal {
	size := t.lens
	if t.start.more != "" {
		size = append([]string{t.start.more}, size...)
	}
	n := t.start.length + t.sure
	if len(t.start.lens) > 0 {
		n = max(n, t.start.room) // what is not known may follow
	}
	if n > 0 || len(size) == 0 {
		size = append(size, strconv.Itoa(n))
	}
	sum := strings.Join(size, "+")
	return technique.Proposal{At: t.outgrows, Also: append(t.appends, t.start.node), Safe: safe,
		Message: "make room for " + sum + " " + what + " at once",
		Edits:   []analysis.TextEdit{technique.Replace(t.start.node, t.start.write(sum))}}
}

// known reports whether the slice is one of bytes that had room for some: what is appended to
// it is text, which is seldom shared.
func (t *text) known() bool { return ofBytes(t.v.Type()) && t.start.small }

func ofBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}
