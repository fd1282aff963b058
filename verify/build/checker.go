package build

import (
	"context"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
)

// checker type-checks packages, which takes a part of the time of a build.
type checker struct{ loader *load.Loader }

// sort judges the candidates of a change that does not type-check as [Host] does by building, and
// returns those that type-check together: all of them where they do, and where it cannot tell.
func (k *checker) sort(ctx context.Context, c verify.Change) (j verify.Judgement,
	good []verify.Candidate, err error) {
	problem, err := k.problem(ctx, c)
	if err != nil || problem == "" {
		return j, c.Candidates, ctx.Err()
	}
	none := c
	none.New = c.Old
	if was, err := k.problem(ctx, none); err != nil || was != "" {
		return j, c.Candidates, ctx.Err() // it did not type-check before, by this checker
	}
	return each(ctx, c, rejected("%s", problem), k.judge, k.judge)
}

// judge returns the verdict of the type checker on a change.
func (k *checker) judge(ctx context.Context, c verify.Change) (alloc.Verdict, error) {
	problem, err := k.problem(ctx, c)
	if err != nil || problem == "" {
		return accepted(), err
	}
	return rejected("%s", problem), nil
}

// problem returns what is wrong with the new code of the packages that changed; "" for nothing.
func (k *checker) problem(ctx context.Context, c verify.Change) (string, error) {
	for _, path := range c.Packages {
		pkgs, _, err := k.loader.Typed(ctx, load.Config{Dir: c.Dir, Tags: c.Tags, Env: c.Env,
			Patterns: []string{path}, Overlay: c.New, NoTests: true})
		if err != nil {
			return "", err
		}
		for _, p := range pkgs {
			if len(p.Errors) > 0 {
				return path + " does not build any more: " + p.Errors[0].Error(), nil
			}
		}
	}
	return "", nil
}
