package together

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// pointer leads to a new struct, which a statement of the loop makes and keeps.
type pointer struct {
	stmt  ast.Stmt
	value ast.Expr
}

// structOf returns the type of the struct that an expression makes and points to; nil for none.
func (l *loop) structOf(value ast.Expr) types.Type {
	if value == nil {
		return nil
	}
	if p, ok := l.pass.TypesInfo.TypeOf(value).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// pointers makes a slice for the structs of all iterations before the loop. Each iteration comes
// to one of the statements.
func (l *loop) pointers(p technique.Proposal, list []pointer) (technique.Proposal, bool) {
	t := l.structOf(list[0].value)
	typ, edits, ok := technique.TypeText(l.pass, l.file, l.stmt.Pos(), t)
	if !ok {
		return p, false
	}
	name, length := l.fresh(t), l.count
	if l.index == "" {
		length = "0, " + l.count
	}
	p.Edits = append(edits, technique.Insert(l.stmt.Pos(),
		fmt.Sprintf("%s := make([]%s, %s)\n", name, typ, length)))
	for i, k := range list {
		if i > 0 {
			p.Also = append(p.Also, k.value)
		}
		if call, ok := k.value.(*ast.CallExpr); ok && l.constructed(call) != nil {
			p.At, p.Also = l.constructed(call), append(p.Also, call)
		}
		p.Edits = append(p.Edits, l.next(k, name, typ)...)
	}
	return p, true
}

// next returns the edits that take the next struct of a slice for a pointer.
func (l *loop) next(k pointer, name, typ string) (edits []analysis.TextEdit) {
	lit := l.literal(k.value, typ)
	element, line := "&"+name+"["+l.index+"]", fmt.Sprintf("%s[%s] = %s\n", name, l.index, lit)
	switch {
	case l.index == "":
		if lit == "" {
			lit = typ + "{}"
		}
		element = fmt.Sprintf("&%s[len(%s)-1]", name, name)
		line = fmt.Sprintf("%s = append(%s, %s)\n", name, name, lit)
	case lit == "":
		line = ""
	}
	edits = append(edits, technique.Replace(k.value, element))
	if line != "" {
		edits = append(edits, technique.Insert(k.stmt.Pos(), line))
	}
	return edits
}

// literal returns the text of the struct that a pointer is made to; "" for the zero value.
func (l *loop) literal(value ast.Expr, typ string) string {
	switch e := value.(type) {
	case *ast.UnaryExpr:
		if len(e.X.(*ast.CompositeLit).Elts) > 0 {
			return technique.Text(l.pass, e.X)
		}
	case *ast.CompositeLit: // in []*T{{...}}
		if len(e.Elts) > 0 {
			return typ + technique.Text(l.pass, e)
		}
	case *ast.CallExpr:
		if !technique.IsBuiltin(l.pass.TypesInfo, e, "new") {
			return "*" + technique.Text(l.pass, e)
		}
	}
	return ""
}
