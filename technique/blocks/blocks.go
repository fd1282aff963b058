// Package blocks makes in blocks the structs that a loop or a parser makes one by one, where it is
// not known how many there will be.
package blocks

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("blocks",
		"make in blocks the structs that a loop or a parser makes one by one\n\n"+
			"A loop that makes a struct for each line, for each new key or for what passes a "+
			"test takes memory once for each. How many there will be is not known before, so "+
			"they are made in blocks, of which each is larger than the one before: one, two, "+
			"four, up to 64. Not much more is made than is needed.\n\n"+
			"So are the structs that the methods of another one make, a parser or a decoder, if "+
			"only variables of functions hold that: the one that makes it, receivers and "+
			"parameters.\n\n"+
			"So is a variable of the loop whose address is kept.\n\n"+
			"A function literal that a function of the package calls in a loop is like the body "+
			"of one.\n\n"+
			"What keeps the pointers of a loop is a variable of the function, or a field of a "+
			"struct that the function makes, and nothing is taken out of it there; or an "+
			"unexported field from which the package takes nothing but all at once. The rewrite "+
			"assumes that what is made together lives about as long as each other: one that is "+
			"kept keeps the memory of its block. Nothing may give one of them a finalizer.",
		run),
	Title:  "Make structs in blocks",
	Causes: []string{"escaping-literal", "escaping-variable"},
	Risk:   technique.Checked,
}

// inBlock makes structs where it is not known how many there will be.
var inBlock = technique.Helper{Name: "inBlock",
	Text: `// inBlock returns a pointer to a copy of x: the next element of a block, of which each
// is larger than the one before.
func inBlock[T any](block *[]T, x T) *T {
	if n := len(*block); n == cap(*block) {
		*block = make([]T, 0, min(n+n/2+1, 64))
	}
	*block = append(*block, x)
	return &(*block)[len(*block)-1]
}`}

// largest is how many bytes a struct may have: the last block is that of 64.
const largest = 256

// made is a struct that a statement in a loop makes.
type made struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor // the statement
	fn    inspector.Cursor // the function around it
	lit   inspector.Cursor // the literal in that which is called in a loop, if one is
	value ast.Expr         // &T{...} or new(T)
	typ   types.Type       // T
	keeps *types.Var       // the variable that keeps the pointer, or what does
	field *types.Var       // the field of it that keeps the pointer; nil for none
	decl  inspector.Cursor // the declaration of x where the value is &x
}

func run(pass *analysis.Pass, _ inspector.Cursor) {
	if technique.Finalizes(pass) || technique.Imports(pass, "C") {
		return // C may only be given memory that holds no pointers to memory of Go
	}
	names, done := make(map[string]bool), make(map[ast.Node]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		m, ok := madeAt(pass, cur)
		if !ok || !m.kept() || !m.lasts() && !m.fieldLasts() {
			continue
		}
		if p, ok := m.propose(names); ok {
			done[m.value] = true
			technique.Report(pass, p)
		}
	}
	nodes(pass, done)
}

// madeAt matches a statement in a loop that makes a struct and stores it, appends it or gives it
// to a variable.
func madeAt(pass *analysis.Pass, cur inspector.Cursor) (m *made, ok bool) {
	as := cur.Node().(*ast.AssignStmt)
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 || !technique.InList(cur) || inEach(pass, cur) {
		return nil, false
	}
	m = &made{pass: pass, file: technique.FileOf(pass, as.Pos()), cur: cur}
	if m.fn, ok = technique.EnclosingFunc(cur); !ok || m.file == nil {
		return nil, false
	}
	m.value = ast.Unparen(as.Rhs[0])
	if _, x, ok := m.appended(m.value); ok {
		m.value = x
	}
	if m.typ = m.newStruct(); m.typ == nil {
		return nil, false
	}
	size, known := technique.SizeOf(pass, m.typ)
	return m, known && 0 < size && size <= largest && !technique.Aligned(pass, m.typ) &&
		(technique.InLoop(cur) || m.calledBack())
}

// newStruct returns the struct's type where the value is &T{...} or new(T).
func (m *made) newStruct() types.Type {
	info := m.pass.TypesInfo
	var t types.Type
	switch e := m.value.(type) {
	case *ast.UnaryExpr:
		_, ok := e.X.(*ast.CompositeLit)
		if e.Op != token.AND || !ok && !m.variable(e.X) {
			return nil
		}
		t = info.TypeOf(e.X)
	case *ast.CallExpr:
		if !technique.IsBuiltin(info, e, "new") || !info.Types[e.Args[0]].IsType() {
			return nil
		}
		t = info.TypeOf(e.Args[0])
	default:
		return nil
	}
	if _, isStruct := t.Underlying().(*types.Struct); !isStruct {
		return nil
	}
	return t
}

// propose declares the block before the loops that fill it.
//
//	have: for sc.Scan() { out = append(out, &T{sc.Text()}) }
//	want: var ts []T; for sc.Scan() { out = append(out, inBlock(&ts, T{sc.Text()})) }
func (m *made) propose(names map[string]bool) (p technique.Proposal, ok bool) {
	at, ok := m.outermost()
	if !ok || !technique.Since(m.pass, m.file, "go1.21") ||
		!technique.Predeclared(m.pass, at.Pos(), "append", "len", "cap", "make", "min") {
		return p, false
	}
	typ, edits, ok := technique.TypeText(m.pass, m.file, at.Pos(), m.typ)
	if !ok {
		return p, false
	}
	more, ok := inBlock.Declare(m.pass, m.file, m.value)
	if !ok {
		return p, false
	}
	name := m.name(names)
	edits = append(append(edits, more...),
		technique.Insert(at.Pos(), fmt.Sprintf("var %s []%s\n", name, typ)))
	call := "inBlock(&" + name + ", "
	if m.decl.Valid() {
		edits = append(edits, m.declared(call, typ)...)
	} else if u, ok := m.value.(*ast.UnaryExpr); ok {
		edits = append(edits,
			analysis.TextEdit{Pos: u.Pos(), End: u.X.Pos(), NewText: []byte(call)},
			technique.Insert(u.End(), ")"))
	} else {
		edits = append(edits, technique.Replace(m.value, call+typ+"{})"))
	}
	return technique.Proposal{At: m.at(), Edits: edits,
		Message: "make the elements of the loop in blocks"}, true
}

// name returns a name for the block that the file does not have yet, and keeps it: that of the
// structs, as a plural, or with what it is.
func (m *made) name(names map[string]bool) string {
	base := "struct"
	if named, ok := types.Unalias(m.typ).(*types.Named); ok {
		base = technique.LowerFirst(named.Obj().Name())
	}
	for i, wanted := 1, technique.Plural(base); ; i++ {
		name := technique.FreshName(m.pass, m.file, wanted)
		if name == wanted && !names[name] {
			names[name] = true
			return name
		}
		if wanted = base + "Block"; i > 1 {
			wanted += fmt.Sprint(i)
		}
	}
}
