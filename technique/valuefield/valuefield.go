// Package valuefield holds an object in a field of a struct itself, where the field was a pointer
// to an object that each constructor made anew, or a function that needed it first.
package valuefield

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("valuefield",
		"let a field hold a struct itself, not a pointer to one\n\n"+
			"A struct whose field points to a lock, a buffer or another struct that was made "+
			"for it takes memory twice. If the field holds that struct itself, one object "+
			"does. What a short function of the package has just made is copied into it, or "+
			"made there, if it has a lock and the function is no more than a literal.\n\n"+
			"It is proposed where the whole package shows that the field gets a new struct "+
			"when its own struct is made, and nothing afterwards, or where it is needed first, "+
			"behind a check for nil, if an empty one gives what such checks decide; that it is "+
			"not compared; that the package only has pointers to its struct, which is never "+
			"copied; and that functions of the package do not keep a pointer that they get.\n\n"+
			"The rewrite assumes that what other code keeps of the field may keep the whole "+
			"struct in memory. Nothing may look at such structs by reflection, which tells a "+
			"pointer from what it leads to. Other packages that can name the type make it by "+
			"its constructor and do not copy it: a struct that they declare has no nil field "+
			"any more on which a method fails.",
		run),
	Title:  "Hold a struct in the field itself",
	Causes: []string{"escaping-literal", "returned-pointer", "library-object"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	if unseen(pass) {
		return
	}
	for _, cur := range technique.Nodes(pass, (*ast.Field)(nil)) {
		for _, made := range []func(*field) bool{(*field).made, (*field).late} {
			f, ok := fieldAt(pass, cur)
			if !ok || !f.constructed() {
				break
			}
			f.root = root
			if p, ok := f.propose(made); ok {
				technique.Report(pass, p)
				break
			}
		}
	}
}

// field is a field that points to a struct.
type field struct {
	pass  *analysis.Pass
	root  inspector.Cursor
	v     *types.Var
	star  *ast.StarExpr // its type
	elem  types.Type    // what it points to
	owner *types.TypeName

	values []ast.Node               // what it is given, in the order of the files
	given  map[*ast.AssignStmt]bool // the assignments that give it its first value
	seen   map[*types.Var]bool      // variables that hold the pointer, and are or were looked at
	edits  []analysis.TextEdit

	absent   bool // a test makes the struct without it
	compared bool // a function that gets the pointer asks whether it is nil
}

// fieldAt matches a field, by itself in its line, that points to a struct.
//
//	type T struct{ mu *sync.Mutex }
func fieldAt(pass *analysis.Pass, cur inspector.Cursor) (*field, bool) {
	n := cur.Node().(*ast.Field)
	star, ok := n.Type.(*ast.StarExpr)
	if !ok || len(n.Names) != 1 || n.Names[0].IsExported() || n.Names[0].Name == "_" {
		return nil, false
	}
	list, ok := cur.Parent().Parent().Node().(*ast.StructType)
	if !ok {
		return nil, false // a parameter
	}
	spec, ok := cur.Parent().Parent().Parent().Node().(*ast.TypeSpec)
	if !ok || spec.TypeParams != nil || spec.Assign.IsValid() || spec.Type != ast.Expr(list) {
		return nil, false
	}
	owner, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok || owner.Parent() != pass.Pkg.Scope() {
		return nil, false
	}
	for _, other := range list.Fields.List {
		if other.Tag != nil {
			return nil, false // something looks at the fields
		}
	}
	f := &field{pass: pass, star: star, owner: owner, given: make(map[*ast.AssignStmt]bool),
		seen: make(map[*types.Var]bool)}
	f.v, ok = pass.TypesInfo.Defs[n.Names[0]].(*types.Var)
	if !ok {
		return nil, false
	}
	f.elem = pass.TypesInfo.TypeOf(star.X)
	return f, f.fits()
}

// fits reports whether the type that the field points to can be that of the field: a struct by
// name, with a size by which its address differs from others. What other packages do with
// theirs is not known: one that gives it a finalizer needs it to be an object.
func (f *field) fits() bool {
	named, ok := types.Unalias(f.elem).(*types.Named)
	if !ok || named.Obj() == f.owner || named.Obj().Pkg() != f.pass.Pkg && !known(named) {
		return false
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return false
	}
	if f.owner.Exported() && types.Comparable(f.owner.Type()) && !types.Comparable(named) {
		return false // others may compare two
	}
	size, known := technique.SizeOf(f.pass, named)
	return known && size > 0
}

// propose lets the field hold what it points to.
//
//	have: type T struct{ mu *sync.Mutex }; &T{mu: new(sync.Mutex)}; lock(t.mu)
//	want: type T struct{ mu sync.Mutex }; &T{}; lock(&t.mu)
func (f *field) propose(made func(*field) bool) (technique.Proposal, bool) {
	var none technique.Proposal
	if !f.plain(f.star) {
		return none, false
	}
	name, owner := f.v.Name(), f.owner.Name()
	for _, word := range []string{name, owner, owner + "_" + name} { // the last one in assembly
		if technique.MentionedBeside(f.pass, word) {
			return none, false
		}
	}
	if !made(f) || !f.aligned() {
		return none, false
	}
	at := f.first()
	if at == nil {
		return none, false
	}
	if !technique.NeverCopied(f.pass, f.owner) || !f.hidden() {
		return none, false
	}
	p := technique.Proposal{At: at,
		Message: "hold " + name + " in the struct itself, not behind a pointer",
		Edits:   append(f.edits, analysis.TextEdit{Pos: f.star.Pos(), End: f.star.X.Pos()})}
	file := technique.FileOf(f.pass, at.Pos())
	for _, value := range f.values {
		if value != at && technique.FileOf(f.pass, value.Pos()) == file {
			p.Also = append(p.Also, value)
		}
	}
	return p, true
}

// first returns the first value that a function makes: others begin with the program.
func (f *field) first() ast.Node {
	for _, value := range f.values {
		cur, ok := technique.Find(f.pass, value)
		if _, made := technique.EnclosingFunc(cur); ok && made {
			return value
		}
	}
	return nil
}

// plain reports whether a node stands in a file that may be changed.
func (f *field) plain(n ast.Node) bool {
	file := technique.FileOf(f.pass, n.Pos())
	return file != nil && !ast.IsGenerated(file) && !technique.InTest(f.pass, file)
}
