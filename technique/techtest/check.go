package techtest

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/rewrite"
)

// check checks one case.
func (b *bench) check(t *testing.T, c *Case) {
	for _, s := range []side{before, after} {
		for _, err := range b.broken[importPath(b.tech.Name, *c, s)] {
			t.Fatalf("the case does not compile: %s: %v", s, err)
		}
	}
	src, wants, err := stripWants(c.Before)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := format.Source([]byte(src)); err != nil || string(text) != src {
		t.Errorf("before.go is not formatted (%v)", err)
	}
	for _, problem := range meet(b.found[importPath(b.tech.Name, *c, before)], wants) {
		t.Error(problem)
	}
	if !c.HasAfter {
		return
	}
	b.checkAfter(t, c, src)
	for _, results := range b.results {
		checkResult(t, c, results[b.tech.Name+"/"+c.Name])
	}
	if *update && !t.Failed() {
		save(t, c)
	}
}

// checkAfter compares the rewrite with the golden text, and wants nothing more
// to be proposed for it.
func (b *bench) checkAfter(t *testing.T, c *Case, src string) {
	got, err := b.rewritten(c, src)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != c.After {
		t.Errorf("the rewrite is not after.go; -update would change:\n%s",
			rewrite.Diff(afterFile, []byte(c.After), got))
	}
	if *update {
		return // what was loaded as after.go was the old one
	}
	for _, f := range b.found[importPath(b.tech.Name, *c, after)] {
		t.Errorf("after.go:%d: rewriting it again proposes %q", f.Line, f.Message)
	}
}

// checkResult wants both sides to do the same, and the counts of want.txt.
func checkResult(t *testing.T, c *Case, r result) {
	if r.Was != r.Is {
		t.Errorf("seed %d under %s: before and after differ\nbefore: %s\nafter:  %s",
			r.Seed, r.Go, r.Was, r.Is)
	}
	if r.After >= r.Before {
		t.Errorf("under %s it gains nothing: %d -> %d allocs/op", r.Go, r.Before, r.After)
	}
	if c.Fewer {
		return
	}
	got := Count{r.Before, r.After}
	want, ok := c.Counts[release(r.Go)]
	if *update {
		c.Counts[release(r.Go)] = got
		return
	}
	if !ok {
		t.Errorf("want.txt has no line for %s; -update writes \"%s\"", release(r.Go),
			got.line(release(r.Go)))
	} else if got != want {
		t.Errorf("measured %q, want.txt says %q; -update writes it",
			got.line(release(r.Go)), want.line(release(r.Go)))
	}
}

func (c Count) line(release string) string {
	return fmt.Sprintf("%s: %d -> %d allocs/op", release, c.Before, c.After)
}

// save writes after.go and want.txt into the case's file.
func save(t *testing.T, c *Case) {
	file := filepath.Join("testdata", c.Name+".txtar")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, release := range slices.Sorted(maps.Keys(c.Counts)) {
		lines.WriteString(c.Counts[release].line(release) + "\n")
	}
	ar := txtar.Parse(data)
	set(ar, afterFile, c.After)
	if !c.Fewer {
		set(ar, countsFile, lines.String())
	}
	if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
		t.Fatal(err)
	}
}

func set(ar *txtar.Archive, name, text string) {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			ar.Files[i].Data = []byte(text)
			return
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(text)})
}
