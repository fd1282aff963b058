package reach

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/internal/stdeffects"
)

// safety finds out whether a function may be called with anything at all: a
// function that deletes the file that it is given must not be.
type safety struct {
	s        *Package
	seen     map[types.Object]bool
	packages map[string]*safety // others that were looked into, by import path
	// strict says that the package's own values are used, not generated ones,
	// so that what its interfaces and fields hold may do anything.
	strict bool
}

// Objection returns why obj must not be called with random arguments, or "".
func (s *Package) Objection(obj types.Object) string {
	c := &safety{s: s, seen: map[types.Object]bool{}, packages: map[string]*safety{}}
	return c.unsafeReason(obj)
}

// unsafeReason returns why obj must not be called with random arguments, or "".
func (c *safety) unsafeReason(obj types.Object) string {
	if obj == nil || c.seen[obj] || obj.Pkg() == nil {
		return ""
	}
	c.seen[obj] = true
	if obj.Pkg().Path() != c.s.Path {
		return c.foreign(obj)
	}
	if c.strict && open(obj) {
		if fn, ok := obj.(*types.Func); ok && !fn.Exported() {
			return c.implementations(fn)
		}
		return "it calls " + obj.Name() + ", whatever that is"
	}
	switch obj := obj.(type) {
	case *types.Func:
		return c.body(obj)
	case *types.Var:
		return c.initializer(obj)
	}
	return ""
}

// implementations looks at all methods that a call of an unexported one of an interface may lead
// to: only types of the package have them.
func (c *safety) implementations(fn *types.Func) string {
	for _, f := range c.s.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Recv == nil || decl.Name.Name != fn.Name() {
				continue
			}
			if reason := c.unsafeReason(c.s.Info.Defs[decl.Name]); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// body looks at everything that a function of the package uses.
func (c *safety) body(fn *types.Func) string {
	fn = fn.Origin()
	for _, f := range c.s.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || c.s.Info.Defs[decl.Name] != fn {
				continue
			}
			if decl.Body == nil {
				return "" // assembly computes
			}
			return c.uses(decl.Body)
		}
	}
	return ""
}

// initializer looks at what a package-level variable begins with: it may be a
// function.
func (c *safety) initializer(v *types.Var) string {
	if v.Parent() != c.s.Types.Scope() {
		return ""
	}
	for _, init := range c.s.Info.InitOrder {
		if slices.Contains(init.Lhs, v) {
			if reason := c.uses(init.Rhs); reason != "" {
				return reason
			}
		}
	}
	return c.assigned(v)
}

// assigned looks at what an init function puts into a package-level variable.
func (c *safety) assigned(v *types.Var) (reason string) {
	for _, f := range c.s.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Recv != nil || decl.Name.Name != "init" || decl.Body == nil {
				continue
			}
			for n := range ast.Preorder(decl.Body) {
				as, ok := n.(*ast.AssignStmt)
				if !ok || reason != "" || !slices.ContainsFunc(as.Lhs, func(e ast.Expr) bool {
					id, ok := e.(*ast.Ident)
					return ok && c.s.Info.Uses[id] == v
				}) {
					continue
				}
				for _, e := range as.Rhs {
					reason = cmp.Or(reason, c.uses(e))
				}
			}
		}
	}
	return reason
}

func (c *safety) uses(n ast.Node) (reason string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if reason != "" {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if id.Name == "C" {
			if p, ok := c.s.Info.Uses[id].(*types.PkgName); ok && p.Imported().Path() == "C" {
				reason = "it calls C"
				return false
			}
		}
		reason = c.unsafeReason(c.s.Info.Uses[id])
		return true
	})
	return reason
}

// foreign judges something of another package: of the standard library by the
// table of what its functions do.
func (c *safety) foreign(obj types.Object) string {
	path, name := obj.Pkg().Path(), obj.Name()
	if computes(path) || path == "time" && name == "After" { // a call that waits is given up
		return ""
	}
	var e stdeffects.Effects
	var known bool
	switch obj := obj.(type) {
	case *types.Func:
		if !c.strict && open(obj) {
			return "" // a value that is made up does nothing outside
		}
		if e, known = stdeffects.Of(obj.Origin()); !known && c.s.imports[path] {
			return c.elsewhere(obj)
		}
	case *types.Var:
		if obj.IsField() {
			return ""
		}
		e, known = stdeffects.OfVariable(obj)
	}
	if known && e.Has(stdeffects.Acts) {
		return fmt.Sprintf("it uses %s.%s, which reaches outside the process", path, name)
	}
	return ""
}
