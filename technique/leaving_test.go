package technique_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"strings"
	"testing"

	"github.com/wring-go/wring/technique"
)

func TestLeaving(t *testing.T) {
	for code, want := range map[string]string{
		"for { break; continue }":                         "",
		"for { for { break }; if x { return } }":          "return",
		"switch x { case 1: break; case 2: continue }":    "continue",
		"select { case <-c: for { continue }; default: }": "",
		"if x { break }; f(func() { return })":            "break",
		"a: for { continue a }":                           "continue",
		"for { goto a }; a: f()":                          "goto",
	} {
		e, err := parser.ParseExpr("func() { " + code + " }")
		if err != nil {
			t.Fatal(code, err)
		}
		var got []string
		technique.Leaving(e.(*ast.FuncLit).Body, func(s ast.Stmt) {
			if b, ok := s.(*ast.BranchStmt); ok {
				got = append(got, fmt.Sprint(b.Tok))
				return
			}
			got = append(got, "return")
		})
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", code, text, want)
		}
	}
}
