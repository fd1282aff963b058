package technique_test

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/techtest"
)

// asks runs a function on each package of an archive, one after the other, as an analyzer.
func asks(t *testing.T, ar *txtar.Archive, run func(pass *analysis.Pass)) {
	t.Helper()
	var one sync.Mutex
	ran := false
	pkgs := techtest.Load(t, ar)
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
	}
	_, warnings := technique.Propose(pkgs, []technique.Technique{{
		Title: "Ask", Causes: []string{"unknown"}, Risk: technique.Checked,
		Analyzer: &analysis.Analyzer{Name: "asks", Doc: "ask",
			Requires: []*analysis.Analyzer{inspect.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				one.Lock()
				defer one.Unlock()
				ran = true
				run(pass)
				return nil, nil
			}}}})
	if len(warnings) > 0 || !ran {
		t.Fatalf("nothing is asked: %v", warnings)
	}
}

// question answers a call of that name in a case: by its arguments, and by where
// it stands.
type question func(pass *analysis.Pass, call *ast.CallExpr) bool

// questions are what the cases ask of expressions.
func questions() map[string]question {
	return map[string]question{
		"pure": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			return technique.Pure(pass.TypesInfo, call.Args[0])
		},
		"notNegative": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			return technique.NotNegative(pass, call.Args[0])
		},
		// Does a variable keep its value in the body of the loop around?
		"keeps": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			v, ok := technique.Variable(pass.TypesInfo, call.Args[0])
			cur, _ := technique.Find(pass, call)
			for body := range cur.Enclosing((*ast.BlockStmt)(nil)) {
				return ok && technique.KeepsValue(pass, v, body.Node())
			}
			return false
		},
		"same": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			return technique.SameExpr(pass.TypesInfo, call.Args[0], call.Args[1])
		},
		"predeclared": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			return technique.Predeclared(pass, call.Pos(), texts(pass, call)...)
		},
		// Would it mean the same at the end of the function?
		"resolves": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			cur, _ := technique.Find(pass, call)
			for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
				end := fn.Node().(*ast.FuncDecl).Body.Rbrace
				return technique.ResolvesSameAt(pass, call.Args[0], end)
			}
			return false
		},
		// Is the address of what stands in el taken?
		"pointed": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			cur, _ := technique.Find(pass, call)
			for id := range cur.Preorder((*ast.Ident)(nil)) {
				if id.Node().(*ast.Ident).Name == "el" {
					return technique.PointedTo(pass.TypesInfo, id)
				}
			}
			return false
		},
		// Is what stands in arr used as a value?
		"valued": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			cur, _ := technique.Find(pass, call)
			for id := range cur.Preorder((*ast.Ident)(nil)) {
				if id.Node().(*ast.Ident).Name == "arr" {
					return technique.ByValue(pass.TypesInfo, id)
				}
			}
			return false
		},
		// Does the last argument call what the others name?
		"calls": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			inner := call.Args[len(call.Args)-1].(*ast.CallExpr)
			switch names := texts(pass, call); len(names) {
			case 1:
				return technique.IsBuiltin(pass.TypesInfo, inner, names[0])
			case 2:
				return technique.IsFunc(pass.TypesInfo, inner, names[0], names[1])
			default:
				return technique.IsMethod(pass.TypesInfo, inner, names[0], names[1], names[2])
			}
		},
		"sized": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			size, known := technique.SizeOf(pass, pass.TypesInfo.TypeOf(call.Args[1]))
			return known && technique.IsInt(pass.TypesInfo, call.Args[0], size)
		},
		// Does a variable only ever hold what the second argument says?
		"holds": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			v, ok := technique.Variable(pass.TypesInfo, call.Args[0])
			if !ok {
				return false
			}
			value := technique.OnlyValue(pass, v)
			return value != nil &&
				slices.Equal(texts(pass, call), []string{technique.Text(pass, value)})
		},
		"made": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			n, ok := technique.MadeLength(pass.TypesInfo, call.Args[1])
			return ok && technique.IsInt(pass.TypesInfo, call.Args[0], n)
		},
		"typed": func(pass *analysis.Pass, call *ast.CallExpr) bool {
			text, _, ok := technique.TypeText(pass, technique.FileOf(pass, call.Pos()),
				call.Pos(), pass.TypesInfo.TypeOf(call.Args[1]))
			return ok && slices.Equal(texts(pass, call), []string{text})
		},
	}
}

// texts returns the arguments of a call that are constant strings.
func texts(pass *analysis.Pass, call *ast.CallExpr) (list []string) {
	for _, arg := range call.Args {
		if v := pass.TypesInfo.Types[arg].Value; v != nil && v.Kind() == constant.String {
			list = append(list, constant.StringVal(v))
		}
	}
	return list
}

// TestQuestions asks about expressions: the comment behind each says what must
// come out, yes or no.
func TestQuestions(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/expressions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	known := questions()
	asked := map[string][2]int{}
	asks(t, ar, func(pass *analysis.Pass) {
		for _, file := range pass.Files {
			want := answers(pass, file)
			for n := range ast.Preorder(file) {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					continue
				}
				id, ok := call.Fun.(*ast.Ident)
				if !ok || known[id.Name] == nil {
					continue
				}
				line := pass.Fset.Position(call.Pos()).Line
				got, yes := known[id.Name](pass, call), want[line] == "yes"
				if got != yes || want[line] == "" {
					t.Errorf("line %d: %s is %t, want %q", line, technique.Text(pass, call), got,
						want[line])
				}
				count := asked[id.Name]
				if count[0]++; yes {
					count[1]++
				}
				asked[id.Name] = count
			}
		}
	})
	for name := range known {
		if n := asked[name]; n[1] == 0 || n[0] == n[1] {
			t.Errorf("%s: %d cases, of which %d say yes; want some of both", name, n[0], n[1])
		}
	}
}

// answers returns the comments of a file that say yes or no, by line.
func answers(pass *analysis.Pass, file *ast.File) map[int]string {
	list := map[int]string{}
	for _, group := range file.Comments {
		for _, c := range group.List {
			text := strings.TrimPrefix(c.Text, "// ")
			if text == "yes" || text == "no" {
				list[pass.Fset.Position(c.Pos()).Line] = text
			}
		}
	}
	return list
}

// TestStatements asks about the bodies of functions, whose names say what must
// come out.
func TestStatements(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/statements.txtar")
	if err != nil {
		t.Fatal(err)
	}
	asks(t, ar, func(pass *analysis.Pass) {
		for _, decl := range pass.Files[0].Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			kind, _, _ := strings.Cut(fn.Name.Name, "_")
			var x types.Object
			for _, p := range fn.Type.Params.List {
				x = pass.TypesInfo.Defs[p.Names[0]]
			}
			switch kind {
			case "assigns", "leaves":
				got := technique.Assigned(pass.TypesInfo, fn.Body, x)
				if got != (kind == "assigns") {
					t.Errorf("Assigned(%s) = %t", fn.Name.Name, got)
				}
			case "jumps", "runs":
				if got := technique.HasJump(fn.Body); got != (kind == "jumps") {
					t.Errorf("HasJump(%s) = %t", fn.Name.Name, got)
				}
			case "uses", "hides":
				if got := technique.Uses(pass.TypesInfo, fn.Body, x); got != (kind == "uses") {
					t.Errorf("Uses(%s) = %t", fn.Name.Name, got)
				}
				uses, ok := technique.LocalUses(pass, x.(*types.Var))
				if !ok || len(uses) > 0 != (kind == "uses") {
					t.Errorf("LocalUses(%s) = %d, %t", fn.Name.Name, len(uses), ok)
				}
			default:
				t.Errorf("%s asks nothing", fn.Name.Name)
			}
		}
	})
}

// TestSeesAll has files that the build leaves out name functions, as words of their own.
func TestSeesAll(t *testing.T) {
	seen := map[string]bool{}
	asks(t, txtar.Parse([]byte(`-- go.mod --
module example.com/m

go 1.25
-- a.go --
package m

func plain() {}
func ignored() {}
func assembled() {}
func elsewhere() {}
func größe() {}
func Outside() {}

var _ = []func(){plain, ignored, assembled, elsewhere, größe, Outside}
-- tool.go --
//go:build ignore

package m

func ours() { ignored() }
-- a_plan9.go --
package m

func plains() { elsewhere(); größe(); implain() }
-- a_test.go --
package m_test

import "example.com/m"

var plain = m.Outside
-- a_plan9.s --
TEXT ·entry(SB), $0
	CALL ·assembled(SB)
`)), func(pass *analysis.Pass) {
		for _, name := range pass.Pkg.Scope().Names() {
			if fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func); ok {
				seen[name] = technique.SeesAll(pass, fn)
			}
		}
	})
	want := map[string]bool{"plain": true, "ignored": false, "assembled": false,
		"elsewhere": false, "größe": false, "Outside": false}
	if !maps.Equal(seen, want) {
		t.Errorf("all calls are seen: %v, not %v", seen, want)
	}
}
