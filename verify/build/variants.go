package build

import (
	"bytes"
	"context"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/outline"
)

// variant is a system and tags for which other files belong to a package.
type variant struct{ goos, goarch, tags string }

func (v variant) String() string {
	s := v.goos + "/" + v.goarch
	if v.tags != "" {
		s += " with -tags=" + v.tags
	}
	return s
}

func (v variant) env() []string {
	return []string{"GOOS=" + v.goos, "GOARCH=" + v.goarch, "CGO_ENABLED=0"}
}

// variants builds the package for the systems and tags of those of its files
// that this build leaves out, where the change concerns them: it declares or
// uses a name that not all variants share.
func (b *builder) variants(ctx context.Context) (alloc.Verdict, error) {
	for dir, changed := range b.byFolder() {
		todo, err := b.concerned(dir, changed)
		if err != nil {
			return alloc.Verdict{}, err
		}
		for _, v := range todo {
			said, err := b.build(ctx, b.new, v.env(), v.tags, []string{dir})
			if err != nil {
				return alloc.Verdict{}, err
			}
			if said == "" {
				continue
			}
			before, err := b.build(ctx, b.old, v.env(), v.tags, []string{dir})
			if err != nil {
				return alloc.Verdict{}, err
			}
			if before == "" {
				return rejected("for %v it does not build any more: %s", v, said), nil
			}
		}
	}
	return accepted(), nil
}

// byFolder returns the changed files by their folder.
func (b *builder) byFolder() map[string][]string {
	folders := map[string][]string{}
	for name := range b.change.New {
		folders[filepath.Dir(name)] = append(folders[filepath.Dir(name)], name)
	}
	return folders
}

// concerned returns the variants to build of the package in dir.
func (b *builder) concerned(dir string, changed []string) ([]variant, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	touched := map[string]bool{} // names declared or used on one side only
	for _, name := range changed {
		was, is := mentions(text(b.change.Old, name)), mentions(text(b.change.New, name))
		for id := range is {
			touched[id] = touched[id] || !was[id]
		}
		for id := range was {
			touched[id] = touched[id] || !is[id]
		}
	}
	found := map[variant]bool{}
	for _, name := range names {
		src := text(b.change.New, name)
		if strings.HasSuffix(name, "_test.go") || !special(name, src) {
			continue
		}
		if !anyOf(mentions(src), touched) {
			continue // it has nothing to do with the change
		}
		for _, want := range []bool{true, false} { // with the file, and without it
			if v, ok := find(name, src, want); ok && v != host(b.change.Tags) {
				found[v] = true
			}
		}
	}
	list := slices.Collect(maps.Keys(found))
	slices.SortFunc(list, func(a, b variant) int { return strings.Compare(a.String(), b.String()) })
	return list, nil
}

func host(tags string) variant { return variant{runtime.GOOS, runtime.GOARCH, tags} }

// text returns a file as one side of the change has it; nil if it has it not.
func text(side map[string][]byte, name string) []byte {
	if text, ok := side[name]; ok {
		return text
	}
	text, _ := os.ReadFile(name)
	return text
}

// mentions returns the identifiers in a file, those of its own scopes included:
// a name too many costs a build, one too few an error.
func mentions(src []byte) map[string]bool {
	names := map[string]bool{}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return names
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	return names
}

func anyOf(names, wanted map[string]bool) bool {
	for name := range names {
		if wanted[name] {
			return true
		}
	}
	return false
}

// special reports whether a file belongs to some builds only.
func special(name string, src []byte) bool {
	if len(tagsOf(src)) > 0 {
		return true
	}
	nowhere := variant{goos: "zos", goarch: "s390x"}
	return !nowhere.has(name, src)
}

// tagsOf returns the tags in a file's build constraint.
func tagsOf(src []byte) []string {
	var tags []string
	for line := range bytes.Lines(src) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "package ") {
			break
		}
		if !constraint.IsGoBuild(text) {
			continue
		}
		if expr, err := constraint.Parse(text); err == nil {
			expr.Eval(func(tag string) bool {
				tags = append(tags, tag)
				return true
			})
			expr.Eval(func(tag string) bool {
				tags = append(tags, tag)
				return false
			})
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// find returns a variant that has the file, or one that has it not.
func find(name string, src []byte, want bool) (variant, bool) {
	tags := append([]string{""}, tagsOf(src)...)
	for _, tag := range tags {
		for _, system := range []string{"linux/amd64", "linux/arm64", "darwin/arm64",
			"windows/amd64", "linux/386", "freebsd/amd64", "js/wasm", "plan9/amd64", "aix/ppc64"} {
			goos, goarch, _ := strings.Cut(system, "/")
			v := variant{goos, goarch, tag}
			if tag == "ignore" || outline.SystemTag(tag) {
				v.tags = ""
			}
			if v.has(name, src) == want {
				return v, true
			}
		}
	}
	return variant{}, false
}

// has reports whether a file belongs to the build of the variant.
func (v variant) has(name string, src []byte) bool {
	b := outline.Build{GOOS: v.goos, GOARCH: v.goarch}
	if v.tags != "" {
		b.Tags = strings.Split(v.tags, ",")
	}
	return b.Match(filepath.Base(name), src)
}
