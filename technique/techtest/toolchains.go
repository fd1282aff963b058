package techtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/technique"
)

// Toolchains runs the cases of all techniques under toolchains other than the
// one of the test: one module, one build for each. It must be called from a
// folder beside the techniques. A toolchain that is not installed is skipped.
func Toolchains(t *testing.T, list []technique.Technique, toolchains ...string) {
	var suites []suite
	for _, tech := range list {
		cases, err := ReadCases(os.DirFS(filepath.Join("..", tech.Name, "testdata")))
		if err != nil {
			t.Fatal(err)
		}
		suites = append(suites, suite{tech.Name, cases})
	}
	dir := t.TempDir()
	if err := writeModule(dir, suites); err != nil {
		t.Fatal(err)
	}
	for _, tool := range toolchains {
		t.Run(tool, func(t *testing.T) { runSuites(t, dir, tool, suites) })
	}
}

func runSuites(t *testing.T, dir, tool string, suites []suite) {
	call := gocmd.Call{Dir: dir, Env: moduleEnv(tool), Args: []string{"version"}}
	if _, err := gocmd.Run(t.Context(), call); err != nil {
		t.Skipf("%s is not here: %v", tool, err)
	}
	results, err := drive(t.Context(), dir, tool, *seeds)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range suites {
		for _, c := range s.cases {
			if !c.HasAfter {
				continue
			}
			t.Run(s.group+"/"+c.Name, func(t *testing.T) {
				checkResult(t, &c, results[s.group+"/"+c.Name])
			})
		}
	}
}
