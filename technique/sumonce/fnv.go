package sumonce

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// fnv is how a constructor of package hash/fnv begins and goes on, by the package's
// documentation and http://www.isthe.com/chongo/tech/comp/fnv/.
type fnv struct {
	bits          int
	begin, factor string
	xorFirst      bool // FNV-1a
}

var fnvs = map[string]fnv{
	"New32":  {32, "2166136261", "16777619", false},
	"New32a": {32, "2166136261", "16777619", true},
	"New64":  {64, "14695981039346656037", "1099511628211", false},
	"New64a": {64, "14695981039346656037", "1099511628211", true},
}

// runFNV proposes to keep the state of a hash that is a number in a variable.
//
//	have: h := fnv.New64a(); io.WriteString(h, s); return h.Sum64()
//	want: h := uint64(14695981039346656037); h = addFNV64a(h, s); return h
func runFNV(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, name, value := technique.Declared(pass.TypesInfo, cur.Node())
	call, ok := value.(*ast.CallExpr)
	if v == nil || !ok || !technique.InList(cur) || technique.Commented(pass, cur.Node()) {
		return none, false
	}
	file := technique.FileOf(pass, cur.Node().Pos())
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "hash/fnv" || file == nil ||
		!technique.Since(pass, file, "go1.18") {
		return none, false
	}
	kind, ok := fnvs[fn.Name()]
	uses, local := technique.LocalUses(pass, v)
	number := fmt.Sprint("uint", kind.bits)
	if !ok || !local || len(uses) == 0 ||
		!technique.Predeclared(pass, cur.Node().Pos(), number, "string", "byte") {
		return none, false
	}
	h := adder(fn.Name(), kind)
	p := technique.Proposal{At: call, Message: "hash in a variable, with " + h.Name,
		Edits: []analysis.TextEdit{technique.Replace(cur.Node(),
			name.Name+" := "+number+"("+kind.begin+")")}}
	given := false
	for _, use := range uses {
		given = given || use.ParentEdgeKind() == edge.CallExpr_Args
		edits, written, ok := inVariable(pass, file, use, kind, h)
		if !ok {
			return none, false
		}
		if written != nil {
			p.Also = append(p.Also, written)
		}
		p.Edits = append(p.Edits, edits...)
	}
	return p, given // where only its methods are called, the compiler keeps it on the stack
}

// inVariable returns what becomes of a use of the hash, and the call if it writes.
func inVariable(pass *analysis.Pass, file *ast.File, use inspector.Cursor, kind fnv,
	h technique.Helper) (edits []analysis.TextEdit, written ast.Node, ok bool) {
	for range use.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		return nil, nil, false
	}
	name := use.Node().(*ast.Ident).Name
	if sel, isSel := use.Parent().Node().(*ast.SelectorExpr); isSel {
		call, isCall := use.Parent().Parent().Node().(*ast.CallExpr)
		if !isCall || call.Fun != ast.Expr(sel) {
			return nil, nil, false
		}
		switch sel.Sel.Name {
		case fmt.Sprint("Sum", kind.bits):
			return []analysis.TextEdit{technique.Replace(call, name)}, nil, true
		case "Reset":
			return []analysis.TextEdit{technique.Replace(call, name+" = "+kind.begin)}, nil,
				use.Parent().Parent().ParentEdgeKind() == edge.ExprStmt_X
		case "Write":
			return added(pass, file, use.Parent().Parent(), name, call.Args[0], h)
		}
		return nil, nil, false
	}
	call, isCall := use.Parent().Node().(*ast.CallExpr)
	if !isCall || !technique.IsFunc(pass.TypesInfo, call, "io", "WriteString") ||
		call.Args[0] != use.Node() {
		return nil, nil, false
	}
	return added(pass, file, use.Parent(), name, call.Args[1], h)
}

// added writes a statement that adds bytes or a text.
func added(pass *analysis.Pass, file *ast.File, cur inspector.Cursor, name string, data ast.Expr,
	h technique.Helper) ([]analysis.TextEdit, ast.Node, bool) {
	stmt := cur.Parent().Node()
	switch n := stmt.(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if !technique.IsBlank(left) {
				return nil, nil, false
			}
		}
	default:
		return nil, nil, false
	}
	if !technique.InList(cur.Parent()) || !isText(pass.TypesInfo.TypeOf(data)) {
		return nil, nil, false
	}
	if conv, ok := data.(*ast.CallExpr); ok && pass.TypesInfo.Types[conv.Fun].IsType() &&
		isText(pass.TypesInfo.TypeOf(conv.Args[0])) {
		data = conv.Args[0]
	}
	if lit, ok := data.(*ast.CompositeLit); ok && len(lit.Elts) == 0 {
		return nil, nil, false
	}
	edits, ok := h.Declare(pass, file, cur.Node())
	return append(edits, technique.Replace(stmt, fmt.Sprintf("%s = %s(%[1]s, %[3]s)", name, h.Name,
		technique.Text(pass, data)))), cur.Node(), ok
}

// isText reports whether values of a type are texts or bytes, and no untyped constants.
func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return technique.IsBytes(t) || ok && basic.Kind() == types.String
}

// adder returns the function that goes on with a hash.
func adder(constructor string, kind fnv) technique.Helper {
	name := "addFNV" + strings.TrimPrefix(constructor, "New")
	step := "sum = sum*%[3]s ^ %[2]s(b[i])"
	if kind.xorFirst {
		step = "sum = (sum ^ %[2]s(b[i])) * %[3]s"
	}
	return technique.Helper{Name: name,
		Text: fmt.Sprintf(`// %[1]s returns the hash of package hash/fnv that sum becomes with b.
func %[1]s[T ~string | ~[]byte](sum %[2]s, b T) %[2]s {
	for i := 0; i < len(b); i++ {
		`+step+`
	}
	return sum
}`, name, fmt.Sprint("uint", kind.bits), kind.factor)}
}
