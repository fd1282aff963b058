package vettool

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/all"
)

func TestCalled(t *testing.T) {
	for args, want := range map[string]bool{
		"-V=full":                       true,
		"-flags":                        true,
		"vet.cfg":                       true,
		"-prealloc -json /x/vet.cfg":    true,
		"":                              false,
		"-V":                            false,
		"vet ./...":                     false,
		"vet x.cfg":                     false,
		"top -flags":                    false,
		"-flags ./...":                  false,
		"run -- ./server -c server.cfg": false,
	} {
		if got := Called(strings.Fields(args)); got != want {
			t.Errorf("Called(%q) = %v", args, got)
		}
	}
}

// TestServed wants all techniques to be served, each as a proper analyzer, and
// those that are asked to know of each other.
func TestServed(t *testing.T) {
	for args, want := range map[string]int{"": len(all.All), "-hoist -prealloc=true": 2,
		"-hoist=false": len(all.All), "-json": len(all.All)} {
		asked := askedBy(strings.Fields(args), all.All)
		analyzers := analyzersFor(all.All, asked, true)
		if err := analysis.Validate(analyzers); err != nil || len(analyzers) != len(all.All) {
			t.Errorf("%q: %d analyzers, %v", args, len(analyzers), err)
		}
		chained := 0
		for _, a := range analyzers {
			if len(a.Requires) == 1 && a.Requires[0].Name == "jointfixes" {
				chained++
			}
		}
		if chained != want {
			t.Errorf("%q: %d techniques are asked, want %d", args, chained, want)
		}
	}
	for _, tech := range all.All {
		if tech.ResultType != nil {
			t.Errorf("%s itself was changed", tech.Name)
		}
	}
}

// TestBuildID reads the build ID that the go command gave to this test.
func TestBuildID(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "tool", "buildid", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	id, ok := buildID(name)
	if runtime.GOOS != "linux" {
		t.Skipf("%q, %v: programs of %s are no ELF files", id, ok, runtime.GOOS)
	}
	if !ok || id != strings.TrimSpace(string(want)) {
		t.Errorf("got %q, %v; go tool buildid says %q", id, ok, want)
	}
	if id, ok := buildID("vettool_test.go"); ok {
		t.Errorf("a text has the build ID %q", id)
	}
}

// TestWantsFixes leaves fixes out that do not go together only where they are all made.
func TestWantsFixes(t *testing.T) {
	for arg, want := range map[string]bool{"-fix": true, "--fix": true, "-fix -diff": true,
		"-fix=false": false, "-json": false, "-hoist": false} {
		if got := wantsFixes(append(strings.Fields(arg), "/x/vet.cfg")); got != want {
			t.Errorf("%s: %v", arg, got)
		}
	}
}
