// Package pool keeps what each call of a function makes and drops again for the
// next call: buffers, slices, maps, large numbers, structs of the package, and objects of the
// standard library that can be reset.
package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("pool",
		"keep what a function makes and drops in a pool between its calls\n\n"+
			"A buffer that grows, or a map that fills, takes its memory anew in each call, "+
			"though nothing of it is needed after the call. In a sync.Pool it waits for the "+
			"next one, with the room that it has. What has become very large is not kept. "+
			"Objects of the standard library that can be reset wait there, too: compressors, "+
			"hashes, buffered readers and writers, also those that only a struct of the package "+
			"holds, and what a constructor of it chooses, each kind in a pool of its own. A hash "+
			"of a key from a field waits with the key, and is taken for no other. So do "+
			"structs of the package, empty, but with the room of the slices in them "+
			"that no other code holds, and structs and arrays that are too large for the stack. "+
			"Bytes of a buffer that are returned are copied once. io.ReadAll becomes a buffer "+
			"that waits, and so does a strings.Builder that functions get to write to. What each "+
			"iteration of a loop makes is declared before the loop, and emptied in it. What a "+
			"function takes from a pool that is there and does not give back, or not where it "+
			"returns early, is given back; a struct of the package as its zero value.\n\n"+
			"It is proposed where the code shows that the buffer, map or struct itself is not "+
			"retained, also by function literals, which run later than the function around "+
			"them. A slice gets the length and the capacity that make gives, or grows under its "+
			"own name where nothing tells what room it began with; a big.Int computes in the "+
			"memory of the last one. Who is given its bytes to write is assumed not to keep "+
			"them, as io.Writer demands; and who serves a request is assumed not to use its "+
			"http.ResponseWriter later, as net/http demands. A reader of compressed data that "+
			"waits in the pool still leads to what it has read from, until it is used or "+
			"dropped.",
		run),
	Title: "Keep scratch space in a pool",
	Causes: []string{"buffer-grows", "map-make", "map-grows", "escaping-variable",
		"escaping-literal", "library-object", "returned-pointer", "compressor-state", "bufio-new",
		"slice-make", "append-grows", "big-number"},
	Risk:       technique.Checked,
	LastResort: true,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		if p, ok := giveBack(pass, cur); ok {
			technique.Report(pass, p)
		}
	}
	names, byValue := make(map[string]bool), make(map[*types.Named]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		if c, ok := chooses(pass, cur); ok {
			technique.Report(pass, c.propose(names))
		}
	}
	within := make(map[ast.Stmt]bool)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		if s, ok := makesInner(pass, cur); ok {
			within[s.stmt] = true
			s.names = names
			s.v = types.NewVar(s.stmt.Pos(), pass.Pkg, s.innerName(), s.v.Type())
			technique.Report(pass, s.propose())
		}
	}
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		s, ok := begins(pass, cur)
		if !ok || within[s.stmt] || !s.isLocal() && !(s.asSlice() && s.isLocal()) {
			continue
		}
		s.byValue = byValue
		if s.room = s.rooms(); !s.trusted && s.onStack() && len(s.room) == 0 {
			continue
		}
		s.names = names
		if s.body == nil && !s.large() && s.emptiedInLoop() {
			continue // it serves all iterations already
		}
		if s.body == nil {
			technique.Report(pass, s.propose())
		} else if p, ok := s.proposeLoop(); ok {
			technique.Report(pass, p)
		}
	}
}

// onStack reports whether the compiler keeps what no other code gets on the stack.
func (s *pooled) onStack() bool {
	if s.large() {
		return false
	}
	switch s.form {
	case array, own, ownValue, bytesArray:
		return true
	case slice:
		return s.fixed
	case hashed:
		return !s.handed()
	}
	return false
}

// pooled is a local variable that begins as something new that can wait in a pool.
type pooled struct {
	pass  *analysis.Pass
	file  *ast.File
	fn    *ast.FuncDecl
	in    ast.Node // the function that declares it: fn, or a literal in it
	stmt  ast.Stmt // that declares it
	value ast.Expr // nil for var v bytes.Buffer
	v     *types.Var
	form  form
	names technique.Given // that were given in this package

	// Of a value that each iteration of a loop makes: the loop, with its label, and its
	// body.
	loop inspector.Cursor
	body *ast.BlockStmt

	// Of an own struct: its type, the literal that it begins with, and what stands in
	// that for the parameters of a constructor.
	named     *types.Named
	literal   ast.Expr
	arguments map[ast.Node]string
	room      []*types.Var          // its fields whose room waits with it
	growing   []ast.Node            // where they grow, in the same file
	byValue   map[*types.Named]bool // the types of which structs may be copied

	// Of an object that is made within a statement: where.
	inner *inner

	// Of an object whose constructor may fail: the error, and the statement that
	// returns it.
	failure *ast.Ident
	check   *ast.IfStmt

	// fixed says that the length or capacity of a slice is constant.
	fixed bool

	// notNil says that a buffer begins with bytes that are empty and not nil.
	notNil bool
	sized  ast.Stmt // declares the number that only said how many there is room for

	uses     []*ast.Ident
	returned []inspector.Cursor // calls of Bytes whose result is returned
	trusted  bool               // writers that get its bytes are trusted not to retain them
}

// form is what a variable is.
type form int

const (
	pointer    form = iota // *bytes.Buffer
	object                 // bytes.Buffer
	table                  // a map
	known                  // an object of the standard library that has Reset
	array                  // a []byte of constant length
	own                    // a pointer to a struct of the package
	ownValue               // a struct of the package
	reader                 // a *gzip.Reader, whose Reset reads and may fail
	leveled                // a compressor of a level, whose constructor returns an error
	anyLevel               // one whose level is not constant
	bytesArray             // an array of bytes, or one that is large
	hashed                 // a hash.Hash
	keyed                  // one of a key
	slice                  // a slice that make makes
	grown                  // a slice that begins empty
	number                 // a *big.Int
	scanner                // a *bufio.Scanner, whose buffer waits
	whole                  // the []byte that io.ReadAll makes
)

// begins matches the declaration of one variable as something that can wait in
// a pool, where a function runs it once for each call.
func begins(pass *analysis.Pass, cur inspector.Cursor) (*pooled, bool) {
	if !technique.InList(cur) {
		return nil, false
	}
	in, ok := technique.EnclosingFunc(cur)
	if !ok {
		return nil, false
	}
	if s, ok := failing(pass, cur); ok {
		s.in = in.Node()
		return s, true
	}
	if s, ok := reading(pass, cur); ok {
		s.in = in.Node()
		return s, true
	}
	s := &pooled{pass: pass, in: in.Node(), stmt: cur.Node().(ast.Stmt),
		file: technique.FileOf(pass, cur.Node().Pos())}
	v, _, value := technique.Declared(pass.TypesInfo, s.stmt)
	_, isVar := s.stmt.(*ast.DeclStmt)
	if v == nil || s.file == nil || isVar && value != nil {
		return nil, false
	}
	s.v, s.value = v, ast.Unparen(value)
	if s.form, ok = s.formOf(); !ok {
		return nil, false
	}
	once := s.runsOnce(cur) && (s.form != array && s.form != bytesArray || s.worthPool())
	return s, (once || !s.onlyOnce() && s.inLoop(cur)) && s.nameable() &&
		technique.Predeclared(pass, s.stmt.Pos(), "any", "make", "new", "clear", "delete", "len")
}

// onlyOnce reports whether nothing is proposed for what each iteration of a loop makes.
func (s *pooled) onlyOnce() bool {
	return s.form == slice || s.form == grown || s.form == scanner || s.form == keyed
}

// nameable reports whether the type can be written where the pool is declared, and
// after the variable, which may have the name of its type.
func (s *pooled) nameable() bool {
	ok := true
	switch {
	case s.form == slice:
		ok = s.sliceType() != "" && technique.Predeclared(s.pass, s.stmt.Pos(), s.counted())
		if ok {
			_, ok = s.maker().Declare(s.pass, s.file, s.stmt)
		}
	case s.form == number:
		ok = technique.Predeclared(s.pass, s.stmt.Pos(), "cap")
	case s.form == grown:
		ok = s.sliceType() != "" && technique.Predeclared(s.pass, s.stmt.Pos(), "cap")
	case s.form == table:
		if _, _, ok = technique.TypeText(s.pass, s.file, s.fn.Pos(), s.v.Type()); ok {
			_, ok = technique.EmptyMap(s.pass, s.file, s.stmt, s.v.Name(), s.v.Type())
		}
	case s.named != nil:
		_, _, ok = technique.TypeText(s.pass, s.file, s.stmt.End(), s.named)
	}
	return ok
}

// formOf returns what the variable is, when it begins empty.
func (s *pooled) formOf() (form, bool) {
	t := types.Unalias(s.v.Type())
	_, isPointer := t.(*types.Pointer)
	switch {
	case technique.IsNamed(t, "bytes", "Buffer") && isPointer:
		return pointer, s.newBuffer()
	case technique.IsNamed(t, "bytes", "Buffer"):
		lit, ok := s.value.(*ast.CompositeLit)
		return object, s.value == nil || ok && len(lit.Elts) == 0
	case technique.IsNamed(t, "strings", "Builder"):
		return s.builder()
	}
	if f, ok := s.ownStruct(); ok {
		return f, true
	}
	if technique.IsBigInt(t) {
		return number, s.newNumber()
	}
	if isScanner(t) {
		return scanner, s.newScanner()
	}
	if isPointer {
		return known, s.resettable()
	}
	if isHash(t) {
		if s.newKeyed() {
			return keyed, true
		}
		return hashed, s.newHash()
	}
	if technique.IsBytes(t) {
		if _, ok := s.length(); ok {
			return array, true
		}
	}
	if technique.IsSlice(t) {
		if s.emptySlice() {
			return grown, true
		}
		return slice, s.madeSlice()
	}
	if isBytesArray(t) || s.largeArray() {
		return bytesArray, s.value == nil
	}
	if _, ok := t.Underlying().(*types.Map); !ok {
		return 0, false
	}
	switch e := s.value.(type) {
	case *ast.CompositeLit:
		return table, len(e.Elts) == 0
	case *ast.CallExpr:
		return table, technique.IsBuiltin(s.pass.TypesInfo, e, "make") && (len(e.Args) == 1 ||
			technique.Pure(s.pass.TypesInfo, e.Args[1]) && !s.lastUse(e.Args[1]))
	}
	return 0, false
}

// lastUse reports whether an expression is all that some variable of the function is there for.
func (s *pooled) lastUse(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		v, ok := technique.Variable(s.pass.TypesInfo, n)
		if ok && v.Kind() == types.LocalVar && len(technique.UsesOf(s.pass, v)) == 1 {
			return true
		}
	}
	return false
}

// runsOnce reports whether the declaration is outside of loops of its function, which may be
// a literal, so that a deferred call there runs once.
func (s *pooled) runsOnce(cur inspector.Cursor) bool {
	for up := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil),
		(*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.LabeledStmt)(nil)) {
		switch n := up.Node().(type) {
		case *ast.FuncDecl:
			return s.inside(n) && !technique.RunsOnce(s.pass, n)
		case *ast.FuncLit:
			for outer := range up.Enclosing((*ast.FuncDecl)(nil)) {
				return s.inside(outer.Node().(*ast.FuncDecl))
			}
		}
		return false
	}
	return false
}

// inside notes the declared function that the declaration is in. A pool can be declared
// before it, and named after it.
func (s *pooled) inside(fn *ast.FuncDecl) bool {
	s.fn = fn
	obj, ok := s.pass.TypesInfo.Defs[fn.Name].(*types.Func)
	if !ok || fn.Name.Name == "_" {
		return false
	}
	sig := obj.Signature()
	return sig.TypeParams().Len() == 0 && sig.RecvTypeParams().Len() == 0 || s.plain()
}

// plain reports whether neither the type of the variable nor what it begins with depends on a type
// parameter: then a generic function has one pool for all its instances.
func (s *pooled) plain() bool {
	if !plainType(s.v.Type()) {
		return false
	}
	if s.value == nil {
		return true
	}
	for n := range ast.Preorder(s.value) {
		if e, ok := n.(ast.Expr); ok {
			if t := s.pass.TypesInfo.TypeOf(e); t != nil && !plainType(t) {
				return false
			}
		}
	}
	return true
}

// plainType reports whether a type names no type parameter. It does not look into structs and maps
// without a name.
func plainType(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return true
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if !plainType(arg) {
				return false
			}
		}
		return true
	case *types.Pointer:
		return plainType(t.Elem())
	case *types.Slice:
		return plainType(t.Elem())
	case *types.Array:
		return plainType(t.Elem())
	case *types.Interface:
		return t.Empty()
	case *types.Signature:
		for v := range t.Params().Variables() {
			if !plainType(v.Type()) {
				return false
			}
		}
		for v := range t.Results().Variables() {
			if !plainType(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
