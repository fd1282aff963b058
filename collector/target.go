package collector

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
)

// Source says how a program comes about.
type Source struct {
	Dir  string
	Tags string
	Env  []string
	// Main is an executable file or a main package. Otherwise it is the benchmarks
	// or tests of Package that are meant, of which Bench and Run choose.
	Main    string
	Args    []string
	Package string
	Bench   string
	Run     string
	Time    time.Duration // for which a benchmark runs at GOGC=100, about
	// Experiments are those that it is built with as well.
	Experiments []string
}

// Build makes a program from its source, in a folder that exists, and returns a
// name for it. What it prints while it is tried goes to output.
func Build(ctx context.Context, src Source, folder string, output io.Writer) (Program, string,
	error) {
	p := Program{Dir: src.Dir, Env: src.Env, Args: src.Args, Output: output,
		Variants: map[string]string{}}
	if src.Main != "" && Executable(src.Dir, src.Main) {
		path, err := filepath.Abs(within(src.Dir, src.Main))
		p.Path = path
		return p, src.Main, err
	}
	for _, experiment := range append([]string{""}, src.Experiments...) {
		path := filepath.Join(folder, "program"+experiment)
		if err := src.build(ctx, path, experiment); err != nil {
			return p, "", err
		}
		if p.Variants[experiment] = path; experiment == "" {
			p.Path = path
		}
	}
	if src.Main != "" {
		return p, src.Main, nil
	}
	dir, err := gocmd.Run(ctx, gocmd.Call{Dir: src.Dir, Env: src.Env,
		Args: []string{"list", "-f", "{{.Dir}}", src.Package}})
	if err != nil {
		return p, "", err
	}
	p.Dir = strings.TrimSpace(string(dir))
	if src.Run != "" {
		p.Args = []string{"-test.run=" + src.Run, "-test.count=1"}
		return p, "tests " + src.Run, nil
	}
	return src.benchmark(ctx, p)
}

// Executable reports whether name is a file that can be run as it is.
func Executable(dir, name string) bool {
	info, err := os.Stat(within(dir, name))
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// IsProgram reports whether name is an executable file, or a main package.
func IsProgram(ctx context.Context, dir, name string) bool {
	if Executable(dir, name) {
		return true
	}
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: dir,
		Args: []string{"list", "-f", "{{.Name}}", name}})
	return err == nil && strings.TrimSpace(string(out)) == "main"
}

func within(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// Exactly returns the -bench flag that matches a benchmark and no other.
func Exactly(benchmark string) string {
	parts := strings.Split(benchmark, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

func (src Source) build(ctx context.Context, path, experiment string, flags ...string) error {
	args := []string{"build", "-o", path}
	if src.Main == "" {
		args = []string{"test", "-c", "-o", path}
	}
	if src.Tags != "" {
		args = append(args, "-tags", src.Tags)
	}
	args = append(args, flags...)
	env := slices.Clone(src.Env)
	if experiment != "" {
		env = append(env, "GOEXPERIMENT="+experiment)
	}
	_, err := gocmd.Run(ctx, gocmd.Call{Dir: src.Dir, Env: env,
		Args: append(args, src.Main+src.Package)})
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%s has no tests: name a package that has, or a program after --",
			src.Package)
	}
	return nil
}

// benchmark finds out how often a benchmark must run, so that it does the same
// work under each setting.
func (src Source) benchmark(ctx context.Context, p Program) (Program, string, error) {
	span := src.Time
	if span == 0 {
		span = time.Second
	}
	var out bytes.Buffer
	try := p
	try.Output = &out
	try.Args = []string{"-test.run=^$", "-test.bench=" + src.Bench,
		"-test.benchtime=" + span.String()}
	if _, err := try.Once(ctx, Setting{GOGC: 100}); err != nil {
		return p, "", err
	}
	found := benchmarks(out.String())
	if len(found) != 1 {
		var names []string
		for _, b := range found {
			names = append(names, b.name)
		}
		return p, "", fmt.Errorf("-bench %s matches %d benchmarks of %s (%s): name one",
			src.Bench, len(found), src.Package, strings.Join(names, ", "))
	}
	p.Args = []string{"-test.run=^$", "-test.bench=" + Exactly(found[0].name),
		"-test.benchtime=" + strconv.Itoa(found[0].n) + "x"}
	return p, found[0].name, nil
}

// result is a line of what a benchmark prints.
type result struct {
	name string
	n    int
}

var resultLine = regexp.MustCompile(`^(Benchmark\S*)\s+(\d+)\s+[0-9.e+]+ ns/op`)

// benchmarks returns the results in the output of go test. The number of
// processors is taken off the names.
func benchmarks(text string) []result {
	var list []result
	for line := range strings.Lines(text) {
		m := resultLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			continue
		}
		name := m[1]
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			if _, err := strconv.Atoi(name[i+1:]); err == nil {
				name = name[:i]
			}
		}
		list = append(list, result{name, n})
	}
	return list
}
