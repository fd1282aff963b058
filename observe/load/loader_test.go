package load_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
)

// TestLoader asks a Loader one question after the other. What it says must be what Typed says,
// and it must ask the go command no more often than that takes: where it need not, there is
// none to be found.
func TestLoader(t *testing.T) {
	dir := testenv.Module(t, map[string]string{
		"p/p.go":       "package p\n\nimport \"strings\"\n\nvar N = strings.Count(\"a\", \"a\")\n",
		"p/in_test.go": "package p\n\nvar Inside = N\n",
		"p/x_test.go":  "package p_test\n\nimport \"example.com/m/p\"\n\nvar Outside = p.N\n",
		"q/q.go": "package q\n\nimport (\"example.com/m/p\"; \"bytes\")\n\n" +
			"var M, B = p.N, bytes.MinRead\n",
		"r/r.go": "package r\n\nimport \"example.com/m/q\"\n\nfunc F() { _ = q.M }\n",
		"s/s.go": "package s\n\nvar S int\n",
	})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	const p, q, r = "example.com/m/p", "example.com/m/q", "example.com/m/r"
	text := map[string][]byte{at("p/p.go"): []byte("package p\n\nvar N = \"a\"\n")}
	broken := map[string][]byte{at("p/p.go"): []byte("package p\n\nvar N = none\n")}
	body := map[string][]byte{at("r/r.go"): []byte(
		"package r\n\nimport (\"bytes\"; \"example.com/m/q\")\n\n" +
			"func F() int { return bytes.MinRead + q.M }\n")}
	more := map[string][]byte{at("r/r.go"): []byte(
		"package r\n\nimport \"example.com/m/s\"\n\nvar S = s.S\n")}
	tagged := map[string][]byte{at("q/q.go"): []byte("//go:build never\n\npackage q\n")}
	added := map[string][]byte{at("r/more.go"): []byte("package r\n\nvar More int\n")}
	elsewhere := map[string][]byte{at("s/s.go"): []byte("package s\n\nvar T int\n")}
	for _, group := range []struct {
		name  string
		first []string // the first patterns, for which the go command is asked
		steps []step
	}{
		{"all of a module", []string{"./p", "./q", "./r"}, []step{
			{patterns: []string{p}},
			{patterns: []string{p}, overlay: text},
			{patterns: []string{"./p", "./q", "./r"}, overlay: text},
			{patterns: []string{r, q}, overlay: text},
			{patterns: []string{q, p}, overlay: broken},
			{patterns: []string{p}},
			{patterns: []string{q}, overlay: text, noTests: true},
			{patterns: []string{"strings"}, noTests: true},
			{patterns: []string{r}, overlay: body},
			{patterns: []string{r}, overlay: elsewhere},
			{patterns: []string{"example.com/m/s"}, asks: true},
		}},
		{"another import", []string{r}, []step{{patterns: []string{r}, overlay: more, asks: true}}},
		{"a constraint", []string{r, q}, []step{
			{patterns: []string{r}, overlay: tagged, asks: true}}},
		{"a new file", []string{r}, []step{{patterns: []string{r}, overlay: added, asks: true}}},
		{"a test of what is imported", []string{r}, []step{{patterns: []string{q}, asks: true}}},
		{"no tests at first", []string{p}, []step{{patterns: []string{p}, noTests: true}}},
	} {
		t.Run(group.name, func(t *testing.T) {
			cfg := load.Config{Dir: dir, Patterns: group.first}
			var l load.Loader
			if got, want := said(t, &l, cfg), said(t, nil, cfg); got != want {
				t.Fatalf("at first:\n%s\nwant:\n%s", got, want)
			}
			for i, s := range group.steps {
				cfg := load.Config{Dir: dir, Patterns: s.patterns, Overlay: s.overlay,
					NoTests: s.noTests}
				want := said(t, nil, cfg)
				path := t.TempDir()
				if s.asks {
					if _, _, err := withoutGo(t, path, &l, cfg); err == nil {
						t.Errorf("step %d: the go command is not asked", i)
					}
				} else if pkgs, warnings, err := withoutGo(t, path, &l, cfg); err != nil {
					t.Errorf("step %d: %v", i, err)
				} else if got := told(pkgs, len(warnings)); got != want {
					t.Errorf("step %d:\n%s\nwant:\n%s", i, got, want)
				}
				if got := said(t, &l, cfg); got != want {
					t.Errorf("step %d, later:\n%s\nwant:\n%s", i, got, want)
				}
			}
		})
	}
}

// step is one question to a Loader.
type step struct {
	patterns []string
	overlay  map[string][]byte
	noTests  bool
	asks     bool // the go command must be asked
}

// withoutGo asks where there is no go command.
func withoutGo(t *testing.T, path string, l *load.Loader, cfg load.Config) (pkgs []*load.Checked,
	warnings []string, err error) {
	t.Helper()
	var found []string
	t.Run("without go", func(t *testing.T) {
		t.Setenv("PATH", path)
		list, said, failed := l.Typed(t.Context(), cfg)
		pkgs, err = list, failed
		for _, w := range said {
			found = append(found, w.Text)
		}
	})
	return pkgs, found, err
}

// said returns what a Loader says, or Typed where there is none.
func said(t *testing.T, l *load.Loader, cfg load.Config) string {
	t.Helper()
	pkgs, warnings, err := l.Typed(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return told(pkgs, len(warnings))
}

// told describes packages by what they declare and what is wrong with them.
func told(pkgs []*load.Checked, warnings int) string {
	var b strings.Builder
	for _, p := range pkgs {
		fmt.Fprintf(&b, "%s: %d files, %v\n", p.ID, len(p.Syntax), p.Errors)
		for _, name := range p.Types.Scope().Names() {
			fmt.Fprintf(&b, "\t%s\n", p.Types.Scope().Lookup(name))
		}
	}
	fmt.Fprintf(&b, "%d warnings\n", warnings)
	return b.String()
}

// TestNeeds lists what a package needs in an order that goes from what is imported to what
// imports it.
func TestNeeds(t *testing.T) {
	dir := testenv.Module(t, map[string]string{
		"p/p.go":      "package p\n\nimport \"os\"\n\nvar N = os.Getpid()\n",
		"q/q.go":      "package q\n\nimport \"example.com/m/p\"\n\nvar M = p.N\n",
		"q/q_test.go": "package q\n\nimport \"testing\"\n\nfunc Test(*testing.T) {}\n",
	})
	var l load.Loader
	cfg := load.Config{Dir: dir, Patterns: []string{"example.com/m/q"}}
	if _, _, err := l.Typed(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	list, err := l.Needs(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	index := func(path string) int {
		return slices.IndexFunc(list, func(n load.Needed) bool { return n.Path == path })
	}
	at, p, q := index("os"), index("example.com/m/p"), index("example.com/m/q")
	if at < 0 || at > p || p > q || !list[at].Standard || list[p].Standard ||
		index("testing") >= 0 {
		t.Errorf("os at %d, p at %d, q at %d, testing at %d", at, p, q, index("testing"))
	}
}
