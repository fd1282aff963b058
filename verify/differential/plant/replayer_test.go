package plant

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
)

// TestReplayer has a change take one function away and call another differently: what is left
// is replayed, and the tests build on both sides.
func TestReplayer(t *testing.T) {
	archive := txtar.Parse([]byte(`-- p/p.go --
package p

func Kept(s string) string { return Gone(s) + string(Reshaped(s)) }

func Gone(s string) string { return s + s }

func Reshaped(s string) []byte { return []byte(s) }
-- new/p/p.go --
package p

func Kept(s string) string { return s + s + string(Reshaped(nil, s)) }

func Reshaped(to []byte, s string) []byte { return append(to, s...) }
`))
	s, _ := open(t, archive)
	r := &replayer{site: s, targets: s.pkg.Named([]string{"Kept", "Gone", "Reshaped"}),
		calls: map[string]int{"Kept": 1, "Gone": 1, "Reshaped": 1}, file: "calls"}
	for _, test := range []struct {
		side string
		want []string
	}{
		{"old", []string{"Gone", "Kept", "Reshaped"}}, {"new", []string{"Kept"}},
		{"left", []string{"Kept", "Reshaped"}},
	} {
		side, want := test.side, test.want
		change := map[string]map[string][]byte{"new": s.change.New}[side]
		if side == "left" {
			r.leave([]string{"Gone", alloc.WholeTests + "Kept"})
		}
		files := r.files(change)
		text := string(files[filepath.Join(s.pkg.Dir, "wring_calls_test.go")])
		var replayed []string
		for _, name := range []string{"Gone", "Kept", "Reshaped"} {
			if strings.Contains(text, `{"`+name+`", wringcall`) {
				replayed = append(replayed, name)
			}
		}
		if !strings.Contains(text, alloc.ReplayBenchmark) || !slices.Equal(replayed, want) {
			t.Errorf("%s: %q are replayed, want %q", side, replayed, want)
		}
		if testing.Short() {
			continue
		}
		maps.Copy(files, change)
		if _, err := s.link(t.Context(), t.TempDir(), s.pkg.Path, files); err != nil {
			t.Errorf("%s: %v", side, err)
		}
	}
}

// TestWholeSubtests runs a test as a whole in a process that skips another benchmark: its
// subtests run all the same.
func TestWholeSubtests(t *testing.T) {
	if testing.Short() {
		t.Skip("links a test binary")
	}
	archive := txtar.Parse([]byte(`-- p/p.go --
package p

func Twice(s string) string { return s + s }
-- p/p_test.go --
package p

import "testing"

func TestTwice(t *testing.T) {
	t.Run("sub", func(t *testing.T) { println("ran " + Twice("sub")) })
}
`))
	s, _ := open(t, archive)
	r := &replayer{site: s, targets: s.pkg.Named([]string{"Twice"}),
		inside: map[string][]string{"Twice": {"TestTwice"}}}
	binary, err := s.link(t.Context(), t.TempDir(), s.pkg.Path, r.files(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, skip := range []string{"", "^" + alloc.ReplayBenchmark + "$/^Other$"} {
		out, err := exec.CommandContext(t.Context(), binary, "-test.run=^$", "-test.bench=.",
			"-test.benchtime=1x", "-test.skip="+skip).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "ran subsub") {
			t.Errorf("skipping %q: %v\n%s", skip, err, out)
		}
	}
}
