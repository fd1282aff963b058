package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// subject is code to rewrite: a module, or the standard library in a copy of the
// toolchain.
type subject struct {
	name     string
	module   string // path@version; "" for the standard library
	patterns []string
	// also are packages whose tests look at the sources of others.
	also []string
}

func (s subject) title() string {
	if s.module == "" {
		return "the standard library"
	}
	return s.module
}

// subjects returns what is tried, small modules first.
func subjects() []subject {
	list := []subject{}
	for _, m := range []struct{ name, module string }{
		{"yaml", "gopkg.in/yaml.v3@v3.0.1"},
		{"toml", "github.com/BurntSushi/toml@v1.6.0"},
		{"cobra", "github.com/spf13/cobra@v1.9.1"},
		{"logrus", "github.com/sirupsen/logrus@v1.9.3"},
		{"goldmark", "github.com/yuin/goldmark@v1.7.8"},
		{"hcl", "github.com/hashicorp/hcl/v2@v2.23.0"},
		{"dns", "github.com/miekg/dns@v1.1.62"},
		{"gopsutil", "github.com/shirou/gopsutil/v4@v4.24.12"},
		{"goja", "github.com/dop251/goja@v0.0.0-20250309171923-bcd7cc6bf64c"},
		{"excelize", "github.com/xuri/excelize/v2@v2.9.0"},
		{"xtext", "golang.org/x/text@v0.23.0"},
		{"xnet", "golang.org/x/net@v0.38.0"},
		{"esbuild", "github.com/evanw/esbuild@v0.25.2"},
	} {
		list = append(list, subject{name: m.name, module: m.module, patterns: []string{"./..."}})
	}
	return append(list, subject{name: "std", patterns: []string{"std"}, also: []string{"go/build"}})
}

// chosen returns the subjects that are named, or all of the list where none is. A name with a
// version is that of another module.
func chosen(names []string) (list []subject, err error) {
	all := subjects()
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(s subject) bool { return s.name == name })
		path, _, versioned := strings.Cut(name, "@")
		switch {
		case i >= 0:
			list = append(list, all[i])
		case versioned:
			list = append(list, subject{name: strings.ReplaceAll(path, "/", "+"), module: name,
				patterns: []string{"./..."}})
		default:
			return nil, fmt.Errorf("%s is not on the list, nor a module as in PATH@VERSION", name)
		}
	}
	return list, nil
}

// place is a subject's copy, and the go command for it.
type place struct {
	dir   string
	goCmd string
	env   []string
}

// copy copies a subject to a folder of its own.
func (s subject) copy(ctx context.Context, opt options) (place, error) {
	to := filepath.Join(opt.dir, s.name)
	if err := removeAll(to); err != nil {
		return place{}, err
	}
	if s.module == "" {
		out, err := command{args: []string{"go", "env", "GOROOT"}}.run(ctx)
		if err != nil {
			return place{}, err
		}
		if err := copyTree(to, strings.TrimSpace(out)); err != nil {
			return place{}, err
		}
		return place{dir: filepath.Join(to, "src"), goCmd: filepath.Join(to, "bin", "go"),
			env: []string{"GOROOT=" + to, "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=off"}}, nil
	}
	out, err := command{args: []string{"go", "mod", "download", "-json", s.module}}.run(ctx)
	if err != nil {
		return place{}, fmt.Errorf("%w\n%s", err, out)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		return place{}, err
	}
	return place{dir: to, goCmd: "go", env: []string{"GOWORK=off", "GOFLAGS=-mod=mod"}},
		copyTree(to, m.Dir)
}

// copyTree copies a folder, so that what is copied can be written.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !info.Mode().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, info.Mode().Perm()|0o600)
	})
}

func removeAll(dir string) error { return os.RemoveAll(dir) }
