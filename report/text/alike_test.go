package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestAlikes: a hundred benchmarks that fail for one reason are one line, and those
// that fail for another are not among them.
func TestAlikes(t *testing.T) {
	var list []alloc.Warning
	for i := range 100 {
		name := fmt.Sprintf("m/p.Benchmark%d", i)
		reason := "no server"
		if i == 7 {
			reason = "no luck"
		}
		list = append(list, alloc.Warning{Code: alloc.WarnFailed, Package: "m/p", Benchmark: name,
			Text: name + " failed and is not booked: " + reason})
	}
	list = append(list, list[0], alloc.Warning{Code: alloc.WarnNoGit, Text: "there is no git"})
	var texts []string
	for _, w := range alikes(list) {
		texts = append(texts, w.Text)
	}
	const want = "m/p.Benchmark0 (and so 98 more) failed and is not booked: no server|" +
		"m/p.Benchmark7 failed and is not booked: no luck|there is no git"
	if got := strings.Join(texts, "|"); got != want {
		t.Errorf("got %q", got)
	}
}

// TestFixKeepsColumns: however narrow the page and long the names, the columns with
// the figures after the rewrites, and the proofs, are there.
func TestFixKeepsColumns(t *testing.T) {
	rep := rewritten()
	long := "Benchmark" + strings.Repeat("Long", 30)
	for _, list := range [][]alloc.Benchmark{rep.Benchmarks, rep.After} {
		for i, b := range list {
			if b.Name == "BenchmarkJoin" {
				list[i].Name = long
			}
		}
	}
	rep.Trials[0].Func += strings.Repeat("AndMore", 20)
	var buf bytes.Buffer
	if err := Fix(&buf, rep, Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-92.31%", "-79.44%", "10,000", "142", "x0.41"} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("%s is lost in\n%s", want, buf.String())
		}
	}
}
