package locks

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/service/gosource"
)

// node is what may hold a value in the source: a variable, a field of a type, a
// function or a literal. What may hold one and the same value belongs together,
// whatever the names: the field that was given a channel, the parameter that it was
// passed as, the variable for which it was made.
type node struct {
	of   any // types.Object or *ast.FuncLit
	part int // of a function: resultPart + i or paramPart + i
	deep int // how many containers or channels the value is in
}

const (
	resultPart = 1
	paramPart  = 1000
	maxParts   = 8 // parameters and results that are followed through function values
	maxDeep    = 2
)

// aliases joins the nodes between which the source moves channels, and what else
// goroutines wait for. Instances are not told apart.
type aliases struct {
	eng     *engine
	parent  map[node]node
	read    map[*gosource.Package]bool
	goes    []goCall
	cancels []node // of the functions that cancel a context
}

// goCall is a call of a method Go of a WaitGroup.
type goCall struct {
	fn  *gosource.Func
	sel *ast.SelectorExpr
	at  *ast.CallExpr
	arg node
}

// aliasesOf returns the aliases of all packages that were read so far.
func (e *engine) aliasesOf() *aliases {
	if e.alias == nil {
		e.alias = &aliases{eng: e, parent: map[node]node{}, read: map[*gosource.Package]bool{}}
	}
	for _, p := range e.world.Packages() {
		if p.Std || e.alias.read[p] {
			continue
		}
		e.alias.read[p] = true
		for _, file := range p.Files {
			for _, d := range file.Decls {
				e.alias.declaration(p, d)
			}
		}
	}
	return e.alias
}

// mayCancel reports whether calling what n holds may cancel a context.
func (a *aliases) mayCancel(n node) bool {
	n = a.find(n)
	same := func(c node) bool { return a.find(c) == n }
	return n.of != nil && slices.ContainsFunc(a.cancels, same)
}

func (a *aliases) find(p node) node {
	for {
		up, ok := a.parent[p]
		if !ok || up == p {
			return p
		}
		if top, ok := a.parent[up]; ok {
			a.parent[p] = top
		}
		p = up
	}
}

// join says that a value may be in both nodes, and so may be what is in it.
func (a *aliases) join(x, y node) {
	x, y = a.find(x), a.find(y)
	if x == y || x.of == nil || y.of == nil {
		return
	}
	if fromOutside(x) {
		x, y = y, x
	}
	a.parent[x] = y
	if x.part != 0 || y.part != 0 {
		return
	}
	for d := x.deep + 1; d <= maxDeep; d++ {
		inX, inY := x, y
		inX.deep, inY.deep = d, y.deep+d-x.deep
		if inY.deep <= maxDeep {
			a.join(inX, inY)
		}
	}
	if x.deep != 0 || y.deep != 0 || !isCallable(x.of) && !isCallable(y.of) {
		return
	}
	for i := range maxParts {
		a.join(node{of: x.of, part: paramPart + i}, node{of: y.of, part: paramPart + i})
		a.join(node{of: x.of, part: resultPart + i}, node{of: y.of, part: resultPart + i})
	}
}

// fromOutside reports whether the value comes from the operating system or the
// clock, through the standard library.
func fromOutside(n node) bool {
	obj, ok := n.of.(types.Object)
	if !ok || obj.Pkg() == nil {
		return false
	}
	switch obj.Pkg().Path() {
	case "time", "net", "os", "os/signal":
		return true
	}
	return false
}

func isCallable(of any) bool {
	switch of := of.(type) {
	case *ast.FuncLit, *types.Func:
		return true
	case types.Object:
		_, ok := of.Type().Underlying().(*types.Signature)
		return ok
	}
	return false
}

// node returns the node that an expression denotes.
func (a *aliases) node(info *types.Info, e ast.Expr) (node, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return nodeOf(info.ObjectOf(e))
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil {
			return nodeOf(sel.Obj())
		}
		return nodeOf(info.ObjectOf(e.Sel))
	case *ast.FuncLit:
		return node{of: e}, true
	case *ast.StarExpr:
		return a.node(info, e.X)
	case *ast.UnaryExpr:
		p, ok := a.node(info, e.X)
		if e.Op.String() == "<-" {
			p.deep++
		}
		return p, ok && p.deep <= maxDeep
	case *ast.IndexExpr:
		if t := info.TypeOf(e.X); t != nil {
			if _, generic := t.Underlying().(*types.Signature); generic {
				return a.node(info, e.X)
			}
		}
		p, ok := a.node(info, e.X)
		p.deep++
		return p, ok && p.deep <= maxDeep
	case *ast.SliceExpr:
		return a.node(info, e.X)
	case *ast.TypeAssertExpr:
		return a.node(info, e.X)
	case *ast.CallExpr:
		return a.called(info, e, 0)
	}
	return node{}, false
}

func nodeOf(obj types.Object) (node, bool) {
	switch obj := obj.(type) {
	case *types.Var:
		return node{of: obj.Origin()}, true
	case *types.Func:
		return node{of: obj.Origin()}, true
	}
	return node{}, false
}

// called returns the node of result i of a call.
func (a *aliases) called(info *types.Info, call *ast.CallExpr, i int) (node, bool) {
	if tv, ok := info.Types[call.Fun]; ok {
		switch {
		case tv.IsType() && len(call.Args) == 1:
			return a.node(info, call.Args[0])
		case tv.IsBuiltin():
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "append" && len(call.Args) > 0 {
				return a.node(info, call.Args[0])
			}
			return node{}, false
		}
	}
	p, ok := a.node(info, call.Fun)
	if !ok || p.part != 0 || p.deep != 0 || i >= maxParts {
		return node{}, false
	}
	p = a.find(p)
	p.part = resultPart + i
	return p, p.deep == 0
}
