package lend

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// written matches a function that writes what it returns to a slice as it returns it. Where it
// returns nil, it goes on doing so.
//
//	have: func encode(n int64) []byte { ...; return strconv.AppendInt(nil, n, 10) }
//	      w.Write(encode(n))
//	want: func encode(room []byte, n int64) []byte { ...; return strconv.AppendInt(room, n, 10) }
//	      w.Write(encode(make([]byte, 0, 256), n))
//
// A literal with elements is as well, if all callers lend room for it: one that keeps the slice
// would see that append gives it another capacity.
//
//	have: if c == '0' { return []byte{'0'} }; ...; return d.buf[i:j]
//	want: if c == '0' { return append(room, '0') }; ...; return d.buf[i:j]
func written(m *maker) (p technique.Proposal, ok bool) {
	if !m.lends() {
		return p, false
	}
	if !technique.Inlined(m.pass, m.decl) {
		if p, ok = m.writing(lease{all: true}); ok {
			return p, true
		}
	}
	return m.writing(lease{})
}

// writing has the function write to the room, literals where all callers lend it.
func (m *maker) writing(l lease) (p technique.Proposal, ok bool) {
	l.param, l.strict = technique.FreshName(m.pass, m.file, "room"), true
	l.room = fmt.Sprintf("0, %d", room(m.pass, m.t))
	sites := m.writes(&l)
	m.calls = nil
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
// none where the function returns both. Where all is literals, the room is for the largest.
func (m *maker) writes(l *lease) (sites []ast.Node) {
	var nils, empties bool
	var largest, literals int
	var sized []int64 // the rooms for sums, and for nothing else
	for cur := range m.cur.Preorder((*ast.ReturnStmt)(nil)) {
		stmt := cur.Node().(*ast.ReturnStmt)
		if !technique.InFunc(cur, m.cur) || m.at >= len(stmt.Results) ||
			len(stmt.Results) != m.fn.Signature().Results().Len() {
			continue
		}
		if technique.Commented(m.pass, stmt) ||
			!technique.Predeclared(m.pass, stmt.Pos(), "append") {
			continue
		}
		if texts := m.literal(stmt.Results[m.at]); l.all && len(texts) > 0 {
			l.edits = append(l.edits, technique.Replace(stmt.Results[m.at],
				"append("+l.param+", "+strings.Join(texts, ", ")+")"))
			sites = append(sites, stmt.Results[m.at])
			largest, literals = max(largest, len(texts)), literals+1
			continue
		}
		call, fills := m.innermost(stmt.Results[m.at])
		if call == nil {
			continue
		}
		switch arg := call.Args[0]; {
		case m.converts(call):
			l.edits = append(l.edits, technique.Replace(call,
				"append("+l.param+", "+technique.Text(m.pass, arg)+"...)"))
			empties = empties || !fills
		case m.nothing(arg):
			if call == ast.Unparen(stmt.Results[m.at]) && sums(m.pass, call) {
				if n, exact := sumRoom(m.pass, call); exact {
					sized = append(sized, n)
				}
			}
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
	if nils && empties || int64(largest) > room(m.pass, m.t) {
		return nil
	}
	if n := len(sized); n > 0 && n == len(sites) && slices.Max(sized) == slices.Min(sized) {
		l.room, l.strict, l.same = fmt.Sprintf("0, %d", sized[0]), false, true
	}
	if literals > 0 && literals == len(sites) {
		l.room = fmt.Sprintf("0, %d", largest)
	}
	return sites
}

// literal returns the elements of a literal of the slice that the function returns, as they are
// appended to another.
func (m *maker) literal(e ast.Expr) (texts []string) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		texts, _ = technique.Elements(m.pass, lit)
	}
	return texts
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
		technique.HoldsBytes(m.t) && types.Identical(info.TypeOf(call), m.t)
}

// appends reports whether a call appends to such a slice.
func (m *maker) appends(call *ast.CallExpr) bool {
	fn, ok := technique.Func(m.pass.TypesInfo, call)
	return len(call.Args) > 0 && types.Identical(m.pass.TypesInfo.TypeOf(call), m.t) &&
		(technique.IsBuiltin(m.pass.TypesInfo, call, "append") || ok && appends(m.pass, call, fn))
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
		return fn.Pkg().Path() == "strconv" || fn.Pkg().Path() == "math/big" || fn.Name() == "Sum"
	}
	return len(call.Args) > 1 && !call.Ellipsis.IsValid()
}
