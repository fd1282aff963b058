package all_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
	"github.com/wring-go/wring/technique/techtest"
)

// TestDocuments compares two documents with the techniques' cases, which they are
// made from: one rewrite of each technique, and what each rewrite saves under each
// release. With -update it writes them.
func TestDocuments(t *testing.T) {
	var rewrites, releases strings.Builder
	rewrites.WriteString(rewritesHead)
	releases.WriteString(releasesHead)
	for _, tech := range all.All {
		cases, err := techtest.ReadCases(os.DirFS(filepath.Join("..", tech.Name, "testdata")))
		if err != nil {
			t.Fatal(err)
		}
		cases = slices.DeleteFunc(cases, func(c techtest.Case) bool { return !c.HasAfter })
		for _, c := range cases {
			fmt.Fprintf(&releases, "| %s | %s | %s |\n", tech.Name, c.Title, row(c))
		}
		if c, ok := shortest(cases); ok {
			example(&rewrites, tech, c)
		}
	}
	compare(t, "../../docs/rewrites.md", rewrites.String())
	compare(t, "../../docs/measurements/techniques.md", releases.String())
}

const rewritesHead = `# Rewrites, as they were and as they are

One of each technique: what it does to its shortest case, and what that saves. The cases are run,
compared on a thousand inputs and measured by the tests of the techniques; this page is made from
them by

    go test ./technique/all -run TestDocuments -update

and ` + "`wring help TECHNIQUE`" + ` shows all of them, with what is left alone.
`

const releasesHead = `# What each rewrite saves, by release

Objects per call before and after, for each case of each technique, under each release that wring
supports. The tests of the techniques hold the cases to these figures. The page is made from them
by

    go test ./technique/all -run TestDocuments -update

| technique | case | go1.25 | go1.26 | go1.27 |
|---|---|---|---|---|
`

// row returns the counts of a case under each release.
func row(c techtest.Case) string {
	var cells []string
	for _, release := range []string{"go1.25", "go1.26", "go1.27"} {
		cell := "fewer"
		if n, ok := c.Counts[release]; ok {
			cell = fmt.Sprintf("%d → %d", n.Before, n.After)
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, " | ")
}

// widest is how wide the lines of a document may be.
const widest = 100

// shortest returns the case with the shortest code that fits a document.
func shortest(cases []techtest.Case) (found techtest.Case, ok bool) {
	for _, c := range cases {
		fits := true
		for line := range strings.Lines(c.After + c.Before) {
			fits = fits && len(strings.ReplaceAll(line, "\t", "    ")) < widest
		}
		if fits && (!ok || len(c.Before) < len(found.Before)) {
			found, ok = c, true
		}
	}
	return found, ok
}

var wantComment = regexp.MustCompile(` *// want ".*"`)

// example writes one rewrite.
func example(b *strings.Builder, tech technique.Technique, c techtest.Case) {
	before := wantComment.ReplaceAllString(c.Before, "")
	diff := string(rewrite.Diff("", []byte(before), []byte(c.After)))
	_, body, _ := strings.Cut(diff, "@@")
	fmt.Fprintf(b, "\n## %s: %s\n\nObjects per call: %s.\n\n```diff\n@@%s```\n", tech.Name,
		lowerFirst(c.Title), saved(c), body)
}

// saved returns the counts of a case, once if all releases have the same.
func saved(c techtest.Case) string {
	cells := strings.Split(row(c), " | ")
	if same := slices.Compact(slices.Clone(cells)); len(same) == 1 {
		return same[0]
	}
	return fmt.Sprintf("%s (go1.25), %s (go1.26), %s (go1.27)", cells[0], cells[1], cells[2])
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
