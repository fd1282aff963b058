package plant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// Recording says which tests are run, as for go test -run, and where the calls
// are kept.
type Recording struct {
	Run string // "" for all
	Dir string
	// Importers are packages of the module, by import path, whose tests are run
	// for targets that the package's own tests do not call.
	Importers []string
}

// Recorded are the calls of a package's tests.
type Recorded struct {
	// Files returns what is built with the package's tests, with [alloc.ReplayBenchmark], given
	// the files that differ from those that were recorded. Functions that are gone, or
	// called differently, are not replayed. It is nil if nothing is.
	Files func(change map[string][]byte) map[string][]byte
	// Leave leaves out benchmarks of functions. It is nil if Files is.
	Leave func(benchmarks []string)
	Calls map[string]int // by target; without those of whom nothing was kept
	// Tests are run as a whole for targets whose arguments cannot be kept, by target.
	Tests  map[string][]string
	Reason string // why there are none at all, or ""
}

// Record runs the tests of the package, in which the targets note their
// arguments, and makes a benchmark that calls the targets with these. For targets that
// cannot be called with what could be kept it runs the tests in which they are called. Where the
// deadline of ctx passes meanwhile, what was recorded by then counts.
func Record(ctx context.Context, c verify.Change, pkg *reach.Package, targets []reach.Target,
	rec Recording) (Recorded, error) {
	s := site{c, pkg, rec.Dir}
	run := "-test.run=."
	if rec.Run != "" {
		run = "-test.run=" + rec.Run
	}
	args := [][]string{{run, "-test.short"}}
	file := filepath.Join(s.recordDir(), "calls")
	ran, err := s.recorded(ctx, targets, file, args)
	if err == nil {
		if !ran {
			file = ""
		}
		var more string
		more, err = s.elsewhere(ctx, targets, rec.Importers, file, args)
		file = cmp.Or(file, more)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return Recorded{}, err
	}
	if err == nil && file == "" {
		return Recorded{Reason: "there are no tests that build"}, nil
	}
	// What was recorded before a deadline is there, as what was before a slow test.
	data, failed := readCalls(file)
	if failed != nil || data == nil {
		return Recorded{}, cmp.Or(err, failed)
	}
	r := Recorded{Calls: harness.Count(data)}
	inside, outside := wholeTests(pkg, harness.Tests(data))
	r.Tests = named(inside, outside)
	for name := range r.Tests {
		delete(r.Calls, name)
	}
	callable := slices.DeleteFunc(slices.Clone(targets), func(t reach.Target) bool {
		return t.Unable != ""
	})
	files := &replayer{site: s, targets: callable, calls: r.Calls, file: file,
		inside: inside, outside: outside}
	r.Files, r.Leave = files.files, files.leave
	return r, nil
}

// readCalls returns what was recorded; nil for nothing.
func readCalls(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return data, err
}

// maxImporters bounds the packages whose tests are tried.
const maxImporters = 10

// elsewhere runs the tests of importers until each target was called, and adds the
// calls to a file, or to a new one for none, whose name it returns.
func (s site) elsewhere(ctx context.Context, targets []reach.Target, importers []string,
	file string, args [][]string) (string, error) {
	if file == "" {
		file = filepath.Join(s.dir, "elsewhere", "calls")
	}
	for _, path := range importers[:min(len(importers), maxImporters)] {
		data, err := readCalls(file)
		if err != nil {
			return "", err
		}
		files, err := s.taped(uncalled(targets, data))
		if err != nil || files == nil {
			return file, err
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return "", err
		}
		s.plant(files)
		below := strings.TrimPrefix(path, s.change.Module)
		dir := filepath.Join(s.change.ModuleDir, filepath.FromSlash(below))
		if _, err := s.runTests(ctx, path, dir, filepath.Dir(file), file, files, args,
			func() bool { return false }); err != nil { // another importer may be faster
			return file, err
		}
	}
	return file, nil
}

// replaying returns the benchmark of the targets that were called, and of those for which
// tests are run.
func replaying(targets []reach.Target, calls map[string]int, file string,
	tests map[string][]string) string {
	var b strings.Builder
	callers := map[string]string{}
	fmt.Fprintf(&b, "func %s(b *wringtesting.B) {\n\tfor _, t := range []struct {\n"+
		"\t\tname string\n\t\tcall func([]interface{})\n\t}{\n", alloc.ReplayBenchmark)
	for _, t := range targets {
		if calls[t.Name] > 0 {
			name, text := caller(t)
			callers[name] = text
			fmt.Fprintf(&b, "\t\t{%q, %s(%s)},\n", t.Instance(0), name, t.Exprs[0])
		}
	}
	fmt.Fprintf(&b, `	} {
		t := t
		b.Run(t.name, func(b *wringtesting.B) {
			if !wringharness.Replay(wringregistry, %q, t.name, t.call, b.N, b) {
				b.Skip("no recorded call returns")
			}
		})
	}
%s}
`, file, running(tests))
	if len(tests) > 0 {
		b.WriteString(runTests)
	}
	for _, name := range slices.Sorted(maps.Keys(callers)) {
		b.WriteString("\n" + callers[name])
	}
	return b.String()
}

// caller returns the name and the text of a function that makes, of a function
// with as many parameters and results as the target, one that takes pointers to
// the arguments. Unlike reflection, it allocates nothing.
func caller(t reach.Target) (name, text string) {
	in, out := t.Signature.Params().Len(), t.Signature.Results().Len()
	if t.Receiver {
		in++
	}
	var types, params, args, results []string
	for i := range in {
		dots, slice := "", ""
		if t.Signature.Variadic() && i == in-1 {
			dots, slice = "...", "[]"
		}
		types = append(types, fmt.Sprintf("A%d", i))
		params = append(params, fmt.Sprintf("%sA%d", dots, i))
		args = append(args, fmt.Sprintf("*a[%d].(*%sA%d)%s", i, slice, i, dots))
	}
	for i := range out {
		results = append(results, fmt.Sprintf("R%d", i))
	}
	name = fmt.Sprintf("wringcall%dto%d", in, out)
	if t.Signature.Variadic() {
		name += "more"
	}
	list := ""
	if all := slices.Concat(types, results); len(all) > 0 {
		list = "[" + strings.Join(all, ", ") + " any]"
	}
	return name, fmt.Sprintf("func %s%s(f func(%s) (%s)) func([]interface{}) {\n"+
		"\treturn func(a []interface{}) { f(%s) }\n}\n", name, list,
		strings.Join(params, ", "), strings.Join(results, ", "), strings.Join(args, ", "))
}
