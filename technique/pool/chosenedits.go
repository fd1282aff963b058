package pool

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// object matches the value of a field as an object that Reset renews: a call, or a variable that
// is only there for it.
func (c *chosen) object(ret inspector.Cursor, e ast.Expr, before []ast.Expr) (*pooled, bool) {
	switch e := e.(type) {
	case *ast.CallExpr:
		s := c.known(ret.Node().(ast.Stmt), e)
		s.v = types.NewVar(e.Pos(), c.pass.Pkg, "", c.pass.TypesInfo.TypeOf(e))
		s.inner = &inner{call: e, made: e}
		return s, technique.InList(ret) && s.runsOnce(ret) && s.purely(before) &&
			s.purely(e.Args) && s.renews()
	case *ast.Ident:
		v := variable(c.pass.TypesInfo, e)
		if v == nil || len(technique.UsesOf(c.pass, v)) != 1 {
			return nil, false
		}
		return c.variable(v)
	}
	return nil, false
}

// known returns an object of the standard library that a call makes.
func (c *chosen) known(stmt ast.Stmt, call *ast.CallExpr) *pooled {
	return &pooled{pass: c.pass, file: technique.FileOf(c.pass, c.decl.Pos()), fn: c.decl,
		in: c.decl, stmt: stmt, value: call, form: known}
}

// renews reports whether Reset makes the object what its constructor would return: always a new
// one.
func (s *pooled) renews() bool {
	return s.file != nil && s.resettable() && !s.mayBuffer() &&
		technique.Predeclared(s.pass, s.stmt.Pos(), "any", "nil")
}

// variable finds where a variable of the constructor is declared as an object.
func (c *chosen) variable(v *types.Var) (*pooled, bool) {
	decl, _ := technique.Find(c.pass, c.decl)
	for cur := range decl.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		first, ok := as.Lhs[0].(*ast.Ident)
		if !ok || c.pass.TypesInfo.Defs[first] != v || !technique.InList(cur) {
			continue
		}
		if s, ok := failing(c.pass, cur); ok {
			s.in = c.decl
			return s, s.form == leveled
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		if !ok || len(as.Lhs) != 1 {
			return nil, false
		}
		s := c.known(as, call)
		s.v = v
		return s, s.runsOnce(cur) && s.renews()
	}
	return nil, false
}

// propose takes each object from a pool of its own, and gives it back by its type.
//
//	have: return &writer{to: gzip.NewWriter(w)}, nil
//	want: gz := newWriterWriters.Get().(*gzip.Writer)
//	      gz.Reset(w)
//	      return &writer{to: gz}, nil
//	have: cw, err := newWriter(kind, w); if err != nil { return err }
//	want: ... defer func() {
//	      	switch gz := cw.to.(type) {
//	      	case *gzip.Writer:
//	      		gz.Reset(nil)
//	      		newWriterWriters.Put(gz)
//	      	}
//	      }()
func (c *chosen) propose(names map[string]bool) technique.Proposal {
	p := technique.Proposal{At: c.made[0].object.value, Also: []ast.Node{c.stmt}}
	var pools, cases strings.Builder
	var kinds []string
	v := technique.FreshName(c.pass, c.caller.file, "object")
	for _, a := range c.made {
		s := a.object
		s.names = names
		typ, value, what := s.kept()
		if s.form != leveled {
			value = "return " + value
		}
		name := s.fresh(what)
		p.Also, kinds = append(p.Also, s.value), append(kinds, strings.TrimPrefix(typ, "*"))
		sync, edits := technique.AddImport(c.pass, s.file, s.fn.Pos(), "sync")
		fmt.Fprintf(&pools, "// %s holds the %s of %s between its calls.\n"+
			"var %s = %s.Pool{New: func() %s { %s }}\n\n", name, what,
			technique.Called(s.pass, s.fn), name, sync,
			technique.EmptyInterface(c.pass, s.file), value)
		seen, more := c.typeInCaller(s)
		p.Edits = append(append(append(p.Edits, edits...), more...), c.taken(a, name, typ)...)
		nothing := "nil"
		if s.form == known {
			nothing = s.nothing()
		}
		fmt.Fprintf(&cases, "case %s:\n%s.Reset(%s)\n%s.Put(%s)\n", seen, v, nothing, name, v)
	}
	p.Edits = append(p.Edits, technique.Insert(start(c.decl), pools.String()),
		technique.Insert(c.last.End(), "\ndefer func() {\nswitch "+v+" := "+c.v.Name()+"."+
			c.field.Name()+".(type) {\n"+cases.String()+"}\n}()"))
	p.Message = "keep the " + strings.Join(kinds, " and ") + " in pools between calls"
	if len(kinds) == 1 {
		p.Message = "keep the " + kinds[0] + " in a pool between calls"
	}
	return p
}

// typeInCaller returns what the type of an object is called where it is given back.
func (c *chosen) typeInCaller(s *pooled) (string, []analysis.TextEdit) {
	obj := types.Unalias(s.v.Type()).(*types.Pointer).Elem().(*types.Named).Obj()
	pkg, edits := technique.AddImport(c.pass, c.caller.file, c.caller.fn.Pos(), obj.Pkg().Path())
	return "*" + pkg + "." + obj.Name(), edits
}

// taken returns the edits that take an object from its pool where the constructor made it.
func (c *chosen) taken(a alternative, name, typ string) []analysis.TextEdit {
	s := a.object
	v := s.v.Name()
	if s.inner != nil {
		of := typ[strings.LastIndex(typ, ".")+1:]
		v = technique.FreshName(c.pass, s.file, strings.ToLower(of))
	}
	from := technique.Text(c.pass, s.value.(*ast.CallExpr).Args[0])
	if s.form == known {
		from = s.renewed()
	}
	text := v + " := " + name + ".Get().(" + typ + ")\n" + v + ".Reset(" + from + ")"
	if s.inner != nil {
		return []analysis.TextEdit{technique.Insert(s.stmt.Pos(), text+"\n"),
			technique.Replace(s.value, v)}
	}
	if s.form == leveled && s.failureUsed() {
		text += "\nvar " + s.failure.Name + " error"
	}
	return []analysis.TextEdit{{Pos: s.stmt.Pos(), End: s.end(), NewText: []byte(text)}}
}
