package technique

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis"
)

// WithOverlay returns the techniques as they must be asked about packages that
// were loaded with an overlay: [Text] then gives the text of the overlay's
// files, not what is on disk. One that panics fails for the package, instead of
// ending the process.
func WithOverlay(list []Technique, overlay map[string][]byte) []Technique {
	read := func(name string) ([]byte, error) {
		if text, ok := overlay[name]; ok {
			return text, nil
		}
		return os.ReadFile(name)
	}
	wrapped := make([]Technique, len(list))
	for i, t := range list {
		analyzer, run := *t.Analyzer, t.Run
		analyzer.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("it panicked: %v", r)
				}
			}()
			pass.ReadFile = read
			return run(pass)
		}
		t.Analyzer = &analyzer
		wrapped[i] = t
	}
	return wrapped
}
