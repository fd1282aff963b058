package technique

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/rewrite"
)

// index finds things in a package that techniques would otherwise search all of
// it for, again and again.
type index struct {
	root  inspector.Cursor // the whole of the package
	names map[*ast.File]rewrite.Names
	decls []inspector.Cursor // the top-level declarations, by place
	funcs map[*types.Func]*ast.FuncDecl
	uses  map[types.Object][]inspector.Cursor // of objects as they are declared
	// demanded are the names of the methods that interfaces of the package have.
	demanded map[string]bool
	gotos    []token.Pos // by place
	// leftOut is readLeftOut, once.
	leftOut func() (leftOut, error)
	// beside adds what files beside those of the package declare to the names, once.
	beside func()
	// early is earlyFuncs, once.
	early func() map[*ast.FuncDecl]bool
	// varying is varyingIn, once.
	varying func() []varying
	// hides is hiddenNames, once.
	hides func() map[string]bool
	// structs is structsOf, once.
	structs func() *structs
	// byKind is nodesByKind, once.
	byKind func() map[reflect.Type][]inspector.Cursor
}

// indexer makes the index of a package.
var indexer = &analysis.Analyzer{Name: "index", Doc: "index a package for techniques",
	ResultType: reflect.TypeFor[*index](),
	Run:        func(pass *analysis.Pass) (any, error) { return newIndex(pass), nil }}

// indexOf returns the index that the techniques of a package share. An analyzer that does not
// require the indexer gets its own.
func indexOf(pass *analysis.Pass) *index {
	if ix, ok := pass.ResultOf[indexer].(*index); ok {
		return ix
	}
	return newIndex(pass)
}

func newIndex(pass *analysis.Pass) *index {
	ix := &index{root: inspector.New(pass.Files).Root(), names: make(map[*ast.File]rewrite.Names),
		funcs:    make(map[*types.Func]*ast.FuncDecl),
		uses:     make(map[types.Object][]inspector.Cursor, len(pass.TypesInfo.Defs)),
		demanded: make(map[string]bool),
		leftOut:  sync.OnceValues(func() (leftOut, error) { return readLeftOut(pass) })}
	ix.beside = sync.OnceFunc(ix.nameBeside)
	ix.varying = sync.OnceValue(func() []varying { return varyingIn(pass, ix) })
	ix.byKind = sync.OnceValue(func() map[reflect.Type][]inspector.Cursor {
		return nodesByKind(ix.root)
	})
	ix.hides = sync.OnceValue(func() map[string]bool { return hiddenNames(pass) })
	ix.structs = sync.OnceValue(func() *structs { return structsOf(pass, ix) })
	ix.early = sync.OnceValue(func() map[*ast.FuncDecl]bool { return earlyFuncs(pass, ix) })
	var naming sync.WaitGroup
	defer naming.Wait()
	naming.Go(func() {
		for _, file := range pass.Files {
			ix.names[file] = rewrite.NamesOf(file)
		}
	})
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
					ix.funcs[obj] = fn
				}
			}
		}
	}
	for cur := range ix.root.Preorder((*ast.Ident)(nil)) {
		if obj := pass.TypesInfo.Uses[cur.Node().(*ast.Ident)]; obj != nil {
			ix.uses[Origin(obj)] = append(ix.uses[Origin(obj)], cur)
		}
	}
	for cur := range ix.root.Preorder((*ast.InterfaceType)(nil)) {
		for _, method := range cur.Node().(*ast.InterfaceType).Methods.List {
			for _, id := range method.Names {
				ix.demanded[id.Name] = true
			}
		}
	}
	for cur := range ix.root.Preorder((*ast.BranchStmt)(nil)) {
		if b := cur.Node().(*ast.BranchStmt); b.Tok == token.GOTO {
			ix.gotos = append(ix.gotos, b.Pos())
		}
	}
	slices.Sort(ix.gotos)
	for file := range ix.root.Children() {
		for decl := range file.Children() {
			ix.decls = append(ix.decls, decl)
		}
	}
	slices.SortFunc(ix.decls, func(a, b inspector.Cursor) int {
		return cmp.Compare(a.Node().Pos(), b.Node().Pos())
	})
	return ix
}

// Nodes returns the nodes of some kinds in the package, in the order of the source. Those of
// names and literals of numbers and texts, which are most, are not kept.
func Nodes(pass *analysis.Pass, kinds ...ast.Node) []inspector.Cursor {
	ix := indexOf(pass)
	known := ix.byKind()
	var all []inspector.Cursor
	for _, kind := range kinds {
		list, ok := known[reflect.TypeOf(kind)]
		if !ok && numerous(kind) {
			list = slices.Collect(ix.root.Preorder(kind))
		}
		all = merge(all, list)
	}
	return all
}

// merge returns two lists that are in the order of the source as one.
func merge(a, b []inspector.Cursor) []inspector.Cursor {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	all := make([]inspector.Cursor, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Index() < b[0].Index() {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// nodesByKind returns the nodes of a package that are not of a numerous kind.
func nodesByKind(root inspector.Cursor) map[reflect.Type][]inspector.Cursor {
	lists := make(map[reflect.Type]*[]inspector.Cursor)
	for cur := range root.Preorder() {
		n := cur.Node()
		if numerous(n) {
			continue
		}
		list := lists[reflect.TypeOf(n)]
		if list == nil {
			list = new([]inspector.Cursor)
			lists[reflect.TypeOf(n)] = list
		}
		*list = append(*list, cur)
	}
	byKind := make(map[reflect.Type][]inspector.Cursor, len(lists))
	for kind, list := range lists {
		byKind[kind] = slices.Clip(*list)
	}
	return byKind
}

// numerous reports whether most nodes are of the kind of n, or of a few others.
func numerous(n ast.Node) bool {
	switch n.(type) {
	case *ast.Ident, *ast.BasicLit, *ast.SelectorExpr:
		return true
	}
	return false
}

// around returns the declaration that contains pos.
func (ix *index) around(pos token.Pos) (inspector.Cursor, bool) {
	i, found := slices.BinarySearchFunc(ix.decls, pos,
		func(decl inspector.Cursor, pos token.Pos) int {
			switch n := decl.Node(); {
			case n.End() <= pos:
				return -1
			case pos < n.Pos():
				return 1
			}
			return 0
		})
	if !found {
		return inspector.Cursor{}, false
	}
	return ix.decls[i], true
}

// Find returns the place of a node of the package that lies in a declaration.
func Find(pass *analysis.Pass, n ast.Node) (inspector.Cursor, bool) {
	decl, ok := indexOf(pass).around(n.Pos())
	if !ok {
		return decl, false
	}
	return decl.FindNode(n)
}

// HasGoto reports whether a goto stands in n: what is before a statement then need not
// have run before it, nor only once.
func HasGoto(pass *analysis.Pass, n ast.Node) bool {
	gotos := indexOf(pass).gotos
	i, _ := slices.BinarySearch(gotos, n.Pos())
	return i < len(gotos) && gotos[i] < n.End()
}

// GotoAround is HasGoto for the function around a place, or literal.
func GotoAround(pass *analysis.Pass, cur inspector.Cursor) bool {
	fn, ok := EnclosingFunc(cur)
	return ok && HasGoto(pass, fn.Node())
}

// EnclosingFunc returns the innermost function around a place, a declaration or a
// literal. It is not ok at package level.
func EnclosingFunc(cur inspector.Cursor) (fn inspector.Cursor, ok bool) {
	root := cur.Inspector().Root()
	for ; cur != root; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return cur, true
		}
	}
	return root, false
}

// InFunc reports whether fn, as EnclosingFunc returns it, is the innermost function
// around a place: no literal in it is.
func InFunc(cur, fn inspector.Cursor) bool {
	around, _ := EnclosingFunc(cur)
	return around == fn
}

// InLoop reports whether a place is in a loop of the function around it.
func InLoop(cur inspector.Cursor) bool {
	for root := cur.Inspector().Root(); cur != root; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}

// RunsLater reports whether a call runs later than its operands are evaluated: it is that of
// a go or defer statement.
func RunsLater(call inspector.Cursor) bool {
	kind := call.ParentEdgeKind()
	return kind == edge.GoStmt_Call || kind == edge.DeferStmt_Call
}

// Repeated reports whether code may run more often than what stands at pos before it, or
// later: it is in a loop or a function literal that begins behind pos.
func Repeated(cur inspector.Cursor, pos token.Pos) bool {
	for root := cur.Inspector().Root(); cur != root; cur = cur.Parent() {
		switch n := cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return pos < n.Pos()
		}
	}
	return false
}

// RunsOnce reports whether a program runs a function once: main and init.
func RunsOnce(pass *analysis.Pass, fn *ast.FuncDecl) bool {
	return fn.Recv == nil &&
		(fn.Name.Name == "init" || fn.Name.Name == "main" && pass.Pkg.Name() == "main")
}

// InList reports whether a statement stands in a list of statements, where others can
// stand before and after it. The cases of a switch statement do not.
func InList(cur inspector.Cursor) bool {
	switch cur.Node().(type) {
	case *ast.CaseClause, *ast.CommClause:
		return false
	}
	switch cur.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return true
	}
	return false
}

// UsesOf returns where the package uses an object, by place.
func UsesOf(pass *analysis.Pass, obj types.Object) []inspector.Cursor {
	return indexOf(pass).uses[Origin(obj)]
}

// ByPlace orders cursors by where they stand in the package, for [slices.SortFunc].
func ByPlace(a, b inspector.Cursor) int { return cmp.Compare(a.Index(), b.Index()) }

// LocalUses returns the uses of a variable that a function declares, also one that a variable of
// the package holds. It is not ok for a field and for a variable of the package.
func LocalUses(pass *analysis.Pass, v *types.Var) (uses []inspector.Cursor, ok bool) {
	if v.IsField() || v.Pkg() != pass.Pkg || v.Parent() == pass.Pkg.Scope() {
		return nil, false
	}
	_, ok = indexOf(pass).around(v.Pos())
	return UsesOf(pass, v), ok
}

// InLiteral reports whether a use of a variable is in a function literal within the code that
// declares the variable: what a call does to it is seen there at any time.
func InLiteral(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if v.Pos() < lit.Node().Pos() {
			return true
		}
	}
	return false
}

// Origin returns what a method or field of an instantiated type was made from;
// other objects as they are.
func Origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// DeclOf returns the declaration of a function of the package; nil for others,
// and for methods of interfaces.
func DeclOf(pass *analysis.Pass, fn *types.Func) *ast.FuncDecl {
	if fn.Pkg() != pass.Pkg {
		return nil
	}
	return indexOf(pass).funcs[fn.Origin()]
}

// Foreign reports whether a call is one of a function that another package
// declares.
func Foreign(pass *analysis.Pass, call *ast.CallExpr) bool {
	fn, ok := Func(pass.TypesInfo, call)
	return ok && fn.Pkg() != pass.Pkg
}

// AddImport is rewrite.AddImport for a file of the package.
func AddImport(pass *analysis.Pass, file *ast.File, pos token.Pos, path string) (
	name string, edits []analysis.TextEdit) {
	return rewrite.AddImport(pass.Fset, pass.TypesInfo, file, indexOf(pass).namesIn(file), pos,
		path)
}
