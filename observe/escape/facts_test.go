package escape_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/escape"
)

var update = flag.Bool("update", false, "write the want sections of testdata anew")

// A case is a txtar file: a comment that says what it shows, a module whose
// packages are all compiled with their tests, and the file "want" with the facts
// about them. What the toolchains do not agree on has no place in a case.
func TestFacts(t *testing.T) {
	cases, err := filepath.Glob("testdata/facts/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			cfg := module(t, ar)
			facts, warnings, err := escape.Facts(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(cfg, facts, warnings)
			want := &ar.Files[len(ar.Files)-1]
			if *update {
				want.Data = []byte(got)
				err = os.WriteFile(name, txtar.Format(ar), 0o666)
			} else if got != string(want.Data) {
				err = fmt.Errorf("got:\n%s\nwant:\n%s", got, want.Data)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// module writes the archive to a folder and returns a Config for its packages.
func module(t *testing.T, ar *txtar.Archive) escape.Config {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	cfg := escape.Config{Dir: dir, Tests: true, Env: []string{"GOFLAGS=", "GOWORK=off"}}
	cfg.Toolchain, err = gocmd.Env(t.Context(), dir, cfg.Env)
	if err != nil {
		t.Fatal(err)
	}
	list := gocmd.Call{Dir: dir, Env: cfg.Env, Args: []string{"list", "./..."}}
	out, err := gocmd.Run(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Packages = strings.Fields(string(out))
	return cfg
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// describe writes the facts about code of the module, or code that was inlined
// in it. Positions in the standard library differ between versions, so these are
// only named.
func describe(cfg escape.Config, facts []alloc.Fact, warnings []alloc.Warning) string {
	place := func(p alloc.Position) string {
		if rel, ok := strings.CutPrefix(p.File, cfg.Dir+"/"); ok {
			return fmt.Sprintf("%s:%d:%d", rel, p.Line, p.Column)
		}
		if rel, ok := strings.CutPrefix(p.File, cfg.Toolchain.GOROOT+"/src/"); ok {
			return "GOROOT/" + rel
		}
		return p.File
	}
	var b strings.Builder
	for _, f := range facts {
		if strings.Contains(f.Message, "Builder copied by value") {
			continue // a panic of package strings that Go 1.25 does not mention
		}
		fmt.Fprintf(&b, "%s: %s\n", place(f.Position), f.Message)
		for _, at := range f.Inlined {
			fmt.Fprintf(&b, "\tin the call at %s\n", place(at))
		}
		for _, s := range f.Flow {
			fmt.Fprintf(&b, "\t%s: %s\n", place(s.Position), s.Text)
		}
	}
	for _, w := range warnings {
		fmt.Fprintf(&b, "warning %s: %s\n", w.Code, strings.ReplaceAll(w.Text, cfg.Dir, "$DIR"))
	}
	return b.String()
}
