package wring

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
)

// propose asks the techniques about the sites of the problems. Nothing is proven
// by that: wring fix does.
func (g *guarding) propose(ctx context.Context, problems []alloc.Problem) error {
	packages := g.packagesOf(problems)
	if len(packages) == 0 {
		return nil
	}
	pkgs, _, err := load.Typed(ctx, load.Config{Dir: g.Dir, Tags: g.Tags, Env: g.Env,
		Patterns: slices.Sorted(maps.Keys(packages)), Overlay: g.opt.plant})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return nil // what compiles is always loaded; without it there is less to say
	}
	found, _ := technique.Propose(pkgs, all.All)
	for _, p := range problems {
		for i := range p.Sites {
			p.Sites[i].Proposals = proposalsFor(p.Sites[i], found)
		}
	}
	return nil
}

// packagesOf returns the packages in which the sites of the problems are.
func (g *guarding) packagesOf(problems []alloc.Problem) map[string]bool {
	packages := map[string]bool{}
	for _, p := range problems {
		for _, s := range p.Sites {
			dir := filepath.ToSlash(filepath.Dir(g.absolute(s.File)))
			for _, pkg := range g.listing.Packages {
				if pkg.Dir == dir {
					packages[pkg.Path] = true
				}
			}
		}
	}
	return packages
}

// proposalsFor returns what techniques would do at a site: on its line, or in
// its function when they answer its cause.
func proposalsFor(s alloc.GuardSite, found []alloc.Candidate) []string {
	var list []string
	for _, c := range found {
		near := c.File == s.File && c.Line == s.Line
		if !near && !(strings.HasSuffix("/"+c.Func, "/"+s.Func) && answers(c.Technique, s.Cause)) {
			continue
		}
		text := fmt.Sprintf("%s: %s (%s:%d)", c.Technique, c.Message, c.File, c.Line)
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// answers reports whether a technique is for a cause.
func answers(name, cause string) bool {
	t, err := Technique(name)
	return err == nil && slices.Contains(t.Causes, cause)
}

// absolute returns the path of a file as reports name it.
func (g *guarding) absolute(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(g.listing.ModuleDir, filepath.FromSlash(file))
}

// relative returns a file as reports name it.
func (g *guarding) relative(file string) string {
	rel, err := filepath.Rel(g.listing.ModuleDir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}
