package dropconv

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// passed matches a function that hands bytes to a writer, where callers make them of strings.
// Those get one that takes a string; the function itself does where there are no other callers.
//
//	have: func (e *encoder) write(p []byte) error { _, err := e.w.Write(p); return err }
//	      e.write([]byte(s))
//	want: func (e *encoder) writeString(p string) error {
//	          _, err := io.WriteString(e.w, p); return err
//	      }
//	      e.writeString(s)
func passed(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) || fn.Signature().Variadic() ||
		!plainNames(pass, decl.Body) {
		return p, false
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 1 && technique.IsBytes(pass.TypesInfo.TypeOf(field.Type)) {
			v, _ := pass.TypesInfo.Defs[field.Names[0]].(*types.Var)
			if v == nil {
				return p, false
			}
			convs, all := convertedFor(pass, fn, index)
			if len(convs) == 0 {
				index++
				continue
			}
			if edits, handed := handedOn(pass, v); handed {
				edits = append(edits, technique.Replace(field.Type, "string"))
				return proposeText(pass, decl, convs, all, edits)
			}
		}
		index += max(1, len(field.Names))
	}
	return p, false
}

// proposeText proposes the function for strings.
func proposeText(pass *analysis.Pass, decl *ast.FuncDecl, convs []inspector.Cursor, all bool,
	edits []analysis.TextEdit) (p technique.Proposal, ok bool) {
	var twin technique.Twin
	if !all {
		if twin, ok = technique.NewTwin(pass, decl,
			technique.LowerFirst(decl.Name.Name)+"String"); !ok {
			return p, false
		}
		edits = twin.Declare("is "+decl.Name.Name+" for a string.", edits)
	}
	p = technique.Proposal{At: convs[0].Node(), Edits: edits,
		Message: "write the string itself, by a function that takes one"}
	for i, conv := range convs {
		if i > 0 {
			p.Also = append(p.Also, conv.Node())
		}
		p.Edits = append(p.Edits, unwrap(conv)...)
		if all {
			continue
		}
		edit, ok := twin.Call(conv.Parent().Node().(*ast.CallExpr))
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, edit)
	}
	return p, true
}

// convertedFor returns the strings that calls of a function convert for a parameter, and whether
// all its calls do. The bytes of a sum are made at once.
func convertedFor(pass *analysis.Pass, fn *types.Func, index int) (convs []inspector.Cursor,
	all bool) {
	_, all = technique.CallsOf(pass, fn)
	all = all && technique.SeesAll(pass, fn)
	for _, use := range technique.UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			return nil, false
		}
		call := use.Parent()
		if index >= len(call.Node().(*ast.CallExpr).Args) { // it gets the results of another
			all = false
			continue
		}
		arg := call.ChildAt(edge.CallExpr_Args, index)
		conv, is := arg.Node().(*ast.CallExpr)
		file := technique.FileOf(pass, call.Node().Pos())
		if file == nil || technique.InTest(pass, file) || !is || len(conv.Args) != 1 ||
			!pass.TypesInfo.Types[conv.Fun].IsType() || technique.Commented(pass, conv) ||
			!isString(pass.TypesInfo.TypeOf(conv.Args[0])) ||
			sum(conv) && pass.TypesInfo.Types[conv.Args[0]].Value == nil {
			all = false
			continue
		}
		convs = append(convs, arg)
	}
	return convs, all
}

// handedOn returns the edits that have a function write a parameter as a string, if it does no more
// with it than to write it, to copy it, and to ask for its length.
func handedOn(pass *analysis.Pass, v *types.Var) (edits []analysis.TextEdit, ok bool) {
	uses, ok := technique.LocalUses(pass, v)
	written := false
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.CallExpr_Args || technique.InLiteral(use, v) ||
			technique.RunsLater(use.Parent()) {
			return nil, false
		}
		call := use.Parent().Node().(*ast.CallExpr)
		switch b, _ := technique.Callee(pass.TypesInfo, call).(*types.Builtin); {
		case b == nil:
		case b.Name() == "len", use.ParentEdgeIndex() == 1 && (b.Name() == "copy" ||
			b.Name() == "append" && call.Ellipsis.IsValid()):
			continue
		default:
			return nil, false
		}
		fn, is := technique.Func(pass.TypesInfo, call)
		h := &handing{pass: pass, file: technique.FileOf(pass, call.Pos()),
			text: use.Node().(ast.Expr), call: call}
		if !is || h.file == nil || technique.Commented(pass, call) {
			return nil, false
		}
		more, can := h.string(fn, false)
		if !can {
			return nil, false
		}
		edits, written = append(edits, more...), true
	}
	return edits, ok && written
}
