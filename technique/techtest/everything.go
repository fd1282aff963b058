package techtest

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique"
)

var (
	everything = flag.String("everything",
		"archive/... database/sql encoding/... go/doc html/template mime/... net/http "+
			"net/mail net/url text/... time",
		"the packages that all techniques are asked about")
	everythingDir = flag.String("everything-dir", "", "the folder in which to look for them")
)

// Everything asks techniques about code that was not written to test them, by
// default a large part of the standard library, and wants each of their
// proposals to compile. Nothing is run.
func Everything(t *testing.T, list []technique.Technique) {
	pkgs, _, err := load.Typed(t.Context(), load.Config{Dir: *everythingDir,
		Patterns: strings.Fields(*everything)})
	if err != nil {
		t.Fatal(err)
	}
	found, warnings := technique.Propose(pkgs, list)
	for _, w := range warnings {
		t.Error(w.Text)
	}
	counts := make(map[string]int)
	for _, c := range found {
		counts[c.Technique]++
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-12s %d proposals", name, counts[name])
	}
	if len(found) == 0 {
		t.Error("nothing is proposed")
	}
}
