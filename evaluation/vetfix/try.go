package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// result is what came of a subject.
type result struct {
	packages, files, lines int
	notBuilding, failing   []string
	passing                int
}

func (r result) tests(opt options) string {
	if opt.noTest {
		return "not run"
	}
	return fmt.Sprintf("%s of %d", orNone(r.failing), r.passing)
}

// try rewrites a copy of a subject. It builds everything before and after, and
// runs tests with the new text and with the old.
func (s subject) try(ctx context.Context, opt options) (r result, err error) {
	p, err := s.copy(ctx, opt)
	if err != nil {
		return r, err
	}
	before, err := p.builds(ctx, s.patterns)
	if err != nil {
		return r, err
	}
	was, err := sources(p.dir)
	if err != nil {
		return r, err
	}
	for range opt.rounds {
		// It exits 1 when it leaves something for the next time.
		out, err := p.run(ctx, slices.Concat([]string{"vet", "-vettool=" + opt.tool, "-fix"},
			s.patterns)...)
		if err != nil && strings.Contains(out, "panic") {
			return r, fmt.Errorf("go vet: %w\n%s", err, out)
		}
	}
	now, err := sources(p.dir)
	if err != nil {
		return r, err
	}
	after, err := p.builds(ctx, s.patterns)
	if err != nil {
		return r, err
	}
	changed := make(map[string]string)
	for file, text := range now {
		if text != was[file] {
			changed[file] = text
			r.lines += changedLines(was[file], text)
		}
	}
	r.packages, r.files = len(before), len(changed)
	r.notBuilding = lost(before, after)
	if !opt.noTest {
		if err := p.compareTests(ctx, s, was, changed, &r); err != nil {
			return r, err
		}
	}
	return r, ctx.Err() // what was not run did not fail
}

// compareTests runs tests with the changed files and with their old text. It
// leaves the new text.
func (p place) compareTests(ctx context.Context, s subject, was, changed map[string]string,
	r *result) error {
	packages := s.tested(p, changed)
	after := p.passes(ctx, packages)
	if err := put(changed, was); err != nil {
		return err
	}
	before := p.passes(ctx, packages)
	r.failing, r.passing = lost(before, after), len(before)
	return put(changed, changed)
}

// tested returns the packages whose tests are run: all of a module; of the
// standard library those with changed files, and those that look at others.
func (s subject) tested(p place, changed map[string]string) []string {
	if s.module != "" {
		return s.patterns
	}
	dirs := make(map[string]bool)
	for file := range changed {
		rel := strings.TrimPrefix(filepath.Dir(file), p.dir)
		dirs["."+filepath.ToSlash(rel)] = true
	}
	return append(slices.Sorted(maps.Keys(dirs)), s.also...)
}

// put writes, of each of the files, the text that another map has of it.
func put(files, text map[string]string) error {
	for file := range files {
		if err := os.WriteFile(file, []byte(text[file]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// lost returns what is in one set and not in the other.
func lost(before, after map[string]bool) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if !after[name] {
			names = append(names, name)
		}
	}
	return names
}

// changedLines returns how many lines of a text another does not have.
func changedLines(old, now string) (n int) {
	have := make(map[string]int)
	for line := range strings.Lines(old) {
		have[line]++
	}
	for line := range strings.Lines(now) {
		if have[line] == 0 {
			n++
		}
		have[line]--
	}
	return n
}

// sources returns the text of all Go files below a folder.
func sources(dir string) (map[string]string, error) {
	found := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		found[path] = string(data)
		return err
	})
	return found, err
}

// builds returns the packages that build, tests included.
func (p place) builds(ctx context.Context, patterns []string) (map[string]bool, error) {
	builds := make(map[string]bool)
	out, err := p.run(ctx, slices.Concat([]string{"list", "-f", "{{.ImportPath}}"}, patterns)...)
	if err != nil {
		return builds, fmt.Errorf("go list: %w\n%s", err, out)
	}
	for pkg := range strings.FieldsSeq(out) {
		builds[pkg] = true
	}
	// Type errors of packages and their tests; test binaries are linked below.
	out, _ = p.run(ctx, slices.Concat([]string{"vet", "-unusedresult", "-json"}, patterns)...)
	if built, err := p.run(ctx, slices.Concat([]string{"build"}, patterns)...); err != nil {
		out += built
	}
	for line := range strings.Lines(out) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "# ")
		name, _, _ = strings.Cut(name, " ")
		if ok && failed(out, line) {
			delete(builds, strings.TrimSuffix(strings.Trim(name, "[]"), "_test"))
		}
	}
	return builds, nil
}

// passes returns the tests of packages that pass.
func (p place) passes(ctx context.Context, packages []string) map[string]bool {
	passes := make(map[string]bool)
	// Tests that fail before as well are not wring's.
	out, _ := p.run(ctx, slices.Concat([]string{"test", "-short", "-vet=off", "-json",
		"-timeout=20m"}, packages)...)
	dec := json.NewDecoder(strings.NewReader(out))
	for {
		var e struct{ Action, Package, Test string }
		if dec.Decode(&e) != nil {
			break
		}
		if e.Action == "pass" && e.Test != "" && !strings.Contains(e.Test, "/") {
			passes[e.Package+"."+e.Test] = true
		}
	}
	return passes
}

// failed reports whether errors follow the heading of a package.
func failed(out, heading string) bool {
	_, rest, _ := strings.Cut(out, heading)
	for line := range strings.Lines(rest) {
		return !strings.HasPrefix(line, "{") && !strings.HasPrefix(line, "#")
	}
	return false
}

func (p place) run(ctx context.Context, args ...string) (string, error) {
	return command{args: append([]string{p.goCmd}, args...), dir: p.dir, env: p.env}.run(ctx)
}

// command is a program to run.
type command struct {
	args []string
	dir  string
	env  []string
}

// longest is how long a command may take.
const longest = 3 * time.Hour

// run returns what it printed.
func (c command) run(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if c.args[1] == "mod" || c.args[1] == "env" || c.args[1] == "list" {
		cmd.Stderr = nil
	}
	err := cmd.Run()
	return out.String(), err
}
