package outline

import (
	"go/build"
	"path/filepath"
	"strings"
	"testing"
)

// testRoot returns the folder of the Go that runs the test.
func testRoot(t *testing.T) string {
	t.Helper()
	if build.Default.GOROOT == "" {
		t.Skip("the folder of Go is not known")
	}
	return build.Default.GOROOT
}

// inRoot finds a package of the standard library.
func inRoot(src, key string) (Source, error) {
	bp, err := build.ImportDir(filepath.Join(src, filepath.FromSlash(key)), 0)
	if err != nil {
		return Source{}, err
	}
	return Source{Path: key, Name: bp.Name,
		Files: Absolute(bp.Dir, append(bp.GoFiles, bp.CgoFiles...)),
		Key: func(path string) string {
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
				return "vendor/" + path
			}
			return path
		}}, nil
}
