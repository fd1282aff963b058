package escape

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// packageLog is the log about one file, found in the go command's output.
type packageLog struct {
	pkg  string // import path; with _test for external tests
	text []byte
}

// split takes the logs out of the go command's output, which says in a line of
// its own which package the next ones are about. What is left are words for
// people.
func split(output []byte) (logs []packageLog, words string) {
	var rest strings.Builder
	pkg := ""
	for line := range bytes.Lines(output) {
		heading, isHeading := bytes.CutPrefix(line, []byte("# "))
		switch {
		case isHeading:
			// "# path", or "# path [path.test]" for a variant.
			path, _, _ := strings.Cut(strings.TrimSpace(string(heading)), " ")
			pkg = path
		case bytes.HasPrefix(line, []byte(`{"version":`)):
			logs = append(logs, packageLog{pkg, bytes.Clone(line)})
		case bytes.HasPrefix(line, []byte(`{"range":`)) && len(logs) > 0:
			last := &logs[len(logs)-1]
			last.text = append(last.text, line...)
		default:
			rest.Write(line)
		}
	}
	return logs, rest.String()
}

// files returns the logs that were written to files below dir, which holds a
// folder for each package. What a main package logs there is not said to be
// whose, and is left out.
func files(dir string) []packageLog {
	var logs []packageLog
	for _, folder := range readDir(dir) {
		if !folder.IsDir() {
			continue // a link to a folder that comes by itself
		}
		sub := filepath.Join(dir, folder.Name())
		for _, file := range readDir(sub) {
			if !file.Type().IsRegular() {
				continue
			}
			text, err := os.ReadFile(filepath.Join(sub, file.Name()))
			if err != nil {
				continue
			}
			var header struct{ Package string }
			first, _, _ := bytes.Cut(text, []byte("\n"))
			_ = json.Unmarshal(first, &header) // decode will complain
			logs = append(logs, packageLog{header.Package, text})
		}
	}
	return logs
}

// readDir returns what is in dir, as far as it can be read.
func readDir(dir string) []os.DirEntry {
	entries, _ := os.ReadDir(dir)
	return entries
}
