// Package byvalue passes small structs by value where a pointer to each made it an object, and
// nothing changes one after it is made.
package byvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("byvalue",
		"pass small structs by value that nothing changes\n\n"+
			"A position, a range, a counter that each step returns anew: where a package passes "+
			"such a struct by its pointer, each one is an object. Where nothing changes the "+
			"struct after it is made, asks whether two pointers are the same or whether one is "+
			"nil, the struct itself does as well.\n\n"+
			"All of the package is rewritten at once: parameters, results, receivers, fields, "+
			"slices, maps and channels. The struct is an unexported one of at most 32 bytes, "+
			"which no exported function or field shows and no test names. It stays where a "+
			"pointer could be nil: in a variable or field without a value, in an entry that a "+
			"map does not have. It also stays where an interface or a type parameter gets the "+
			"pointer.\n\n"+
			"Two things are assumed. Nothing looks by reflection for the pointer in what an "+
			"interface with methods holds. And no slice of the structs is made longer again, to "+
			"get at elements behind its end.",
		run),
	Title:  "Pass small structs by value",
	Causes: []string{"returned-pointer", "escaping-literal", "escaping-variable"},
	Risk:   technique.Checked,
}

// largest is how many bytes a struct has at most: each call copies it.
const largest = 32

func run(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[*types.TypeName]bool)
	public := newAPI(pass.Pkg)
	for _, cur := range technique.Nodes(pass, (*ast.StarExpr)(nil)) {
		tv := pass.TypesInfo.Types[cur.Node().(*ast.StarExpr)]
		if !tv.IsType() {
			continue
		}
		typ := technique.PointedStruct(tv.Type)
		if typ == nil || seen[typ] || typ.Pkg() != pass.Pkg {
			continue
		}
		seen[typ] = true
		s := newSmall(pass, root, typ, public)
		if !s.suits() || s.written() || !newSmall(pass, root, typ, public).named() || !s.all() ||
			!s.unmentioned() {
			continue
		}
		if p, ok := s.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// small is a struct that may be passed by value.
type small struct {
	pass *analysis.Pass
	root inspector.Cursor
	typ  *types.TypeName
	api  *api
	// gains says that the struct has methods that get a pointer.
	gains bool
	// safe says that the rewrite does the same for every program.
	safe bool

	made  []made
	edits []analysis.TextEdit
	build map[*types.Var]inspector.Cursor // where a local variable begins
	looks map[look]bool                   // what leads there
}

// made is an expression that makes such a struct, and a pointer to it.
type made struct {
	cur inspector.Cursor
	at  ast.Node // what allocates
}

func newSmall(pass *analysis.Pass, root inspector.Cursor, typ *types.TypeName, public *api) *small {
	return &small{pass: pass, root: root, typ: typ, api: public, safe: true,
		looks: make(map[look]bool), build: make(map[*types.Var]inspector.Cursor)}
}

// propose rewrites the package.
//
//	have: func (p *point) add(q *point) *point { return &point{p.x + q.x, p.y + q.y} }
//	want: func (p point) add(q point) point { return point{p.x + q.x, p.y + q.y} }
func (s *small) propose() (technique.Proposal, bool) {
	p := technique.Proposal{Edits: s.edits, Safe: s.safe,
		Message: "pass the " + s.typ.Name() + " by value, since nothing changes it"}
	var rest, calls []ast.Node
	for _, m := range s.made {
		if !s.leaves(m.cur, true) {
			continue
		}
		calls = append(calls, s.inlined(m)...)
		switch {
		case p.At == nil && returned(m.cur):
			p.At = m.at
		default:
			rest = append(rest, m.at)
		}
	}
	if p.At == nil {
		if len(rest) == 0 {
			return p, false
		}
		p.At, rest = rest[0], rest[1:]
	}
	file := technique.FileOf(s.pass, p.At.Pos())
	for _, n := range append(rest, calls...) {
		if technique.FileOf(s.pass, n.Pos()) == file {
			p.Also = append(p.Also, n)
		}
	}
	return p, s.writable()
}

// inlined returns the calls of a function whose parameter is what is made: the compiler makes it
// there where it inlines the function.
func (s *small) inlined(m made) (calls []ast.Node) {
	id, ok := m.at.(*ast.Ident)
	fn, _ := technique.EnclosingFunc(m.cur)
	decl, is := fn.Node().(*ast.FuncDecl)
	if !ok || !is || decl.Body.Pos() < id.Pos() || !technique.Inlined(s.pass, decl) {
		return nil
	}
	for _, use := range technique.UsesOf(s.pass, s.pass.TypesInfo.Defs[decl.Name]) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun {
			calls = append(calls, use.Parent().Node())
		}
	}
	return calls
}

// writable reports whether all files that change are written by hand, and no tests.
func (s *small) writable() bool {
	for _, e := range s.edits {
		file := technique.FileOf(s.pass, e.Pos)
		if file == nil || ast.IsGenerated(file) || technique.InTest(s.pass, file) {
			return false
		}
	}
	return true
}
