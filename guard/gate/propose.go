package gate

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/propose"
)

// propose asks the techniques about the sites of the problems. Their proposals
// are not proven; wring fix does that.
func (g *gate) propose(ctx context.Context, problems []alloc.Problem) error {
	packages := g.packagesOf(problems)
	if len(packages) == 0 {
		return nil
	}
	answer, err := propose.Ask(ctx, propose.Question{Dir: g.session.Options.Dir,
		Patterns: slices.Sorted(maps.Keys(packages)), Tags: g.session.Options.Tags,
		Env: g.session.Options.Env, Techniques: propose.Techniques(), Overlay: g.plant})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return nil // proposals are a bonus: the problems are reported without them
	}
	for _, p := range problems {
		for i := range p.Sites {
			p.Sites[i].Proposals = proposalsFor(p.Sites[i], answer.Found)
		}
	}
	return nil
}

// packagesOf returns the packages in which the sites of the problems are.
func (g *gate) packagesOf(problems []alloc.Problem) map[string]bool {
	packages := map[string]bool{}
	for _, p := range problems {
		for _, s := range p.Sites {
			file := symbol.FilePath(g.session.Listing.ModuleDir, s.File)
			dir := filepath.ToSlash(filepath.Dir(file))
			for _, pkg := range g.session.Listing.Packages {
				if pkg.Dir == dir {
					packages[pkg.Path] = true
				}
			}
		}
	}
	return packages
}

// proposalsFor returns the proposals for a site: those on its line, and those
// in its function whose techniques answer its cause.
func proposalsFor(s alloc.GuardSite, found []propose.Found) []string {
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
	t, err := propose.Technique(name)
	return err == nil && slices.Contains(t.Causes, cause)
}

// relative returns a file as reports name it.
func (g *gate) relative(file string) string {
	return symbol.FileName(g.session.Listing.ModuleDir, file)
}
