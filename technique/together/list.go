package together

import (
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// isList matches []T{x, y}.
func (l *loop) isList(lit *ast.CompositeLit) bool {
	typ, ok := lit.Type.(*ast.ArrayType)
	if !ok || typ.Len != nil || technique.Commented(l.pass, lit) {
		return false
	}
	list, ok := technique.Elements(l.pass, lit)
	size, known := technique.SizeOf(l.pass, l.pass.TypesInfo.TypeOf(typ.Elt))
	return ok && len(list) > 0 && known && size > 0
}

// lists makes slices with as many elements each from one.
//
//	have: for i, x := range xs { out[i] = []T{x, y} }
//	want: ts := make([]T, 0, len(xs)*2)
//	      for i, x := range xs {
//	      	ts = append(ts, x, y)
//	      	out[i] = ts[len(ts)-2 : len(ts) : len(ts)]
//	      }
func (l *loop) lists(p technique.Proposal, as ast.Stmt, lit *ast.CompositeLit) (
	technique.Proposal, bool) {
	typ := lit.Type.(*ast.ArrayType)
	list, ok := technique.Elements(l.pass, lit)
	if !ok || !technique.ResolvesSameAt(l.pass, typ.Elt, l.stmt.Pos()) {
		return p, false
	}
	name := l.fresh(l.pass.TypesInfo.TypeOf(typ.Elt))
	end, room := "len("+name+")", l.count
	if len(list) > 1 {
		room += fmt.Sprintf("*%d", len(list))
	}
	p.Edits = []analysis.TextEdit{
		technique.Insert(l.stmt.Pos(), fmt.Sprintf("%s := make(%s, 0, %s)\n", name,
			technique.Text(l.pass, typ), room)),
		technique.Insert(as.Pos(), fmt.Sprintf("%s = append(%s, %s)\n", name, name,
			strings.Join(list, ", "))),
		technique.Replace(lit, fmt.Sprintf("%s[%s-%d : %s : %s]", name, end, len(list), end, end)),
	}
	return p, true
}
