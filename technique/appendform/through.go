package appendform

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// through is a function that writes a parameter, and does nothing else with it. Callers that make
// its text of a number give it the number.
//
//	have: func field(w *bufio.Writer, s string) { w.WriteByte(':'); w.WriteString(s) }
//	      field(w, strconv.Itoa(n))
//	want: func fieldInt(w *bufio.Writer, n int) {
//	          w.WriteByte(':'); w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(n), 10)) }
//	      fieldInt(w, n)
type through struct {
	pass  *analysis.Pass
	file  *ast.File
	decl  *ast.FuncDecl
	field *ast.Field // of the parameter
	write *ast.CallExpr
	kind  string     // "Itoa", "FormatInt" or "FormatUint"
	calls []ast.Node // calls of the function whose argument is made so
	texts []*ast.CallExpr
}

// numbers are the types of what the functions of strconv that format a number get.
var numbers = map[string]string{"Itoa": "int", "FormatInt": "int64", "FormatUint": "uint64"}

// writing asks about a function.
func writing(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, isFunc := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !isFunc || decl.Body == nil || technique.Directed(decl) || fn.Signature().Variadic() {
		return p, false
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		t := &through{pass: pass, decl: decl, field: field,
			file: technique.FileOf(pass, decl.Pos())}
		if t.file != nil && len(field.Names) == 1 && t.onlyWritten(field.Names[0]) {
			if all := t.callers(fn, index); len(t.calls) > 0 {
				return t.propose(fn, all)
			}
		}
		index += max(1, len(field.Names))
	}
	return p, false
}

// onlyWritten reports whether the only use of a parameter is its write to a bufio.Writer, once,
// and notes that.
func (t *through) onlyWritten(name *ast.Ident) bool {
	v, ok := t.pass.TypesInfo.Defs[name].(*types.Var)
	if !ok || !types.Identical(v.Type(), types.Typ[types.String]) {
		return false
	}
	uses := technique.UsesOf(t.pass, v)
	if len(uses) != 1 || uses[0].ParentEdgeKind() != edge.CallExpr_Args ||
		technique.Repeated(uses[0], v.Pos()) {
		return false
	}
	t.write = uses[0].Parent().Node().(*ast.CallExpr)
	fn, ok := technique.Func(t.pass.TypesInfo, t.write)
	return ok && fn.Name() == "WriteString" && !technique.RunsLater(uses[0].Parent()) &&
		t.buffered()
}

// buffered reports whether the write is one to a bufio.Writer. What other buffers of the standard
// library get stays on the stack as a string, too.
func (t *through) buffered() bool {
	sel, ok := ast.Unparen(t.write.Fun).(*ast.SelectorExpr)
	return ok && technique.Pure(t.pass.TypesInfo, sel.X) &&
		technique.IsNamed(t.pass.TypesInfo.TypeOf(sel.X), "bufio", "Writer") &&
		technique.Since(t.pass, t.file, "go1.18")
}

// callers finds the calls whose argument is the text of a number, and reports whether there are no
// others.
func (t *through) callers(fn *types.Func, index int) (all bool) {
	calls, all := technique.CallsOf(t.pass, fn)
	if !all {
		calls = t.named(fn)
	}
	for _, cur := range calls {
		call, ok := cur.Node().(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() || len(call.Args) <= index {
			all = false
			continue
		}
		text, ok := ast.Unparen(call.Args[index]).(*ast.CallExpr)
		if !ok || !t.formats(text) || technique.Commented(t.pass, text) || !t.alone(call, text) {
			all = false
			continue
		}
		t.calls, t.texts = append(t.calls, call), append(t.texts, text)
	}
	return all
}

// named returns the calls of a function by its name.
func (t *through) named(fn *types.Func) (calls []inspector.Cursor) {
	for _, use := range technique.UsesOf(t.pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun {
			calls = append(calls, use.Parent())
		}
	}
	return calls
}

// formats reports whether a call makes decimal text of a number, by the function of strconv that
// the others call.
func (t *through) formats(call *ast.CallExpr) bool {
	fn, ok := technique.Func(t.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strconv" || numbers[fn.Name()] == "" ||
		t.kind != "" && t.kind != fn.Name() ||
		len(call.Args) == 2 && !technique.IsInt(t.pass.TypesInfo, call.Args[1], 10) {
		return false
	}
	t.kind = fn.Name()
	return effects.Only(t.pass, call.Args[0], effects.Keeps|effects.Outside|effects.Panics)
}

// alone reports whether the number is the same when the function is called: nothing else that is
// evaluated for the call changes anything.
//
//	field(w, strconv.Itoa(n), next(&n))
func (t *through) alone(call, text *ast.CallExpr) bool {
	return !slices.ContainsFunc(append(call.Args[:len(call.Args):len(call.Args)], call.Fun),
		func(e ast.Expr) bool {
			return ast.Unparen(e) != ast.Expr(text) &&
				!effects.Only(t.pass, e, effects.Keeps|effects.Outside|effects.Panics)
		})
}

// propose has the function take the number, or a twin of it where other callers have texts.
func (t *through) propose(fn *types.Func, all bool) (p technique.Proposal, ok bool) {
	param := technique.FreeName(t.decl, "n", "number")
	typ := numbers[t.kind]
	if param == "" || !technique.Predeclared(t.pass, t.decl.Pos(), "int64", typ) {
		return p, false
	}
	pkg, edits := technique.AddImport(t.pass, t.file, t.decl.Pos(), "strconv")
	add, number := pkg+".AppendInt", param
	switch t.kind {
	case "Itoa":
		number = "int64(" + param + ")"
	case "FormatUint":
		add = pkg + ".AppendUint"
	}
	w := technique.Text(t.pass, ast.Unparen(t.write.Fun).(*ast.SelectorExpr).X)
	edits = append(edits, technique.Replace(t.field, param+" "+typ), technique.Replace(t.write,
		w+".Write("+add+"("+w+".AvailableBuffer(), "+number+", 10))"))
	if !all {
		twin, ok := technique.NewTwin(t.pass, t.decl, fn.Name()+technique.UpperFirst(typ))
		if !ok {
			return p, false
		}
		for _, call := range t.calls {
			edit, ok := twin.Call(call.(*ast.CallExpr))
			if !ok {
				return p, false
			}
			edits = append(edits, edit)
		}
		edits = twin.Declare("is "+fn.Name()+" for a number.", edits)
	}
	for _, text := range t.texts {
		p.Also = append(p.Also, text)
		edits = append(edits, technique.Replace(text, technique.Text(t.pass, text.Args[0])))
	}
	p.At, p.Also = p.Also[0], p.Also[1:]
	p.Edits, p.Safe = edits, true
	p.Message = "give " + fn.Name() + " the number, which it appends where it writes"
	return p, true
}
