// Package textroom gives a slice of bytes the room for what is appended to it.
package textroom

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("textroom",
		"make a slice of bytes with room for its text\n\n"+
			"A slice of bytes that begins with too little room moves when it is full. Where "+
			"the statements that follow append constants, numbers and texts whose lengths are "+
			"known or bounded, the sum is the room that it needs.\n\n"+
			"The rewrite assumes that no code relies on the capacity.",
		technique.Each(propose, (*ast.AssignStmt)(nil))),
	Title:  "Make room for the whole text",
	Causes: []string{"append-grows", "strconv-format", "slice-make"},
	Risk:   technique.Checked,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	t, ok := begins(pass, cur)
	if !ok {
		return p, false
	}
	t.follow(cur)
	return t.propose()
}

// text is a slice of bytes that statements append to, one after the other.
type text struct {
	pass *analysis.Pass
	fn   inspector.Cursor // the declaration around it
	v    *types.Var
	call *ast.CallExpr // make([]byte, 0, room)
	room int

	sure     int      // bytes that are appended at most, those of lens apart
	lens     []string // texts of len(x), which are appended as well
	appends  []ast.Node
	outgrows ast.Node // the first that may not fit
	returned bool
}

// begins matches b := make([]byte, 0, 2), the room being a literal.
func begins(pass *analysis.Pass, cur inspector.Cursor) (*text, bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !ofBytes(v.Type()) || !technique.InList(cur) {
		return nil, false
	}
	call, ok := value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(pass.TypesInfo, call, "make") || len(call.Args) != 3 {
		return nil, false
	}
	if n, ok := number(pass, call.Args[1]); !ok || n != 0 {
		return nil, false
	}
	room, ok := number(pass, call.Args[2])
	if _, literal := call.Args[2].(*ast.BasicLit); !ok || !literal {
		return nil, false
	}
	t := &text{pass: pass, v: v, call: call, room: room}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		t.fn = fn
		return t, technique.Predeclared(pass, call.Pos(), "append", "len")
	}
	return nil, false
}

func ofBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

// number returns the value of a constant that fits.
func number(pass *analysis.Pass, e ast.Expr) (int, bool) {
	v := pass.TypesInfo.Types[e].Value
	if v == nil {
		return 0, false
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	return int(n), ok && 0 <= n && n < 1<<20
}

// follow adds up what the statements behind the declaration append, up to the
// first of which that is not known.
func (t *text) follow(cur inspector.Cursor) {
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		switch stmt := next.Node().(type) {
		case *ast.AssignStmt:
			if call, ok := t.appends1(stmt); ok {
				if !t.add(call) {
					return
				}
				continue
			}
		case *ast.ReturnStmt:
			for _, e := range stmt.Results {
				id, ok := e.(*ast.Ident)
				t.returned = t.returned || ok && t.pass.TypesInfo.Uses[id] == t.v
			}
			return
		}
		if technique.Uses(t.pass.TypesInfo, next.Node(), t.v) {
			return
		}
	}
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
	if t.outgrows == nil || len(t.lens) > 0 && !t.returned {
		return none, false // it may be on the stack, where its size must be constant
	}
	if t.returned && t.forked() {
		return none, false
	}
	size := strings.Join(append(t.lens, strconv.Itoa(t.sure)), "+")
	if t.sure == 0 {
		size = strings.Join(t.lens, "+")
	}
	return technique.Proposal{At: t.outgrows, Also: append(t.appends, t.call),
		Message: "make room for " + size + " bytes at once",
		Edits:   []analysis.TextEdit{technique.Replace(t.call.Args[2], size)},
		Safe:    effects.CapacityUnseen(t.pass, t.v)}, true
}
