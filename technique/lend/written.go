package lend

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// written matches a function that writes what it returns to a slice as it returns it. Where it
// returns nil, it goes on doing so.
//
//	have: func encode(n int64) []byte { ...; return strconv.AppendInt(nil, n, 10) }
//	      w.Write(encode(n))
//	want: func encode(room []byte, n int64) []byte { ...; return strconv.AppendInt(room, n, 10) }
//	      w.Write(encode(make([]byte, 0, 256), n))
func written(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	m, ok := makerOf(pass, cur)
	if !ok || !m.result() {
		return p, false
	}
	l := lease{param: technique.FreshName(pass, m.file, "room"), strict: true,
		room: fmt.Sprintf("0, %d", room(pass, m.t))}
	sites := m.writes(&l)
	if len(sites) == 0 || !m.called() {
		return p, false
	}
	l.pooled = m.returnsOnly(sites)
	if p, ok = m.changed(l); ok {
		p.At, p.Also = sites[0], sites[1:]
	}
	return p, ok
}

// writes has the expressions of return statements append to the room, and returns them. What has
// no elements stays nil, or stays a slice that is not nil, for callers that lend no room; there are
// none where the function returns both.
func (m *maker) writes(l *lease) (sites []ast.Node) {
	var nils, empties bool
	for cur := range m.cur.Preorder((*ast.ReturnStmt)(nil)) {
		stmt := cur.Node().(*ast.ReturnStmt)
		if !technique.InFunc(cur, m.cur) || m.at >= len(stmt.Results) ||
			len(stmt.Results) != m.fn.Signature().Results().Len() {
			continue
		}
		call, fills := m.innermost(stmt.Results[m.at])
		if call == nil || technique.Commented(m.pass, stmt) ||
			!technique.Predeclared(m.pass, call.Pos(), "append") {
			continue
		}
		switch arg := call.Args[0]; {
		case m.converts(call):
			l.edits = append(l.edits, technique.Replace(call,
				"append("+l.param+", "+technique.Text(m.pass, arg)+"...)"))
			empties = empties || !fills
		case m.nothing(arg):
			l.edits = append(l.edits, technique.Replace(arg, l.param))
			nils = nils || !fills
		default:
			continue
		}
		sites = append(sites, stmt.Results[m.at])
	}
	l.none = "nil"
	if empties {
		l.none = ""
	}
	if nils && empties {
		return nil
	}
	return sites
}

// returnsOnly reports whether the function returns these expressions, and nil.
func (m *maker) returnsOnly(list []ast.Node) bool {
	for cur := range m.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, m.cur) {
			continue
		}
		results := cur.Node().(*ast.ReturnStmt).Results
		if m.at >= len(results) || !slices.Contains(list, ast.Node(results[m.at])) &&
			!m.pass.TypesInfo.Types[results[m.at]].IsNil() {
			return false
		}
	}
	return true
}

// innermost returns the call that makes the slice to which others append, and whether one of them
// surely adds an element.
//
//	append(append([]byte(s), ' '), more...)
func (m *maker) innermost(e ast.Expr) (call *ast.CallExpr, fills bool) {
	next, ok := ast.Unparen(e).(*ast.CallExpr)
	for ok && (m.converts(next) || m.appends(next)) {
		call, fills = next, fills || m.fills(next)
		next, ok = ast.Unparen(next.Args[0]).(*ast.CallExpr)
	}
	return call, fills
}

// converts reports whether a call makes a string the slice that the function returns.
func (m *maker) converts(call *ast.CallExpr) bool {
	info := m.pass.TypesInfo
	return info.Types[call.Fun].IsType() && technique.IsText(info.TypeOf(call.Args[0])) &&
		types.Identical(info.TypeOf(call), m.t)
}

// appends reports whether a call appends to such a slice.
func (m *maker) appends(call *ast.CallExpr) bool {
	fn, ok := technique.Func(m.pass.TypesInfo, call)
	return len(call.Args) > 0 && types.Identical(m.pass.TypesInfo.TypeOf(call), m.t) &&
		(technique.IsBuiltin(m.pass.TypesInfo, call, "append") || ok && appends(fn))
}

// nothing reports whether an expression is nil, as a slice: []byte(nil).
func (m *maker) nothing(e ast.Expr) bool {
	e = ast.Unparen(e)
	if conv, ok := e.(*ast.CallExpr); ok && len(conv.Args) == 1 &&
		m.pass.TypesInfo.Types[conv.Fun].IsType() {
		e = conv.Args[0]
	}
	return m.pass.TypesInfo.Types[e].IsNil()
}

// fills reports whether what a call appends has one element at least.
func (m *maker) fills(call *ast.CallExpr) bool {
	if fn, ok := technique.Func(m.pass.TypesInfo, call); ok {
		return fn.Pkg().Path() == "strconv" || fn.Pkg().Path() == "math/big"
	}
	return len(call.Args) > 1 && !call.Ellipsis.IsValid()
}
