package hoist

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// constantBytes matches bytes of a constant that are only written to what is
// behind an interface, at once or by functions of the package. For it they go to
// the heap each time; it must neither change nor keep them.
//
//	have: w.Write([]byte("\n"))
//	want: w.Write(newline)
func (s *site) constantBytes() (building, bool) {
	b := building{what: "the bytes", text: technique.Text(s.pass, s.expr)}
	if !types.Identical(s.pass.TypesInfo.TypeOf(s.expr), types.NewSlice(types.Typ[types.Byte])) {
		return b, false
	}
	switch e := s.expr.(type) {
	case *ast.CallExpr:
		if !s.pass.TypesInfo.Types[e.Fun].IsType() {
			return b, false
		}
		text, ok := s.text(e.Args[0])
		if !ok || text == "" {
			return b, false
		}
		b.name = nameOf(text)
	case *ast.CompositeLit:
		if len(e.Elts) == 0 || !s.constant(e) {
			return b, false
		}
	}
	b.suffix = "Text"
	return b, s.onlyWritten()
}

// nameOf returns a name for the bytes of a text: newline, or the letters in it;
// "" where the text has none, or is long.
func nameOf(text string) string {
	if text == "\n" {
		return "newline"
	}
	name := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r)
	}) {
		if name != "" {
			word = upperFirst(strings.ToLower(word))
		}
		name += word
	}
	if len(name) < 3 || len(name) > 16 {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:] + "Text"
}

// taking follows bytes to where they go.
type taking struct {
	*site
	seen map[*types.Var]bool // parameters that are or were looked at
	// leaves says that an interface gets them, so that they go to the heap.
	leaves bool
}

// onlyWritten reports whether the bytes are only read, and go to a writer behind an
// interface in the end.
func (s *site) onlyWritten() bool {
	t := &taking{site: s, seen: make(map[*types.Var]bool)}
	call, ok := s.cur.Parent().Node().(*ast.CallExpr)
	return ok && s.cur.ParentEdgeKind() == edge.CallExpr_Args &&
		t.argument(call, s.cur.ParentEdgeIndex()) && t.leaves
}

// use judges one use of a parameter that gets the bytes.
func (t *taking) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && !t.written(parent)
	case *ast.RangeStmt, *ast.BinaryExpr:
		return true
	case *ast.SliceExpr:
		return n.X == cur.Node() && t.use(parent)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && t.argument(n, cur.ParentEdgeIndex())
	}
	return false
}

// argument judges a call that gets the bytes.
func (t *taking) argument(call *ast.CallExpr, index int) bool {
	info := t.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		basic, ok := info.TypeOf(call).Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsString != 0
	}
	switch fn := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || index > 0 && (fn.Name() == "copy" ||
			fn.Name() == "append" && call.Ellipsis.IsValid())
	case *types.Func:
		if t.writer(fn) {
			t.leaves = true
			return true
		}
		if decl := technique.DeclOf(t.pass, fn); decl != nil {
			sig := fn.Origin().Signature()
			last := sig.Params().Len() - 1
			return decl.Body != nil && (!sig.Variadic() || index < last) &&
				t.unchanged(sig.Params().At(index))
		}
		return effects.Known(fn) &&
			!effects.Of(fn).Has(effects.Keeps|effects.Writes|effects.Calls)
	}
	return false
}

// unchanged reports whether nothing changes or keeps the bytes in a parameter.
func (t *taking) unchanged(v *types.Var) bool {
	if t.seen[v] {
		return true
	}
	t.seen[v] = true
	uses, ok := technique.LocalUses(t.pass, v)
	for _, use := range uses {
		for range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			return false // it runs later
		}
		if !t.use(use) {
			return false
		}
	}
	return ok
}

// writer reports whether a function is the method of an io.Writer.
func (t *taking) writer(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Write" && sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) &&
		sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) &&
		types.Identical(sig.Results().At(1).Type(), types.Universe.Lookup("error").Type())
}
