package lend

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// calledApart finds the calls of an exported function, and the name of one that does its work
// for them: who else calls the function gets what he got.
func (m *maker) calledApart() bool {
	sig := m.fn.Signature()
	var named bool
	m.args, named = technique.PassedOn(m.decl.Type.Params)
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 ||
		m.fn.Pkg() != m.pass.Pkg || !named {
		return false
	}
	if m.decl.Recv != nil {
		if _, named = technique.PassedOn(m.decl.Recv); !named {
			return false
		}
	}
	m.inner = technique.LowerFirst(m.fn.Name()) + "In"
	if technique.MentionedBeside(m.pass, m.inner) {
		return false // a file that this build leaves out may declare it
	}
	if recv := sig.Recv(); recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, m.pass.Pkg, m.inner)
		if obj != nil {
			return false
		}
	} else if technique.FreshName(m.pass, m.file, m.inner) != m.inner {
		return false
	}
	tests := true // that nothing but tests calls it
	for _, use := range technique.UsesOf(m.pass, m.fn) {
		tests = tests && technique.InTest(m.pass, technique.FileOf(m.pass, use.Node().Pos()))
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun {
			m.calls = append(m.calls, use.Parent())
		}
	}
	return len(m.calls) > 0 && !tests
}

// apart returns the edits that leave the function a call of the inner one, which gets its body.
//
//	have: func (m *T) Bytes(n int) []byte { b := make([]byte, n); ... }
//	want: func (m *T) Bytes(n int) []byte { return m.bytesIn([]byte{}, n) }
//	      func (m *T) bytesIn(b []byte, n int) []byte { ... }
func (m *maker) apart(none string) []analysis.TextEdit {
	decl := m.decl
	head, call := "func ", m.inner
	if decl.Recv != nil {
		head += technique.Text(m.pass, decl.Recv) + " "
		call = decl.Recv.List[0].Names[0].Name + "." + call
	}
	head += decl.Name.Name + technique.Text(m.pass, decl.Type.Params) + " " +
		technique.Text(m.pass, decl.Type.Results)
	args := none
	if m.args != "" {
		args += ", " + m.args
	}
	return []analysis.TextEdit{
		technique.Insert(decl.Pos(), head+" {\n\treturn "+call+"("+args+")\n}\n\n// "+m.inner+
			" is "+decl.Name.Name+" with room for what it returns.\n"),
		technique.Replace(decl.Name, m.inner),
	}
}

// renamed returns the edit by which a call is one of the inner function.
func (m *maker) renamed(call *ast.CallExpr) analysis.TextEdit {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return technique.Replace(sel.Sel, m.inner)
	}
	return technique.Replace(ast.Unparen(call.Fun), m.inner)
}
