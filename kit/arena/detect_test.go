package arena_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// The detectors report a stale access. Each is tried in a test binary that is
// built with it and runs TestStaleAccess below, which does wrong.
func TestDetectorsFindStaleAccess(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries with the race detector and the address sanitizer")
	}
	for flag, report := range map[string]string{
		"-race": "WARNING: DATA RACE",
		"-asan": "AddressSanitizer: use-after-poison",
	} {
		for _, access := range []string{"read", "write", "recycled"} {
			t.Run(flag+"/"+access, func(t *testing.T) { wantReport(t, flag, access, report) })
		}
	}
}

func wantReport(t *testing.T, flag, access, report string) {
	c := exec.Command("go", "test", flag, "-count=1", "-run=^TestStaleAccess$", ".")
	c.Env = append(os.Environ(), "ARENA_STALE="+access)
	out, err := c.CombinedOutput()
	text := string(out)
	if strings.Contains(text, "build failed") || strings.Contains(text, "not supported") ||
		strings.Contains(text, "requires") {
		t.Skipf("no %s here: %s", flag, text)
	}
	if err == nil || !strings.Contains(text, report) {
		t.Errorf("no report of %q: %v\n%s", report, err, text)
	}
	if flag == "-race" && !strings.Contains(text, "detect_test.go") {
		t.Errorf("the report does not say where:\n%s", text)
	}
}

// TestStaleAccess uses memory of an arena that is gone, if it is asked to.
func TestStaleAccess(t *testing.T) {
	access := os.Getenv("ARENA_STALE")
	if access == "" {
		t.Skip("does wrong on purpose; TestDetectorsFindStaleAccess runs it")
	}
	a := arena.NewArena()
	n := arena.Of(a, node{id: 1})
	if access == "recycled" {
		a.Recycle(1 << 20)
	} else {
		a.Free()
	}
	if access == "write" {
		n.id = 2
	}
	fmt.Println(n.id)
}
