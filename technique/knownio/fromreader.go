package knownio

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// fromReader matches a reader of bytes or of a string that a function makes, and from which
// io.ReadFull reads: there it is an interface, and on the heap for that. A function that takes
// its type does the same.
//
//	have: r := bytes.NewReader(b); _, err := io.ReadFull(r, id)
//	want: r := bytes.NewReader(b); _, err := readFullBytes(r, id)
func fromReader(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	made, isCall := value.(*ast.CallExpr)
	if v == nil || !isCall || below(pass.Pkg) || !makesReader(pass.TypesInfo, made) {
		return p, false
	}
	r := readings{pass: pass, seen: make(map[*types.Var]bool)}
	if !r.only(v) || len(r.calls) == 0 {
		return p, false
	}
	p.At, p.Safe = made, true
	p.Message = "keep " + v.Name() + " on the stack, and read from it as what it is"
	p.Edits, ok = r.instead(fullOf(v.Type()), technique.FileOf(pass, made.Pos()))
	return p, ok
}

// instead returns the edits that call a helper in place of io.ReadFull, and declare it in a file
// that each build has which has one of the calls.
func (r *readings) instead(helper technique.Helper, made *ast.File) ([]analysis.TextEdit, bool) {
	for _, in := range r.calls {
		at := technique.FileOf(r.pass, in.Pos())
		var edits []analysis.TextEdit
		ok := at != nil && made != nil
		for i, call := range r.calls {
			file := technique.FileOf(r.pass, call.Pos())
			if !ok || file == nil || technique.InTest(r.pass, file) &&
				!technique.InTest(r.pass, made) {
				return nil, false
			}
			var declared []analysis.TextEdit
			if declared, ok = helper.Declare(r.pass, at, call); !ok {
				break
			}
			if i == 0 {
				edits = declared
			}
			edits = append(edits, technique.Replace(call.Fun, helper.Name))
		}
		if ok {
			return edits, true
		}
	}
	return nil, false
}

// makesReader reports whether a call makes a reader from memory, which needs no place on the heap
// for itself.
func makesReader(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "bytes", "NewReader") ||
		technique.IsFunc(info, call, "strings", "NewReader") ||
		technique.IsFunc(info, call, "bytes", "NewBuffer") ||
		technique.IsFunc(info, call, "bytes", "NewBufferString")
}

// readings are the calls of io.ReadFull that read from a variable.
type readings struct {
	pass  *analysis.Pass
	calls []*ast.CallExpr
	seen  map[*types.Var]bool
}

// only reports whether a variable is used for nothing else than such calls, for its methods, and
// as the argument of functions of the package that use it for nothing else.
func (r *readings) only(v *types.Var) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		if technique.InLiteral(use, v) || !r.use(use) {
			return false
		}
	}
	return ok
}

func (r *readings) use(use inspector.Cursor) bool {
	info, parent := r.pass.TypesInfo, use.Parent()
	if use.ParentEdgeKind() == edge.SelectorExpr_X {
		return parent.ParentEdgeKind() == edge.CallExpr_Fun && !technique.RunsLater(parent.Parent())
	}
	call, ok := parent.Node().(*ast.CallExpr)
	if !ok || use.ParentEdgeKind() != edge.CallExpr_Args || technique.RunsLater(parent) {
		return false
	}
	if technique.IsFunc(info, call, "io", "ReadFull") {
		r.calls = append(r.calls, call)
		return !technique.Commented(r.pass, call.Fun) && !r.proposed(call)
	}
	fn, ok := technique.Func(info, call)
	if !ok || technique.DeclOf(r.pass, fn) == nil || fn.Signature().TypeParams() != nil {
		return false
	}
	params, i := fn.Signature().Params(), use.ParentEdgeIndex()
	return i < params.Len() && r.only(params.At(i)) &&
		types.Identical(params.At(i).Type(), info.TypeOf(use.Node().(ast.Expr)))
}

// proposed reports whether the same is proposed for the few bytes that a call fills.
func (r *readings) proposed(call *ast.CallExpr) bool {
	at := giver(r.pass, call.Args[1])
	if at == nil {
		return false
	}
	e := ast.Unparen(call.Args[1])
	if part, ok := e.(*ast.SliceExpr); ok {
		e = ast.Unparen(part.X)
	}
	v, ok := technique.Variable(r.pass.TypesInfo, e)
	return ok && (&hands{pass: r.pass}).variable(v)
}

// fullOf returns the helper for readers of a type.
func fullOf(t types.Type) technique.Helper {
	name, imports, typ := "readFullBytes", []string{"bytes", "io"}, "*bytes.Reader"
	switch {
	case technique.IsNamed(t, "strings", "Reader"):
		name, imports, typ = "readFullText", []string{"io", "strings"}, "*strings.Reader"
	case technique.IsNamed(t, "bytes", "Buffer"):
		name, typ = "readFullBuffer", "*bytes.Buffer"
	}
	return technique.Helper{Name: name, Imports: imports,
		Text: "// " + name + " is io.ReadFull(r, p). What r points to need not be on the heap.\n" +
			full(name, typ, "r.Read(p[n:])")}
}
