package load

import (
	"strings"
	"testing"
)

// FuzzDecodeList feeds what go list might print: packages with neither folder
// nor module, errors without text, files that do not exist.
func FuzzDecodeList(f *testing.F) {
	f.Add(`{"Dir":"/m/p","ImportPath":"m/p","Name":"p","Module":{"Path":"m","Dir":"/m"},` +
		`"GoFiles":["p.go"],"XTestGoFiles":["no/such_test.go"]}` + "\n" +
		`{"ImportPath":"./q","Error":{"Pos":"q.go:1:2","Err":"expected 'package'"}}`)
	f.Fuzz(func(t *testing.T, out string) {
		pkgs, err := decodeList(strings.NewReader(out))
		if err != nil {
			return
		}
		var l Listing
		l.chooseModule(Config{}, pkgs)
		for _, p := range pkgs {
			p.TestGoFiles = nil // they may be anywhere on this machine
			if !p.missing() && len(p.XTestGoFiles) == 0 && p.load().Path != p.ImportPath {
				t.Errorf("lost the path of %+v", p)
			}
		}
	})
}
