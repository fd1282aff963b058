package together

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
)

// mostMemory is how many bytes the fields of one struct may lead to: what is larger is not
// made often, and an object of its own does not stay in memory for a small one.
const mostMemory = 1 << 10

// object is a struct that a literal makes, with the memory that its fields lead to.
type object struct {
	pass  *analysis.Pass
	file  *ast.File
	typ   ast.Expr          // the struct's type
	lit   *ast.CompositeLit // nil for new(T)
	stmt  ast.Stmt          // what makes it stands in
	name  string            // of the variable for all of it
	parts []part
	acts  bool     // the literal calls functions, or may panic otherwise than for a nil pointer
	at    ast.Stmt // the later statement whose part is looked for; nil for the literal itself
	bytes int64
}

// part is what makes the memory for a field.
type part struct {
	name string
	typ  string   // as text
	make ast.Expr // &T{...}, new(T) or make([]T, n)
	lit  *ast.CompositeLit
	with string // what is in the place of make
	fill string // what is assigned within the part instead of a literal: "L = &q.mu"
	at   ast.Stmt
	// calls says that make calls a function that returns a new struct.
	calls bool
	// library says that make calls one of the standard library, and value what is assigned
	// instead of what that leads to.
	library bool
	value   string
}

// objectAt matches &T{...} and new(T), where T is a struct of the package, as all that a
// statement gives to a variable or returns.
func objectAt(pass *analysis.Pass, cur inspector.Cursor) (*object, bool) {
	made := cur.Node().(ast.Expr)
	o := &object{pass: pass, file: technique.FileOf(pass, made.Pos())}
	switch made := made.(type) {
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(made.X).(*ast.CompositeLit)
		if !ok || made.Op != token.AND || lit.Type == nil {
			return nil, false
		}
		o.typ, o.lit = lit.Type, lit
	case *ast.CallExpr:
		if !technique.IsBuiltin(pass.TypesInfo, made, "new") ||
			!pass.TypesInfo.Types[made.Args[0]].IsType() {
			return nil, false
		}
		o.typ = made.Args[0]
	}
	named, ok := types.Unalias(pass.TypesInfo.TypeOf(o.typ)).(*types.Named)
	if !ok || named.Obj().Pkg() != pass.Pkg || !fits(pass, named) || !o.statement(cur) {
		return nil, false
	}
	if o.lit != nil {
		o.acts = o.does(o.lit)
		if !o.literal(o.lit) {
			return nil, false
		}
	}
	o.assigned(cur)
	return o, len(o.parts) > 0 && o.bytes <= mostMemory
}

// does reports whether an expression calls functions, or may panic otherwise than for a nil
// pointer.
func (o *object) does(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if call, ok := n.(*ast.CallExpr); ok {
			tv := o.pass.TypesInfo.Types[call.Fun]
			_, constructs := o.constructed(call)
			_, _, _, library := libraryMade(o.pass.TypesInfo, call)
			if !tv.IsType() && !tv.IsBuiltin() && !constructs && !library {
				return true
			}
		}
		if fails(n) {
			return true
		}
	}
	return false
}

// fits reports whether values of a type may lie beside others: structs that have a size, by
// which their pointers differ.
func fits(pass *analysis.Pass, t types.Type) bool {
	size, known := technique.SizeOf(pass, t)
	_, isStruct := t.Underlying().(*types.Struct)
	return known && isStruct && size > 0
}

// statement reports whether the literal is all that happens in a statement of a list.
func (o *object) statement(cur inspector.Cursor) bool {
	info := o.pass.TypesInfo
	parent := cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.ReturnStmt_Results:
		for _, e := range parent.Node().(*ast.ReturnStmt).Results {
			if e != cur.Node() && info.Types[e].Value == nil && !info.Types[e].IsNil() {
				return false
			}
		}
	case edge.AssignStmt_Rhs:
		as := parent.Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || as.Tok != token.DEFINE && !technique.Pure(info, as.Lhs[0]) {
			return false
		}
	case edge.ValueSpec_Values:
		for decl := range cur.Enclosing((*ast.DeclStmt)(nil)) {
			gen := decl.Node().(*ast.DeclStmt).Decl.(*ast.GenDecl)
			if len(gen.Specs) != 1 || len(gen.Specs[0].(*ast.ValueSpec).Names) != 1 {
				return false
			}
			parent = decl
			break
		}
	default:
		return false
	}
	stmt, ok := parent.Node().(ast.Stmt)
	o.stmt = stmt
	return ok && technique.InList(parent)
}

// literal finds the parts in the elements of a struct.
func (o *object) literal(lit *ast.CompositeLit) bool {
	t, ok := o.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for i, e := range lit.Elts {
		field := t.Field(i)
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
			field, _ = o.pass.TypesInfo.Uses[kv.Key.(*ast.Ident)].(*types.Var)
		}
		if field == nil || !o.element(field, e) {
			return false
		}
	}
	return true
}

// element finds the part in an element, if it has one.
func (o *object) element(field *types.Var, e ast.Expr) bool {
	info := o.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return o.literal(e)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		if !ok || e.Op != token.AND || lit.Type == nil || !fits(o.pass, info.TypeOf(lit)) ||
			!o.own(e) && !o.early(lit) {
			return true
		}
		return o.literal(lit) && o.add(field, info.TypeOf(lit), part{make: e, lit: lit,
			typ: technique.Text(o.pass, lit.Type), with: "&%s"})
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return o.element(field, e.Args[0])
		}
		if technique.IsBuiltin(info, e, "new") && info.Types[e.Args[0]].IsType() &&
			fits(o.pass, info.TypeOf(e.Args[0])) {
			return o.add(field, info.TypeOf(e.Args[0]), part{make: e,
				typ: technique.Text(o.pass, e.Args[0]), with: "&%s"})
		}
		if technique.IsBuiltin(info, e, "make") {
			return o.slice(field, e)
		}
		if technique.IsFunc(info, e, "sync", "NewCond") {
			return o.condition(field, e)
		}
		if _, _, _, ok := libraryMade(info, e); ok {
			return o.library(field, e)
		}
		return o.call(field, e)
	}
	return true
}

// early reports whether the elements of a literal may be evaluated before all else in the
// statement.
func (o *object) early(lit *ast.CompositeLit) bool {
	info := o.pass.TypesInfo
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		e = ast.Unparen(e)
		if tv := info.Types[e]; tv.Value != nil || tv.IsNil() {
			continue
		}
		if v, ok := technique.Variable(info, e); ok && technique.KeepsValue(o.pass, v, o.stmt) {
			continue
		}
		switch x := e.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if o.acts || !technique.Pure(info, e) {
				return false
			}
		case *ast.UnaryExpr:
			in, ok := ast.Unparen(x.X).(*ast.CompositeLit)
			if !ok || x.Op != token.AND || !o.early(in) {
				return false
			}
		case *ast.CompositeLit:
			if _, ok := info.TypeOf(x).Underlying().(*types.Struct); !ok || !o.early(x) {
				return false
			}
		case *ast.CallExpr:
			if !fresh(info, x) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fresh reports whether a call makes the same new memory each time.
func fresh(info *types.Info, call *ast.CallExpr) bool {
	if technique.IsBuiltin(info, call, "new") {
		return info.Types[call.Args[0]].IsType()
	}
	if !technique.IsBuiltin(info, call, "make") {
		return false
	}
	for _, n := range call.Args[1:] {
		if info.Types[n].Value == nil {
			return false
		}
	}
	return true
}

// slice adds make([]T, n) or make([]T, n, m) with constants.
func (o *object) slice(field *types.Var, call *ast.CallExpr) bool {
	info := o.pass.TypesInfo
	t, ok := info.TypeOf(call).Underlying().(*types.Slice)
	if !ok || len(call.Args) < 2 || !fresh(info, call) {
		return true
	}
	room := call.Args[len(call.Args)-1]
	n, ok := technique.ConstantInt(info, room)
	elem, edits, written := technique.TypeText(o.pass, o.file, call.Pos(), t.Elem())
	if typ, ok := ast.Unparen(call.Args[0]).(*ast.ArrayType); ok {
		elem, edits, written = technique.Text(o.pass, typ.Elt), nil, true
	}
	if !ok || !written || len(edits) > 0 || n <= 0 || n > mostMemory {
		return true
	}
	with := "%s[:]"
	if len(call.Args) == 3 {
		with = "%s[:" + technique.Text(o.pass, call.Args[1]) + "]"
	}
	if _, ok := ast.Unparen(call.Args[0]).(*ast.ArrayType); !ok {
		with = technique.Text(o.pass, call.Args[0]) + "(" + with + ")"
	}
	return o.add(field, types.NewArray(t.Elem(), n), part{make: call, with: with,
		typ: "[" + technique.Text(o.pass, room) + "]" + elem})
}

// add adds a part, unless what it makes may be kept elsewhere than in the field.
func (o *object) add(field *types.Var, t types.Type, p part) bool {
	size, known := technique.SizeOf(o.pass, t)
	if !known || size == 0 || !p.library && technique.Aligned(o.pass, t) ||
		!staysInside(o.pass, field, size, p.library && o.ofHidden(field)) {
		return true
	}
	o.bytes += size
	p.name, p.at = field.Name(), o.at
	for i := 2; o.taken(p.name); i++ {
		p.name = fmt.Sprint(field.Name(), i)
	}
	o.parts = append(o.parts, p)
	return true
}

// taken reports whether a part has a name already, or the struct itself.
func (o *object) taken(name string) bool {
	for _, p := range o.parts {
		if p.name == name {
			return true
		}
	}
	return name == o.self()
}

// self returns what the field for the struct itself is called.
func (o *object) self() string {
	named := types.Unalias(o.pass.TypesInfo.TypeOf(o.typ)).(*types.Named)
	return technique.LowerFirst(named.Obj().Name())
}

// propose makes all in one object.
//
//	have: return &T{r: r, buf: make([]byte, 8)}
//	want: whole := &struct { t T; buf [8]byte }{}
//	      whole.t = T{r: r, buf: whole.buf[:]}
//	      return &whole.t
func (o *object) propose(made ast.Expr, names technique.Given) technique.Proposal {
	typ := technique.Text(o.pass, o.typ)
	p := technique.Proposal{At: made, Message: "make the " + typ +
		" and what its fields lead to as one object"}
	name := names.Fresh(o.pass, o.file, "whole", "")
	with := make(map[ast.Node]string)
	fills := make(map[ast.Stmt]string)
	var decl strings.Builder
	self := o.self()
	fmt.Fprintf(&decl, "%s := &struct {\n%s %s\n", name, self, typ)
	for _, part := range o.parts { // what is inside comes before what it is inside of
		p.Also = append(p.Also, part.make)
		whole := name + "." + part.name
		switch {
		case part.value != "":
			fills[part.at] += whole + " = " + part.value + "\n"
		case part.calls:
			fills[part.at] += whole + " = *" + technique.Text(o.pass, part.make) + "\n"
		case part.fill != "":
			fills[part.at] += whole + "." + part.fill + "\n"
		case part.lit != nil && len(part.lit.Elts) > 0:
			fills[part.at] += whole + " = " + o.patch(part.lit, with) + "\n"
		}
		with[part.make] = fmt.Sprintf(part.with, whole)
		fmt.Fprintf(&decl, "%s %s\n", part.name, part.typ)
	}
	if o.lit != nil && len(o.lit.Elts) > 0 {
		fills[nil] += fmt.Sprintf("%s.%s = %s\n", name, self, o.patch(o.lit, with))
	}
	p.Edits = []analysis.TextEdit{
		technique.Insert(o.stmt.Pos(), decl.String()+"}{}\n"+fills[nil]),
		technique.Replace(made, "&"+name+"."+self)}
	for _, part := range o.parts {
		if as, ok := part.at.(*ast.AssignStmt); ok && as.Rhs[0] == part.make {
			p.Edits = append(p.Edits, technique.Insert(as.Pos(), fills[as]),
				technique.Replace(part.make, with[part.make]))
		}
	}
	return p
}

// patch returns the text of a literal with other text in the place of its outermost parts.
func (o *object) patch(lit *ast.CompositeLit, with map[ast.Node]string) string {
	outer := make(map[ast.Node]string)
	for n, text := range with {
		if lit.Pos() > n.Pos() || n.End() > lit.End() {
			continue
		}
		inside := false
		for m := range with {
			inside = inside || m != n && m.Pos() <= n.Pos() && n.End() <= m.End() &&
				lit.Pos() < m.Pos()
		}
		if !inside {
			outer[n] = text
		}
	}
	return technique.Patch(o.pass, lit, outer)
}
