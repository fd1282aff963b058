package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/outline"
)

// graph is what the go command says about packages and all that they import.
type graph struct {
	packages []*listed
	byID     map[string]*listed
	said     []alloc.Warning
}

// typedFields are the fields of listed that type-checking needs.
const typedFields = "Dir,ImportPath,Name,ForTest,DepOnly,Standard,Module,Error," +
	"GoFiles,CgoFiles,CompiledGoFiles,Imports,ImportMap"

// listDeps asks the go command for the packages and what they import.
func listDeps(ctx context.Context, cfg Config) (*graph, error) {
	flags, drop, err := cfg.overlaid()
	if err != nil {
		return nil, err
	}
	defer drop()
	args := append([]string{"list", "-e", "-deps", "-compiled", "-pgo=off",
		"-json=" + typedFields}, flags...)
	if !cfg.NoTests {
		args = append(args, "-test")
	}
	var said bytes.Buffer
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: cfg.Dir, Env: cfg.Env, Stderr: &said,
		Args: append(append(args, "--"), cfg.patterns()...)})
	if err != nil {
		return nil, err
	}
	g := &graph{byID: make(map[string]*listed), said: unmatched(said.String())}
	if g.packages, err = decodeList(bytes.NewReader(out)); err != nil {
		return nil, err
	}
	for _, p := range g.packages {
		// A package that is imported where it may not be is listed twice, once
		// with that error.
		if old := g.byID[p.ImportPath]; old == nil || old.Error != nil {
			g.byID[p.ImportPath] = p
		}
	}
	return g, nil
}

// path returns the import path: the ID of a variant for tests says more.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// key returns the ID of a package that p imports by that path.
func (p *listed) key(path string) string {
	if id, ok := p.ImportMap[path]; ok {
		return id
	}
	return path
}

// sources returns the files that are compiled. Where the go command cannot say,
// because one does not parse or the C compiler fails, those that are in Go.
func (p *listed) sources() []string {
	if len(p.CompiledGoFiles) > 0 {
		return outline.Absolute(p.Dir, p.CompiledGoFiles)
	}
	return outline.Absolute(p.Dir, p.GoFiles)
}

// find returns the source of a package.
func (g *graph) find(id string) (outline.Source, error) {
	p := g.byID[id]
	switch {
	case p == nil:
		return outline.Source{}, fmt.Errorf("no metadata for %s", id)
	case len(p.sources()) == 0 && p.Error != nil:
		return outline.Source{}, errors.New(p.Error.Err)
	}
	return outline.Source{Path: p.path(), Name: p.Name, Files: p.sources(), Key: p.key}, nil
}

// arch returns the architecture that the packages are built for.
func (c Config) arch(ctx context.Context) (string, error) {
	for _, list := range [][]string{c.Env, os.Environ()} {
		for _, kv := range slices.Backward(list) {
			if arch, ok := strings.CutPrefix(kv, "GOARCH="); ok && arch != "" {
				return arch, nil
			}
		}
	}
	env, err := gocmd.Env(ctx, c.Dir, c.Env)
	return env.GOARCH, err
}
