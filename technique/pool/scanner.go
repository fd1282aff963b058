package pool

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// newScanner matches a scanner, which makes itself a buffer when it begins.
//
//	sc := bufio.NewScanner(r)
func (s *pooled) newScanner() bool {
	call, ok := s.value.(*ast.CallExpr)
	return ok && technique.IsFunc(s.pass.TypesInfo, call, "bufio", "NewScanner")
}

// isScanner reports whether a type is *bufio.Scanner.
func isScanner(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && technique.IsNamed(p.Elem(), "bufio", "Scanner")
}

// scannerRoom is how much a scanner begins with.
const scannerRoom = "4096"

// scannerLines returns the lines that give a scanner the buffer of another one, as large as the
// one that it would make itself.
func (s *pooled) scannerLines(v, name, get string) []string {
	room := technique.FreshName(s.pass, s.file, "room")
	pkg, _ := technique.AddImport(s.pass, s.file, s.stmt.Pos(), "bufio")
	return []string{room + get, "defer " + name + ".Put(" + room + ")",
		technique.Text(s.pass, s.stmt),
		v + ".Buffer(" + room + "[:], " + pkg + ".MaxScanTokenSize)"}
}

// scanning finds out whether code keeps the bytes of a scanner.
type scanning struct {
	bytes *retention
	seen  map[*types.Var]bool
}

// scannerHere reports whether nothing keeps the scanner or its bytes, and records the uses.
func (s *pooled) scannerHere() bool {
	k := s.retention()
	c := &scanning{bytes: k, seen: make(map[*types.Var]bool)}
	if !c.only(s.v) || len(k.returned) > 0 || k.escapes() {
		return false
	}
	s.trusted = true // the reader behind it
	for _, id := range technique.UsesOf(s.pass, s.v) {
		s.uses = append(s.uses, id.Node().(*ast.Ident))
	}
	return len(s.uses) > 0
}

// only judges all uses of a variable that holds the scanner.
func (c *scanning) only(v *types.Var) bool {
	if c.seen[v] {
		return true
	}
	c.seen[v] = true
	uses, ok := technique.LocalUses(c.bytes.pass, v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return later(c.bytes.pass, use, c.bytes.in) || !c.use(use)
	})
}

// use judges one use of the scanner: its methods are called, or functions of the package.
func (c *scanning) use(cur inspector.Cursor) bool {
	info, parent := c.bytes.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return c.use(parent)
	case *ast.SelectorExpr:
		call, ok := parent.Parent().Node().(*ast.CallExpr)
		return ok && call.Fun == ast.Expr(n) && c.method(parent.Parent(), n.Sel.Name)
	case *ast.CallExpr:
		fn, ok := technique.Func(info, n)
		if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		decl, index := technique.DeclOf(c.bytes.pass, fn), cur.ParentEdgeIndex()
		sig := fn.Origin().Signature()
		c.bytes.other[fn.Origin()] = true
		return decl != nil && decl.Body != nil &&
			(!sig.Variadic() || index < sig.Params().Len()-1) &&
			isScanner(sig.Params().At(index).Type()) && c.only(sig.Params().At(index))
	}
	return false
}

// method judges a call of a method of the scanner. What splits the text gets its bytes.
func (c *scanning) method(call inspector.Cursor, name string) bool {
	switch name {
	case "Scan", "Text", "Err":
		return true
	case "Bytes":
		return c.bytes.use(call)
	case "Split":
		fn, ok := technique.Callee(c.bytes.pass.TypesInfo, &ast.CallExpr{
			Fun: call.Node().(*ast.CallExpr).Args[0]}).(*types.Func)
		return ok && fn.Pkg() != nil && fn.Pkg().Path() == "bufio"
	}
	return false
}
