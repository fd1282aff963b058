package gocmd

import (
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Toolchain is what the go command says about itself in one folder.
type Toolchain struct {
	GOVERSION    string // "go1.26.8", perhaps with " X:experiment"
	GOROOT       string
	GOTOOLDIR    string
	GOTOOLCHAIN  string
	GOEXPERIMENT string
	GOOS         string
	GOARCH       string
	GOHOSTOS     string
	GOHOSTARCH   string
	GOMODCACHE   string
	GOCACHE      string
	GOMOD        string // the go.mod file; "" or the null device outside a module
	GOWORK       string // the go.work file; "" or "off" outside a workspace
	GOFLAGS      string
	CGOEnabled   string `json:"CGO_ENABLED"` // "1" or "0"
}

// MinMinor is the oldest supported Go: 1.MinMinor.
const MinMinor = 25

// Env asks the go command about itself in dir. There it may be another one than
// elsewhere: a toolchain line in go.mod and GOTOOLCHAIN switch it. env is added
// to the environment. A go command that is too old is an error; the Toolchain is
// then filled in all the same.
func Env(ctx context.Context, dir string, env []string) (Toolchain, error) {
	out, err := Run(ctx, Call{Dir: dir, Env: env, Args: []string{"env", "-json"}})
	if err != nil {
		return Toolchain{}, err
	}
	var t Toolchain
	if err := json.Unmarshal(out, &t); err != nil {
		return Toolchain{}, Garbled("go env -json", err)
	}
	if minor, ok := Minor(t.GOVERSION); !ok || minor < MinMinor {
		return t, fmt.Errorf("the go command in %s is %s, and wring needs Go 1.%d or later: "+
			"install it, or set GOTOOLCHAIN=go1.%d.0 to let the go command fetch it",
			t.GOROOT, t.GOVERSION, MinMinor, MinMinor)
	}
	return t, nil
}

// Version returns the version without experiments: "go1.26.8". Of a development
// version it returns the part that begins with "go".
func (t Toolchain) Version() string { return release(t.GOVERSION) }

// Minor returns 26 for "go1.26.8", "go1.26rc1" and "devel go1.26-0123abcd".
func Minor(goversion string) (minor int, ok bool) {
	lang := version.Lang(release(goversion))
	minor, err := strconv.Atoi(strings.TrimPrefix(lang, "go1."))
	return minor, err == nil
}

// release returns the word of goversion that names a Go version, else goversion.
func release(goversion string) string {
	for word := range strings.FieldsSeq(goversion) {
		if strings.HasPrefix(word, "go") {
			return word
		}
	}
	return goversion
}

// FromModCache reports whether the toolchain was fetched by GOTOOLCHAIN and
// lies in the module cache, where the go command lets no overlay replace files.
func (t Toolchain) FromModCache() bool {
	if t.GOROOT == "" || t.GOMODCACHE == "" {
		return false
	}
	rel, err := filepath.Rel(t.GOMODCACHE, t.GOROOT)
	return err == nil && filepath.IsLocal(rel)
}

// InModule reports whether the folder is in a module or a workspace.
func (t Toolchain) InModule() bool {
	return t.GOMOD != "" && t.GOMOD != os.DevNull || t.GOWORK != "" && t.GOWORK != "off"
}

// RequireModule returns an error that says what to do when the folder, dir, is
// neither in a module nor in a workspace.
func (t Toolchain) RequireModule(dir string) error {
	if t.InModule() {
		return nil
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return fmt.Errorf("no go.mod in %s or above it: change to a Go module, "+
		"name one with -C DIR, or make one with go mod init", dir)
}
