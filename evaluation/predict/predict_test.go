package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
)

// TestWrite refuses a prediction that is off by more than a tenth, and coverage
// that is off by more than 5 points.
func TestWrite(t *testing.T) {
	good := row{Name: "s", Rewrites: 2, Predicted: [2]alloc.Estimate{{Value: 0.5}, {Value: 0.2}},
		Sampled: [2]alloc.Estimate{{Value: 0.48}, {Value: 0.21}},
		Covered: alloc.Estimate{Value: 0.7}, Books: 0.72}
	less, blind := good, good
	less.Sampled[1].Value = 0.1
	blind.Books = 0.6
	for _, c := range []struct {
		r  row
		ok bool
	}{{good, true}, {less, false}, {blind, false}} {
		var b strings.Builder
		if err := write(&b, []row{good, c.r}); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.r, err)
		}
		if strings.Count(b.String(), "\n") != 6 {
			t.Errorf("the table is\n%s", b.String())
		}
	}
}

// TestCoverage counts exact bytes at own lines alone.
func TestCoverage(t *testing.T) {
	frame := func(fn, file string) alloc.Frame { return alloc.Frame{Func: fn, File: file, Line: 3} }
	books := &alloc.Record{Exact: true, ModuleDir: "/m", GOROOT: "/go",
		Packages:   []alloc.Package{{Path: "m", Dir: "/m"}},
		Benchmarks: []alloc.Benchmark{{N: 1}},
		Frames: []alloc.Frame{frame("m.F", "/m/f.go"), frame("m.G", "/m/g.go"),
			frame("net.X", "/go/src/net/x.go")},
		Stacks: [][]int{{0}, {1}, {2}},
		Samples: []alloc.Sample{{Stack: 0, Charged: 16, Objects: 30},
			{Stack: 1, Charged: 16, Objects: 10}, {Stack: 2, Charged: 16, Objects: 99}}}
	pr := &alloc.Production{Lines: []alloc.ProductionLine{{File: "f.go", Line: 3, Reached: true},
		{File: "g.go", Line: 3}}}
	if got := coverage(books, pr); got != 0.75 {
		t.Errorf("got %v", got)
	}
}

// TestService runs each service under a little load; its profile is one of its
// own lines.
func TestService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds services")
	}
	p := plan{Requests: 40}
	for _, s := range services {
		t.Run(s.name, func(t *testing.T) {
			dir := t.TempDir()
			module, err := s.unpack(dir)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "heap.pb.gz")
			if err := p.profile(t.Context(), s, module, file, 512); err != nil {
				t.Fatal(err)
			}
			rep, err := wring.VetProfiles(t.Context(), wring.VetOptions{Dir: module,
				Patterns: []string{"./..."}, Env: []string{"GOWORK=off"}}, []string{file},
				wring.ProfileOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(rep.Candidates) == 0 || rep.Candidates[0].Production.Bytes.Value <= 0 {
				t.Errorf("got %+v", rep)
			}
		})
	}
}
