package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/wring-go/wring/service/gosource"
)

// identity is what is known of one channel, WaitGroup or Cond as a frame names it.
type identity struct {
	addr   fact
	known  bool   // addr is
	class  string // the field or variable that holds it
	single string // the path of a variable that exists once and never changes
	home   creatorKey
	local  string // the path of a variable of home
	text   string // as the source has it
	alias  node   // what may hold it, joined with where else the source puts it
	bare   bool   // a variable itself, no field of one
}

// identify says which channel, WaitGroup or Cond a frame of s means.
func (t *table) identify(s *stack, a *activation, ref lockRef) identity {
	id := identity{text: ref.target.path.text}
	if ref.node.of != nil {
		id.alias = t.eng.aliasesOf().find(ref.node)
	}
	id.addr, id.known = t.addrOnTheWay(a, ref)
	by, out := t.outward(a, ref)
	if by.caller != nil && by.caller.creator {
		if passed, ok := t.passed(by, out); ok {
			by, out = by.caller, passed
		}
	}
	p := out.target.path
	id.class, id.bare = out.class, len(p.steps) == 0
	if len(p.steps) == 0 && isParam(by.site.fn, p.root) {
		id.class = "" // a parameter of the same name may be anything
	}
	if p.root == nil || !t.eng.stable(by.site.fn, p) {
		return id
	}
	if t.single(by.site.fn, p.root) {
		if len(p.steps) == 0 && t.eng.fixed(by.site.fn, p.root) || !out.ptr {
			id.single = p.key()
		}
		return id
	}
	home := t.home(by, p)
	if home == nil || t.eng.defsOf(home.site.fn).looped[p.root] {
		return id
	}
	id.home, id.local = t.keyOf(s, home), p.key()
	if id.home.fn == nil {
		id.local = ""
	}
	return id
}

// keyOf names the call that an activation stands for by its goroutine and its
// function. It is empty where the goroutine runs the function several times.
func (t *table) keyOf(s *stack, a *activation) creatorKey {
	if a == s.start {
		return creatorKey{s.g.CreatedBy, a.site.fn}
	}
	if a.creator {
		return a.key
	}
	for _, o := range s.acts {
		if o != a && o.site.fn == a.site.fn {
			return creatorKey{}
		}
	}
	return creatorKey{s.g.ID, a.site.fn}
}

// compare says how well two frames are known to mean the same thing.
func (id identity) compare(o identity) match {
	switch {
	case id.known && o.known && id.addr.sure && o.addr.sure:
		if id.addr.addr == o.addr.addr {
			return exact
		}
		return other
	case id.single != "" && id.single == o.single:
		return exact
	case id.single != "" && o.single != "":
		return id.elsewhere(o)
	case id.known && o.known && id.addr.addr == o.addr.addr:
		return close
	case id.local != "" && id.home == o.home:
		if id.local == o.local {
			return close
		}
		return id.elsewhere(o)
	case id.class != "" && id.class == o.class, id.alias.of != nil && id.alias == o.alias:
		return unknown
	}
	return other
}

// elsewhere says how well two variables are known to hold the same thing: they may
// if the source moves it from one to the other.
func (id identity) elsewhere(o identity) match {
	if id.alias.of != nil && id.alias == o.alias {
		return apart
	}
	return other
}

// fixed reports whether a variable is given a value only where it is declared.
func (e *engine) fixed(fn *gosource.Func, v types.Object) bool {
	if !isGlobal(v) {
		return e.constant(fn, v)
	}
	if v.Pkg() != fn.Pkg.Types {
		return false
	}
	if known, ok := e.fix[v]; ok {
		return known
	}
	changed := false
	for _, file := range fn.Pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			changed = changed || changes(fn.Pkg.Info, n, v)
			return !changed
		})
	}
	e.fix[v] = !changed
	return !changed
}

// changes reports whether a statement assigns to v, or takes its address.
func changes(info *types.Info, n ast.Node, v types.Object) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && info.Uses[id] == v
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if is(left) {
				return true
			}
		}
	case *ast.UnaryExpr:
		return n.Op == token.AND && is(n.X)
	case *ast.RangeStmt:
		return n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
	}
	return false
}

// name is how people call it.
func (id identity) name() string {
	switch {
	case id.class != "":
		return id.class
	case id.text != "":
		return id.text
	}
	return ""
}

// inPackage reports whether a function of a dump belongs to a package or one below it.
func inPackage(name string, packages ...string) bool {
	pkg, _, _ := gosource.SplitName(name)
	for _, p := range packages {
		if pkg == p || strings.HasPrefix(pkg, p+"/") {
			return true
		}
	}
	return false
}
