package differential

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/overlay"
)

// planted is the harness, which is copied into the module under test.
//
//go:embed harness/*.go
var planted embed.FS

// folder is where the harness goes, below the module's folder.
const folder = "wringharness"

// builds are the test binaries of the old code and the new.
type builds struct {
	old, new string
	calls    string  // file of recorded calls
	blocks   []block // of the new code, by number
}

// build builds both, and records calls. The reason is "" unless one of them
// could not be built.
func (p *comparison) build(ctx context.Context, s *source, targets []target) (b builds,
	reason string, err error) {
	var covered map[string][]byte
	covered, b.blocks = p.covered(s)
	if b.old, err = p.binary(ctx, s, "old", p.mixing(s), s.registry(p, targets, nil)); err == nil {
		b.new, err = p.binary(ctx, s, "new", covered, s.registry(p, targets, s.addedVariables()))
	}
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return b, "a test that calls it does not build: " + firstLines(failed.Stderr, 4), nil
	}
	if err == nil {
		b.calls, err = p.record(ctx, s, targets)
	}
	return b, "", err
}

// covered returns the new code with blocks that note that they are run.
func (p *comparison) covered(s *source) (map[string][]byte, []block) {
	files := maps.Clone(p.New)
	var blocks []block
	for _, name := range slices.Sorted(maps.Keys(p.New)) {
		if filepath.Dir(name) != s.dir || s.cgo || strings.HasSuffix(name, "_test.go") ||
			!s.built(name) {
			continue
		}
		if text, more := p.covering(name, p.New[name], s, len(blocks)); text != nil {
			files[name] = text
			blocks = append(blocks, more...)
		}
	}
	return files, blocks
}

func firstLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// binary builds one side.
func (p *comparison) binary(ctx context.Context, s *source, side string,
	change map[string][]byte, registry string) (string, error) {
	dir := filepath.Join(p.dir, side)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	files := overlay.Files{}
	for name, text := range change {
		files[name] = text
	}
	if err := p.plant(files); err != nil {
		return "", err
	}
	tests, err := filepath.Glob(filepath.Join(s.dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	for _, name := range tests { // they may bring a TestMain, and need not be compiled
		files[name] = nil
	}
	files[filepath.Join(s.dir, "wring_differential_test.go")] = []byte(registry)
	return p.link(ctx, dir, files)
}

// link builds the package's test with files in place of what is on disk.
func (p *comparison) link(ctx context.Context, dir string, files overlay.Files) (string, error) {
	list, err := overlay.Write(dir, files, "")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "differential.test")
	args := []string{"test", "-c", "-vet=off", "-ldflags=-w", "-overlay=" + list, "-o", binary}
	if p.Tags != "" {
		args = append(args, "-tags="+p.Tags)
	}
	_, err = gocmd.Run(ctx, gocmd.Call{Dir: p.Dir, Env: p.Env, Args: append(args, p.path)})
	return binary, err
}

// plant adds the harness.
func (p *comparison) plant(files overlay.Files) error {
	entries, err := planted.ReadDir("harness")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, err := planted.ReadFile(path.Join("harness", e.Name()))
		if err != nil {
			return err
		}
		files[filepath.Join(p.ModuleDir, folder, e.Name())] = text
	}
	return nil
}

// registry returns the test file that tells the harness what there is; added
// are the variables that only this side has.
func (s *source) registry(p *comparison, targets []target, added []string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("package %s\n", s.name)
	line("import (\n\twringtesting \"testing\"\n\n\twringharness %q\n)\n", p.Module+"/"+folder)
	mocks := s.mocks(targets)
	line("%s%s", mocks.header(), mocks.types)
	line("func TestWringDifferential(*wringtesting.T) {")
	line("\twringharness.Run(wringharness.Registry{")
	line("\t\tTargets: []wringharness.Target{")
	for _, t := range targets {
		for i, expr := range t.exprs {
			line("\t\t\t{Name: %q, Func: %s, Receiver: %t},", t.instance(i), expr, t.receiver)
		}
	}
	line("\t\t},\n\t\tMakers: []interface{}{%s},", strings.Join(s.makers(targets), ", "))
	line("\t\tMocks: []func(wringharness.Mock) interface{}{%s},", strings.Join(mocks.makers, ", "))
	line("\t\tTypes: []interface{}{%s},", strings.Join(s.ownTypes(), ", "))
	line("\t\tVars: []wringharness.Var{%s},", strings.Join(s.variables(), ", "))
	line("\t\tAdded: []wringharness.Var{%s},", strings.Join(added, ", "))
	line("\t\tChanged: %#v,", s.changedTypes())
	words, numbers := s.dictionary()
	line("\t\tStrings: []string{")
	for _, w := range words {
		line("\t\t\t%s,", strconv.QuoteToASCII(w))
	}
	line("\t\t},\n\t\tInts: %#v,\n\t})\n}", numbers)
	return b.String()
}

// instance names one of the target's instances.
func (t target) instance(i int) string {
	if len(t.exprs) == 1 {
		return t.name
	}
	return fmt.Sprintf("%s#%d", t.name, i)
}

// objects returns the package's objects of a kind that exist in old and new.
func objects[T types.Object](s *source, prefix string) []T {
	var list []T
	scope := s.types.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(T)
		if !ok || name == "_" {
			continue
		}
		old, before := s.old[prefix+name]
		now, after := s.new[prefix+name]
		if before && after && (prefix != "" || old.signature == now.signature) {
			list = append(list, obj)
		}
	}
	return list
}

// makers returns the functions that make values of the package's types and may
// be called with anything.
func (s *source) makers(targets []target) []string {
	var list []string
	for _, fn := range objects[*types.Func](s, "") {
		sig := fn.Signature()
		results := sig.Results()
		if sig.TypeParams().Len() > 0 || results.Len() == 0 || results.Len() > 2 ||
			sig.Params().Len() > 5 || fn.Name() == "main" || fn.Name() == "init" {
			continue
		}
		if results.Len() == 2 && results.At(1).Type().String() != "error" {
			continue
		}
		if !s.ownType(results.At(0).Type()) || newSafety(s).objection(fn) != "" {
			continue
		}
		if slices.ContainsFunc(targets, func(t target) bool { return t.name == fn.Name() }) {
			continue // what is under test makes no inputs
		}
		list = append(list, fn.Name())
	}
	return list
}

// ownType reports whether t is a struct type of the package, or a pointer to one.
func (s *source) ownType(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != s.types {
		return false
	}
	_, ok = named.Underlying().(*types.Struct)
	return ok
}

// ownTypes returns nil pointers to the package's types whose methods may be
// called.
func (s *source) ownTypes() []string {
	var list []string
	for _, obj := range objects[*types.TypeName](s, "type ") {
		named, ok := types.Unalias(obj.Type()).(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) || obj.IsAlias() {
			continue
		}
		safe := true
		for i := range named.NumMethods() {
			safe = safe && newSafety(s).objection(named.Method(i)) == ""
		}
		if safe {
			list = append(list, "(*"+obj.Name()+")(nil)")
		}
	}
	return list
}

// variables returns the package's variables. Functions are left out, and what
// looks different in each process.
func (s *source) variables() []string {
	var list []string
	for _, v := range objects[*types.Var](s, "value ") {
		if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
			continue
		}
		if s.old["value "+v.Name()].signature != s.new["value "+v.Name()].signature {
			continue
		}
		list = append(list, variable(v.Name()))
	}
	return list
}

func variable(name string) string { return fmt.Sprintf("{Name: %q, Pointer: &%s}", name, name) }

// addedVariables returns the variables that only the new code has.
func (s *source) addedVariables() []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(s.new)) {
		name := plainName(key)
		if _, before := s.old[key]; !before && s.new[key].variable && name != "_" {
			list = append(list, variable(name))
		}
	}
	return list
}

// changedTypes returns the names of the types that are declared differently.
func (s *source) changedTypes() []string {
	var list []string
	for _, obj := range objects[*types.TypeName](s, "type ") {
		if s.old["type "+obj.Name()].signature != s.new["type "+obj.Name()].signature {
			list = append(list, obj.Name())
		}
	}
	return list
}
