package textroom

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// start is what a slice begins as, and how that is written with room.
type start struct {
	node   ast.Node // what is replaced
	length int      // elements that are in it at least, as far as that is constant
	room   int      // elements that it has room for, those of lens apart
	lens   []string // texts of len(x) that the room counts as well
	more   string   // the length, where that is not constant
	write  func(size string) string
	// isNil says that it begins as nil: it must surely get an element.
	isNil bool
	// small says that it had room, too little.
	small bool
	// first are the calls that append to it where it is declared, the innermost first.
	first []*ast.CallExpr
	// holds says that elements are in it, so that another name may lead to them.
	holds bool
}

// startOf matches what is declared.
//
//	have: make([]T, 0, 2), make([]T, 0), []T{}, var v []T
//	want: make([]T, 0, size)
//
//	have: []T{x}, append([]T{}, xs...), append([]T(nil), xs...), make([]T, n), []byte(text),
//	      slices.Clone(xs)
//	want: append(make([]T, 0, 1+size), x), make([]T, n, n+size)
func startOf(pass *analysis.Pass, cur inspector.Cursor, value ast.Expr) (start, bool) {
	switch e := ast.Unparen(value).(type) {
	case nil:
		return declared(pass, cur)
	case *ast.CompositeLit:
		return literal(pass, e)
	case *ast.CallExpr:
		if technique.IsBuiltin(pass.TypesInfo, e, "make") {
			return made(pass, e)
		}
		if s, ok := converted(pass, e); ok {
			return s, true
		}
		if s, ok := copied(pass, e); ok {
			return s, true
		}
		if s, ok := cloned(pass, e); ok {
			return s, true
		}
		return begun(pass, e)
	}
	return start{}, false
}

// declared matches var v []T, in a declaration of its own.
func declared(pass *analysis.Pass, cur inspector.Cursor) (start, bool) {
	decl, ok := cur.Node().(*ast.DeclStmt)
	if !ok || decl.Decl.(*ast.GenDecl).Lparen.IsValid() || technique.Commented(pass, decl) {
		return start{}, false
	}
	spec := decl.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	return start{node: decl, isNil: true, write: func(size string) string {
		return fmt.Sprintf("%s := make(%s, 0, %s)", spec.Names[0].Name,
			technique.Text(pass, spec.Type), size)
	}}, true
}

// literal matches []T{} and []T{x}.
func literal(pass *analysis.Pass, lit *ast.CompositeLit) (start, bool) {
	list, ok := technique.Elements(pass, lit)
	if !ok || technique.Commented(pass, lit) || lit.Type == nil {
		return start{}, false
	}
	typ := technique.Text(pass, lit.Type)
	return start{node: lit, length: len(list), room: len(list), holds: len(list) > 0,
		write: func(size string) string {
			text := fmt.Sprintf("make(%s, 0, %s)", typ, size)
			if len(list) == 0 {
				return text
			}
			return "append(" + text + ", " + strings.Join(list, ", ") + ")"
		}}, true
}

// made matches make([]T, n), and make([]T, 0, room) where the room is a literal, or counts
// some of what is appended.
func made(pass *analysis.Pass, call *ast.CallExpr) (start, bool) {
	length := call.Args[1]
	n, constant := number(pass, length)
	s := start{node: call, length: n, room: n, holds: n > 0 || !constant}
	if len(call.Args) == 3 {
		s.room, s.node = 0, call.Args[2]
		s.write = func(size string) string { return size }
		known := s.counts(pass, call.Args[2])
		s.small = len(s.lens) == 0
		return s, constant && n == 0 && known &&
			(s.small || !technique.Commented(pass, call.Args[2]))
	}
	if !constant {
		s.more = technique.Text(pass, length)
		if !effects.Only(pass, length, effects.Panics) || !again(pass, length) ||
			!types.Identical(pass.TypesInfo.TypeOf(length), types.Typ[types.Int]) {
			return s, false
		}
		if _, sum := length.(*ast.BinaryExpr); sum {
			s.more = "(" + s.more + ")"
		}
	}
	s.write = func(size string) string {
		return fmt.Sprintf("make(%s, %s, %s)", technique.Text(pass, call.Args[0]),
			technique.Text(pass, length), size)
	}
	return s, true
}

// again reports whether a length may be asked for twice: it only measures and counts, so that it
// costs nothing, and another goroutine does not change it, as it does that of a channel.
func again(pass *analysis.Pass, length ast.Expr) bool {
	info := pass.TypesInfo
	for n := range ast.Preorder(length) {
		switch n := n.(type) {
		case *ast.CallExpr:
			of := ast.Expr(n)
			if !info.Types[n.Fun].IsType() {
				if _, ok := technique.Callee(info, n).(*types.Builtin); !ok || len(n.Args) == 0 {
					return false
				}
				of = n.Args[0]
			}
			t := info.TypeOf(of).Underlying()
			if _, ok := t.(*types.Chan); ok {
				return false
			}
			if _, ok := t.(*types.Basic); !ok && of == n {
				return false // []rune(text)
			}
		case *ast.BinaryExpr:
			if info.Types[n].Value == nil && technique.IsText(info.TypeOf(n)) {
				return false
			}
		case *ast.CompositeLit, *ast.FuncLit:
			return false
		}
	}
	return true
}

// counts reads a room that is a literal, what a call gives, or a sum of such. A call that is not
// the length of what is appended is none that function full looks for.
func (s *start) counts(pass *analysis.Pass, room ast.Expr) bool {
	switch e := ast.Unparen(room).(type) {
	case *ast.BasicLit:
		n, ok := number(pass, e)
		s.room += n
		return ok || e == room // a whole room that is too large for us
	case *ast.BinaryExpr:
		return e.Op == token.ADD && s.counts(pass, e.X) && s.counts(pass, e.Y)
	case *ast.CallExpr:
		s.lens = append(s.lens, technique.Text(pass, e))
		return true
	}
	return false
}

// begun matches calls that append to nil, or to bytes that are empty.
//
//	have: binary.BigEndian.AppendUint64(nil, n), append(t.AppendFormat([]byte{}, layout), ' ')
//	want: binary.BigEndian.AppendUint64(make([]byte, 0, size), n)
func begun(pass *analysis.Pass, call *ast.CallExpr) (s start, ok bool) {
	info := pass.TypesInfo
	t := info.TypeOf(call)
	if several, ok := t.(*types.Tuple); ok && several.Len() > 0 {
		t = several.At(0).Type()
	}
	if !types.Identical(t, types.NewSlice(types.Typ[types.Byte])) {
		return s, false
	}
	for e := call; ; {
		fn, isFunc := technique.Func(info, e)
		if len(e.Args) == 0 || !technique.IsBuiltin(info, e, "append") && !(isFunc &&
			(fn.Pkg() == pass.Pkg || strings.HasPrefix(fn.Name(), "Append"))) {
			return s, false
		}
		s.first = append([]*ast.CallExpr{e}, s.first...)
		s.node = ast.Unparen(e.Args[0])
		inner, isCall := s.node.(*ast.CallExpr)
		if !isCall || info.Types[inner.Fun].IsType() {
			break
		}
		e = inner
	}
	s.isNil, s.write = true, func(size string) string { return "make([]byte, 0, " + size + ")" }
	return s, nothing(info, s.node.(ast.Expr))
}

// nothing reports whether an expression is nil, or a literal without elements.
func nothing(info *types.Info, e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(n.Elts) == 0
	case *ast.CallExpr:
		return len(n.Args) == 1 && info.Types[n.Fun].IsType() && nothing(info, n.Args[0])
	}
	return info.Types[e].IsNil()
}

// copied matches append([]T{}, xs...) and append([]T(nil), xs...).
func copied(pass *analysis.Pass, call *ast.CallExpr) (start, bool) {
	if !technique.IsBuiltin(pass.TypesInfo, call, "append") || !call.Ellipsis.IsValid() ||
		!technique.Pure(pass.TypesInfo, call.Args[1]) ||
		pass.TypesInfo.Types[call.Args[1]].Value != nil {
		return start{}, false
	}
	s := start{node: call.Args[0], more: "len(" + technique.Text(pass, call.Args[1]) + ")",
		holds: true}
	var typ ast.Expr
	switch e := ast.Unparen(call.Args[0]).(type) {
	case *ast.CompositeLit:
		typ = e.Type
		if len(e.Elts) > 0 {
			return s, false
		}
	case *ast.CallExpr:
		if len(e.Args) != 1 || !pass.TypesInfo.Types[e.Args[0]].IsNil() {
			return s, false
		}
		typ, s.isNil = ast.Unparen(e.Fun), true
	}
	s.write = func(size string) string {
		return fmt.Sprintf("make(%s, 0, %s)", technique.Text(pass, typ), size)
	}
	return s, typ != nil
}

// cloned matches slices.Clone(xs), and a function of the package that does the same. What it gives
// may be nil.
func cloned(pass *analysis.Pass, call *ast.CallExpr) (start, bool) {
	clone, ok := technique.CloneOf(pass, call)
	if !ok || !technique.Pure(pass.TypesInfo, clone.Of) || technique.Commented(pass, call) {
		return start{}, false
	}
	typ, imports, ok := technique.TypeText(pass, technique.FileOf(pass, call.Pos()), call.Pos(),
		pass.TypesInfo.TypeOf(call))
	of := technique.Text(pass, clone.Of)
	return start{node: call, more: "len(" + of + ")", holds: true, isNil: true,
		write: func(size string) string {
			return fmt.Sprintf("append(make(%s, 0, %s), %s...)", typ, size, of)
		}}, ok && len(imports) == 0
}

// converted matches the bytes of a text, which a name or a constant gives.
func converted(pass *analysis.Pass, conv *ast.CallExpr) (start, bool) {
	info := pass.TypesInfo
	if !info.Types[conv.Fun].IsType() || len(conv.Args) != 1 || !ofBytes(info.TypeOf(conv)) ||
		!technique.IsText(info.TypeOf(conv.Args[0])) || !technique.Pure(info, conv.Args[0]) ||
		technique.Commented(pass, conv) {
		return start{}, false
	}
	written := technique.Text(pass, conv.Args[0])
	s := start{node: conv, more: "len(" + written + ")", write: func(size string) string {
		return fmt.Sprintf("append(make(%s, 0, %s), %s...)",
			technique.Text(pass, ast.Unparen(conv.Fun)), size, written)
	}}
	if text, ok := technique.ConstantText(info, conv.Args[0]); ok {
		s.length, s.room, s.more = len(text), len(text), ""
	}
	return s, true
}

// ownMemory reports whether no other name leads to the elements while they are appended to:
// with room, they would not move away from there. It finds out whether the slice leaves the
// function in the end.
func (t *text) ownMemory() bool {
	uses, ok := technique.LocalUses(t.pass, t.v)
	for i, use := range uses {
		kind := technique.Grown(t.pass, use).ParentEdgeKind()
		last := i == len(uses)-1 && t.once(use)
		switch {
		case kind == edge.ReturnStmt_Results && !technique.InLiteral(use, t.v):
			t.returned = true
		case last && (kind == edge.KeyValueExpr_Value || kind == edge.CompositeLit_Elts ||
			kind == edge.SendStmt_Value):
			t.returned = true
		case last && kind == edge.CallExpr_Args && t.start.more != "" && !t.spare():
			t.returned = true // its length is that of something else, so it is no frame's
		case last && (kind == edge.CallExpr_Args && !t.spare() ||
			kind == edge.AssignStmt_Rhs && t.final != nil):
		case !effects.CapacityUnseenBy(t.pass, use, t.v):
			return false
		}
	}
	return ok
}
