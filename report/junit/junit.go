// Package junit writes what a guard says as JUnit XML, which continuous
// integration shows as tests.
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
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
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
		File    string   `xml:"file,attr,omitempty"`
		Line    int      `xml:"line,attr,omitempty"`
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
	s := suite{Name: "wring guard " + rep.Module, Props: []property{
		{"go", rep.Go}, {"goos", rep.GOOS}, {"goarch", rep.GOARCH}}}
	s.Cases = append(s.Cases, testCase{Class: rep.Module, Name: "budgets",
		Output: fmt.Sprintf("%d budgets were checked, %d benchmarks measured", rep.Budgets,
			rep.Measured)})
	for _, p := range rep.Problems {
		c := testCase{Class: rep.Module, Name: caseName(p), File: clean(p.File), Line: p.Line}
		if p.Fails {
			s.Failures++
			c.Failure = &failure{Type: p.Rule, Message: clean(p.Text), Text: clean(details(p))}
		} else {
			c.Output = clean(p.Text + "\n" + details(p))
		}
		s.Cases = append(s.Cases, c)
	}
	for _, warning := range rep.Warnings {
		s.Output += clean(warning.Text) + "\n"
	}
	s.Tests = len(s.Cases)
	doc := suites{Tests: s.Tests, Failures: s.Failures, Suites: []suite{s}}
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

func caseName(p alloc.Problem) string {
	if p.Benchmark != "" {
		return clean(p.Rule + " " + p.Benchmark)
	}
	return clean(fmt.Sprintf("%s %s:%d", p.Rule, p.File, p.Line))
}

// details lists the sites and the path of a problem.
func details(p alloc.Problem) string {
	var b strings.Builder
	for _, s := range p.Sites {
		fmt.Fprintf(&b, "%s:%d: %s: %s, %s allocs/op of type %s\n", s.File, s.Line, s.Func,
			s.Cause, s.Now, s.Type)
	}
	for _, f := range p.Path {
		fmt.Fprintf(&b, "%s:%d: %s\n", f.File, f.Line, f.Func)
	}
	return b.String()
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
