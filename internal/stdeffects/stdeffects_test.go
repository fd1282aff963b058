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

// apiLine matches an exported function, variable, method or interface in a list
// of Go's own:
//
//	pkg strings, method (*Builder) Grow(int)
var apiLine = regexp.MustCompile(`^pkg ([\w/]+)(?: \(linux-amd64\))?, ` +
	`(?:(func|var) (\w+)|method \(\*?(\w+)(?:\[[^]]*\])?\) (\w+)|type (\w+) interface)`)

// function is an exported function, with the release that it came with. Others
// are variables, and interfaces, whose methods the lists do not have one by one.
type function struct {
	pkg, name string
	release   int
	other     bool
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
				f := function{m[1], m[3], release, m[2] != "func"}
				if m[4] != "" {
					f.name, f.other = m[4]+"."+m[5], false
				} else if m[6] != "" {
					f.name = m[6] + ".Method"
				}
				list = append(list, f)
			}
		}
	}
}

// TestComplete wants each exported function and method of the packages in the
// table to be in it, and each name in the table to exist. Those of a newer release
// must be named, unless the rule that they fall under assumes the worst.
func TestComplete(t *testing.T) {
	used := make(map[string]bool)
	others := make(map[string]bool)
	for _, f := range api(t) {
		rules := table()[f.pkg]
		if len(rules) == 0 {
			others[f.pkg] = true
			continue
		}
		e, ok := table().Find(f.pkg, f.name)
		if !ok && !f.other {
			t.Errorf("%s.%s is not in the table", f.pkg, f.name)
		}
		if f.release > Frozen && !f.other && e&worst != worst && !named(rules, f.name) {
			t.Errorf("%s.%s is new in Go 1.%d: name it in the table", f.pkg, f.name, f.release)
		}
		for _, r := range rules {
			prefix, open := strings.CutSuffix(r.Name, "*")
			if r.Name == f.name || open && strings.HasPrefix(f.name, prefix) ||
				r.Name == methods && strings.Contains(f.name, ".") {
				used[f.pkg+" "+r.Name] = true
			}
		}
	}
	for pkg, rules := range table() {
		for _, r := range rules {
			if unexported := 'a' <= r.Name[0] && r.Name[0] <= 'z'; unexported {
				continue // the lists have no methods of such types
			}
			if !used[pkg+" "+r.Name] {
				t.Errorf("the table speaks of %s.%s, which does not exist", pkg, r.Name)
			}
		}
	}
	t.Logf("not known: the functions of %d packages", len(others))
}

// worst are the effects that no technique can live with.
const worst = Writes | Keeps | Calls | Outside

func named(rules []Rule, name string) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return r.Name == name })
}

// TestFind shows which rule counts.
func TestFind(t *testing.T) {
	tab, err := Parse("nil-is-empty p q\n" +
		"p - *\np w Append*\np wc AppendFunc\np r T.*\nq x *\nq d *.*\n")
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := tab.Find("q", "T.M"); !ok || e != Outside|Acts {
		t.Errorf("a method has the effects %b, %v", e, ok)
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
	if _, ok := tab.Find("z", "F"); ok {
		t.Error("a package that is not in the table is known")
	}
	for _, bad := range []string{"p -", "p y F"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is a table", bad)
		}
	}
}
