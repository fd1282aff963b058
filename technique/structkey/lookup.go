package structkey

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// lookups proposes for the maps of the package, which its functions look in for a number.
//
//	have: var names = map[string]string{}
//	      func nameOf(id string) string { if n, ok := names[id]; ok { return n }; ... }
//	      nameOf(strconv.Itoa(n))
//	want: var names = map[int]string{}
//	      func nameOf(id int) string { if n, ok := names[id]; ok { return n }; ... }
//	      nameOf(n)
func lookups(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.ValueSpec)(nil)) {
		spec := cur.Node().(*ast.ValueSpec)
		v, ok := pass.TypesInfo.Defs[spec.Names[0]].(*types.Var)
		if !ok || v.Parent() != pass.Pkg.Scope() || v.Exported() || spec.Type != nil ||
			len(spec.Names) != 1 || len(spec.Values) != 1 ||
			technique.MentionedBeside(pass, v.Name()) {
			continue
		}
		m := &keyed{pass: pass, file: technique.FileOf(pass, spec.Pos()), stmt: cur, v: v,
			seen: make(map[*types.Var]bool)}
		if p, ok := m.lookup(spec.Values[0]); ok {
			technique.Report(pass, p)
		}
	}
}

// lookup proposes numbers as the keys of a map that an expression makes.
func (m *keyed) lookup(value ast.Expr) (p technique.Proposal, ok bool) {
	if m.typ, ok = made(m.pass.TypesInfo, value); !ok || m.file == nil ||
		!types.Identical(m.pass.TypesInfo.TypeOf(m.typ.Key), types.Typ[types.String]) {
		return p, false
	}
	for _, use := range technique.UsesOf(m.pass, m.v) {
		if !m.use(use) {
			return p, false
		}
	}
	if len(m.keys) == 0 || len(m.shape.types) != 1 || !m.handWritten() {
		return p, false
	}
	if _, plain := m.shape.types[0].(*types.Basic); !plain {
		return p, false
	}
	return m.numbers()
}

// handWritten reports whether none of the keys is made in a test or in generated code.
func (m *keyed) handWritten() bool {
	for _, k := range m.keys {
		file := technique.FileOf(m.pass, k.expr.Pos())
		if file == nil || ast.IsGenerated(file) || technique.InTest(m.pass, file) {
			return false
		}
	}
	return true
}

// param is a parameter that holds a key.
type param struct {
	v     *types.Var
	field *ast.Field
	texts []inspector.Cursor // its uses as a text
}

// parameter judges a key that a function gets: all its callers are known and make one, and it is
// used as a text in one place at most, which is seldom reached.
func (m *keyed) parameter(v *types.Var) bool {
	around, field := m.declares(v)
	if field == nil || m.v.Parent() != m.pass.Pkg.Scope() ||
		!types.Identical(v.Type(), types.Typ[types.String]) ||
		!technique.KeepsValue(m.pass, v, around.Node()) {
		return false
	}
	decl := around.Node().(*ast.FuncDecl)
	p := &param{v: v, field: field}
	for _, use := range technique.UsesOf(m.pass, v) {
		if !m.keyUse(use) {
			p.texts = append(p.texts, use)
		}
	}
	m.params = append(m.params, p)
	return m.seldom(p, around) && m.callers(decl, v)
}

// declares returns the function of which a variable is a parameter, and its field, which is nil
// where it is none or declares others, too.
func (m *keyed) declares(v *types.Var) (fn inspector.Cursor, field *ast.Field) {
	for _, use := range technique.UsesOf(m.pass, v) {
		for fn = range use.Enclosing((*ast.FuncDecl)(nil)) {
			decl := fn.Node().(*ast.FuncDecl)
			for _, f := range decl.Type.Params.List {
				if len(f.Names) == 1 && m.pass.TypesInfo.Defs[f.Names[0]] == types.Object(v) &&
					!technique.Directed(decl) {
					return fn, f
				}
			}
		}
	}
	return fn, nil
}

// seldom reports whether a function rarely wants a parameter as a text.
func (m *keyed) seldom(p *param, fn inspector.Cursor) bool {
	if len(p.texts) == 0 {
		return true
	}
	body, ok := technique.Find(m.pass, fn.Node().(*ast.FuncDecl).Body)
	return ok && len(p.texts) == 1 && technique.InFunc(p.texts[0], fn) &&
		technique.Seldom(body, fn, p.texts)
}

// callers judges what the callers of a function give for a parameter.
func (m *keyed) callers(decl *ast.FuncDecl, v *types.Var) bool {
	fn, ok := m.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return false
	}
	calls, ok := technique.CallsOf(m.pass, fn)
	if !ok || len(calls) == 0 || !technique.SeesAll(m.pass, fn) {
		return false
	}
	params := fn.Signature().Params()
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		for i := range params.Len() {
			if params.At(i) == v && (i >= len(args) || !m.add(args[i])) {
				return false
			}
		}
	}
	return true
}

// keyUse reports whether a variable is a key of the map where it is used.
func (m *keyed) keyUse(use inspector.Cursor) bool {
	of := ast.Expr(nil)
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		if n.Index == use.Node() {
			of = n.X
		}
	case *ast.CallExpr:
		if technique.IsBuiltin(m.pass.TypesInfo, n, "delete") {
			of = n.Args[0]
		}
	}
	return of != nil && technique.Names(m.pass.TypesInfo, of, m.v)
}

// numbers puts numbers in the places of texts.
func (m *keyed) numbers() (p technique.Proposal, ok bool) {
	typ, _, edits, ok := m.keyType()
	if !ok {
		return p, false
	}
	p = m.keyedBy(typ, edits)
	for _, of := range m.params {
		if !technique.Predeclared(m.pass, of.field.Pos(), typ) {
			return p, false
		}
		p.Edits = append(p.Edits, technique.Replace(of.field.Type, typ))
		for _, use := range of.texts {
			if typ != "int" || m.shape.texts[0] != "" || m.shape.texts[1] != "" {
				return p, false
			}
			p.Edits = append(p.Edits, m.text(of, use)...)
		}
	}
	return p, apart(p.Edits)
}

// text makes the text of a number where a parameter is used as one.
func (m *keyed) text(of *param, use inspector.Cursor) []analysis.TextEdit {
	pos := use.Node().Pos()
	name, edits := technique.AddImport(m.pass, technique.FileOf(m.pass, pos), pos, "strconv")
	return append(edits, technique.Replace(use.Node(), name+".Itoa("+of.v.Name()+")"))
}

// apart reports whether no edit is within another one: a key may be made with what a key finds.
func apart(edits []analysis.TextEdit) bool {
	for i, a := range edits {
		for _, b := range edits[:i] {
			if a.Pos < b.End && b.Pos < a.End {
				return false
			}
		}
	}
	return true
}
