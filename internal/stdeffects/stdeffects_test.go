package stdeffects

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// apiLine matches an exported function or method in a list of Go's own:
//
//	pkg strings, method (*Builder) Grow(int)
var apiLine = regexp.MustCompile(
	`^pkg ([\w/]+), (?:func (\w+)|method \(\*?(\w+)(?:\[[^]]*\])?\) (\w+))`)

// function is an exported function, with the release that it came with.
type function struct {
	pkg, name string
	release   int
}

// api returns the exported functions of the standard library.
func api(t *testing.T) []function {
	t.Helper()
	var list []function
	for release := 0; ; release++ {
		name := fmt.Sprintf("go1.%d.txt", release)
		if release == 0 {
			name = "go1.txt"
		}
		data, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "api", name))
		if err != nil {
			if release <= Frozen {
				t.Skipf("no lists of the standard library's functions: %v", err)
			}
			return list
		}
		for line := range strings.Lines(string(data)) {
			if m := apiLine.FindStringSubmatch(line); m != nil {
				f := function{m[1], m[2], release}
				if m[3] != "" {
					f.name = m[3] + "." + m[4]
				}
				list = append(list, f)
			}
		}
	}
}

// TestComplete wants each exported function of the packages in the table to be
// in it, those of a newer release by their names, and each name in the table to
// exist. It lists what is missing.
func TestComplete(t *testing.T) {
	used := make(map[string]bool)
	methods, others := 0, make(map[string]bool)
	for _, f := range api(t) {
		rules := table()[f.pkg]
		if len(rules) == 0 {
			others[f.pkg] = true
			continue
		}
		if _, ok := table().Find(f.pkg, f.name); !ok {
			if strings.Contains(f.name, ".") {
				methods++ // of types that no technique asks about
			} else {
				t.Errorf("%s.%s is not in the table", f.pkg, f.name)
			}
		}
		if f.release > Frozen && !named(rules, f.name) {
			t.Errorf("%s.%s is new in Go 1.%d: name it in the table", f.pkg, f.name, f.release)
		}
		for _, r := range rules {
			prefix, open := strings.CutSuffix(r.Name, "*")
			if r.Name == f.name || open && strings.HasPrefix(f.name, prefix) {
				used[f.pkg+" "+r.Name] = true
			}
		}
	}
	for pkg, rules := range table() {
		for _, r := range rules {
			if !used[pkg+" "+r.Name] {
				t.Errorf("the table speaks of %s.%s, which does not exist", pkg, r.Name)
			}
		}
	}
	t.Logf("not known: %d methods, and the functions of %d packages", methods, len(others))
}

func named(rules []Rule, name string) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return r.Name == name })
}

// TestFind shows which rule counts.
func TestFind(t *testing.T) {
	tab, err := Parse("p - *\np w Append*\np wc AppendFunc\np r T.*\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]Effects{"Cut": 0, "AppendInt": Writes,
		"AppendFunc": Writes | Calls, "T.Len": Changes} {
		if got, ok := tab.Find("p", name); !ok || got != want {
			t.Errorf("%s has the effects %b, %v; want %b", name, got, ok, want)
		}
	}
	for _, name := range []string{"U.Len", "T"} {
		if got, ok := tab.Find("p", name); name == "U.Len" && (ok || got != Unknown) {
			t.Errorf("%s is known: %b", name, got)
		}
	}
	if _, ok := tab.Find("q", "F"); ok {
		t.Error("a package that is not in the table is known")
	}
	for _, bad := range []string{"p -", "p y F"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is a table", bad)
		}
	}
}
