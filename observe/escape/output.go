package escape

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// packageLog is the log about one file, found in the go command's output.
type packageLog struct {
	pkg  string // as the compiler calls it: "main" for any main package
	file string
	text []byte
}

// split takes the logs out of the go command's output; what is left are words
// for people.
func split(output []byte) (logs []packageLog, words string) {
	var rest strings.Builder
	for line := range bytes.Lines(output) {
		switch {
		case bytes.HasPrefix(line, []byte(`{"version":`)):
			logs = append(logs, newPackageLog(line))
		case bytes.HasPrefix(line, []byte(`{"range":`)) && len(logs) > 0:
			last := &logs[len(logs)-1]
			last.text = append(last.text, line...)
		case bytes.HasPrefix(line, []byte("# ")):
			// Says which package the next lines are about, and so do the logs.
		default:
			rest.Write(line)
		}
	}
	return logs, rest.String()
}

func newPackageLog(header []byte) packageLog {
	var h struct{ Package, File string }
	_ = json.Unmarshal(header, &h) // decode will complain
	return packageLog{pkg: h.Package, file: h.File, text: bytes.Clone(header)}
}

// about reports whether the log belongs to u.
func (l packageLog) about(u *unit) bool {
	switch l.pkg {
	case u.path, u.path + "_test":
		return true
	case "main":
		return u.name == "main" && filepath.Dir(l.file) == u.dir
	}
	return false
}
