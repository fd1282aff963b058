package fieldbuf

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// site is a place of a method that makes bytes: the declaration of a variable, a literal that
// is an argument, or a call of encoding/binary that makes them itself.
type site struct {
	pass *analysis.Pass
	file *ast.File
	decl *ast.FuncDecl
	recv *types.Var
	cur  inspector.Cursor
	elem types.Type
	size int64    // how many elements it makes
	at   ast.Node // what allocates

	v    *types.Var    // that is declared, as a variable or a result
	call *numbers.Call // that is made

	parts []inspector.Cursor // where a result is given away
	spans []span             // where the bytes are in use
	cut   bool               // a part may end behind the bytes, in what else the field has
}

// sitesIn returns the places of a method, outside of function literals.
func sitesIn(pass *analysis.Pass, fn inspector.Cursor) []*site {
	decl := fn.Node().(*ast.FuncDecl)
	file := technique.FileOf(pass, decl.Pos())
	recv := receiver(pass, decl)
	if file == nil || technique.InTest(pass, file) || technique.HasGoto(pass, decl) ||
		!technique.KeepsValue(pass, recv, decl.Body) {
		return nil
	}
	base := site{pass: pass, file: file, decl: decl, recv: recv, elem: types.Typ[types.Byte]}
	list := resultsIn(fn, base)
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil),
		(*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		if !technique.InFunc(cur, fn) {
			continue
		}
		s := base
		s.cur, s.at = cur, cur.Node()
		if s.makesBytes() && s.fits() &&
			technique.Visible(pass, recv, cur.Node().Pos()) && !s.mayBeNil() &&
			!technique.Commented(pass, s.at) {
			list = append(list, &s)
		}
	}
	return list
}

// fits reports whether a receiver can have room for as many elements.
func (s *site) fits() bool {
	return 0 < s.size && s.size <= maxSize/s.pass.TypesSizes.Sizeof(s.elem)
}

// list reports whether a type is that of a slice of the elements.
func (s *site) list(t types.Type) bool {
	return types.Identical(t, types.NewSlice(s.elem))
}

// ofElements notes the type of the elements that an array or a slice has. They are numbers, or
// bools, of a predeclared type.
func (s *site) ofElements(t types.Type) bool {
	list, ok := t.Underlying().(interface{ Elem() types.Type })
	if !ok {
		return false
	}
	basic, ok := types.Unalias(list.Elem()).(*types.Basic)
	if !ok || technique.Pointers(basic) {
		return false
	}
	s.elem = types.Typ[basic.Kind()]
	return true
}

// elemName returns how the type of the elements is written.
func (s *site) elemName() string { return elemName(s.elem) }

func elemName(t types.Type) string {
	if types.Identical(t, types.Typ[types.Byte]) {
		return "byte"
	}
	return t.String()
}

// makesBytes matches such a place, and finds out how many bytes it makes.
func (s *site) makesBytes() (ok bool) {
	switch n := s.cur.Node().(type) {
	case *ast.CompositeLit:
		s.size = int64(len(n.Elts))
		return s.cur.ParentEdgeKind() == edge.CallExpr_Args &&
			technique.IsBytes(s.pass.TypesInfo.TypeOf(n)) &&
			!slices.ContainsFunc(n.Elts, func(e ast.Expr) bool {
				_, keyed := e.(*ast.KeyValueExpr)
				return keyed
			})
	case *ast.CallExpr:
		if s.call, ok = numbers.CallAt(s.pass, s.cur); ok {
			s.size = s.call.Size()
		}
		return ok
	}
	return s.variable()
}

// variable matches a declaration of an array of zeros, or of a slice of a known length.
func (s *site) variable() bool {
	v, name, value := technique.Declared(s.pass.TypesInfo, s.cur.Node())
	if v == nil || name.Name == "_" || !technique.InList(s.cur) {
		return false
	}
	s.v = v
	if !s.ofElements(v.Type()) {
		return false
	}
	if a, ok := v.Type().Underlying().(*types.Array); ok {
		lit, ok := value.(*ast.CompositeLit)
		s.at, s.size = name, a.Len()
		return value == nil || ok && len(lit.Elts) == 0
	}
	n, ok := technique.MadeLength(s.pass.TypesInfo, value)
	s.at, s.size = value, n
	return ok && s.list(v.Type())
}

// edits returns what makes the bytes a part of a field of some size.
func (s *site) edits(field string, size int64) ([]analysis.TextEdit, bool) {
	room := s.recv.Name() + "." + field
	switch n := s.cur.Node().(type) {
	case *ast.CallExpr:
		return s.call.By(room + "[:]")
	case *ast.CompositeLit:
		text := "append(" + room + "[:0]"
		if s.cut && s.size < size {
			text = fmt.Sprintf("append(%s[:0:%d]", room, s.size)
		}
		for _, elt := range n.Elts {
			text += ", " + technique.Text(s.pass, elt)
		}
		return []analysis.TextEdit{technique.Replace(n, text+")")},
			technique.Predeclared(s.pass, n.Pos(), "append")
	}
	if s.returned() {
		return s.around(room, size)
	}
	return s.declared(room, size)
}

// declared has the variable hold a part of the field.
func (s *site) declared(room string, size int64) ([]analysis.TextEdit, bool) {
	part := room + "[:]"
	if s.size < size {
		part = fmt.Sprintf("%s[:%d]", room, s.size)
		if s.cut {
			part = fmt.Sprintf("%s[:%d:%[2]d]", room, s.size)
		}
	}
	text := s.v.Name() + " := " + part
	if !numbers.Overwritten(s.pass, s.cur, s.v, s.size, s.decl.Body) {
		text = fmt.Sprintf("%s = [%d]%s{}\n%s", room, size, s.elemName(), text)
	}
	edits := []analysis.TextEdit{technique.Replace(s.cur.Node(), text)}
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		if s.copied(use) {
			text, more, ok := s.asArray(use)
			if !ok {
				return nil, false
			}
			edits = append(append(edits, more...), technique.Replace(use.Node(), text))
			continue
		}
		if whole, is := use.Parent().Node().(*ast.SliceExpr); is && whole.Low == nil &&
			whole.High == nil && whole.X == use.Node() {
			edits = append(edits, technique.Replace(whole, s.v.Name()))
		}
	}
	return edits, ok && technique.Predeclared(s.pass, s.cur.Node().Pos(), s.elemName())
}

// copied reports whether a use of the variable is one as a value, where that is an array.
func (s *site) copied(use inspector.Cursor) bool {
	return s.v != nil && technique.Names(s.pass.TypesInfo, use.Node().(ast.Expr), s.v) &&
		technique.IsArray(s.v.Type()) && technique.ByValue(s.pass.TypesInfo, use)
}

// asArray returns how the array is written where it is used as a value, and the edits that its
// type needs.
func (s *site) asArray(use inspector.Cursor) (text string, edits []analysis.TextEdit, ok bool) {
	info := s.pass.TypesInfo
	if call, is := use.Parent().Node().(*ast.CallExpr); is && info.Types[call.Fun].IsType() &&
		technique.IsArray(info.TypeOf(call)) {
		return s.v.Name(), nil, true
	}
	text, edits, ok = technique.TypeText(s.pass, s.file, use.Node().Pos(), s.v.Type())
	return text + "(" + s.v.Name() + ")", edits, ok
}
