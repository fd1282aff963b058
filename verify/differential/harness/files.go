package harness

import (
	"embed"
	"strings"
)

// text is this package's own source.
//
//go:embed *.go
var text embed.FS

// Files returns the source of the harness by file name, as it is planted: without
// its tests and without this file.
func Files() map[string][]byte {
	files := map[string][]byte{}
	entries, _ := text.ReadDir(".") // what is embedded can be read
	for _, e := range entries {
		if e.Name() == "files.go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		files[e.Name()], _ = text.ReadFile(e.Name())
	}
	return files
}
