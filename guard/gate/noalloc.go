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

// checkNoAlloc decides about the functions that promise not to allocate. It
// returns the program that it learned, for questions about what calls what; nil
// when no directive needs one.
func (g *gate) checkNoAlloc(ctx context.Context) (*noalloc.Program, error) {
	promises := g.marks.of(guard.NoAlloc)
	if len(promises) == 0 && !g.marks.onFunctions() {
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
		for _, mark := range promises {
			answers, more, _ := prog.Check(g.declares(mark))
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
	for _, mark := range promises {
		g.rep.Problems = append(g.rep.Problems, g.promise(prog, mark)...)
	}
	return prog, nil
}

// learn adds packages to prog. What cannot be loaded is known to be unknown.
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
			said = nil // facts are kept by file, and once is enough
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
// inlined. Without an answer nothing could be decided, so that is an error.
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

// declares returns what recognises the function below a directive.
func (g *gate) declares(mark guard.Mark) func(*ast.FuncDecl, *noalloc.Package) bool {
	return func(fn *ast.FuncDecl, p *noalloc.Package) bool {
		if fn.Name.Name != mark.Decl.Name.Name || fn.Doc == nil {
			return false
		}
		from, to := p.Fset.Position(fn.Doc.Pos()), p.Fset.Position(fn.Doc.End())
		return filepath.Clean(from.Filename) == filepath.Clean(mark.Pos.Filename) &&
			from.Line <= mark.Pos.Line && mark.Pos.Line <= to.Line
	}
}

// refutes reports whether an answer decides that a promise is not kept.
func (g *gate) refutes(a noalloc.Answer) bool {
	return a.Outcome == noalloc.Allocates && !g.allowed(a)
}

// promise returns what there is to say about one function: where it allocates,
// or else what keeps that from being known. Of the ways through one line of the
// user's the first, which is the shortest, stands for all.
func (g *gate) promise(prog *noalloc.Program, mark guard.Mark) []alloc.Problem {
	answers, _, ok := prog.Check(g.declares(mark))
	if !ok {
		return []alloc.Problem{g.marks.problem(mark, guard.BadDirective,
			mark.Func+" could not be found in what the compiler sees")}
	}
	refuted := slices.ContainsFunc(answers, g.refutes)
	var problems []alloc.Problem
	ways := map[string]int{}
	for _, a := range answers {
		if g.allowed(a) || refuted != (a.Outcome == noalloc.Allocates) {
			continue
		}
		p := g.answer(mark, a)
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

// allowed reports whether an allowance stands on the way.
func (g *gate) allowed(a noalloc.Answer) bool {
	found := false
	for _, f := range a.Path {
		found = g.marks.allows(f.File, f.Line, a.Cause) || found
	}
	return found
}

// answer makes a problem of one reason, at the deepest line that is the user's.
func (g *gate) answer(mark guard.Mark, a noalloc.Answer) alloc.Problem {
	rule, verb := guard.CannotTell, "may allocate"
	if a.Outcome == noalloc.Allocates {
		rule, verb = guard.Allocates, "allocates"
	}
	p := g.marks.problem(mark, rule, fmt.Sprintf("%s must not allocate, and %s: %s (%s)",
		mark.Func, verb, a.Text, a.Cause))
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
