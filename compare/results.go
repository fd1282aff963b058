package compare

import (
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/wring-go/wring/alloc"
)

// result is some figures of one benchmark.
type result struct {
	*benchfmt.Result
	name  string // Benchmark.FullName, under the new side's module
	exact bool   // the figures are wring's own books
}

// labelled returns the results of both sides in the form that benchstat's
// language works on: the old ones first, with the side's name as ".file".
func labelled(old, new Side) []result {
	before, after := old.State.Name, new.State.Name
	if before == after {
		before, after = before+" (old)", after+" (new)"
		if old.State.Go != new.State.Go {
			before, after = old.State.Go, new.State.Go
		}
	}
	mixed := (old.Text == nil) != (new.Text == nil)
	list := results(old, before, renamer(old, new), mixed)
	return append(list, results(new, after, func(path string) string { return path }, mixed)...)
}

// renamer returns what gives a package of the old side the name that it has on
// the new one: only the module's path can differ.
func renamer(old, new Side) func(string) string {
	from, to := old.State.Module, new.State.Module
	return func(path string) string {
		rest, ok := strings.CutPrefix(path, from)
		if !ok || from == "" || to == "" || rest != "" && rest[0] != '/' {
			return path
		}
		return to + rest
	}
}

// results returns what a side holds. With mixed, names lose the number of
// processors at their end: books do not have it.
func results(s Side, label string, rename func(string) string, mixed bool) []result {
	if s.Text != nil {
		return s.Text.results(label, rename, mixed)
	}
	var list []result
	for _, rec := range s.Runs {
		for _, b := range rec.Benchmarks {
			objects, bytes := b.PerOp()
			r := s.result(b, label, rename)
			r.exact = rec.Exact
			r.Iters = int(b.N)
			r.Values = []benchfmt.Value{{Value: bytes, Unit: "B/op"},
				{Value: objects, Unit: "allocs/op"}}
			list = append(list, r)
		}
	}
	return append(list, s.timed(label, rename)...)
}

// timed returns the times of the benchmarks in the books.
func (s Side) timed(label string, rename func(string) string) []result {
	var list []result
	if len(s.Runs) == 0 {
		return nil
	}
	for _, b := range s.Runs[0].Benchmarks {
		for _, ns := range s.Times[b.FullName()] {
			r := s.result(b, label, rename)
			r.Iters = 1
			r.Values = []benchfmt.Value{{Value: ns / 1e9, Unit: "sec/op"}}
			list = append(list, r)
		}
	}
	return list
}

// result returns a result of b without figures.
func (s Side) result(b alloc.Benchmark, label string, rename func(string) string) result {
	b.Package = rename(b.Package)
	res := &benchfmt.Result{Name: benchfmt.Name(strings.TrimPrefix(b.Name, "Benchmark"))}
	for _, c := range [][2]string{{"goos", s.State.GOOS}, {"goarch", s.State.GOARCH},
		{"pkg", b.Package}, {"go", s.State.Go}} {
		res.Config = append(res.Config, benchfmt.Config{Key: c[0], Value: []byte(c[1]), File: true})
	}
	res.SetConfig(".file", label)
	return result{Result: res, name: b.FullName()}
}
