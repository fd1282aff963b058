// Package typecache remembers what a function makes of a type.
package typecache

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("typecache",
		"remember what a function makes of a type\n\n"+
			"A function that looks into a type by reflection, for its fields and their tags, or "+
			"for the function that reads its values, makes the same of one type each time. A "+
			"program has few types: a sync.Map holds what was made of each, and the next call "+
			"finds it there.\n\n"+
			"It is proposed where a type is all that the function depends on, and nothing "+
			"changes what it returns: a text or a number, a function that changes none of its "+
			"variables, or a slice, map or struct that all callers only read. An error is not "+
			"remembered.\n\n"+
			"The rewrite assumes that no code makes types without end, as reflect.StructOf can.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title: "Remember what is made of a type",
	Causes: []string{"reflection", "closure", "append-grows", "slice-make", "slice-literal",
		"map-make", "map-grows", "escaping-literal", "escaping-variable", "returned-pointer",
		"string-concat", "format-call", "case-mapping", "string-replace", "string-split",
		"unknown"},
	Risk: technique.Checked,
}

// typed is a function that makes something of a type.
type typed struct {
	pass  *analysis.Pass
	file  *ast.File
	decl  *ast.FuncDecl
	fn    *types.Func
	param string
	typ   string // the type that the function depends on, as the parameter has it
	fails bool   // it also returns an error
	// calls are those that read what others read, too; none where all may share it.
	calls []*ast.CallExpr
}

// propose puts a table before what a function does.
//
//	have: func fieldsOf(t reflect.Type) []field { MAKE }
//	want: var fieldsOfKnown sync.Map // by reflect.Type
//	      func fieldsOf(t reflect.Type) []field {
//	          if known, ok := fieldsOfKnown.Load(t); ok { return known.([]field) }
//	          made := newFieldsOf(t)
//	          fieldsOfKnown.Store(t, made)
//	          return made
//	      }
//	      func newFieldsOf(t reflect.Type) []field { MAKE }
//
// Where what is made could be changed, the function stays, and calls that only read what it
// returns go to one that asks the table.
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	t, ok := match(pass, cur.Node().(*ast.FuncDecl))
	if !ok {
		return p, false
	}
	made := t.makes()
	if len(made) == 0 || !newMaker(pass).pure(t.decl) || !t.shared() {
		return p, false
	}
	edits, ok := t.remembers()
	return technique.Proposal{At: made[0], Also: made[1:], Edits: edits,
		Message: "remember what " + t.decl.Name.Name + " makes of each type"}, ok
}

// match matches a function of whose only parameter it needs the type.
func match(pass *analysis.Pass, decl *ast.FuncDecl) (*typed, bool) {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || decl.Recv != nil || decl.Name.Name == "_" ||
		decl.Name.Name == "init" || fn.Signature().TypeParams() != nil {
		return nil, false
	}
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() != 1 || fn.Signature().Variadic() {
		return nil, false
	}
	t := &typed{pass: pass, decl: decl, fn: fn, param: params.At(0).Name(),
		file: technique.FileOf(pass, decl.Pos()), fails: results.Len() == 2}
	switch t.param {
	case "", "_", "known", "made", "ok", "err", "typ":
		return nil, false
	}
	if t.typ = t.typeOf(params.At(0)); t.typ == "" {
		return nil, false
	}
	for r := range results.Variables() {
		switch r.Name() {
		case "known", "made", "ok", "typ":
			return nil, false
		}
	}
	if results.Len() != 1 && !(t.fails && technique.IsError(results.At(1).Type())) ||
		t.file == nil {
		return nil, false
	}
	return t, !types.IsInterface(results.At(0).Type()) &&
		technique.Predeclared(pass, decl.Body.Pos(), "nil")
}

// typeOf returns the type that a parameter is, or has, if that is all that is asked of it; else "".
//
//	t, reflect.TypeOf(v), v.Type()
func (t *typed) typeOf(param *types.Var) (text string) {
	if isType(param.Type()) {
		return t.param
	}
	for _, use := range technique.UsesOf(t.pass, param) {
		at := use.Parent()
		if at.Node() != nil && use.ParentEdgeKind() == edge.SelectorExpr_X {
			at = at.Parent()
		}
		call, ok := at.Node().(*ast.CallExpr)
		if !ok {
			return ""
		}
		fn, ok := technique.Func(t.pass.TypesInfo, call)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "reflect" ||
			fn.Name() != "TypeOf" && fn.Name() != "Type" {
			return ""
		}
		text = technique.Text(t.pass, call)
	}
	return text
}

// isType reports whether t is reflect.Type.
func isType(t types.Type) bool {
	_, pointer := types.Unalias(t).(*types.Pointer)
	return !pointer && technique.IsNamed(t, "reflect", "Type")
}

// makes returns what may take memory in the function, first what surely does; nothing if none does.
func (t *typed) makes() []ast.Node {
	info := t.pass.TypesInfo
	var sure, more []ast.Node
	for n := range ast.Preorder(t.decl.Body) {
		takes := false
		switch n := n.(type) {
		case *ast.FuncLit:
			takes = true
		case *ast.CompositeLit:
			_, isStruct := info.TypeOf(n).Underlying().(*types.Struct)
			takes = !isStruct
		case *ast.UnaryExpr:
			_, takes = ast.Unparen(n.X).(*ast.CompositeLit)
		case *ast.BinaryExpr:
			takes = technique.IsText(info.TypeOf(n)) && info.Types[n].Value == nil
		case *ast.CallExpr:
			if takes = t.allocates(n); !takes {
				more = append(more, n)
			}
		}
		if takes {
			sure = append(sure, n)
		}
	}
	if len(sure) == 0 {
		return nil
	}
	return append(sure, more...)
}

// allocates reports whether a call is one of those that mostly take memory.
func (t *typed) allocates(call *ast.CallExpr) bool {
	info := t.pass.TypesInfo
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "append" || fn.Name() == "make" || fn.Name() == "new"
	case *types.Func:
		if fn.Pkg() == nil {
			return false
		}
		if recv := fn.Signature().Recv(); recv != nil {
			return isType(recv.Type()) && (strings.HasPrefix(fn.Name(), "Field") ||
				strings.HasPrefix(fn.Name(), "Method"))
		}
		switch fn.Pkg().Path() {
		case "fmt":
			return true
		case "strings":
			return technique.IsText(info.TypeOf(call))
		}
	}
	return false
}

// remembers returns the edits that declare the table, and let calls ask it first.
func (t *typed) remembers() ([]analysis.TextEdit, bool) {
	name, table := t.decl.Name.Name, t.fresh(t.decl.Name.Name+"Known")
	at := t.decl.Pos()
	if t.decl.Doc != nil {
		at = t.decl.Doc.Pos()
	}
	sync, edits := technique.AddImport(t.pass, t.file, t.decl.Body.Pos(), "sync")
	declared := "// " + table + " holds what " + name + " made, by reflect.Type.\n" +
		"var " + table + " " + sync + ".Map\n\n"
	head := technique.Text(t.pass, t.decl.Type)
	head = strings.TrimPrefix(head[strings.IndexByte(head, '('):], " ")
	if len(t.calls) == 0 {
		maker := t.fresh("new" + technique.UpperFirst(name))
		return append(edits, technique.Insert(at, declared),
				technique.Insert(t.decl.Body.Lbrace+1, t.asks(table, maker)+"\n}\n\n"+
					"// "+maker+" is "+name+" for a type of which nothing is known.\n"+
					"func "+maker+head+" {")),
			!technique.Commented(t.pass, t.decl.Type)
	}
	asked := t.fresh("known" + technique.UpperFirst(name))
	for _, call := range t.calls {
		edits = append(edits, technique.Replace(call.Fun, asked))
	}
	return append(edits, technique.Insert(at, declared+
			"// "+asked+" is "+name+", which it calls once for each type. What it returns is "+
			"only read.\n"+
			"func "+asked+head+" {"+t.asks(table, name)+"\n}\n\n")),
		!technique.Commented(t.pass, t.decl.Type)
}

func (t *typed) fresh(name string) string {
	return technique.FreshName(t.pass, t.file, technique.LowerFirst(name))
}

// asks returns the statements that ask a table, and a function for what is not there.
func (t *typed) asks(table, maker string) string {
	result := technique.Text(t.pass, t.decl.Type.Results.List[0].Type)
	before, typ := "", t.typ
	if typ != t.param {
		before, typ = "\ntyp := "+typ, "typ"
	}
	values, none, store := "made", "", table+".Store("+typ+", made)"
	if t.fails {
		values, none = "made, err", ", nil"
		store = "if err == nil {\n" + store + "\n}"
	}
	return before + "\nif known, ok := " + table + ".Load(" + typ + "); ok {\n" +
		"return known.(" + result + ")" + none + "\n}\n" +
		values + " := " + maker + "(" + t.param + ")\n" + store + "\nreturn " + values
}
