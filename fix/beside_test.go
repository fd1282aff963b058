package fix

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestBeside names a package of the module that a benchmark of another one allocates in, not
// one that makes little, nor one of another module.
func TestBeside(t *testing.T) {
	frame := func(fn, file string) alloc.Frame {
		return alloc.Frame{Func: fn, File: file, Line: 1}
	}
	rec := &alloc.Record{Module: "m.org/m", ModuleDir: "/m",
		Packages: []alloc.Package{{Path: "m.org/m/p"}},
		Frames: []alloc.Frame{frame("m.org/m/p.F", "/m/p/p.go"),
			frame("m.org/m/q.(*T).G", "/m/q/q.go"),
			frame("strings.Join", "/go/src/strings/strings.go"), frame("m.org/m/r.H", "/m/r/r.go"),
			frame("m.org/m/own/s.I", "/other/s/s.go"), frame("m.org/m/t.J", "/m/t/t_test.go")},
		Stacks: [][]int{{0}, {2, 1, 0}, {3, 0}, {4, 0}, {5, 0}, {2, 0, 1}},
		Samples: []alloc.Sample{{Stack: 0, Objects: 30}, {Stack: 1, Objects: 60, FirstUse: 10},
			{Stack: 2, Objects: 5}, {Stack: 3, Objects: 40}, {Stack: 4, Objects: 70},
			{Stack: 5, Objects: 5}}}
	got := beside(rec)
	if len(got) != 1 || got[0].Code != alloc.WarnBeside ||
		got[0].Text != "25 % of the objects are made in m.org/m/q, which was not named: "+
			"name it, too, to have it rewritten." {
		t.Errorf("got %+v", got)
	}
}
