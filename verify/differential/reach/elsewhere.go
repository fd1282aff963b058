package reach

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	"github.com/wring-go/wring/internal/stdeffects"
	"github.com/wring-go/wring/observe/load"
)

// others returns a function that reads another package before the change, with
// its syntax, and returns nil for one that cannot be read. Each is read once.
func others(ctx context.Context, loader *load.Loader, cfg load.Config, s *Package) func(
	path string) *Package {
	cfg.NoTests = true
	known := map[string]*Package{}
	return func(path string) *Package {
		if other, ok := known[path]; ok {
			return other
		}
		known[path] = nil
		cfg.Patterns = []string{path}
		pkgs, _, err := loader.Typed(ctx, cfg)
		if err != nil {
			return nil
		}
		for _, q := range pkgs {
			if q.PkgPath == path && q.Types != nil && q.TypesInfo != nil && len(q.Errors) == 0 {
				known[path] = &Package{Path: path, Name: q.Name, Types: q.Types, Info: q.TypesInfo,
					Fset: q.Fset, Files: q.Syntax, imports: s.imports, others: s.others}
			}
		}
		return known[path]
	}
}

// elsewhere judges a function of a package that can reach outside the process,
// by what the function itself uses.
func (c *safety) elsewhere(fn *types.Func) string {
	path := fn.Pkg().Path()
	why := fmt.Sprintf("it uses %s.%s, and that package can reach outside the process",
		path, fn.Name())
	if c.s.others == nil {
		return why
	}
	there := c.packages[path]
	if there == nil {
		s := c.s.others(path)
		if s == nil {
			return why
		}
		there = &safety{s: s, seen: c.seen, packages: c.packages, strict: true}
		c.packages[path] = there
	}
	same := there.find(fn)
	if same == nil {
		return why
	}
	if reason := there.unsafeReason(same); reason != "" {
		return fmt.Sprintf("it uses %s.%s: %s", path, fn.Name(), reason)
	}
	return ""
}

// find returns the function or method that fn, which was loaded without syntax,
// is in the package; nil for a method of an interface.
func (c *safety) find(fn *types.Func) *types.Func {
	scope := c.s.Types.Scope()
	receiver, _, method := strings.Cut(stdeffects.Name(fn), ".")
	if !method {
		found, _ := scope.Lookup(fn.Name()).(*types.Func)
		return found
	}
	named, ok := scope.Lookup(receiver).(*types.TypeName)
	if !ok || types.IsInterface(named.Type()) {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(named.Type(), true, c.s.Types, fn.Name())
	found, _ := obj.(*types.Func)
	return found
}

// open reports whether the package alone does not show what a use of obj calls:
// a method of an interface, or a function that a field holds.
func open(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		recv := obj.Signature().Recv()
		return recv != nil && types.IsInterface(recv.Type())
	case *types.Var:
		_, isFunc := obj.Type().Underlying().(*types.Signature)
		return obj.IsField() && isFunc
	}
	return false
}
