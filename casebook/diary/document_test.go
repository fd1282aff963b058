package diary_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

// document returns a document that holds the table of sample.
func document(t *testing.T) string {
	t.Helper()
	const empty = "# Title\n\n<!-- casebook: go run ./casebook -update -->\nold\n" +
		"<!-- end of casebook -->\n\nAfter it.\n"
	var table bytes.Buffer
	if err := diary.WriteMarkdown(&table, sample()); err != nil {
		t.Fatal(err)
	}
	text, err := diary.Replace(empty, table.String())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReplace(t *testing.T) {
	text := document(t)
	if !strings.HasPrefix(text, "# Title\n") || !strings.HasSuffix(text, "\nAfter it.\n") ||
		strings.Contains(text, "\nold\n") || !strings.Contains(text, "1,234,567") {
		t.Errorf("the document is\n%s", text)
	}
	if _, err := diary.Replace("no marks", ""); err == nil {
		t.Error("a document without marks was taken")
	}
}

// TestCompare changes a table in one way at a time.
func TestCompare(t *testing.T) {
	text := document(t)
	for _, c := range []struct {
		why      string
		change   func(*diary.Table)
		problems int
		other    bool // not comparable
	}{
		{"nothing", func(*diary.Table) {}, 0, false},
		{"time", func(t *diary.Table) { t.Cases[0].Versions[1].Time[1] = 9 }, 0, false},
		{"processor time", func(t *diary.Table) { t.Cases[0].Versions[1].CPU[1] = 9 }, 0, false},
		{"what varies", func(t *diary.Table) {
			t.Cases[0].Versions[2].Objects = 3
			t.Cases[0].Versions[2].Figures[1].Value = 5
		}, 0, false},
		{"another patch release", func(t *diary.Table) { t.Go = "go1.26.9" }, 0, false},
		{"no times", func(t *diary.Table) { t.Rounds = 0 }, 0, false},
		{"objects", func(t *diary.Table) { t.Cases[0].Versions[0].Objects++ }, 1, false},
		{"bytes", func(t *diary.Table) { t.Cases[0].Versions[3].Bytes = 1 }, 1, false},
		{"a figure", func(t *diary.Table) {
			t.Cases[0].Versions[2].Figures[0].Value = 1
		}, 1, false},
		{"a name", func(t *diary.Table) { t.Cases[0].Versions[3].Name = "x" }, 1, false},
		{"published", func(t *diary.Table) { t.Cases[0].Published.Objects[0] = 16 }, 1, false},
		{"a version less", func(t *diary.Table) {
			t.Cases[0].Versions = t.Cases[0].Versions[:3]
		}, 1, false},
		{"a version more", func(t *diary.Table) {
			t.Cases[0].Versions = append(t.Cases[0].Versions, diary.Measured{Name: "more"})
		}, 1, false},
		{"a case less", func(t *diary.Table) { t.Cases = t.Cases[1:] }, 1, false},
		{"a case more", func(t *diary.Table) {
			t.Cases = append(t.Cases, diary.Result{Name: "fourth"})
		}, 1, false},
		{"another release", func(t *diary.Table) { t.Go = "go1.27.0" }, 0, true},
		{"another machine", func(t *diary.Table) { t.GOARCH = "arm64" }, 0, true},
		{"a development version", func(t *diary.Table) { t.Go = "devel" }, 0, true},
	} {
		now := sample()
		c.change(&now)
		problems, ok, err := diary.Compare(text, now)
		if err != nil || len(problems) != c.problems || ok == c.other {
			t.Errorf("%s: %q, comparable %v, %v; want %d problems", c.why, problems, ok, err,
				c.problems)
		}
	}
	if _, _, err := diary.Compare("no marks", sample()); err == nil {
		t.Error("a document without marks was compared")
	}
}

// TestSummarize takes the rows of one case, and refuses a name that is not there.
func TestSummarize(t *testing.T) {
	text := document(t)
	name := sample().Cases[0].Name
	got, err := diary.Summarize(text, name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(got, "\n") != 3 || !strings.Contains(got, "| "+name+" | ") {
		t.Errorf("the summary is\n%s", got)
	}
	if _, err := diary.Summarize(text, "no such case"); err == nil {
		t.Error("a case that the document does not have was summarized")
	}
}
