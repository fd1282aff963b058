package trace

import (
	"errors"
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
		t.Run(toolchain, func(t *testing.T) {
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
		})
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
	malloc := []byte("package runtime\n\nfunc preMallocgcDebug(size uintptr) {\n}\n")
	if err := os.WriteFile(filepath.Join(changed, "src/runtime/malloc.go"), malloc, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tools gocmd.Toolchain
		want  string
	}{
		{gocmd.Toolchain{GOVERSION: "go1.24.3", GOOS: "linux", GOARCH: "amd64"}, "go1.24.3 linux/amd64"},
		{gocmd.Toolchain{GOVERSION: "go1.28.0", GOOS: "linux", GOARCH: "amd64"}, "Go 1.25 to 1.27"},
		{gocmd.Toolchain{GOVERSION: "go1.26.0", GOOS: "darwin", GOARCH: "arm64"}, "traces on linux"},
		{gocmd.Toolchain{GOVERSION: "go1.26.0", GOOS: "linux", GOARCH: "386"}, "amd64 and arm64"},
		{gocmd.Toolchain{GOVERSION: "go1.26.0", GOOS: "linux", GOARCH: "amd64", GOROOT: changed},
			"runtime/malloc.go: expected 1 place"},
	} {
		_, err := Prepare(c.tools, t.TempDir())
		var unsupported *UnsupportedError
		if !errors.As(err, &unsupported) {
			t.Errorf("%s: got %v, want an UnsupportedError", c.tools.GOVERSION, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "-sampled") {
			t.Errorf("%s: %q does not contain %q", c.tools.GOVERSION, err, c.want)
		}
	}
}
