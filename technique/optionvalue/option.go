package optionvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// option is a literal or a method that changes the configuration.
type option struct {
	*family
	file  *ast.File
	cur   inspector.Cursor
	typ   *ast.FuncType
	body  *ast.BlockStmt
	param *types.Var      // nil where it has no name
	whole []*ast.StarExpr // *c
}

// option adds a function whose body may work on a copy.
func (f *family) option(cur inspector.Cursor, typ *ast.FuncType, body *ast.BlockStmt) bool {
	o := &option{family: f, file: technique.FileOf(f.pass, typ.Pos()), cur: cur, typ: typ,
		body: body}
	if o.file == nil || body == nil || ast.IsGenerated(o.file) || technique.HasDefer(body) ||
		technique.InTest(f.pass, o.file) || namesResult(typ) {
		return false
	}
	f.options = append(f.options, o)
	names := typ.Params.List[0].Names
	if len(names) == 0 || names[0].Name == "_" {
		return true
	}
	o.param, _ = f.pass.TypesInfo.Defs[names[0]].(*types.Var)
	if !o.returnable() {
		return false
	}
	for _, use := range technique.UsesOf(f.pass, o.param) {
		if !technique.InFunc(use, cur) || !o.use(use) {
			return false
		}
	}
	return true
}

// returnable reports whether each statement that returns may return the parameter: nothing there
// has its name.
func (o *option) returnable() bool {
	ok := true
	ast.Inspect(o.body, func(n ast.Node) bool {
		if ret, is := n.(*ast.ReturnStmt); is {
			ok = ok && technique.Visible(o.pass, o.param, ret.Pos())
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return ok
}

// use allows fields, the struct as a whole, and what other options change.
func (o *option) use(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		return !inPlace(o.pass, use)
	case edge.StarExpr_X:
		star := use.Parent()
		o.whole = append(o.whole, star.Node().(*ast.StarExpr))
		kind := star.ParentEdgeKind()
		return kind != edge.UnaryExpr_X && kind != edge.ParenExpr_X
	case edge.CallExpr_Args:
		return o.family.calls(use.Parent().Node().(*ast.CallExpr))
	}
	return false
}

// namesResult reports whether the result of a function has a name: a bare return gives its value.
func namesResult(typ *ast.FuncType) bool {
	return typ.Results != nil && len(typ.Results.List[0].Names) > 0
}

// inPlace reports whether a use of a struct takes the address of what is in it, or calls a
// method of it, which may keep that. What a pointer in it leads to is not in it.
func inPlace(pass *analysis.Pass, use inspector.Cursor) bool {
	info := pass.TypesInfo
	for cur := use; ; {
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			if sel == nil || sel.Kind() != types.FieldVal {
				return sel != nil && !lent(pass, parent, sel) &&
					(cur == use || !reference(info.TypeOf(cur.Node().(ast.Expr))))
			}
			if cur != use && reference(info.TypeOf(cur.Node().(ast.Expr))) {
				return false
			}
		case *ast.IndexExpr:
			if n.X != cur.Node() || reference(info.TypeOf(n.X)) {
				return false
			}
		case *ast.SliceExpr:
			_, array := info.TypeOf(n.X).Underlying().(*types.Array)
			return n.X == cur.Node() && array
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.ParenExpr:
		default:
			return false
		}
		cur = parent
	}
}

// lent reports whether a method gets a copy, or is called at once and keeps no pointer to its
// receiver.
func lent(pass *analysis.Pass, method inspector.Cursor, sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || sel.Kind() != types.MethodVal {
		return false
	}
	recv := fn.Origin().Signature().Recv()
	if !technique.IsPointer(recv.Type()) {
		return true // it gets a copy
	}
	return method.ParentEdgeKind() == edge.CallExpr_Fun && !technique.RunsLater(method.Parent()) &&
		effects.LetsGo(pass, fn, recv)
}

// reference reports whether a method of a value can change nothing in the place where the
// value is, nor an index lead there.
func reference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan:
		_, named := types.Unalias(t).(*types.Named)
		return !named || types.IsInterface(t)
	case *types.Basic:
		_, named := types.Unalias(t).(*types.Named)
		return !named
	}
	return false
}

// name returns the name of the copy.
func (o *option) name() string {
	if o.param != nil {
		return o.param.Name()
	}
	return technique.FreeName(o.cur.Node(), "c", "config", "cfg")
}

// edits returns the option as a function that returns its copy.
func (o *option) edits() []analysis.TextEdit {
	name := o.name()
	list := []analysis.TextEdit{o.retyped(o.typ, name)}
	for _, star := range o.whole {
		list = append(list, technique.Replace(star, name))
	}
	last := len(o.body.List) > 0 && o.returns(o.body.List[len(o.body.List)-1])
	ast.Inspect(o.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 {
				list = append(list, technique.Replace(n, "return "+name))
			} else if !o.isOther(n) {
				list = append(list, o.failing(n, name)...)
			}
		}
		return true
	})
	if o.fails { // the body ends in a statement that returns, or never does
		return list
	}
	tok := o.pass.Fset.File(o.body.Pos())
	oneLine := tok.Line(o.body.Lbrace) == tok.Line(o.body.Rbrace)
	if !last {
		text := "return " + name + "\n"
		if oneLine {
			text = "\n" + text
		}
		list = append(list, technique.Insert(o.body.Rbrace, text))
	}
	if oneLine && len(o.body.List) > 0 {
		list = append(list, technique.Insert(o.body.Lbrace+1, "\n"))
	}
	return list
}

// failing returns the edits with which a statement returns the copy with an error. A method that
// makes the error may change the copy, and is called before that is returned.
//
//	have: return c.check()
//	want: err := c.check(); return c, err
func (o *option) failing(ret *ast.ReturnStmt, name string) []analysis.TextEdit {
	e := ret.Results[0]
	if o.param == nil || !o.changedIn(e) {
		return []analysis.TextEdit{technique.Insert(e.Pos(), name+", ")}
	}
	failure := technique.FreeName(o.cur.Node(), "err", "failure", "failed")
	return []analysis.TextEdit{{Pos: ret.Pos(), End: e.Pos(), NewText: []byte(failure + " := ")},
		technique.Insert(ret.End(), "\nreturn "+name+", "+failure)}
}

// changedIn reports whether an expression calls a method of the configuration, or of a part of it.
func (o *option) changedIn(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if call, ok := n.(*ast.CallExpr); ok && o.names(call.Fun, o.param) {
			return true
		}
	}
	return false
}

// returns reports whether nothing runs after a statement in its list: it returns, or it is the
// call of another option, whose result is returned.
func (o *option) returns(stmt ast.Stmt) bool {
	if _, ok := stmt.(*ast.ReturnStmt); ok {
		return true
	}
	e, ok := stmt.(*ast.ExprStmt)
	return ok && o.handsOn(e)
}

// handsOn reports whether a statement is the last one, and calls another option.
func (o *option) handsOn(stmt *ast.ExprStmt) bool {
	call, ok := stmt.X.(*ast.CallExpr)
	return ok && o.body.List[len(o.body.List)-1] == ast.Stmt(stmt) && o.family.calls(call) &&
		len(call.Args) == 1 && o.param != nil &&
		technique.Names(o.pass.TypesInfo, call.Args[0], o.param)
}
