package junit

import (
	"bytes"
	"encoding/xml"
	"flag"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// report is the one that all outputs of the guard are tested with. It holds what
// is hard to write.
func report(t testing.TB) alloc.GuardReport {
	t.Helper()
	return testenv.JSON[alloc.GuardReport](t, "../testdata/guard.json")
}

// written writes a report, checks that it is valid and that its numbers are
// those of its test cases, which have names of their own, and returns it.
func written(t *testing.T, rep alloc.GuardReport) ([]byte, suite) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, rep); err != nil {
		t.Fatal(err)
	}
	if problems := violations(out.Bytes()); len(problems) > 0 {
		t.Errorf("the document breaks the schema: %s", strings.Join(problems, "\n"))
	}
	var doc suites
	if err := xml.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	s := doc.Suites[0]
	failures, names := 0, map[string]bool{}
	for _, c := range s.Cases {
		if names[c.Name] {
			t.Errorf("there are two test cases %q", c.Name)
		}
		names[c.Name] = true
		if c.Failure != nil {
			failures++
		}
	}
	if s.Tests != len(s.Cases) || s.Failures != failures || doc.Failures != failures ||
		doc.Tests != s.Tests || len(s.Cases) != len(rep.Problems)+1 {
		t.Errorf("%d tests and %d failures reported, want %d and %d", s.Tests, s.Failures,
			len(s.Cases), failures)
	}
	return out.Bytes(), s
}

func TestWrite(t *testing.T) {
	rep := report(t)
	out, _ := written(t, rep)
	testenv.Golden(t, "testdata/guard.xml", out, *update)
	twice := rep.Problems[0]
	twice.Benchmark += " (2)"
	rep.Problems = append(append(rep.Problems, twice), rep.Problems...)
	written(t, rep)
	written(t, alloc.GuardReport{})
}

// TestViolations breaks the document in each way that the schema knows.
func TestViolations(t *testing.T) {
	out, _ := written(t, report(t))
	for _, c := range [][2]string{
		{`<testsuite name=`, `<testsuite title=`},
		{`errors="0" skipped`, `skipped`},
		{`<property name="go" value="go1.26.8">`, `<property name="go">`},
		{`<testcase classname=`, `<testcase file="m.go" classname=`},
		{`<testcase classname=`, `<testcase line="1" classname=`},
		{`<failure type=`, `<failure rule=`},
		{`<failure `, `x<failure `},
		{`<system-out>`, `<output/><system-out>`},
		{`</failure>`, ``},
	} {
		broken := bytes.Replace(out, []byte(c[0]), []byte(c[1]), 1)
		if bytes.Equal(broken, out) {
			t.Errorf("nothing to replace: %s", c[0])
		}
		if len(violations(broken)) == 0 {
			t.Errorf("the check takes %s", c[1])
		}
	}
}

// FuzzWrite puts a text wherever a report has one: nothing in it makes an
// element or an attribute, and what XML can hold comes back.
func FuzzWrite(f *testing.F) {
	f.Add("]]></failure><failure>", 1, true)
	f.Add("\x00\x1b[31m\r\n\t\"'&lt;\ufffe\xff\u0085 (2)", -1, false)
	f.Fuzz(func(t *testing.T, text string, line int, fails bool) {
		p := alloc.Problem{Rule: text, Fails: fails, Text: text, Benchmark: text, File: text,
			Line: line, Path: []alloc.Frame{{Func: text, File: text, Line: line}},
			Sites: []alloc.GuardSite{{Func: text, File: text, Type: text, Cause: text, Now: text}}}
		q := p
		q.Benchmark, q.Fails = "", !fails
		_, s := written(t, alloc.GuardReport{Module: text, Go: text, GOOS: text, GOARCH: text,
			Problems: []alloc.Problem{p, q, p},
			Warnings: []alloc.Warning{{Text: text}}})
		for _, c := range s.Cases {
			if c.Failure != nil && (c.Failure.Message != clean(text) ||
				!strings.Contains(c.Failure.Text, clean(text))) {
				t.Errorf("%q became %q and %q", clean(text), c.Failure.Message, c.Failure.Text)
			}
		}
	})
}
