// Package techtest runs the cases of a technique.
//
// A case is one txtar file in the technique's testdata and has five uses: it is
// part of the manual page, shows what is detected, holds the golden text of the
// rewrite, is run to compare old and new code, and is measured.
//
//	# The length is known            <- title and prose: the manual page
//	-- before.go --                  <- detected: // want "pattern" on its line
//	-- after.go --                   <- what must come out; absent: nothing may
//	-- drive.go --                   <- Input(seed uint64) T and Call(T) R
//	-- want.txt --                   <- go1.26: 3 -> 1 allocs/op
//
// Input(0) is what is measured; all seeds are compared: result, panic, what
// became of the argument, and what of it the result shares.
//
// With -update, after.go and want.txt are rewritten. With -short nothing is
// run. With -toolchains go1.25.14,go1.27.4 it is run under these.
package techtest

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

var (
	update     = flag.Bool("update", false, "rewrite after.go and want.txt of the cases")
	seeds      = flag.Int("seeds", 1000, "compare before and after on this many inputs")
	toolchains = flag.String("toolchains", "", "run the cases under these, with commas between")
)

// Run runs all cases of a technique. It must be called from the technique's
// folder.
func Run(t *testing.T, tech technique.Technique) {
	t.Helper()
	if err := Validate([]technique.Technique{tech}); err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	if folder := filepath.Base(dir); folder != tech.Name {
		t.Errorf("the technique is called %s and its folder %s", tech.Name, folder)
	}
	b := &bench{tech: tech, dir: t.TempDir()}
	if b.cases, err = ReadCases(os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	checkBothKinds(t, b.cases)
	b.prepare(t)
	for _, c := range b.cases {
		t.Run(c.Name, func(t *testing.T) { b.check(t, &c) })
	}
}

// checkBothKinds wants a case where something is proposed and one where not.
func checkBothKinds(t *testing.T, cases []Case) {
	t.Helper()
	positive := 0
	for _, c := range cases {
		if c.HasAfter {
			positive++
		}
	}
	if positive == 0 || positive == len(cases) {
		t.Errorf("%d of %d cases have an after.go; at least one must, and one must not",
			positive, len(cases))
	}
}

// bench is the cases of a technique, loaded and run.
type bench struct {
	tech    technique.Technique
	cases   []Case
	dir     string // of the generated module
	found   map[string][]alloc.Candidate
	broken  map[string][]load.Error
	results []map[string]result // one per toolchain; nil with -short
}

// prepare loads and runs all cases at once.
func (b *bench) prepare(t *testing.T) {
	t.Helper()
	if *update {
		b.forgetAfter(t)
	}
	if err := writeModule(b.dir, []suite{{b.tech.Name, b.cases}}); err != nil {
		t.Fatal(err)
	}
	cfg := load.Config{Dir: b.dir, Patterns: []string{"./..."}, Env: moduleEnv("")}
	pkgs, _, err := load.Typed(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	b.broken = make(map[string][]load.Error)
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			b.broken[p.PkgPath] = p.Errors
		}
	}
	ok := len(b.broken) == 0
	if *update && !ok {
		t.Fatalf("nothing is updated until everything compiles: %v", b.broken)
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *load.Checked) bool { return len(p.Errors) > 0 })
	b.found = make(map[string][]alloc.Candidate)
	found, warnings := technique.Propose(pkgs, []technique.Technique{b.tech})
	for _, w := range warnings {
		t.Error(w.Text)
	}
	for _, c := range found {
		if path.Base(c.File) == beforeFile { // what is driven is looked at, not the driver
			b.found[c.Package] = append(b.found[c.Package], c)
		}
	}
	if *update {
		b.updateAfter(t)
	}
	if ok && !testing.Short() {
		b.run(t)
	}
}

// forgetAfter puts before.go in the place of after.go, so that the module
// compiles whatever was there.
func (b *bench) forgetAfter(t *testing.T) {
	for i := range b.cases {
		src, _, err := stripWants(b.cases[i].Before)
		if err != nil {
			t.Fatal(err)
		}
		b.cases[i].After = src
	}
}

// updateAfter makes after.go what comes out, in the module and in the case.
func (b *bench) updateAfter(t *testing.T) {
	for i := range b.cases {
		c := &b.cases[i]
		if !c.HasAfter {
			continue
		}
		out, err := b.rewritten(c, c.After)
		if err != nil {
			t.Fatal(err)
		}
		c.After = string(out)
	}
	if err := writeModule(b.dir, []suite{{b.tech.Name, b.cases}}); err != nil {
		t.Fatal(err)
	}
}

// rewritten returns before.go with everything done that is proposed.
func (b *bench) rewritten(c *Case, src string) ([]byte, error) {
	var edits []alloc.Edit
	for _, f := range b.found[importPath(b.tech.Name, *c, before)] {
		edits = append(edits, f.Edits...)
	}
	file := filepath.Join(b.dir, b.tech.Name, c.Name, string(before), beforeFile)
	if len(edits) > 0 {
		file = edits[0].File
	}
	return rewrite.File(path.Base(file), []byte(src), edits)
}

// run runs the cases under each toolchain.
func (b *bench) run(t *testing.T) {
	for _, tool := range strings.Split(*toolchains, ",") {
		results, err := drive(t.Context(), b.dir, tool, *seeds)
		if err != nil {
			t.Fatal(err)
		}
		b.results = append(b.results, results)
	}
}
