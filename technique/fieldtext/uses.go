package fieldtext

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// declared notes how the field is declared as bytes.
//
//	have: seq string      a, seq string
//	want: seq []byte      a string; seq []byte
func (f *field) declared() bool {
	id, list := f.declaration()
	if id == nil || list.Tag != nil || !f.plain(list) {
		return false
	}
	if len(list.Names) == 1 {
		f.edits = append(f.edits, technique.Replace(list.Type, "[]byte"))
		return true
	}
	typ := technique.Text(f.pass, list.Type)
	at := slices.Index(list.Names, id)
	text := id.Name + " []byte"
	if before := names(list.Names[:at]); before != "" {
		text = before + " " + typ + "\n" + text
	}
	if behind := names(list.Names[at+1:]); behind != "" {
		text += "\n" + behind + " " + typ
	}
	f.edits = append(f.edits, analysis.TextEdit{Pos: list.Names[0].Pos(), End: list.Type.End(),
		NewText: []byte(text)})
	return true
}

// names returns names as a declaration lists them.
func names(list []*ast.Ident) string {
	var text []string
	for _, id := range list {
		text = append(text, id.Name)
	}
	return strings.Join(text, ", ")
}

// declaration returns where the field is declared.
func (f *field) declaration() (*ast.Ident, *ast.Field) {
	for _, file := range f.pass.Files {
		if f.v.Pos() < file.FileStart || file.FileEnd <= f.v.Pos() {
			continue
		}
		for n := range ast.Preorder(file) {
			list, ok := n.(*ast.Field)
			if !ok {
				continue
			}
			for _, id := range list.Names {
				if f.pass.TypesInfo.Defs[id] == f.v {
					return id, list
				}
			}
		}
	}
	return nil, nil
}

// plain reports whether code may be changed, and the names that it needs mean there what they
// do everywhere.
func (f *field) plain(n ast.Node) bool {
	file := technique.FileOf(f.pass, n.Pos())
	return file != nil && !ast.IsGenerated(file) && !technique.InTest(f.pass, file) &&
		technique.Predeclared(f.pass, n.Pos(), "append", "string", "byte", "nil")
}

// used notes what becomes of all uses of the field.
func (f *field) used() bool {
	for _, id := range technique.UsesOf(f.pass, f.v) {
		if !f.plain(id.Node()) || !f.use(id) {
			return false
		}
	}
	return len(f.added) > 0
}

func (f *field) use(id inspector.Cursor) bool {
	if id.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return f.element(id.Parent().Node().(*ast.KeyValueExpr))
	}
	if id.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return false
	}
	cur := id.Parent()
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return f.assigned(cur.Parent())
	}
	n, text, ok := f.read(cur)
	if ok && text != "" && !f.within(cur) {
		f.edits = append(f.edits, technique.Replace(n, text))
	}
	return ok
}

// within reports whether a use stands in what a statement assigns to the field, which is
// written anew as a whole.
func (f *field) within(cur inspector.Cursor) bool {
	for as := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		n := as.Node().(*ast.AssignStmt)
		left, ok := n.Lhs[0].(*ast.SelectorExpr)
		if ok && f.pass.TypesInfo.Uses[left.Sel] == f.v {
			return true
		}
	}
	return false
}

// read returns what stands for an expression that reads the field: "" where bytes do as well.
//
//	len(x.f), x.f[i], append(b, x.f...), copy(b, x.f), w.Write([]byte(x.f)), x.f == s
func (f *field) read(cur inspector.Cursor) (n ast.Node, text string, ok bool) {
	on := technique.Text(f.pass, cur.Node())
	switch cur.ParentEdgeKind() {
	case edge.UnaryExpr_X, edge.RangeStmt_Key, edge.RangeStmt_Value, edge.SelectorExpr_X:
		return nil, "", false
	case edge.IndexExpr_X:
		return cur.Node(), "", true
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if f.builtin(call, cur.ParentEdgeIndex()) {
			return cur.Node(), "", true
		}
		if f.pass.TypesInfo.Types[call.Fun].IsType() &&
			technique.IsBytes(f.pass.TypesInfo.TypeOf(call)) {
			if only, _ := effects.OnlyRead(f.pass, cur.Parent()); only && f.lent(cur.Parent()) {
				return call, on, true
			}
		}
	}
	return cur.Node(), "string(" + on + ")", f.alone(cur)
}

// lent reports whether a function of the package that gets bytes, or what it calls, does not write
// to the field, in which they are.
func (f *field) lent(bytes inspector.Cursor) bool {
	call, ok := bytes.Parent().Node().(*ast.CallExpr)
	if !ok {
		return true
	}
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	return !ok || technique.DeclOf(f.pass, fn) == nil || effects.NoFieldWrites(f.pass, call, f.v)
}

// alone reports whether nothing else that is evaluated with a read of the field writes to it:
// it would matter which comes first.
func (f *field) alone(cur inspector.Cursor) bool {
	for {
		up := cur.Parent()
		for other := range up.Children() {
			e, ok := other.Node().(ast.Expr)
			if ok && other != cur && !effects.NoFieldWrites(f.pass, e, f.v) {
				return false
			}
		}
		if _, ok := up.Node().(ast.Expr); !ok {
			return true
		}
		cur = up
	}
}

// builtin reports whether a builtin function takes bytes as well as a string.
func (f *field) builtin(call *ast.CallExpr, index int) bool {
	info := f.pass.TypesInfo
	return technique.IsBuiltin(info, call, "len") ||
		index == 1 && (technique.IsBuiltin(info, call, "copy") ||
			technique.IsBuiltin(info, call, "append") && call.Ellipsis.IsValid())
}

// element notes what a literal of the struct gives to the field.
func (f *field) element(kv *ast.KeyValueExpr) bool {
	if text, ok := technique.ConstantText(f.pass.TypesInfo, kv.Value); ok && text == "" {
		f.edits = append(f.edits, technique.Replace(kv.Value, "nil"))
		return true
	}
	f.edits = append(f.edits, technique.Insert(kv.Value.Pos(), "[]byte("),
		technique.Insert(kv.Value.End(), ")"))
	return true
}
