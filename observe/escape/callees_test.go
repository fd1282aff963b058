package escape_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/observe/escape"
)

func TestCallees(t *testing.T) {
	cfg := module(t, txtar.Parse([]byte(small)))
	paths := []string{"strings", "runtime", "example.com/m/q", "no/such"}
	facts, warnings, err := escape.Callees(t.Context(), cfg, paths)
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "no/such") {
		t.Errorf("got warnings %v, want one about no/such", warnings)
	}
	// strings.Repeat and strings.Join grow a Builder, q.New calls new.
	src := cfg.Toolchain.GOROOT + "/src/"
	seen := make(map[string]bool)
	for _, f := range facts {
		seen[strings.TrimPrefix(f.File, src)] = true
		if strings.HasPrefix(f.File, src+"runtime/") && len(f.Inlined) == 0 {
			t.Errorf("fact about the runtime: %v", f)
		}
		if _, err := os.Stat(f.File); err != nil {
			t.Errorf("a fact in no file: %v", f)
		}
	}
	if !seen["strings/builder.go"] || !seen[cfg.Dir+"/q/q.go"] {
		t.Errorf("no facts about package strings or about q, but about %v", seen)
	}
}

// TestRelocated shows that positions are those of the real files, for a file
// that an overlay replaces and for a GOROOT that is a link, also for users who
// trim the paths of their builds.
func TestRelocated(t *testing.T) {
	cfg := module(t, txtar.Parse([]byte(small)))
	instead := filepath.Join(t.TempDir(), "instead.go")
	write(t, instead, "package q\n\n\n\nfunc New() *int { return new(int) }\n")
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	write(t, overlay, `{"Replace": {"`+cfg.Dir+`/q/q.go": "`+instead+`"}}`)
	link := filepath.Join(t.TempDir(), "goroot")
	if err := os.Symlink(cfg.Toolchain.GOROOT, link); err != nil {
		t.Fatal(err)
	}
	cfg.Env = append(cfg.Env, "GOROOT="+link, "GOTOOLCHAIN=local")

	cfg.Env = append(cfg.Env, "GOFLAGS=-trimpath")
	for _, flags := range [][]string{{"-overlay=" + overlay}, {"-overlay", overlay}} {
		cfg.BuildFlags = flags
		facts, warnings, err := escape.Callees(t.Context(), cfg, []string{
			"example.com/m/q", "example.com/m/p", "unicode/utf16"})
		if err != nil || len(warnings) > 0 || len(facts) < 3 {
			t.Fatal(facts, warnings, err)
		}
		for _, f := range facts {
			own := strings.HasPrefix(f.File, cfg.Dir+"/q/q.go") && f.Line == 5
			std := strings.HasPrefix(f.File, cfg.Toolchain.GOROOT+"/src/")
			if !own && !std {
				t.Errorf("strange place: %v", f)
			}
		}
	}
}
