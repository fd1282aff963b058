package blocks

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// nodes proposes to make in blocks the structs that the methods of a confined struct make one by
// one: those of a parser, of a decoder.
//
//	have: func (p *parser) sum() *node { ...; return &node{left: l, right: r} }
//	want: func (p *parser) sum() *node { ...; return inBlock(&p.nodes, node{left: l, right: r}) }
func nodes(pass *analysis.Pass, done map[ast.Node]bool) {
	vars, methods := variablesOf(pass), methodsOf(pass)
	for _, cur := range technique.Nodes(pass, (*ast.TypeSpec)(nil)) {
		spec := cur.Node().(*ast.TypeSpec)
		typ, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
		if !ok || typ.Exported() || spec.TypeParams != nil || spec.Assign.IsValid() ||
			typ.Parent() != pass.Pkg.Scope() {
			continue
		}
		fields, ok := spec.Type.(*ast.StructType)
		if !ok || len(vars[typ]) == 0 || !technique.NamesFields(pass, typ) {
			continue
		}
		sites, order := madeBy(pass, typ, methods[typ], done)
		if len(order) == 0 {
			continue
		}
		c := &confined{pass: pass, typ: typ, vars: vars[typ]}
		if !c.holds() {
			continue
		}
		for _, t := range order {
			if p, ok := proposeField(pass, fields, t, sites[t]); ok {
				technique.Report(pass, p)
			}
		}
	}
}

// node is a struct that a method makes: &T{...}.
type node struct {
	made *ast.UnaryExpr
	recv *types.Var
}

// method is one with a pointer to a struct of the package for its receiver, which has a name.
type method struct {
	cur  inspector.Cursor
	recv *types.Var
}

// methodsOf returns the methods of a package, by the struct that their receivers point to.
func methodsOf(pass *analysis.Pass) map[*types.TypeName][]method {
	methods := make(map[*types.TypeName][]method)
	for _, cur := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		decl := cur.Node().(*ast.FuncDecl)
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || decl.Body == nil || fn.Signature().Recv() == nil {
			continue
		}
		recv := fn.Signature().Recv()
		if typ := technique.PointedStruct(recv.Type()); typ != nil && recv.Name() != "" &&
			recv.Name() != "_" {
			methods[typ] = append(methods[typ], method{cur, recv})
		}
	}
	return methods
}

// madeBy returns the structs that methods of a type make and hand on, by their types.
func madeBy(pass *analysis.Pass, typ *types.TypeName, methods []method, done map[ast.Node]bool) (
	sites map[*types.TypeName][]node, order []*types.TypeName) {
	sites = make(map[*types.TypeName][]node)
	for _, m := range methods {
		for made := range m.cur.Preorder((*ast.UnaryExpr)(nil)) {
			t := structMade(pass, made)
			if t == nil || t == typ || done[made.Node()] || !technique.InFunc(made, m.cur) ||
				!handsOn(pass, made, 0) || !technique.Visible(pass, m.recv, made.Node().Pos()) {
				continue
			}
			if sites[t] == nil {
				order = append(order, t)
			}
			sites[t] = append(sites[t], node{made.Node().(*ast.UnaryExpr), m.recv})
		}
	}
	return sites, order
}

// structMade returns the type of the package of which an expression makes a struct that may lie in
// a block; nil for none.
func structMade(pass *analysis.Pass, cur inspector.Cursor) *types.TypeName {
	addr := cur.Node().(*ast.UnaryExpr)
	lit, ok := addr.X.(*ast.CompositeLit)
	if !ok || addr.Op != token.AND {
		return nil
	}
	named, ok := types.Unalias(pass.TypesInfo.TypeOf(lit)).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 || named.Obj().Parent() != pass.Pkg.Scope() {
		return nil
	}
	_, isStruct := named.Underlying().(*types.Struct)
	size, known := technique.SizeOf(pass, named)
	if !isStruct || !known || size == 0 || size > largest || technique.Aligned(pass, named) {
		return nil
	}
	return named.Obj()
}

// deepest is how many inlined functions that return a struct are looked through.
const deepest = 3

// handsOn reports whether a new struct is returned, or put somewhere, by the expression that makes
// it or by a later one. Where the compiler inlines the function that returns it, a caller does so:
// what that keeps to itself is on its stack.
func handsOn(pass *analysis.Pass, cur inspector.Cursor, depth int) bool {
	goesOn := func(cur inspector.Cursor) bool {
		if cur.ParentEdgeKind() == edge.ReturnStmt_Results {
			return !keptByCallers(pass, cur, depth)
		}
		return handedOn(cur) || depth > 0 && cur.ParentEdgeKind() == edge.CallExpr_Args
	}
	if goesOn(cur) {
		return true
	}
	v, _, _ := technique.Declared(pass.TypesInfo, cur.Parent().Node())
	if as, ok := cur.Parent().Node().(*ast.AssignStmt); ok && len(as.Lhs) == 1 && v == nil {
		v, _ = technique.Variable(pass.TypesInfo, as.Lhs[0])
	}
	if v == nil {
		return false
	}
	return slices.ContainsFunc(technique.UsesOf(pass, v), goesOn)
}

// keptByCallers reports whether a function that returns an expression is inlined, and no caller
// hands on what it gets.
func keptByCallers(pass *analysis.Pass, result inspector.Cursor, depth int) bool {
	around, _ := technique.EnclosingFunc(result)
	decl, ok := around.Node().(*ast.FuncDecl)
	if !ok || depth == deepest || !technique.Inlined(pass, decl) {
		return false
	}
	uses := technique.UsesOf(pass, pass.TypesInfo.Defs[decl.Name])
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun || handsOn(pass, use.Parent(), depth+1) {
			return false
		}
	}
	return len(uses) > 0 // others call what no function of the package does
}

// handedOn reports whether an expression is put into a literal, a field or an element, or appended.
func handedOn(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.KeyValueExpr_Value, edge.CompositeLit_Elts:
		return true
	case edge.AssignStmt_Rhs:
		as := cur.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) != len(as.Rhs) {
			return false
		}
		_, name := as.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
		return !name
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "append" && cur.ParentEdgeIndex() > 0
	}
	return false
}

// proposeField gives the struct a field for the block.
func proposeField(pass *analysis.Pass, fields *ast.StructType, t *types.TypeName, sites []node) (
	p technique.Proposal, ok bool) {
	file := technique.FileOf(pass, fields.Pos())
	if file == nil || !technique.Since(pass, file, "go1.21") ||
		!technique.Visible(pass, t, fields.Pos()) {
		return p, false
	}
	name := technique.FreshName(pass, file, technique.LowerFirst(t.Name())+"Block")
	p.Message = "make the structs in blocks"
	for i, site := range sites {
		edits, ok := inBlock.Declare(pass, file, site.made)
		if !ok {
			return p, false
		}
		if i == 0 {
			p.At, p.Edits = site.made, edits
		} else {
			p.Also = append(p.Also, site.made)
		}
		p.Edits = append(p.Edits,
			analysis.TextEdit{Pos: site.made.Pos(), End: site.made.X.Pos(),
				NewText: []byte(fmt.Sprintf("inBlock(&%s.%s, ", site.recv.Name(), name))},
			technique.Insert(site.made.End(), ")"))
	}
	text := fmt.Sprintf("%s []%s // inBlock takes the next from it\n", name, t.Name())
	if oneLine(pass, fields.Fields) {
		text = "\n" + text
	}
	p.Edits = append(p.Edits, technique.Insert(fields.Fields.Closing, text))
	return p, true
}

// oneLine reports whether the brace behind a list of fields stands in the line of the last one.
func oneLine(pass *analysis.Pass, list *ast.FieldList) bool {
	tok, last := pass.Fset.File(list.Pos()), list.Opening
	if n := len(list.List); n > 0 {
		last = list.List[n-1].End()
	}
	return tok.Line(last) == tok.Line(list.Closing)
}
