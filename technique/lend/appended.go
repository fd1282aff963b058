package lend

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/pooledtext"
)

var (
	decls = []ast.Node{(*ast.FuncDecl)(nil)}
	calls = []ast.Node{(*ast.CallExpr)(nil)}
)

// appended matches a function that appends to a parameter and returns it, where callers
// pass nil and only look at what comes back. What is measured are its appends.
//
//	have: s := string(n.appendTo(nil))
//	want: s := string(n.appendTo(make([]byte, 0, 256)))
func appended(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || fn.Signature().TypeParams().Len() > 0 {
		return p, false
	}
	index, at := appendsTo(fn.Signature())
	if at < 0 {
		return p, false
	}
	v := fn.Signature().Params().At(index)
	g := &grower{pass: pass, seen: make(map[*types.Var]bool)}
	if !g.only(v) || len(g.at) == 0 || g.sized && g.again || g.exact && g.growsOften() {
		return p, false
	}
	if g.sized {
		if m, ok := makerOf(pass, cur); ok && m.takesRoom() {
			return p, false // it gets room by a parameter of its own
		}
	}
	pooled := g.gives(decl, v, at)
	p.Safe = !g.sized
	for _, use := range technique.UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun || !isMethodCall(pass, use, fn) {
			continue
		}
		edits, from := lent(pass, use.Parent(), index, at, pooled)
		if from == nowhere && index == 0 {
			edits, from = wrapped(pass, use.Parent(), fn, at, pooled)
		}
		p.Edits = append(p.Edits, edits...)
		p.Safe = p.Safe && from != inPool
	}
	p.At, p.Also = g.sites(technique.FileOf(pass, decl.Pos()))
	p.Message = "lend " + fn.Name() + " room for what it appends"
	return p, p.At != nil && len(p.Edits) > 0
}

// isMethodCall reports whether a method is called of its receiver; true for functions.
func isMethodCall(pass *analysis.Pass, use inspector.Cursor, fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return true
	}
	sel, ok := use.Node().(*ast.SelectorExpr)
	return ok && pass.TypesInfo.Selections[sel] != nil &&
		pass.TypesInfo.Selections[sel].Kind() == types.MethodVal
}

// appendsTo returns the parameter that a function with that signature may append to, and
// its place among the results; at is -1 for none, and for several.
func appendsTo(sig *types.Signature) (index, at int) {
	at = -1
	for i := range sig.Results().Len() {
		if _, slice := sig.Results().At(i).Type().Underlying().(*types.Slice); slice {
			if at >= 0 || sig.Results().At(i).Name() != "" {
				return 0, -1
			}
			at = i
		}
	}
	if at < 0 {
		return 0, -1
	}
	for i := range sig.Params().Len() {
		if types.Identical(sig.Params().At(i).Type(), sig.Results().At(at).Type()) &&
			(!sig.Variadic() || i < sig.Params().Len()-1) {
			return i, at
		}
	}
	return 0, -1
}

// lent returns the edits that lend room in a call that passes nil, from a pool where that may be.
func lent(pass *analysis.Pass, call inspector.Cursor, index, at int, pooled bool) (
	edits []analysis.TextEdit, from place) {
	n := call.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, n.Pos())
	if index >= len(n.Args) || file == nil || technique.InTest(pass, file) ||
		!pass.TypesInfo.Types[n.Args[index]].IsNil() ||
		!technique.Predeclared(pass, n.Pos(), "make") || technique.RunsLater(call) {
		return nil, nowhere
	}
	t := pass.TypesInfo.TypeOf(n.Fun).(*types.Signature).Params().At(index).Type()
	text, edits, from := roomFor(pass, call, at, t, pooled)
	if from == nowhere {
		return nil, nowhere
	}
	return append(edits, technique.Replace(n.Args[index], text)), from
}

// roomFor returns the room of type t that a call lends, and the edits that it needs.
func roomFor(pass *analysis.Pass, call inspector.Cursor, at int, t types.Type, pooled bool) (
	text string, edits []analysis.TextEdit, from place) {
	file, count := technique.FileOf(pass, call.Node().Pos()), room(pass, t)
	exact := false
	if n := call.Node().(*ast.CallExpr); sums(pass, n) {
		count, exact = sumRoom(pass, n)
	}
	if r := (&result{pass: pass, strict: !exact, same: exact}); count > 0 && r.onStack(call, at) {
		text, imports, ok := technique.TypeText(pass, file, call.Node().Pos(), t)
		if !ok {
			return "", nil, nowhere
		}
		return empty(text, count), imports, onStack
	}
	if edits, ok := fromPool(pass, call, at, t); ok && pooled {
		return pooledtext.Room, edits, inPool
	}
	return "", nil, nowhere
}

// library matches the same of functions of the standard library.
//
//	have: w.Write(strconv.AppendQuote(nil, s))
//	want: w.Write(strconv.AppendQuote(make([]byte, 0, 256), s))
//
//	have: h := sha256.New(); ...; return hex.EncodeToString(h.Sum(nil))
//	want: h := sha256.New(); ...; return hex.EncodeToString(h.Sum(make([]byte, 0, 64)))
func library(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || !appends(pass, call, fn) {
		return p, false
	}
	edits, from := lent(pass, cur, 0, 0, true)
	p.Edits, p.Safe = edits, from == onStack
	p.At, p.Message = call, "lend "+fn.Name()+" room for what it appends"
	return p, from != nowhere
}

// appends reports whether a call is one of a function of the standard library that appends to its
// first parameter, and returns that alone.
func appends(pass *analysis.Pass, call *ast.CallExpr, fn *types.Func) bool {
	if sums(pass, call) {
		return true
	}
	if !effects.Appends(fn) {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "time", "encoding/hex", "encoding/base64", "encoding/base32",
		"encoding/binary", "unicode/utf8", "unicode/utf16", "net/netip", "math/big":
	default:
		return false
	}
	index, at := appendsTo(fn.Signature())
	return index == 0 && at == 0
}
