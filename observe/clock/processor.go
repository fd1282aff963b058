package clock

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
)

// added joins package testing. Its build constraint keeps it out of wring's own build and
// is cut off.
//
//go:embed overlay/wring_*.go
var added embed.FS

const constraint = "//go:build wring_overlay\n\n"

// edits are those of package testing, by its files: the two places at which it asks for the time
// of a benchmark, and where it takes how long and how often one runs from the flags, the same in
// Go 1.25 to 1.27.
var edits = map[string][][2]string{
	"testing_other.go": {
		{"highPrecisionTime{now: time.Now()}", "highPrecisionTime{now: wringNow()}"},
		{"return time.Since(b.now)", "return wringNow().Sub(b.now)"},
	},
	"benchmark.go": {
		{"benchTime:  b.benchTime,", "benchTime:  wringTime(benchName, b.benchTime),"},
		{"j < *count; j++", "j < wringCount(b.name, *count); j++"},
		{"results := r.String()", "results := r.String() + wringLasted(b.name)"},
	},
}

// Processor returns the files with which a test binary must be built so that
// [Options.Processor] can be asked of it, by their path, given the GOROOT by the name that
// overlays may use. None are returned where there is no such clock, which is everywhere but
// on Linux, or where package testing is not the known one.
func Processor(goroot, goos string) gocmd.Files {
	if goos != "linux" {
		return nil
	}
	dir := filepath.Join(goroot, "src", "testing")
	files := gocmd.Files{}
	for name := range edits {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil
		}
		edited, err := edit(name, string(text))
		if err != nil {
			return nil
		}
		files[filepath.Join(dir, name)] = []byte(edited)
	}
	list, err := added.ReadDir("overlay")
	if err != nil {
		return nil
	}
	for _, f := range list {
		text, err := added.ReadFile("overlay/" + f.Name())
		if err != nil {
			return nil
		}
		files[filepath.Join(dir, f.Name())] =
			[]byte(strings.Replace(string(text), constraint, "", 1))
	}
	return files
}

// edit makes a file of package testing ask what is added. Each place must be there exactly once.
func edit(name, text string) (string, error) {
	for _, e := range edits[name] {
		if n := strings.Count(text, e[0]); n != 1 {
			return "", fmt.Errorf("package testing has %q %d times, not once", e[0], n)
		}
		text = strings.Replace(text, e[0], e[1], 1)
	}
	return text, nil
}
