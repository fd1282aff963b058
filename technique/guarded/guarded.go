// Package guarded asks what a function asks first before its operands are boxed
// for it: most calls of an assertion or of a log that is switched off need none.
package guarded

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("guarded",
		"ask before operands are boxed for a function that asks first\n\n"+
			"A function that checks a condition, or whether a log is on, mostly has "+
			"nothing to do. What it is called with is put into interface values all the "+
			"same, and a slice of them, before it can say so. Asked where it is called, "+
			"the condition decides before anything is made, also a text that package fmt "+
			"would make. The function may hand all on to one that asks, declare a variable "+
			"for what it asks, or belong to an embedded field. Package slog is asked so for "+
			"what it logs below the level of information. A text that a function uses only "+
			"under a condition on its other parameters, or behind a return under one, is put "+
			"together only where it is used. The function may have results that the caller "+
			"drops.\n\n"+
			"It is proposed where the condition and the operands only read. It assumes that "+
			"what the condition reads, also an atomic value, does not change between the two "+
			"questions but by another goroutine, which could have done so before.",
		technique.Each(propose, (*ast.ExprStmt)(nil), (*ast.AssignStmt)(nil)),
		technique.Each(logged, (*ast.ExprStmt)(nil)), partly),
	Title: "Ask before operands are boxed",
	Causes: []string{"boxed-argument", "variadic-slice", "format-call", "string-concat",
		"strconv-format"},
	Risk: technique.Checked,
}

// propose asks about a statement that calls a function.
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	if !technique.InList(cur) {
		return technique.Proposal{}, false
	}
	c, ok := callAt(pass, cur)
	if !ok || !c.asks() || !c.boxes() {
		return technique.Proposal{}, false
	}
	return c.propose()
}

// call is a statement that calls a function of the package which asks something.
type call struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	expr *ast.CallExpr
	fn   *types.Func
	decl *ast.FuncDecl
	// cond is what the function asks, and returns when it holds if leaves is true,
	// else when it does not.
	cond   ast.Expr
	leaves bool
	args   map[types.Object]ast.Expr // what each parameter is given, and the receiver
	// bound is what other names in the condition stand for: variables that the function declares
	// for it, and parameters of functions that it hands all on to.
	bound   map[types.Object]ast.Expr
	through []*ast.FuncDecl // the function, and those that it hands all on to
	// field is the embedded field that the method belongs to, as a selector; "" for none.
	field   string
	pointer bool           // whether what the method is called for is a pointer
	needed  []types.Object // receivers that the call looks for, so that the condition has to
}

// callAt matches such a call.
func callAt(pass *analysis.Pass, cur inspector.Cursor) (*call, bool) {
	expr, ok := called(cur.Node())
	if !ok || expr.Ellipsis.IsValid() {
		return nil, false
	}
	fn, ok := technique.Func(pass.TypesInfo, expr)
	if !ok || fn.Signature().TypeParams() != nil {
		return nil, false
	}
	c := &call{pass: pass, cur: cur, expr: expr, fn: fn, decl: technique.DeclOf(pass, fn),
		file: technique.FileOf(pass, expr.Pos())}
	if c.decl == nil || c.decl.Body == nil || c.file == nil || directed(c.decl) ||
		!technique.SameInBuilds(pass, fn) {
		return nil, false
	}
	if c.args, ok = given(pass, c.decl, expr); !ok || !c.embedded() {
		return nil, false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return c, fn.Node() != c.decl // it would ask itself
	}
	return nil, false
}

// called returns the call that a statement is, whose results it drops.
//
//	f(x), _ = f(x)
func called(stmt ast.Node) (call *ast.CallExpr, ok bool) {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, ok = stmt.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || slices.ContainsFunc(stmt.Lhs, func(to ast.Expr) bool {
			return !technique.IsBlank(to)
		}) {
			return nil, false
		}
		call, ok = stmt.Rhs[0].(*ast.CallExpr)
	}
	return call, ok
}

// directed reports whether a comment tells the compiler how to compile a function. Of one
// that is not to be inlined the call itself may matter: it keeps its operands alive.
func directed(decl *ast.FuncDecl) bool {
	return decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:")
	})
}

// boxes reports whether an argument becomes a new object for the call, or is a new text.
func (c *call) boxes() bool {
	sig := c.fn.Signature()
	for i, arg := range c.expr.Args {
		if c.isNewText(arg) {
			return true
		}
		var t types.Type
		if last := sig.Params().Len() - 1; sig.Variadic() && i >= last {
			if c.keepsSlice() {
				return true
			}
			t = sig.Params().At(last).Type().(*types.Slice).Elem()
		} else {
			t = sig.Params().At(i).Type()
		}
		tv := c.pass.TypesInfo.Types[arg]
		if !types.IsInterface(t) || tv.Value != nil || tv.IsNil() || types.IsInterface(tv.Type) {
			continue
		}
		switch tv.Type.Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
			continue // it is a word already
		}
		return true
	}
	return false
}

// isNewText reports whether an expression puts a text together.
func (c *call) isNewText(e ast.Expr) bool {
	tv := c.pass.TypesInfo.Types[e]
	if text, ok := tv.Type.(*types.Basic); !ok || text.Info()&types.IsString == 0 ||
		tv.Value != nil {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		return !c.pass.TypesInfo.Types[e.Fun].IsType() && effects.Computes(c.pass, e)
	}
	return false
}

// propose puts the condition around the call.
//
//	have: assert(n > 0, "there are %d", n)
//	want: if n <= 0 { assert(false, "there are %d", n) }
func (c *call) propose() (technique.Proposal, bool) {
	cond, edits, ok := c.condition()
	if !ok || c.asked(cond) {
		return technique.Proposal{}, false
	}
	var also []ast.Node
	for _, arg := range c.expr.Args {
		if arg != c.decided() && !c.harmless(arg) {
			return technique.Proposal{}, false
		}
		if c.isNewText(arg) {
			also = append(also, arg)
		}
	}
	edits = append(edits, technique.Insert(c.cur.Node().Pos(), "if "+cond+" {\n"),
		technique.Insert(c.cur.Node().End(), "\n}"))
	return technique.Proposal{At: c.expr, Also: also,
		Message: "ask first what " + c.fn.Name() + " asks", Edits: edits}, true
}

// asked reports whether a statement around the call asks just that.
func (c *call) asked(cond string) bool {
	for stmt := range c.cur.Enclosing((*ast.IfStmt)(nil)) {
		n := stmt.Node().(*ast.IfStmt)
		if n.Body.Pos() <= c.expr.Pos() && c.expr.Pos() < n.Body.End() &&
			technique.Text(c.pass, n.Cond) == cond {
			return true
		}
	}
	return false
}

// decided returns the argument that is the whole condition; nil for none.
func (c *call) decided() ast.Expr {
	cond := ast.Unparen(c.cond)
	if not, ok := cond.(*ast.UnaryExpr); ok {
		cond = ast.Unparen(not.X)
	}
	id, ok := cond.(*ast.Ident)
	if !ok {
		return nil
	}
	arg := c.args[c.pass.TypesInfo.Uses[id]]
	if !slices.Contains(c.expr.Args, arg) {
		return nil // it is the receiver
	}
	return arg
}
