package trace

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/replace"
)

// added are the files that join package runtime and package testing. Their
// build constraint keeps them out of wring's own build and is cut off.
//
//go:embed overlay/runtime/*.go overlay/testing/*.go
var added embed.FS

const addedConstraint = "//go:build wring_overlay\n\n"

// UnsupportedError says that there is no exact tracer for a toolchain.
type UnsupportedError struct {
	Toolchain string // "go1.24.3 linux/amd64"
	GOROOT    string
	Reason    string
}

// Error names the toolchain, the reason, and a way out.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("no exact tracer for %s in %s: %s; "+
		"use -sampled for an estimate by the runtime's own heap profiler",
		e.Toolchain, e.GOROOT, e.Reason)
}

// Toolchain is a toolchain that can build traced programs.
type Toolchain struct {
	gocmd.Toolchain
	// Go is the path of its go command, and Env what to add to the environment
	// so that this very toolchain is used.
	Go  string
	Env []string
	// Root is the GOROOT that the overlay names: the toolchain's own, or a link
	// to it, because the go command lets no overlay replace files in the module
	// cache (golang/go#78644).
	Root string
	// Overlay is the path of the -overlay file. Its content, and that of the
	// files it names, is identified by Key.
	Overlay string
	Key     string
}

// BuildFlags returns what the go command must be given to build a traced
// program. Trimmed paths would match nothing that the compiler says.
func (t *Toolchain) BuildFlags() []string { return buildFlags(t.Overlay) }

func buildFlags(overlay string) []string {
	return []string{"-overlay=" + overlay, "-trimpath=false"}
}

// Prepare writes the overlay for tc below cacheDir, unless it is there already.
// A toolchain for which there is no tracer gives an [UnsupportedError].
func Prepare(tc gocmd.Toolchain, cacheDir string) (*Toolchain, error) {
	if reason := unsupported(tc); reason != "" {
		return nil, unsupportedError(tc, reason)
	}
	t := &Toolchain{
		Toolchain: tc,
		Root:      tc.GOROOT,
		Env:       []string{"GOTOOLCHAIN=local"},
	}
	if tc.FromModCache() {
		if err := t.link(cacheDir); err != nil {
			return nil, err
		}
	}
	t.Go = filepath.Join(t.Root, "bin", "go")
	files, err := overlayFiles(filepath.Join(tc.GOROOT, "src"))
	if err != nil {
		return nil, unsupportedError(tc, err.Error())
	}
	return t, t.write(cacheDir, files)
}

func unsupportedError(tc gocmd.Toolchain, reason string) error {
	return &UnsupportedError{tc.GOVERSION + " " + tc.GOOS + "/" + tc.GOARCH, tc.GOROOT, reason}
}

// The minor versions of Go whose runtimes the edits fit.
const (
	oldestMinor = 25
	newestMinor = 27
)

// unsupported returns why tc cannot be traced, or "".
func unsupported(tc gocmd.Toolchain) string {
	minor, ok := gocmd.Minor(tc.GOVERSION)
	switch {
	case !ok || minor < oldestMinor || minor > newestMinor:
		return fmt.Sprintf("wring knows the runtimes of Go 1.%d to 1.%d, "+
			"and GOTOOLCHAIN=go1.26.0 has the go command fetch one", oldestMinor, newestMinor)
	case tc.GOOS != "linux":
		return "wring traces on linux"
	case tc.GOARCH != "amd64" && tc.GOARCH != "arm64":
		return "wring traces on amd64 and arm64"
	}
	return ""
}

// link makes a link to the toolchain outside the module cache.
func (t *Toolchain) link(cacheDir string) error {
	dir := filepath.Join(cacheDir, "goroot")
	name := filepath.Join(dir, t.Version()+"-"+digest.Hex(t.GOROOT)[:8])
	if got, err := os.Readlink(name); err != nil || got != t.GOROOT {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		tmp := fmt.Sprintf("%s.%d", name, os.Getpid())
		if err := os.Symlink(t.GOROOT, tmp); err != nil {
			return err
		}
		if err := os.Rename(tmp, name); err != nil {
			return err
		}
	}
	t.Root = name
	t.Env = append(t.Env, "GOROOT="+name)
	return nil
}

// overlayFiles returns the overlay's files by their path below GOROOT/src.
func overlayFiles(src string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, e := range edits {
		if files[e.file] != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(e.file)))
		if err != nil {
			return nil, err
		}
		edited, err := applyEdits(e.file, string(text), edits)
		if err != nil {
			return nil, err
		}
		files[e.file] = []byte(edited)
	}
	for _, pkg := range []string{"runtime", "testing"} {
		entries, err := added.ReadDir(path.Join("overlay", pkg))
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			text, err := added.ReadFile(path.Join("overlay", pkg, entry.Name()))
			if err != nil {
				return nil, err
			}
			text = bytes.TrimPrefix(text, []byte(addedConstraint))
			files[path.Join(pkg, entry.Name())] = text
		}
	}
	return files, nil
}

// write puts files into a folder named by their content, with the list that the
// go command reads. A folder that is complete holds that list.
func (t *Toolchain) write(cacheDir string, files map[string][]byte) error {
	var h strings.Builder
	fmt.Fprintln(&h, t.Root)
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		fmt.Fprintf(&h, "%s %d\n%s", name, len(files[name]), files[name])
	}
	t.Key = digest.Hex(h.String())[:16]
	dir := filepath.Join(cacheDir, "overlay", t.Version()+"-"+t.Key)
	t.Overlay = filepath.Join(dir, "overlay.json")
	if _, err := os.Stat(t.Overlay); err == nil {
		inUse(dir)
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	replacements := map[string]string{}
	for _, name := range names {
		file := filepath.Join(dir, filepath.Base(path.Dir(name))+"_"+path.Base(name))
		replacements[filepath.Join(t.Root, "src", filepath.FromSlash(name))] = file
		if err := replace.Bytes(file, files[name]); err != nil {
			return err
		}
	}
	list, err := json.MarshalIndent(map[string]any{"Replace": replacements}, "", "\t")
	if err != nil {
		return err
	}
	return replace.Bytes(t.Overlay, append(list, '\n'))
}
