package unreaderror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// most is how many functions get at once a parameter that says whether to explain why they fail.
const most = 6

// chain is a function, and those whose errors it hands on as its own.
type chain struct {
	pass  *analysis.Pass
	units []*unit
}

// unit is one of these functions.
type unit struct {
	decl   *ast.FuncDecl
	cur    inspector.Cursor
	fn     *types.Func
	list   []ast.Expr // the errors that it makes
	needed map[ast.Expr][]ast.Node
	inner  []inspector.Cursor // calls whose errors it hands on
	calls  []inspector.Cursor // of itself, whose error no code reads
	// quiet says that no caller reads its errors, so that it needs no parameter, but another name.
	quiet bool
	// behind says that others call it as well: it calls a function that has the parameter.
	behind bool
	name   string // by which it is called now
}

// chainOf returns a function with those whose errors it hands on. It is not ok where one of them
// can get no parameter.
func chainOf(pass *analysis.Pass, cur inspector.Cursor) (c *chain, ok bool) {
	c = &chain{pass: pass}
	if !c.add(cur) {
		return nil, false
	}
	for i := 0; i < len(c.units); i++ {
		if len(c.units) > most {
			return nil, false
		}
		for _, call := range c.units[i].inner {
			fn, _ := technique.Func(pass.TypesInfo, call.Node().(*ast.CallExpr))
			if c.unit(fn) != nil {
				continue
			}
			if at, ok := technique.Find(pass, technique.DeclOf(pass, fn)); ok {
				c.add(at)
			}
		}
	}
	c.trim()
	return c, len(c.units) > 0 && c.units[0].cur == cur && c.callable()
}

// add notes a function that may fail without making an error.
func (c *chain) add(cur inspector.Cursor) bool {
	decl, ok := cur.Node().(*ast.FuncDecl)
	if !ok || decl.Body == nil || technique.Directed(decl) || technique.RunsEarly(c.pass, decl) {
		return false
	}
	fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	file := technique.FileOf(c.pass, decl.Pos())
	if !ok || !fails(fn.Signature()) || fn.Signature().Variadic() || file == nil ||
		ast.IsGenerated(file) || technique.InTest(c.pass, file) {
		return false
	}
	u := &unit{decl: decl, cur: cur, fn: fn, needed: make(map[ast.Expr][]ast.Node)}
	f := failureIn(c.pass)
	for _, e := range f.made(cur, fn.Signature()) {
		if f.differs(e) {
			u.list = append(u.list, e)
			u.needed[e] = f.of[e]
		}
	}
	u.calls, _ = unread(c.pass, fn)
	for call := range cur.Preorder((*ast.CallExpr)(nil)) {
		fn, ok := technique.Func(c.pass.TypesInfo, call.Node().(*ast.CallExpr))
		if ok && technique.DeclOf(c.pass, fn) != nil && technique.InFunc(call, cur) &&
			!technique.RunsLater(call) && !u.tellsOf(call) && u.handsOn(c.pass, call) {
			u.inner = append(u.inner, call)
		}
	}
	c.units = append(c.units, u)
	return true
}

// unit returns what is known of a function; nil for one that is none of the chain.
func (c *chain) unit(fn *types.Func) *unit {
	for _, u := range c.units {
		if fn != nil && u.fn == fn.Origin() {
			return u
		}
	}
	return nil
}

// target returns the function of the chain that a call calls; nil for others.
func (c *chain) target(call inspector.Cursor) *unit {
	fn, _ := technique.Func(c.pass.TypesInfo, call.Node().(*ast.CallExpr))
	return c.unit(fn)
}

// trim drops functions that neither make errors nor hand on those of others that do.
func (c *chain) trim() {
	useful := make(map[*unit]bool)
	for more := true; more; {
		more = false
		for _, u := range c.units {
			if !useful[u] && (len(u.list) > 0 || slices.ContainsFunc(u.inner,
				func(call inspector.Cursor) bool { return useful[c.target(call)] })) {
				useful[u], more = true, true
			}
		}
	}
	c.units = slices.DeleteFunc(c.units, func(u *unit) bool { return !useful[u] })
}

// handsOn reports whether the error of a call is read by none but the callers of the function: it
// is compared to nil, returned, or what an error that the function makes tells of.
func (u *unit) handsOn(pass *analysis.Pass, call inspector.Cursor) bool {
	fn, _ := technique.Func(pass.TypesInfo, call.Node().(*ast.CallExpr))
	if !fails(fn.Signature()) {
		return false
	}
	if u.returned(call) {
		return true
	}
	id, ok := failureOf(call)
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Kind() == types.ResultVar {
		return false
	}
	uses, ok := technique.LocalUses(pass, v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return !technique.InFunc(use, u.cur) || use.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			!comparedToNil(pass, use) && !u.returned(use) && !u.tellsOf(use)
	})
}

// returned reports whether an expression is what the function returns last.
func (u *unit) returned(cur inspector.Cursor) bool {
	ret, ok := cur.Parent().Node().(*ast.ReturnStmt)
	if !ok || cur.ParentEdgeIndex() != len(ret.Results)-1 {
		return false
	}
	results := u.fn.Signature().Results().Len()
	call, isCall := cur.Node().(*ast.CallExpr)
	return len(ret.Results) == results || isCall && len(ret.Results) == 1 && call != nil
}

// tellsOf reports whether an expression is in an error that the function does not make when it is
// not to explain.
func (u *unit) tellsOf(use inspector.Cursor) bool {
	at := use.Node().Pos()
	return slices.ContainsFunc(u.list, func(e ast.Expr) bool {
		return e.Pos() <= at && at < e.End() ||
			slices.ContainsFunc(u.needed[e], func(n ast.Node) bool {
				return n.Pos() <= at && at < n.End()
			})
	})
}

// failureOf returns the variable that gets the last result of a call.
func failureOf(call inspector.Cursor) (*ast.Ident, bool) {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return nil, false
	}
	id, ok := as.Lhs[len(as.Lhs)-1].(*ast.Ident)
	return id, ok && id.Name != "_"
}

// comparedToNil reports whether all that happens to an expression is that it is compared to nil.
func comparedToNil(pass *analysis.Pass, cur inspector.Cursor) bool {
	e, ok := cur.Parent().Node().(*ast.BinaryExpr)
	return ok && (e.Op == token.EQL || e.Op == token.NEQ) &&
		(pass.TypesInfo.Types[e.X].IsNil() || pass.TypesInfo.Types[e.Y].IsNil())
}

// callable finds out how the functions are called, and reports whether all can get a parameter.
func (c *chain) callable() bool {
	for _, u := range c.units {
		_, seen := technique.CallsOf(c.pass, u.fn)
		u.quiet = seen && technique.SeesAll(c.pass, u.fn)
		u.behind = !u.quiet
	}
	for more := true; more; {
		more = false
		for _, u := range c.units {
			if u.quiet && !c.all(u, func(by *unit) bool { return by.quiet }) {
				u.quiet, more = false, true
			}
		}
	}
	taken := make(map[string]bool)
	for _, u := range c.units {
		if u.quiet {
			u.name = "try" + technique.UpperFirst(u.fn.Name())
			if taken[u.name] || !free(c.pass, u.fn, u.name) {
				return false
			}
			taken[u.name] = true
			continue
		}
		u.behind = u.behind || !c.all(u, func(*unit) bool { return true })
		u.name = u.fn.Name()
		if u.behind {
			u.name = "try" + technique.UpperFirst(u.fn.Name())
		}
		if taken[u.name] || !c.told(u) {
			return false
		}
		taken[u.name] = true
	}
	return true
}

// all reports whether each call of a function is one whose error no code reads, or is handed on
// by a function of the chain that is as asked.
func (c *chain) all(u *unit, by func(*unit) bool) bool {
	calls, ok := technique.CallsOf(c.pass, u.fn)
	return ok && !slices.ContainsFunc(calls, func(call inspector.Cursor) bool {
		if slices.Contains(u.calls, call) {
			return false
		}
		return !slices.ContainsFunc(c.units, func(other *unit) bool {
			return slices.Contains(other.inner, call) && by(other)
		})
	})
}

// told reports whether a function can get one more parameter.
func (c *chain) told(u *unit) bool {
	for _, field := range u.decl.Type.Params.List {
		if len(field.Names) == 0 {
			return false
		}
	}
	for n := range ast.Preorder(u.decl) {
		if id, ok := n.(*ast.Ident); ok && id.Name == explain {
			return false
		}
	}
	if _, ok := technique.PassedOn(u.decl.Type.Params); !ok && u.behind {
		return false
	}
	if recv := u.decl.Recv; recv != nil && u.behind &&
		(len(recv.List[0].Names) == 0 || recv.List[0].Names[0].Name == "_") {
		return false
	}
	return technique.Predeclared(c.pass, u.decl.Pos(), "bool", "true", "false") &&
		(!u.behind || free(c.pass, u.fn, u.name))
}

// explain is the parameter that tells a function whether to make errors.
const explain = "explain"

// propose has the functions fail with an error that exists where no code reads their errors.
//
//	have: func Parse(s string) (int, error) { ...; return part(s[1:]) }
//	      func part(s string) (int, error) { ...; return 0, fmt.Errorf("bad %q", s) }
//	want: func Parse(s string) (int, error) { return tryParse(s, true) }
//	      func tryParse(s string, explain bool) (int, error) { ...; return part(s[1:], explain) }
func (c *chain) propose(sentinel string) (p technique.Proposal, ok bool) {
	f := failureIn(c.pass)
	for _, u := range c.units {
		for _, e := range u.list {
			p.Also = append(p.Also, f.places(e)...)
		}
	}
	root := c.units[0]
	edits, ok := c.edits(sentinel)
	p.Edits = append(edits, failing(c.pass, root.decl, sentinel, root.name)...)
	p.Message = message
	p.At, p.Also = p.Also[0], p.Also[1:]
	return p, ok
}

// edits returns the functions with their calls. The error with which those fail that are not to
// explain has a name.
func (c *chain) edits(sentinel string) (edits []analysis.TextEdit, ok bool) {
	for _, u := range c.units {
		edits = append(edits, c.quietly(u, sentinel)...)
		if u.quiet {
			edits = append(edits, technique.Replace(u.decl.Name, u.name))
			edits = append(edits, renamed(u.decl, u.fn.Name(), u.name)...)
		} else {
			edits = append(edits, c.declared(u)...)
		}
		for _, call := range u.calls {
			edit, ok := c.call(u, call.Node().(*ast.CallExpr), "false")
			if !ok {
				return nil, false
			}
			edits = append(edits, edit...)
		}
		for _, call := range u.inner {
			to := c.target(call)
			if to == nil || slices.Contains(to.calls, call) {
				continue
			}
			word := explain
			if u.quiet {
				word = "false"
			}
			edit, ok := c.call(to, call.Node().(*ast.CallExpr), word)
			if !ok {
				return nil, false
			}
			edits = append(edits, edit...)
		}
	}
	return edits, true
}

// quietly returns the edits with which a function fails without making an error.
//
//	have: return 0, fmt.Errorf("bad %q", s)
//	want: if explain { return 0, fmt.Errorf("bad %q", s) }; return 0, errParse
func (c *chain) quietly(u *unit, sentinel string) (edits []analysis.TextEdit) {
	for _, e := range u.list {
		if u.quiet {
			edits = append(edits, technique.Replace(e, sentinel))
			for _, n := range u.needed[e] {
				edits = append(edits, technique.Remove(c.pass, n))
			}
			continue
		}
		at, _ := technique.Find(c.pass, e)
		ret := at.Parent().Node().(*ast.ReturnStmt)
		text := technique.Patch(c.pass, ret, map[ast.Node]string{e: sentinel})
		from := ret.Pos()
		for _, n := range u.needed[e] {
			from = min(from, n.Pos())
		}
		edits = append(edits, technique.Insert(from, "if "+explain+" {\n"),
			technique.Insert(ret.End(), "\n}\n"+text))
	}
	return edits
}

// declared returns the edits that give a function the parameter. Where others call it, it calls
// the function that has the parameter, to explain.
func (c *chain) declared(u *unit) []analysis.TextEdit {
	typ := u.decl.Type
	if !u.behind {
		at, text := typ.Params.Opening+1, explain+" bool"
		if n := len(typ.Params.List); n > 0 {
			at, text = typ.Params.List[n-1].End(), ", "+text
		}
		return []analysis.TextEdit{technique.Insert(at, text)}
	}
	args, _ := technique.PassedOn(typ.Params)
	params := strings.TrimSuffix(strings.TrimSpace(technique.Text(c.pass, typ.Params)), ")")
	params = strings.TrimSuffix(strings.TrimSpace(params), ",")
	if args != "" {
		args, params = args+", ", params+", "
	}
	recv, of := "", ""
	if u.decl.Recv != nil {
		recv = technique.Text(c.pass, u.decl.Recv) + " "
		of = u.decl.Recv.List[0].Names[0].Name + "."
	}
	text := "{\nreturn " + of + u.name + "(" + args + "true)\n}\n\n// " + u.name + " is " +
		u.fn.Name() + ", and makes errors only to explain.\nfunc " + recv + u.name + params +
		explain + " bool) " + technique.Text(c.pass, typ.Results) + " "
	return []analysis.TextEdit{technique.Insert(u.decl.Body.Lbrace, text)}
}

// call returns the edits of a call of a function, which gets a word for the parameter.
func (c *chain) call(u *unit, call *ast.CallExpr, word string) ([]analysis.TextEdit, bool) {
	if u.quiet {
		at, ok := callee(call)
		return []analysis.TextEdit{technique.Replace(at, u.name)}, ok
	}
	if len(call.Args) != u.fn.Signature().Params().Len() {
		return nil, false // of several results
	}
	at, text := call.Lparen+1, word
	if n := len(call.Args); n > 0 {
		at, text = call.Args[n-1].End(), ", "+text
	}
	edits := []analysis.TextEdit{technique.Insert(at, text)}
	if !u.behind {
		return edits, true
	}
	name, ok := callee(call)
	return append(edits, technique.Replace(name, u.name)), ok
}
