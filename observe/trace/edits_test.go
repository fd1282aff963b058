package trace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/gocmd"
)

// TestEditsApply proves that every edit finds its one place in the sources of
// every toolchain that wring traces.
func TestEditsApply(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) { applyAll(t, toolchain) })
	}
}

// TestEditsApplyToNextRelease looks at the release after the newest one that
// wring traces, as soon as the go command can fetch it, so that a change of the
// runtime is known before users meet it.
func TestEditsApplyToNextRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("asks for a toolchain that may not exist yet")
	}
	for _, suffix := range []string{".0", "rc2", "rc1"} {
		toolchain := fmt.Sprintf("go1.%d%s", newestMinor+1, suffix)
		call := gocmd.Call{Args: []string{"version"}, Env: []string{"GOTOOLCHAIN=" + toolchain}}
		if _, err := gocmd.Run(t.Context(), call); err == nil {
			applyAll(t, toolchain)
			return
		}
	}
	t.Skipf("the go command cannot fetch go1.%d: not released, or no network", newestMinor+1)
}

// applyAll makes every edit in the sources of toolchain.
func applyAll(t *testing.T, toolchain string) {
	t.Helper()
	tools, err := gocmd.Env(t.Context(), "testdata/truth", []string{"GOTOOLCHAIN=" + toolchain})
	if err != nil {
		t.Fatal(err)
	}
	files, err := overlayFiles(filepath.Join(tools.GOROOT, "src"))
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, e := range edits {
		made += strings.Count(string(files[e.file]), e.new)
	}
	if made != len(edits) {
		t.Errorf("%d edits made, want %d", made, len(edits))
	}
}

// TestEditsRefuse proves that a source which differs is not edited.
func TestEditsRefuse(t *testing.T) {
	edits := []edit{{"f.go", "func f() {", "x()", "y()"}}
	for _, c := range []struct{ name, src, want string }{
		{"none", "package p\n\nfunc f() {\n}\n", "expected 1 place"},
		{"twice", "package p\n\nfunc f() {\n\tx()\n\tx()\n}\n", "found 2"},
		{"elsewhere", "package p\n\nfunc f() {\n}\n\nfunc g() {\n\tx()\n}\n", "found 0"},
		{"no function", "package p\n\nfunc g() {\n\tx()\n}\n", `no "func f() {"`},
	} {
		if got, err := applyEdits("f.go", c.src, edits); err == nil {
			t.Errorf("%s: edited to %q", c.name, got)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %q does not contain %q", c.name, err, c.want)
		}
	}
	got, err := applyEdits("f.go", "package p\n\nfunc f() {\n\tx()\n}\n", edits)
	if err != nil || got != "package p\n\nfunc f() {\n\ty()\n}\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestPrepareUnsupported proves that a toolchain without a tracer is named.
func TestPrepareUnsupported(t *testing.T) {
	changed := t.TempDir()
	for _, dir := range []string{"runtime", "testing"} {
		if err := os.MkdirAll(filepath.Join(changed, "src", dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(changed, "src/runtime/malloc.go")
	malloc := []byte("package runtime\n\nfunc preMallocgcDebug(size uintptr) {\n}\n")
	if err := os.WriteFile(file, malloc, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ version, goos, goarch, want string }{
		{"go1.24.3", "linux", "amd64", "go1.24.3 linux/amd64"},
		{"go1.28.0", "linux", "amd64", "Go 1.25 to 1.27"},
		{"go1.26.0", "darwin", "arm64", "traces on linux"},
		{"go1.26.0", "linux", "386", "amd64 and arm64"},
		{"go1.26.0", "linux", "amd64", "runtime/malloc.go: expected 1 place"},
	} {
		tools := gocmd.Toolchain{GOVERSION: c.version, GOOS: c.goos, GOARCH: c.goarch,
			GOROOT: changed}
		_, err := Prepare(tools, t.TempDir())
		var unsupported *UnsupportedError
		if !errors.As(err, &unsupported) {
			t.Errorf("%s: got %v, want an UnsupportedError", c.version, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "-sampled") {
			t.Errorf("%s: %q does not contain %q", c.version, err, c.want)
		}
	}
}
