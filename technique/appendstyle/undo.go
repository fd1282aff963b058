package appendstyle

import (
	"go/ast"
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis"
)

// saved is what an attempt that comes to nothing must leave as it was.
type saved struct {
	names      map[string][]ast.Node
	repl       map[ast.Node]string
	skip       map[ast.Expr]bool
	used       map[ast.Node]bool
	gain, size int
	start      string
	twins      map[*types.Func]*twin
	made       []*twin
	imports    []analysis.TextEdit
	replaced   map[*ast.CallExpr]bool
}

func (d *draft) save() saved {
	return saved{
		names: copyNames(d.names), repl: maps.Clone(d.repl), skip: maps.Clone(d.skip),
		used: maps.Clone(d.used),
		gain: d.gain, size: d.size,
		start: d.start, twins: maps.Clone(d.p.twins), made: d.p.made, imports: d.p.imports,
		replaced: maps.Clone(d.p.replaced),
	}
}

func (d *draft) restore(s saved) {
	d.names, d.start = s.names, s.start
	d.repl, d.skip, d.used = s.repl, s.skip, s.used
	d.gain, d.size = s.gain, s.size
	d.p.twins, d.p.made = s.twins, s.made
	d.p.imports, d.p.replaced = s.imports, s.replaced
}
