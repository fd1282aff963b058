// Package junit writes what a guard says as JUnit XML, which continuous
// integration shows as tests.
//
// The format has no owner. What is written is valid by the strictest schema in
// use, that of the xUnit plugin of Jenkins, which refuses a file and a line as
// attributes of a test case; and everything that matters is in the text of a
// failure, under a name that is there once, because GitLab shows no more.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
)

type (
	suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suites   []suite  `xml:"testsuite"`
	}
	suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Props    []property `xml:"properties>property"`
		Cases    []testCase `xml:"testcase"`
		Output   string     `xml:"system-out,omitempty"`
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testCase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Failure *failure `xml:"failure"`
		Output  string   `xml:"system-out,omitempty"`
	}
	failure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// Write writes rep as one document: a test case for each problem, and one for
// all budgets that are kept.
func Write(w io.Writer, rep alloc.GuardReport) error {
	class := clean(rep.Module)
	s := suite{Name: "wring guard " + class, Props: []property{
		{"go", clean(rep.Go)}, {"goos", clean(rep.GOOS)}, {"goarch", clean(rep.GOARCH)}}}
	s.Cases = append(s.Cases, testCase{Class: class, Name: "budgets",
		Output: fmt.Sprintf("%d budgets were checked, %d benchmarks measured", rep.Budgets,
			rep.Measured)})
	taken := map[string]bool{"budgets": true}
	for _, p := range rep.Problems {
		c := testCase{Class: class, Name: unique(caseName(p), taken)}
		if p.Fails {
			s.Failures++
			c.Failure = &failure{Type: clean(p.Rule), Message: clean(p.Text), Text: details(p)}
		} else {
			c.Output = details(p)
		}
		s.Cases = append(s.Cases, c)
	}
	for _, warning := range rep.Warnings {
		s.Output += clean(warning.Text) + "\n"
	}
	s.Tests = len(s.Cases)
	return write(w, suites{Name: s.Name, Tests: s.Tests, Failures: s.Failures, Suites: []suite{s}})
}

func write(w io.Writer, doc suites) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// unique returns a name that is not taken, and takes it.
func unique(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	taken[free] = true
	return free
}

func caseName(p alloc.Problem) string {
	if p.Benchmark != "" {
		return clean(p.Rule + " " + p.Benchmark)
	}
	return strings.TrimSpace(clean(p.Rule + " " + place(p.File, p.Line)))
}

// place returns the place of a problem, or nothing when it has none.
func place(file string, line int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// details says what the problem is and where, and lists its sites and its path.
func details(p alloc.Problem) string {
	var b strings.Builder
	if at := place(p.File, p.Line); at != "" {
		b.WriteString(at + ": ")
	}
	b.WriteString(p.Text + "\n")
	for _, s := range p.Sites {
		fmt.Fprintf(&b, "%s:%d: %s: %s, %s allocs/op of type %s\n", s.File, s.Line, s.Func,
			s.Cause, s.Now, s.Type)
	}
	for _, f := range p.Path {
		fmt.Fprintf(&b, "%s:%d: %s\n", f.File, f.Line, f.Func)
	}
	return clean(b.String())
}

// clean drops what XML cannot hold.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "?"))
}
