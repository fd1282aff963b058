package together

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// captured is a variable that a function literal changes, or sees changed, and that may
// outlive the call: it is an object of its own.
type captured struct {
	v    *types.Var
	id   *ast.Ident
	stmt inspector.Cursor
	// value is what it begins with; nil for the zero value.
	value ast.Expr
	typ   string
	uses  []inspector.Cursor
}

// variables proposes to keep the captured variables of a list of statements in one struct.
//
//	have: var wg sync.WaitGroup; var err error; go func() { defer wg.Done(); err = f() }()
//	want: var shared struct { wg sync.WaitGroup; err error }
//	      go func() { defer shared.wg.Done(); shared.err = f() }()
func variables(pass *analysis.Pass, fn inspector.Cursor) {
	decl := fn.Node().(*ast.FuncDecl)
	if decl.Body == nil || technique.HasGoto(pass, decl) {
		return
	}
	lists := make(map[inspector.Cursor][]captured)
	var order []inspector.Cursor
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if c, ok := capturedAt(pass, cur); ok {
			list := cur.Parent()
			if lists[list] == nil {
				order = append(order, list)
			}
			lists[list] = append(lists[list], c)
		}
	}
	names := make(map[string]bool)
	for _, list := range order {
		if p, ok := shared(pass, lists[list], names); ok {
			technique.Report(pass, p)
		}
	}
}

// capturedAt matches the declaration of such a variable in a list of statements.
func capturedAt(pass *analysis.Pass, cur inspector.Cursor) (c captured, ok bool) {
	if !technique.InList(cur) {
		return c, false
	}
	c.stmt = cur
	if decl, ok := cur.Node().(*ast.DeclStmt); ok && decl.Decl.(*ast.GenDecl).Lparen.IsValid() {
		return c, false
	}
	if c.v, c.id, c.value = technique.Declared(pass.TypesInfo, cur.Node()); c.v == nil {
		return c, false
	}
	if tv := pass.TypesInfo.Types[c.value]; c.value != nil && isZero(tv) &&
		(tv.IsNil() || !types.IsInterface(c.v.Type())) {
		c.value = nil
	}
	if isEmpty(pass, c.value, c.v) {
		c.value = nil
	}
	if c.uses, ok = technique.LocalUses(pass, c.v); !ok || !c.byReference(pass) {
		return c, false
	}
	for _, use := range c.uses {
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if c.v.Pos() < lit.Node().Pos() && technique.Outlives(pass, lit) {
				return c, true
			}
		}
	}
	return c, false
}

// isEmpty reports whether a value is a literal that says nothing, of a struct or an array.
func isEmpty(pass *analysis.Pass, value ast.Expr, v *types.Var) bool {
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok || len(lit.Elts) > 0 || types.IsInterface(v.Type()) {
		return false
	}
	switch pass.TypesInfo.TypeOf(lit).Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// isZero reports whether a constant is the zero value of its type.
func isZero(tv types.TypeAndValue) bool {
	if tv.Value == nil {
		return tv.IsNil()
	}
	switch tv.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(tv.Value)
	case constant.String:
		return constant.StringVal(tv.Value) == ""
	case constant.Int, constant.Float:
		return constant.Sign(tv.Value) == 0
	}
	return false
}

// byReference reports whether something assigns to the variable or takes its address: else
// a function literal gets a copy of its value. A use has to stay one where the variable is
// a field.
func (c *captured) byReference(pass *analysis.Pass) bool {
	changes := false
	for _, use := range c.uses {
		if as, ok := use.Parent().Node().(*ast.AssignStmt); ok && as.Tok == token.DEFINE &&
			use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return false
		}
		if u, ok := use.Parent().Node().(*ast.UnaryExpr); ok && u.Op == token.AND &&
			technique.Aligned(pass, c.v.Type()) {
			return false
		}
		given, addressed := technique.Changed(pass.TypesInfo, use)
		changes = changes || given || addressed
	}
	return changes
}

// shared makes one struct of the variables. Names are those taken in the function.
func shared(pass *analysis.Pass, list []captured, names technique.Given) (
	p technique.Proposal, ok bool) {
	file := technique.FileOf(pass, list[0].id.Pos())
	var edits []analysis.TextEdit
	var fit []captured
	for _, c := range list {
		if len(fit) == 0 {
			list = []captured{c}
		}
		typ, more, ok := c.typeText(pass, file, list[0].stmt.Node().Pos())
		if c.typ = typ; ok && c.alone(pass, file, len(fit) == 0) {
			fit, edits = append(fit, c), append(edits, more...)
		}
	}
	if len(fit) < 2 {
		return p, false
	}
	name := names.Fresh(pass, file, "shared", "")
	var fields strings.Builder
	var said []string
	for i, c := range fit {
		if said = append(said, c.id.Name); i > 0 {
			p.Also = append(p.Also, c.id)
		}
		fields.WriteString(c.id.Name + " " + c.typ + "\n")
		edits = append(edits, c.edits(pass, name, i == 0)...)
	}
	text := "var " + name + " struct {\n" + fields.String() + "}"
	if first := fit[0].stmt.Node(); fit[0].value == nil {
		edits = append(edits, technique.Replace(first, text))
	} else {
		edits = append(edits, technique.Insert(first.Pos(), text+"\n"))
	}
	p.At, p.Edits = fit[0].id, edits
	p.Message = "keep " + strings.Join(said[:len(said)-1], ", ") + " and " +
		said[len(said)-1] + " in one object"
	return p, true
}

// alone reports whether no comment belongs to the declaration, unless it stands above the
// first or above one that stays as an assignment.
func (c *captured) alone(pass *analysis.Pass, file *ast.File, first bool) bool {
	stmt := c.stmt.Node().(ast.Stmt)
	return !trailed(pass, file, stmt) &&
		(first || c.value != nil || technique.Start(pass, file, stmt) == stmt.Pos())
}

// edits returns those that make the variable a field.
func (c *captured) edits(pass *analysis.Pass, name string, first bool) (list []analysis.TextEdit) {
	field, stmt := name+"."+c.id.Name, c.stmt.Node()
	if c.value != nil {
		list = append(list, analysis.TextEdit{Pos: stmt.Pos(), End: c.value.Pos(),
			NewText: []byte(field + " = ")})
	} else if !first {
		list = append(list, technique.Remove(pass, stmt))
	}
	for _, use := range c.uses {
		list = append(list, technique.Replace(use.Node(), field))
	}
	return list
}

// typeText returns how the variable's type is written at pos.
func (c *captured) typeText(pass *analysis.Pass, file *ast.File, pos token.Pos) (
	text string, edits []analysis.TextEdit, ok bool) {
	if decl, isDecl := c.stmt.Node().(*ast.DeclStmt); isDecl {
		spec := decl.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		if spec.Type != nil {
			return technique.Text(pass, spec.Type), nil,
				technique.ResolvesSameAt(pass, spec.Type, pos)
		}
	}
	return technique.TypeText(pass, file, pos, c.v.Type())
}

// trailed reports whether a comment stands in a statement or behind it in its line.
func trailed(pass *analysis.Pass, file *ast.File, stmt ast.Node) bool {
	tok := pass.Fset.File(stmt.Pos())
	for _, group := range file.Comments {
		if stmt.Pos() < group.Pos() && tok.Line(group.Pos()) <= tok.Line(stmt.End()) {
			return true
		}
	}
	return false
}
