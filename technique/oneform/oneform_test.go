package oneform_test

import (
	"cmp"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique/oneform"
	"github.com/wring-go/wring/technique/sound"
)

// TestForms shows files in one form.
func TestForms(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			if got := formatted(t, shownText(t, c.before)); got != c.want {
				t.Errorf("got\n%s", got)
			}
		})
	}
}

// TestBack makes edits of the package in one form, and the same ones of the source: both are the
// same program, and what no edit is about looks as it did.
func TestBack(t *testing.T) {
	tried := 0
	for _, c := range cases(t) {
		p := load(t, c.before)
		s := oneform.Of(p)
		if s == nil {
			continue
		}
		for _, edits := range editsOf(t, s) {
			back := s.Back(analysis.Diagnostic{Pos: edits[0].Pos,
				SuggestedFixes: []analysis.SuggestedFix{{TextEdits: edits}}})
			got := apply(t, p, back.SuggestedFixes[0].TextEdits)
			want := apply(t, s.Package, edits)
			if back.Pos < p.Files[0].FileStart || p.Files[0].FileEnd < back.Pos {
				t.Errorf("%s: the place is not in the source", c.name)
			}
			if again := formatted(t, shownText(t, got)); declaredFirst(again) !=
				declaredFirst(formatted(t, shownText(t, want))) {
				t.Errorf("%s: with %q: got\n%s\nin one form\n%s\nwant\n%s", c.name,
					edits[0].NewText, got, again, formatted(t, want))
			}
			tried++
		}
	}
	if tried < 100 {
		t.Errorf("%d edits were tried", tried)
	}
}

// declaredFirst returns a text in which statements that edits insert stand behind declarations that
// give no values, and results that are not used are not declared: where they keep their names
// nothing tells what stood between them.
func declaredFirst(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		for j := i; j > 0 && strings.HasPrefix(lines[j], "\tvar ") &&
			strings.HasPrefix(lines[j-1], "\tnote("); j-- {
			lines[j], lines[j-1] = lines[j-1], lines[j]
		}
	}
	return unused.ReplaceAllString(strings.Join(lines, "\n"), "$1")
}

var unused = regexp.MustCompile(`(?m)^\tvar \w+ \w+\n(\tnote\(.\)\n)*\t_ = \w+\n`)

// TestKept wants the source to keep its form where an edit changes no more than a value.
func TestKept(t *testing.T) {
	const src = "package p\n\nimport \"strings\"\n\n" +
		"func f(s string) int {\n" +
		"\tvar a = strings.ToLower(s)\n" +
		"\tb, c := strings.ToUpper(s), strings.Fields(s)\n" +
		"\tif d := strings.Title(s); d != a {\n\t\treturn 0\n\t}\n" +
		"\treturn len(a) + len(b) + len(c)\n}\n"
	p := load(t, src)
	s := oneform.Of(p)
	var edits []analysis.TextEdit
	for n := range ast.Preorder(s.Files[0]) {
		if call, ok := n.(*ast.CallExpr); ok && !s.Info.Types[call.Fun].IsBuiltin() {
			edits = append(edits, analysis.TextEdit{Pos: call.Lparen + 1, End: call.Rparen,
				NewText: []byte("s[1:]")})
		}
	}
	d := s.Back(analysis.Diagnostic{Pos: edits[0].Pos,
		SuggestedFixes: []analysis.SuggestedFix{{TextEdits: edits}}})
	if got, want := apply(t, p, d.SuggestedFixes[0].TextEdits),
		strings.ReplaceAll(src, "(s)", "(s[1:])"); got != want {
		t.Errorf("got\n%s", got)
	}
}

// editsOf returns edits of a package, list by list: a statement before and behind each one, and
// another function in the place of each that is called, with both.
func editsOf(t *testing.T, s *oneform.Shown) (lists [][]analysis.TextEdit) {
	t.Helper()
	at := func(pos, end token.Pos, text string) analysis.TextEdit {
		return analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)}
	}
	for n := range ast.Preorder(s.Files[0]) {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			continue
		}
		for _, stmt := range block.List {
			before := at(stmt.Pos(), stmt.Pos(), "note(1)\n")
			behind := at(stmt.End(), stmt.End(), "\nnote(2)")
			switch stmt.(type) {
			case *ast.CaseClause:
				continue
			case *ast.ReturnStmt, *ast.BranchStmt:
				lists = append(lists, []analysis.TextEdit{before})
				continue
			}
			lists = append(lists, []analysis.TextEdit{before}, []analysis.TextEdit{behind})
			as, ok := stmt.(*ast.AssignStmt)
			if !ok || as.Tok != token.DEFINE {
				continue
			}
			value := as.Rhs[0]
			whole := at(value.Pos(), value.End(), "same("+text(t, s.Package, value)+")")
			lists = append(lists, []analysis.TextEdit{at(value.Pos(), value.Pos(), "same("),
				at(value.End(), value.End(), ")")})
			if len(as.Lhs) == 1 {
				lists = append(lists, []analysis.TextEdit{at(stmt.Pos(), stmt.End(),
					text(t, s.Package, as.Lhs[0])+" := same("+text(t, s.Package, value)+")")})
			}
			for _, last := range lists { // and one of those before
				if len(last) == 1 && last[0].End <= stmt.Pos() {
					lists = append(lists, []analysis.TextEdit{last[0], whole})
				}
			}
			lists = append(lists, []analysis.TextEdit{whole},
				[]analysis.TextEdit{before, whole, behind},
				[]analysis.TextEdit{at(as.Pos(), as.End(), "note(3)\n"+text(t, s.Package, as))})
		}
	}
	return lists
}

type testCase struct{ name, before, want string }

// cases are files of testdata: before.go and want.go, and no want.go where nothing is changed.
func cases(t *testing.T) (list []testCase) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := testCase{name: filepath.Base(name), before: string(ar.Files[0].Data)}
		c.want = c.before
		if len(ar.Files) > 1 {
			c.want = string(ar.Files[1].Data)
		}
		list = append(list, c)
	}
	return list
}

// shownText returns a file in one form.
func shownText(t *testing.T, src string) string {
	t.Helper()
	s := oneform.Of(load(t, src))
	if s == nil {
		return src
	}
	data, err := s.ReadFile("p.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func formatted(t *testing.T, src string) string {
	t.Helper()
	out, err := format.Source([]byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return string(out)
}

func text(t *testing.T, p sound.Package, n ast.Node) string {
	t.Helper()
	src, err := p.ReadFile("p.go")
	if err != nil {
		t.Fatal(err)
	}
	tok := p.Fset.File(n.Pos())
	return string(src[tok.Offset(n.Pos()):tok.Offset(n.End())])
}

// apply makes edits of a package of one file.
func apply(t *testing.T, p sound.Package, edits []analysis.TextEdit) string {
	t.Helper()
	src, err := p.ReadFile("p.go")
	if err != nil {
		t.Fatal(err)
	}
	tok := p.Fset.File(p.Files[0].FileStart)
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	var out strings.Builder
	done := 0
	for _, e := range edits {
		out.Write(src[done:tok.Offset(e.Pos)])
		out.Write(e.NewText)
		done = tok.Offset(e.End)
	}
	out.Write(src[done:])
	return out.String()
}

// All packages of a test import the same ones.
var (
	fset     = token.NewFileSet()
	standard = importer.ForCompiler(fset, "source", nil)
)

// load type-checks a file.
func load(t *testing.T, src string) sound.Package {
	t.Helper()
	p := sound.Package{Fset: fset, Sizes: types.SizesFor("gc", "amd64"),
		Info: &types.Info{Types: make(map[ast.Expr]types.TypeAndValue),
			Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object)},
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	file, err := parser.ParseFile(p.Fset, "p.go", src,
		parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p.Files = []*ast.File{file}
	cfg := types.Config{Importer: standard}
	if p.Types, err = cfg.Check("p", p.Fset, p.Files, p.Info); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}
