package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
)

// listed is a package as go list describes it.
type listed struct {
	ImportPath   string
	Deps         []string
	TestImports  []string
	XTestImports []string
	TestGoFiles  []string
	XTestGoFiles []string
	Incomplete   bool // something that it needs is missing
}

// Graph is who imports whom in a module.
type Graph struct{ all []listed }

// Imports returns the graph of c's module, as its files are on disk, without packages that
// need what is missing: they do not build in any case.
func Imports(ctx context.Context, c verify.Change) (*Graph, error) {
	out, err := ask(ctx, c)
	if err != nil {
		// With -mod=mod in GOFLAGS, one package whose modules cannot be found is enough.
		out, err = ask(ctx, c, "-mod=readonly")
	}
	if err != nil {
		return nil, err
	}
	g := &Graph{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if !p.Incomplete {
			g.all = append(g.all, p)
		}
	}
	return g, nil
}

// ask asks the go command about all packages of c's module.
func ask(ctx context.Context, c verify.Change, flags ...string) ([]byte, error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Deps,TestImports,XTestImports," +
		"TestGoFiles,XTestGoFiles,Incomplete"}, flags...)
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	return gocmd.Run(ctx, gocmd.Call{Dir: c.Dir, Env: c.Env,
		Args: append(args, "--", c.Module+"/...")})
}

// Importers returns the packages of the module that need one of the packages
// that changed, directly or not, in their code or in their tests: what
// verify.Change.Affected is to hold. The packages themselves are left out.
func (g *Graph) Importers(changed []string) []string {
	need := func(imports []string) bool {
		return slices.ContainsFunc(imports, func(p string) bool {
			return slices.Contains(changed, p)
		})
	}
	users := slices.Clone(changed) // by code
	for _, p := range g.all {
		if need(p.Deps) && !slices.Contains(users, p.ImportPath) {
			users = append(users, p.ImportPath)
		}
	}
	found := slices.Clone(users[len(changed):])
	for _, p := range g.all { // tests need what imports the packages, too
		tests := slices.Concat(p.TestImports, p.XTestImports)
		uses := slices.ContainsFunc(tests, func(q string) bool { return slices.Contains(users, q) })
		if uses && !slices.Contains(users, p.ImportPath) {
			found = append(found, p.ImportPath)
		}
	}
	slices.Sort(found)
	return found
}

// Tested returns those of some packages of the module that have tests.
func (g *Graph) Tested(paths []string) []string {
	var list []string
	for _, p := range g.all {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 && slices.Contains(paths, p.ImportPath) {
			list = append(list, p.ImportPath)
		}
	}
	return list
}
