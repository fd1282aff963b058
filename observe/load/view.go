package load

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/internal/outline"
)

// view is a graph of packages as one overlay has them.
type view struct {
	cfg   Config // what was listed; the overlay is the view's
	graph *graph
	fset  *token.FileSet
	sizes types.Sizes

	mu       sync.Mutex
	declared outline.Packages     // of what was checked, what it imports
	checked  map[string]*Checked  // by ID
	parsed   map[string]*ast.File // by name, of packages that parse
}

// look asks the go command.
func look(ctx context.Context, cfg Config) (*view, error) {
	g, err := listDeps(ctx, cfg)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, explain(ctx, cfg, err)
	}
	arch, err := cfg.arch(ctx)
	if err != nil {
		return nil, err
	}
	cfg.Overlay = maps.Clone(cfg.Overlay)
	return &view{cfg: cfg, graph: g, fset: token.NewFileSet(), sizes: types.SizesFor("gc", arch),
		declared: make(outline.Packages), checked: make(map[string]*Checked),
		parsed: make(map[string]*ast.File)}, nil
}

// answers returns the packages of the view that are asked for, whatever the overlay; nil if
// they may be others than those that were listed.
func (v *view) answers(cfg Config) []*listed {
	if cfg.Dir != v.cfg.Dir || cfg.Tags != v.cfg.Tags || !slices.Equal(cfg.Env, v.cfg.Env) ||
		v.cfg.NoTests && !cfg.NoTests {
		return nil
	}
	all := once(v.graph.packages)
	if cfg.NoTests == v.cfg.NoTests && slices.Equal(cfg.patterns(), v.cfg.patterns()) {
		return all
	}
	var found []*listed
	for _, path := range cfg.patterns() {
		if cfg.NoTests {
			p := v.graph.byID[path]
			if p == nil || len(p.sources()) == 0 {
				return nil
			}
			found = append(found, p)
			continue
		}
		n := len(found)
		for _, p := range all {
			if p.path() == path || p.ForTest == path {
				found = append(found, p)
			}
		}
		if n == len(found) {
			return nil
		}
	}
	slices.SortStableFunc(found, func(a, b *listed) int {
		return strings.Compare(a.path(), b.path())
	})
	return slices.Compact(found)
}

// check returns the packages, type-checked.
func (v *view) check(ctx context.Context, targets []*listed) ([]*Checked, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var missing []*listed
	for _, l := range targets {
		if v.checked[l.ImportPath] == nil {
			missing = append(missing, l)
		}
	}
	fresh := make([]*Checked, len(missing))
	each(fresh, func(i int) { fresh[i] = v.parse(missing[i]) })
	v.remember(fresh)
	v.declare(missing, fresh)
	each(fresh, func(i int) { v.checkOne(fresh[i], missing[i]) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, p := range fresh {
		v.checked[missing[i].ImportPath] = p
	}
	all := make([]*Checked, len(targets))
	for i, l := range targets {
		all[i] = v.checked[l.ImportPath]
	}
	return all, nil
}

// remember keeps the files of packages that parse.
func (v *view) remember(list []*Checked) {
	for _, p := range list {
		for _, f := range p.Syntax {
			if len(p.Errors) == 0 {
				v.parsed[v.fset.File(f.FileStart).Name()] = f
			}
		}
	}
}

// declare declares what packages import.
func (v *view) declare(of []*listed, parsed []*Checked) {
	var needed []string
	for i, p := range parsed {
		for _, f := range p.Syntax {
			for _, spec := range f.Imports {
				if key := of[i].key(outline.ImportPath(spec)); v.declared[key].Types == nil {
					needed = append(needed, key)
				}
			}
		}
	}
	slices.Sort(needed)
	maps.Copy(v.declared, outline.Declare(outline.Config{Fset: v.fset, Sizes: v.sizes,
		Find: v.find, Overlay: v.cfg.Overlay}, slices.Compact(needed)))
}

// find returns the source of a package, or what it declares.
func (v *view) find(id string) (outline.Source, error) {
	if known := v.declared[id]; known.Types != nil && known.Err == nil {
		return outline.Source{Name: known.Types.Name(), Known: known.Types}, nil
	}
	return v.graph.find(id)
}

// with returns the view of another overlay; nil if the go command must say what packages
// there are.
func (v *view) with(overlay map[string][]byte) *view {
	changed := map[string]bool{} // IDs
	g, differing := v.graph, v.differing(overlay)
	for _, name := range differing {
		owners := g.owners(name)
		if len(owners) == 0 && g.near(name) {
			return nil
		}
		if len(owners) > 0 {
			was, err := v.cfg.text(name)
			is, failed := Config{Overlay: overlay}.text(name)
			if err != nil || failed != nil {
				return nil
			}
			if g = g.with(owners, name, was, is); g == nil {
				return nil
			}
		}
		for _, p := range owners {
			changed[p.ImportPath] = true
		}
	}
	now := &view{cfg: v.cfg, graph: g, fset: v.fset, sizes: v.sizes,
		declared: make(outline.Packages), checked: make(map[string]*Checked)}
	now.cfg.Overlay = maps.Clone(overlay)
	v.mu.Lock()
	defer v.mu.Unlock()
	now.parsed = maps.Clone(v.parsed)
	for _, name := range differing {
		delete(now.parsed, name)
	}
	old := map[*types.Package]bool{} // whether a package is not what it was
	for id := range changed {
		if p := v.declared[id].Types; p != nil {
			old[p] = true
		}
	}
	for id, p := range v.declared {
		if !changed[id] && p.Err == nil && p.Types != nil && !stale(p.Types, old) {
			now.declared[id] = p
		}
	}
	for id, p := range v.checked {
		if !changed[id] && len(p.Errors) == 0 && !stale(p.Types, old) {
			now.checked[id] = p
		}
	}
	return now
}

// stale reports whether a package is, or imports, one that is not what it was. It adds what
// it finds to old.
func stale(p *types.Package, old map[*types.Package]bool) bool {
	if is, known := old[p]; known {
		return is
	}
	old[p] = false
	is := false
	for _, q := range p.Imports() {
		is = stale(q, old) || is
	}
	old[p] = is
	return is
}

// differing returns the files that an overlay has otherwise than the view.
func (v *view) differing(overlay map[string][]byte) []string {
	names := map[string]bool{}
	for name, text := range overlay {
		was, ok := v.cfg.Overlay[name]
		names[name] = !ok || !bytes.Equal(was, text)
	}
	for name := range v.cfg.Overlay {
		if _, ok := overlay[name]; !ok {
			names[name] = true
		}
	}
	maps.DeleteFunc(names, func(_ string, differs bool) bool { return !differs })
	return slices.Sorted(maps.Keys(names))
}

// owners returns the packages that a file is compiled into.
func (g *graph) owners(name string) []*listed {
	var list []*listed
	for _, p := range g.packages {
		if filepath.Dir(name) == p.Dir && slices.Contains(p.sources(), name) {
			list = append(list, p)
		}
	}
	return list
}

// near reports whether a file lies in the folder of a package.
func (g *graph) near(name string) bool {
	return slices.ContainsFunc(g.packages, func(p *listed) bool {
		return p.Dir == filepath.Dir(name)
	})
}

// with returns the graph with the new text of a file; nil if the go command must say what
// packages there are.
func (g *graph) with(owners []*listed, name string, was, is []byte) *graph {
	old, before := head(name, was)
	now, after := head(name, is)
	if old == nil || now == nil || old.Name.Name != now.Name.Name || before != after {
		return nil
	}
	for _, p := range owners {
		if len(p.CgoFiles) > 0 || p.Error != nil {
			return nil
		}
		var added []string
		for _, spec := range now.Imports {
			id := p.key(outline.ImportPath(spec))
			if slices.Contains(p.Imports, id) {
				continue
			}
			known := g.byID[id]
			if known == nil || !known.Standard || p.Standard || len(known.sources()) == 0 {
				return nil
			}
			added = append(added, id)
		}
		if len(added) > 0 {
			g = g.importing(p, added)
		}
	}
	return g
}

// importing returns the graph with more imports of a package.
func (g *graph) importing(p *listed, ids []string) *graph {
	more := *p
	more.Imports = slices.Concat(p.Imports, ids)
	out := &graph{packages: slices.Clone(g.packages), byID: maps.Clone(g.byID), said: g.said}
	out.packages[slices.Index(g.packages, p)] = &more
	if out.byID[p.ImportPath] == p {
		out.byID[p.ImportPath] = &more
	}
	return out
}

// head returns the clauses at the beginning of a file, and the text before them, which says
// what builds it belongs to; nil if they do not parse.
func head(name string, text []byte) (f *ast.File, before string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ImportsOnly)
	if err != nil {
		return nil, ""
	}
	return f, string(text[:fset.Position(f.Package).Offset])
}
