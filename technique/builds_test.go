package technique_test

import (
	"go/ast"
	"maps"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
)

// TestOtherBuilds has calls replaced that mention constants with other values in other builds.
func TestOtherBuilds(t *testing.T) {
	got := map[string]bool{}
	asks(t, txtar.Parse([]byte(`-- go.mod --
module example.com/m

go 1.25
-- a.go --
package m

import "os"

const same = "\n"

const ends = "." + eol

func use(string) int { return 0 }

func plain() int { return use(same) }
func own() int { return use("a" + eol) }
func tagged() int { return use(mark) }
func made() int { return use(ends) }
func library() int { return use("a" + string(os.PathSeparator)) }
func kept() int { return use("a" + string(os.PathSeparator)) }
-- eol_other.go --
//go:build !windows

package m

const eol = "\n"

func home() int { return use(eol) }
-- eol_windows.go --
package m

const eol = "\r\n"
-- tagged.go --
//go:build !special

package m

const mark = "#"
`)), func(pass *analysis.Pass) {
		inside := ""
		pass.Report = func(analysis.Diagnostic) { got[inside] = true }
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || fn.Name.Name == "use" {
					continue
				}
				inside = fn.Name.Name
				text := "1"
				if inside == "kept" {
					text = "len(string(os.PathSeparator))"
				}
				e := fn.Body.List[0].(*ast.ReturnStmt).Results[0]
				technique.Report(pass, technique.Proposal{At: e, Message: "change it",
					Edits: []analysis.TextEdit{technique.Replace(e, text)}})
			}
		}
	})
	want := map[string]bool{"plain": true, "home": true, "kept": true}
	if !maps.Equal(got, want) {
		t.Errorf("proposed is %v, not %v", got, want)
	}
}
