package clock

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
)

// added joins package testing. Its build constraint keeps it out of wring's own build and
// is cut off.
//
//go:embed overlay/wring_clock.go
var added string

const constraint = "//go:build wring_overlay\n\n"

// asks are the two places at which package testing asks for the time of a benchmark, the
// same in Go 1.25 to 1.27.
var asks = [][2]string{
	{"highPrecisionTime{now: time.Now()}", "highPrecisionTime{now: wringNow()}"},
	{"return time.Since(b.now)", "return wringNow().Sub(b.now)"},
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
	name := filepath.Join(dir, "testing_other.go")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	edited, err := edit(string(text))
	if err != nil {
		return nil
	}
	return gocmd.Files{name: []byte(edited),
		filepath.Join(dir, "wring_clock.go"): []byte(strings.Replace(added, constraint, "", 1))}
}

// edit makes package testing ask wringNow. Each place must be there exactly once.
func edit(text string) (string, error) {
	for _, ask := range asks {
		if n := strings.Count(text, ask[0]); n != 1 {
			return "", fmt.Errorf("package testing has %q %d times, not once", ask[0], n)
		}
		text = strings.Replace(text, ask[0], ask[1], 1)
	}
	return text, nil
}
