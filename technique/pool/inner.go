package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inner is a call within a statement that makes an object of the standard library, or a call of a
// function of the package that makes one for a field of the struct that it returns.
type inner struct {
	call *ast.CallExpr     // what the variable, or the struct that holds it, stands in place of
	made *ast.CallExpr     // makes the object
	lit  *ast.CompositeLit // of the struct, if the call makes that; or nil
	from ast.Expr          // the argument of the call that the object is made of; or nil
}

// makesInner matches a call that makes an object of the standard library which has no name: for a
// field of a struct of the package, or for a function that does not keep it.
//
//	d := &decoder{r: bufio.NewReader(r)}
//	return newDecoder(r).decode(), return decode(bufio.NewReader(r))
func makesInner(pass *analysis.Pass, cur inspector.Cursor) (*pooled, bool) {
	call := cur.Node().(*ast.CallExpr)
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok {
		return nil, false
	}
	in, ok := technique.EnclosingFunc(cur)
	if !ok {
		return nil, false
	}
	s := &pooled{pass: pass, in: in.Node(), file: technique.FileOf(pass, call.Pos()), form: known,
		inner: &inner{call: call, made: call}, value: call}
	if s.file == nil {
		return nil, false
	}
	stmt, ok := s.firstOf(cur)
	if !ok {
		return nil, false
	}
	s.stmt = stmt.Node().(ast.Stmt)
	var field *ast.KeyValueExpr
	if constructs(fn) {
		if kind := cur.ParentEdgeKind(); kind != edge.CallExpr_Args &&
			kind != edge.KeyValueExpr_Value {
			return nil, false
		}
	} else if field, ok = s.madeBy(call, fn); !ok {
		return nil, false
	}
	s.v = types.NewVar(call.Pos(), pass.Pkg, "", pass.TypesInfo.TypeOf(s.inner.made))
	if !s.resettable() || !s.runsOnce(stmt) ||
		!technique.Predeclared(pass, call.Pos(), "any", "nil") {
		return nil, false
	}
	k := s.retention()
	if field == nil && !k.use(cur) || field != nil && !k.inOwn(cur, s.inner.lit, field) ||
		k.escapes() {
		return nil, false
	}
	s.trusted = k.trusted
	return s, true
}

// firstOf returns the statement of a list that a call is in, if nothing happens in it before.
func (s *pooled) firstOf(cur inspector.Cursor) (inspector.Cursor, bool) {
	for ; ; cur = cur.Parent() {
		up := cur.Parent()
		switch n := up.Node().(type) {
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.KeyValueExpr, *ast.SelectorExpr, *ast.ExprStmt:
		case *ast.CompositeLit:
			if !s.purely(n.Elts[:max(0, cur.ParentEdgeIndex())]) {
				return cur, false
			}
		case *ast.CallExpr:
			if cur.ParentEdgeKind() == edge.CallExpr_Args && !(s.purely([]ast.Expr{n.Fun}) &&
				s.purely(n.Args[:cur.ParentEdgeIndex()])) {
				return cur, false
			}
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 || n.Tok != token.DEFINE && !s.purely(n.Lhs) {
				return cur, false
			}
		case *ast.ReturnStmt:
			if len(n.Results) != 1 {
				return cur, false
			}
		case *ast.IfStmt:
			return up, (n.Init == nil || n.Init == cur.Node()) && technique.InList(up)
		default:
			return cur, false
		}
		if _, isStmt := up.Node().(ast.Stmt); isStmt && technique.InList(up) {
			return up, true
		}
	}
}

// purely reports whether nothing happens when expressions, or the values of elements of a literal,
// are evaluated, or what a function is.
func (s *pooled) purely(list []ast.Expr) bool {
	for _, e := range list {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if _, isFunc := s.pass.TypesInfo.Uses[id].(*types.Func); isFunc || id.Name == "_" {
				continue
			}
		}
		if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
			if _, isFunc := s.pass.TypesInfo.Uses[sel.Sel].(*types.Func); isFunc {
				if s.pass.TypesInfo.Selections[sel] == nil ||
					s.purely([]ast.Expr{sel.X}) {
					continue
				}
			}
		}
		if !technique.Pure(s.pass.TypesInfo, e) || s.calls() && !s.stays(e) {
			return false
		}
	}
	return true
}

// calls reports whether what the object is made of is evaluated by calls, which may change what
// else the statement reads.
func (s *pooled) calls() bool {
	return slices.ContainsFunc(s.inner.made.Args, func(arg ast.Expr) bool {
		return !technique.Pure(s.pass.TypesInfo, arg)
	})
}

// stays reports whether an expression is a constant, nil, or a variable that gets no other value.
func (s *pooled) stays(e ast.Expr) bool {
	tv := s.pass.TypesInfo.Types[e]
	v, isVar := technique.Variable(s.pass.TypesInfo, e)
	return tv.Value != nil || tv.IsNil() || isVar && technique.Unassigned(s.pass, v)
}

// madeBy finds the object that a constructor of the package makes for a field of the struct.
//
//	func newDecoder(r io.Reader) *decoder { return &decoder{r: bufio.NewReader(r)} }
func (s *pooled) madeBy(call *ast.CallExpr, fn *types.Func) (*ast.KeyValueExpr, bool) {
	named, isNew := returnsNew(s.pass, fn)
	if !isNew || technique.Commented(s.pass, named) || len(call.Args) == 0 ||
		fn.Signature().Params().Len() != len(call.Args) {
		return nil, false
	}
	for i, e := range named.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		made, ok := kv.Value.(*ast.CallExpr)
		if !ok {
			continue
		}
		of, ok := technique.Func(s.pass.TypesInfo, made)
		if !ok || !constructs(of) || len(made.Args) == 0 || !s.purely(named.Elts[:i]) {
			return nil, false
		}
		from, ok := s.givenAs(made.Args[0], call, fn)
		if s.inner.from = from; !ok || !s.constructor(call) {
			return nil, false
		}
		args := append([]ast.Expr{from}, made.Args[1:]...)
		s.inner.lit, s.inner.made = named, made
		s.value = &ast.CallExpr{Fun: made.Fun, Lparen: made.Lparen, Args: args,
			Rparen: made.Rparen}
		return kv, true
	}
	return nil, false
}

// givenAs returns what stands for an argument in the body of a constructor where that is called.
func (s *pooled) givenAs(e ast.Expr, call *ast.CallExpr, fn *types.Func) (ast.Expr, bool) {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil, false
	}
	for i, arg := range call.Args {
		param := fn.Signature().Params().At(i)
		if param != variable(s.pass.TypesInfo, id) {
			continue
		}
		others := slices.Concat(call.Args[:i], call.Args[i+1:])
		return arg, technique.Pure(s.pass.TypesInfo, arg) ||
			len(technique.UsesOf(s.pass, param)) == 1 && s.purely(others)
	}
	return nil, false
}

// innerName returns a name for the object.
func (s *pooled) innerName() string {
	t := types.Unalias(s.v.Type()).(*types.Pointer).Elem().(*types.Named).Obj()
	base := strings.ToLower(t.Name())
	if t.Pkg().Path() == "bufio" {
		base = "b" + base[:1]
	}
	name := base
	for i := 2; !s.freeHere(name); i++ {
		name = fmt.Sprint(base, i)
	}
	s.names[s.given(name)] = true
	return name
}

// freeHere reports whether a name has no meaning in the function, nor where the statement is.
func (s *pooled) freeHere(name string) bool {
	for n := range ast.Preorder(s.fn) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			return false
		}
	}
	scope := s.pass.Pkg.Scope().Innermost(s.stmt.Pos())
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj == nil && !s.names[s.given(name)]
}

// insertInner returns the edits that place lines before the statement, and the variable in it.
func (s *pooled) insertInner(lines []string) []analysis.TextEdit {
	name := s.v.Name()
	if lit := s.inner.lit; lit != nil {
		with := maps.Clone(s.arguments)
		maps.DeleteFunc(with, func(n ast.Node, _ string) bool {
			return s.inner.made.Pos() <= n.Pos() && n.End() <= s.inner.made.End()
		})
		with[s.inner.made] = name
		name = "&" + technique.Patch(s.pass, lit, with)
		if cur, ok := technique.Find(s.pass, s.inner.call); !ok ||
			cur.ParentEdgeKind() == edge.SelectorExpr_X {
			name = "(" + name + ")"
		}
	}
	return []analysis.TextEdit{
		technique.Insert(s.stmt.Pos(), strings.Join(lines, "\n")+"\n"),
		technique.Replace(s.inner.call, name)}
}
