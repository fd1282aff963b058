package gate

import (
	"context"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/guard/noalloc"
	"github.com/wring-go/wring/observe/escape"
	"github.com/wring-go/wring/observe/load"
)

// staticRounds bounds how far calls are followed from package to package.
const staticRounds = 20

// checkNoAlloc checks the functions that promise not to allocate. It returns
// the call graph that it built, or nil if no directive needs one.
func (g *gate) checkNoAlloc(ctx context.Context) (*noalloc.Program, error) {
	promises := g.directives.of(guard.NoAlloc)
	if len(promises) == 0 && !g.directives.onFunctions() {
		return nil, nil
	}
	prog := noalloc.New()
	var own []string
	for _, p := range g.session.Listing.Packages {
		own = append(own, p.Path)
	}
	if err := g.learn(ctx, prog, own, len(promises) > 0, true); err != nil {
		return nil, err
	}
	for range staticRounds {
		var needs []string
		for _, d := range promises {
			answers, more, _ := prog.Check(g.declares(d))
			if !slices.ContainsFunc(answers, g.refutes) {
				needs = append(needs, more...)
			}
		}
		slices.Sort(needs)
		needs = slices.Compact(needs)
		if len(needs) == 0 {
			break
		}
		if err := g.learn(ctx, prog, needs, true, false); err != nil {
			return nil, err
		}
	}
	for _, d := range promises {
		g.rep.Problems = append(g.rep.Problems, g.promise(prog, d)...)
	}
	return prog, nil
}

// learn adds packages to prog. A package that cannot be loaded is added without
// files, so that its functions count as unknown.
func (g *gate) learn(ctx context.Context, prog *noalloc.Program, paths []string,
	facts, own bool) error {
	g.session.Options.Progress("reading", strings.Join(paths, " "))
	cfg := g.session.LoadConfig(paths...)
	cfg.NoTests = !own
	pkgs, _, err := load.Typed(ctx, cfg)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && own {
		return err
	}
	var said []alloc.Fact
	inlined := map[alloc.Position]bool{}
	if facts {
		if said, inlined, err = g.askCompiler(ctx, paths, own); err != nil {
			return err
		}
	}
	for i, p := range pkgs {
		if i > 0 {
			said = nil // facts are kept by file, so they are added once
		}
		prog.Add(&noalloc.Package{Path: p.PkgPath, Fset: p.Fset, Files: p.Syntax,
			Info: p.TypesInfo, Facts: said,
			Inlined: func(at alloc.Position) bool { return inlined[at] }})
	}
	for _, path := range paths {
		prog.Add(&noalloc.Package{Path: path})
	}
	return nil
}

// askCompiler returns what reaches the heap in packages, and which calls were
// inlined. It is an error if the compiler does not say, because then no promise
// can be decided.
func (g *gate) askCompiler(ctx context.Context, paths []string, own bool) ([]alloc.Fact,
	map[alloc.Position]bool, error) {
	cfg := g.session.EscapeConfig()
	cfg.Packages, cfg.Tests = paths, own
	ask := escape.Facts
	if !own {
		ask = func(ctx context.Context, cfg escape.Config) ([]alloc.Fact, []alloc.Warning, error) {
			return escape.Callees(ctx, cfg, paths)
		}
	}
	facts, warnings, err := ask(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	if len(warnings) > 0 && own {
		return nil, nil, fmt.Errorf("wring:noalloc cannot be checked: %s", warnings[0].Text)
	}
	inlined, err := escape.Inlined(ctx, cfg)
	return facts, inlined, err
}

// declares returns a function that reports whether a declaration is the one
// below the directive.
func (g *gate) declares(d guard.Directive) func(*ast.FuncDecl, *noalloc.Package) bool {
	return func(fn *ast.FuncDecl, p *noalloc.Package) bool {
		if fn.Name.Name != d.Decl.Name.Name || fn.Doc == nil {
			return false
		}
		from, to := p.Fset.Position(fn.Doc.Pos()), p.Fset.Position(fn.Doc.End())
		return filepath.Clean(from.Filename) == filepath.Clean(d.Pos.Filename) &&
			from.Line <= d.Pos.Line && d.Pos.Line <= to.Line
	}
}

// refutes reports whether an answer proves that a promise is broken.
func (g *gate) refutes(a noalloc.Answer) bool {
	return a.Outcome == noalloc.Allocates && !g.allowed(a)
}

// promise returns the problems of one function: where it allocates, or else why
// that cannot be known. Of several paths through one line of the user's code
// only the first, which is the shortest, is reported.
func (g *gate) promise(prog *noalloc.Program, d guard.Directive) []alloc.Problem {
	answers, _, ok := prog.Check(g.declares(d))
	if !ok {
		return []alloc.Problem{g.directives.problem(d, guard.BadDirective,
			d.Func+" is not in the files that the compiler sees")}
	}
	refuted := slices.ContainsFunc(answers, g.refutes)
	var problems []alloc.Problem
	ways := map[string]int{}
	for _, a := range answers {
		if g.allowed(a) || refuted != (a.Outcome == noalloc.Allocates) {
			continue
		}
		p := g.answer(d, a)
		place := fmt.Sprint(p.File, p.Line)
		if ways[place]++; ways[place] == 1 {
			problems = append(problems, p)
		}
	}
	for i := range problems {
		p := &problems[i]
		if more := ways[fmt.Sprint(p.File, p.Line)] - 1; more > 0 {
			p.Text += fmt.Sprintf(" There are %d more below this line.", more)
		}
	}
	return problems
}

// allowed reports whether an allowance covers a line of the path.
func (g *gate) allowed(a noalloc.Answer) bool {
	found := false
	for _, f := range a.Path {
		found = g.directives.allows(f.File, f.Line, a.Cause) || found
	}
	return found
}

// answer turns one answer into a problem, placed at the innermost line of the
// path that is the user's.
func (g *gate) answer(d guard.Directive, a noalloc.Answer) alloc.Problem {
	rule, verb := guard.CannotTell, "may allocate"
	if a.Outcome == noalloc.Allocates {
		rule, verb = guard.Allocates, "allocates"
	}
	p := g.directives.problem(d, rule, fmt.Sprintf("%s must not allocate, and %s: %s (%s)",
		d.Func, verb, a.Text, a.Cause))
	p.Fails = a.Outcome == noalloc.Allocates
	for _, f := range a.Path {
		f.File = g.relative(f.File)
		p.Path = append(p.Path, f)
		if !filepath.IsAbs(f.File) {
			p.File, p.Line, p.Column = f.File, f.Line, 0
		}
	}
	return p
}
