package appendstyle

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// fresh returns a name for a variable that nothing in the function, in the
// package or among the imports of the file has.
func (d *draft) fresh(base string) string { return d.freshIn(base, nil) }

// freshIn returns a fresh name for a variable that is used only where it is
// declared, in a block: another block may declare another of that name.
func (d *draft) freshIn(base string, block ast.Node) string {
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name = fmt.Sprint(base, i)
		}
		blocks := d.names[name]
		if block == nil && len(blocks) > 0 || slices.Contains(blocks, nil) ||
			slices.Contains(blocks, block) || d.taken(name) {
			continue
		}
		d.names[name] = append(blocks, block)
		return name
	}
}

func (d *draft) taken(name string) bool {
	if d.ix.pass.Pkg.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil {
		return true
	}
	if scope := d.ix.info.Scopes[d.file]; scope != nil && scope.Lookup(name) != nil {
		return true
	}
	return contains(d.fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && id.Name == name
	})
}

// qualifier returns how code anywhere in the function speaks of a package.
func (d *draft) qualifier(importPath string) string {
	at := d.fn.Body.Lbrace + 1
	ast.Inspect(d.fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != path.Base(importPath) || d.ix.info.Defs[id] == nil {
			return true
		}
		if scope := d.ix.info.Defs[id].Parent(); scope != nil {
			at = scope.End() - 1 // there it hides the package
		}
		return true
	})
	return d.p.qualifier(d.file, at, importPath)
}

// since reports whether the module is for Go 1.minor or newer.
func (d *draft) since(minor int) bool {
	version := d.ix.info.FileVersions[d.file]
	if version == "" && d.ix.pass.Module != nil {
		version = d.ix.pass.Module.GoVersion
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(version, "go"), "1.")
	if !ok {
		return version == ""
	}
	rest, _, _ = strings.Cut(rest, ".")
	n, err := strconv.Atoi(rest)
	return err != nil || n >= minor
}
