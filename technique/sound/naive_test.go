package sound_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique/sound"
)

// TestNaive compares with the plain way to check a proposal: write all files as
// they would be, and type-check all of them.
func TestNaive(t *testing.T) {
	for _, name := range []string{"pool", "bodies"} {
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile("testdata/naive/" + name + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			testNaive(t, ar)
		})
	}
}

// testNaive makes proposals from a pool of edits.
func testNaive(t *testing.T, ar *txtar.Archive) {
	p, pool, _ := load(t, ar)
	plain := plainChecker{p: p, from: importer.ForCompiler(token.NewFileSet(), "source", nil)}
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	right, wrong := 0, 0
	for round := range rounds {
		var proposals [][]analysis.TextEdit
		for range 1 + rng.IntN(12) {
			var edits []analysis.TextEdit
			for _, n := range rng.Perm(len(pool))[:1+rng.IntN(3)] {
				edits = append(edits, pool[n]...)
			}
			proposals = append(proposals, edits)
		}
		var sane [][]analysis.TextEdit
		for i, problem := range sound.Alone(p, proposals) {
			if want := plain.check(t, proposals[i:i+1]); (problem == nil) != (want == nil) {
				t.Errorf("round %d, proposal %d: %v, but all the package says %v\n%s", round, i,
					problem, want, described(p, proposals[i]))
			}
			if problem == nil {
				sane = append(sane, proposals[i])
				right++
			} else {
				wrong++
			}
		}
		var chosen [][]analysis.TextEdit
		for i, ok := range sound.Together(p, sane) {
			if ok {
				chosen = append(chosen, sane[i])
			}
		}
		if err := plain.check(t, chosen); err != nil {
			t.Errorf("round %d: chosen together, but %v", round, err)
		}
		if len(sane) > 0 && len(chosen) == 0 {
			t.Errorf("round %d: of %d sound proposals none is chosen", round, len(sane))
		}
	}
	if right < rounds || wrong < rounds {
		t.Errorf("%d proposals are right and %d wrong: too few of a kind", right, wrong)
	}
}

// described returns what a proposal does, for a message.
func described(p sound.Package, edits []analysis.TextEdit) string {
	var b strings.Builder
	for _, e := range edits {
		fmt.Fprintf(&b, "%s: %q\n", p.Fset.Position(e.Pos), e.NewText)
	}
	return b.String()
}

// plainChecker makes edits and type-checks whole packages.
type plainChecker struct {
	p    sound.Package
	from types.Importer
}

// check returns the first error of the package with proposals made. Equal edits
// are made once; the compiler's complaint about an import that was there before
// is none, since whoever applies edits drops it.
func (c plainChecker) check(t *testing.T, proposals [][]analysis.TextEdit) (first error) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, f := range c.p.Files {
		tok := c.p.Fset.File(f.FileStart)
		text, err := applied(c.p, tok, proposals)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, tok.Name(), text, 0)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	cfg := types.Config{Importer: c.from, Error: func(err error) {
		was := strings.Contains(err.Error(), "imported and not used") &&
			c.imports(err.Error())
		if first == nil && !was {
			first = err
		}
	}}
	_, _ = cfg.Check("p", fset, files, nil) // the errors were noted
	return first
}

// imports reports whether the file of an error imports what it speaks of.
func (c plainChecker) imports(text string) bool {
	for _, f := range c.p.Files {
		if !strings.HasPrefix(text, c.p.Fset.File(f.FileStart).Name()) {
			continue
		}
		for _, spec := range f.Imports {
			if strings.Contains(text, spec.Path.Value) {
				return true
			}
		}
	}
	return false
}

// applied returns the text of a file with proposals made.
func applied(p sound.Package, tok *token.File, proposals [][]analysis.TextEdit) ([]byte, error) {
	src, err := p.ReadFile(tok.Name())
	if err != nil {
		return nil, err
	}
	var edits []analysis.TextEdit
	for _, list := range proposals {
		for _, e := range list {
			same := func(o analysis.TextEdit) bool {
				return o.Pos == e.Pos && o.End == e.End && bytes.Equal(o.NewText, e.NewText)
			}
			if p.Fset.File(e.Pos) == tok && !slices.ContainsFunc(edits, same) {
				edits = append(edits, e)
			}
		}
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		if a.Pos != b.Pos {
			return int(a.Pos - b.Pos)
		}
		return int(a.End - b.End)
	})
	var out []byte
	done := 0
	for _, e := range edits {
		from, to := tok.Offset(e.Pos), tok.Offset(e.End)
		if from < done {
			return nil, fmt.Errorf("edits of %s overlap at %d", tok.Name(), from)
		}
		out = append(append(out, src[done:from]...), e.NewText...)
		done = to
	}
	return append(out, src[done:]...), nil
}
