// Package loopreuse makes maps, slices, buffers and hashes before a loop that makes new
// ones each time around, and declares variables there whose addresses go elsewhere.
package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("loopreuse",
		"make scratch memory once before a loop, and clear it each time around\n\n"+
			"A map, a slice, a bytes.Buffer, a hash or a big.Int that a loop makes for one "+
			"iteration takes its memory anew in each. Where nothing of it is left after the "+
			"iteration, one does for all: it is made before the loop, and is emptied where it "+
			"was made.\n\n"+
			"That nothing is left is seen by its uses: elements are read and written, but none "+
			"is pointed to, all of it is copied, or given to functions of the standard library "+
			"that keep nothing. What a writer or another interface gets is left alone, because "+
			"it may be held there until the loop is over. Pointers to the elements may be given "+
			"to Scan, as a list that the loop makes, too. A slice that begins as nil may not be "+
			"compared with nil. A row that becomes the one before, in the next iteration, takes "+
			"turns with it.\n\n"+
			"A variable that is declared elsewhere, and is given a new slice, map or buffer in "+
			"the loop, is emptied instead, where its uses are such, and no loop goes over it "+
			"meanwhile.\n\n"+
			"So does a variable whose address goes to what the compiler cannot see through: "+
			"json.Unmarshal, Scan, a reader or writer behind an interface. It is declared before "+
			"the loop, and gets its first value where it was declared; the variable of a range "+
			"loop, too, a reader of bytes, of a string or of a part of another reader, and what a "+
			"function of the package makes that is inlined. Nothing may keep its address: "+
			"functions of the package are followed, those of the standard library are known, "+
			"readers and writers keep nothing, and functions that are called Unmarshal, Decode "+
			"or Scan are taken to do what those of encoding/json and database/sql do.\n\n"+
			"A few bytes that are written as []byte{c} to a writer or a hash behind an interface "+
			"go to an array that is declared before the loop.\n\n"+
			"A function literal or method value that is the same each time, and goes into a "+
			"field, a list or a call that the compiler cannot see through, is made before the "+
			"loop.\n\n"+
			"A reader of package encoding/csv puts all records into one slice, where the loop is "+
			"done with each before it reads the next.",
		technique.Each(anew, (*ast.AssignStmt)(nil)),
		technique.Each(records, (*ast.AssignStmt)(nil)),
		technique.Each(either, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)),
		technique.Each(ranged, (*ast.RangeStmt)(nil)),
		literals, funcs),
	Title: "Make scratch memory once for a loop",
	Causes: []string{"map-make", "map-grows", "slice-make", "append-grows", "slice-literal",
		"buffer-grows", "hash-state", "library-object", "escaping-variable", "escaping-literal",
		"closure", "method-value"},
	Risk: technique.Checked,
}

// scratch is a variable that a loop makes anew each time around.
type scratch struct {
	pass *analysis.Pass
	file *ast.File
	stmt inspector.Cursor // that declares it
	loop inspector.Cursor // the outermost one around that, with its label
	v    *types.Var
	name *ast.Ident
	made ast.Expr // its value, nil for none
	// isNil says that it is a slice that begins as nil, and will be empty from the second
	// iteration on.
	isNil bool
	// leaves says that the compiler does not see what gets its address, and trusts that this is
	// taken at its word.
	leaves, trusts bool
	at             ast.Node // what takes the memory of a variable
	turns          bool     // it takes turns with another slice
	safe           bool     // nothing else can tell
	// anew says that it is declared elsewhere, and given new memory at begins.
	anew   bool
	begins []inspector.Cursor
	called bool // functions of the function use it, too

	before string // what is said before the loop
	within string // what is said where it was declared
	edits  []analysis.TextEdit
	also   []ast.Node // what makes it grow
}

// either proposes to empty what a declaration in a loop makes, or to give it its first value
// again.
func either(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	if p, ok := propose(pass, cur); ok {
		return p, true
	}
	return variables(pass, cur)
}

// propose matches a declaration in a loop.
//
//	have: for ... { seen := make(map[string]bool); ... }
//	want: seen := make(map[string]bool); for ... { clear(seen); ... }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, name, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || name.Name == "_" || !technique.InList(cur) {
		return none, false
	}
	s := &scratch{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), stmt: cur, v: v,
		name: name, made: value}
	if !s.inLoop() || !s.alone() {
		return none, false
	}
	if !s.isMap() && !s.isSlice() && !s.isBuffer() && !s.isHash() && !s.isBig() {
		return none, false
	}
	at := ast.Node(s.made)
	if _, made := s.made.(*ast.CallExpr); !made && s.grows() {
		at, s.also = s.also[0], s.also[1:] // what is empty takes no memory
	} else if s.made == nil {
		at = name
	}
	start := technique.Start(pass, s.file, s.loop.Node())
	s.edits = append(s.edits, technique.Insert(start, s.before+"\n"),
		s.replaced())
	return technique.Proposal{At: at, Also: s.also, Edits: s.edits, Safe: s.safe,
		Message: "make " + name.Name + " once, before the loop"}, true
}

// inLoop finds the outermost loop around the declaration, in the same function.
func (s *scratch) inLoop() bool {
	fn, ok := technique.EnclosingFunc(s.stmt)
	if !ok || technique.HasGoto(s.pass, fn.Node()) || s.once() {
		return false
	}
	found := false
	for loop := range s.stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if technique.InFunc(loop, fn) {
			s.loop, found = loop, true
		}
	}
	if !found {
		return false
	}
	if _, labeled := s.loop.Parent().Node().(*ast.LabeledStmt); labeled {
		s.loop = s.loop.Parent()
	}
	return technique.InList(s.loop)
}

// once reports whether the iteration that comes to the declaration is the last one.
func (s *scratch) once() bool {
	if _, loop := s.stmt.Node().(*ast.RangeStmt); loop ||
		s.stmt.ParentEdgeKind() != edge.BlockStmt_List {
		return false
	}
	var last ast.Node
	for next, ok := s.stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for n := range next.Preorder((*ast.BranchStmt)(nil)) {
			if n.Node().(*ast.BranchStmt).Tok == token.CONTINUE {
				return false
			}
		}
		last = next.Node()
	}
	switch n := last.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.BREAK && s.body()
	}
	return false
}

// body reports whether the statement stands in the body of a loop itself.
func (s *scratch) body() bool {
	switch s.stmt.Parent().ParentEdgeKind() {
	case edge.ForStmt_Body, edge.RangeStmt_Body:
		return true
	}
	return false
}

// outside reports whether an expression means the same before the loop.
func (s *scratch) outside(e ast.Expr) bool {
	return technique.ResolvesSameAt(s.pass, e, s.loop.Node().Pos())
}

// grows reports whether the variable is a slice, for which append takes the memory.
func (s *scratch) grows() bool {
	_, ok := s.v.Type().Underlying().(*types.Slice)
	return ok && len(s.also) > 0
}

func (s *scratch) text(n ast.Node) string { return technique.Text(s.pass, n) }
