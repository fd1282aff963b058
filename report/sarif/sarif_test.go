package sarif

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// report reads the report that all outputs of the guard are tested with. It
// holds what is hard to write.
func report(t *testing.T) alloc.GuardReport {
	t.Helper()
	data, err := os.ReadFile("../testdata/guard.json")
	if err != nil {
		t.Fatal(err)
	}
	var rep alloc.GuardReport
	if err := json.Unmarshal(data, &rep); err != nil {
		t.Fatal(err)
	}
	return rep
}

// golden compares what was written with testdata/guard.sarif.
func golden(t *testing.T, got []byte) {
	t.Helper()
	const name = "testdata/guard.sarif"
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, report(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, out.Bytes())
	if problems := violations(out.Bytes()); len(problems) > 0 {
		t.Errorf("the document breaks the format:\n%s", strings.Join(problems, "\n"))
	}
	out.Reset()
	if err := Write(&out, alloc.GuardReport{Kept: true}); err != nil {
		t.Fatal(err)
	}
	if problems := violations(out.Bytes()); len(problems) > 0 {
		t.Errorf("a report without problems breaks the format:\n%s", strings.Join(problems, "\n"))
	}
}

// The check itself notices what breaks the format.
func TestViolations(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, report(t)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"version": "2.1.0"`, `"version": "2.1"`, "version"},
		{`"level": "error"`, `"level": "failure"`, "level"},
		{`"startLine": 17`, `"startLine": 0`, "startLine"},
		{`"ruleIndex": 0`, `"ruleIndex": 90`, "ruleIndex"},
		{`"ruleId"`, `"ruleName"`, "ruleName"},
		{`"executionSuccessful": true`, `"exitCode": 0`, "executionSuccessful"},
		{`"driver"`, `"drivers"`, "drivers"},
		{`"uri": "m_test.go"`, `"uri": "m test.go"`, "uri"},
		{`"text": "cannot tell"`, `"text": 3`, "text"},
	} {
		text := strings.Replace(out.String(), c.old, c.new, 1)
		if text == out.String() {
			t.Errorf("nothing to replace: %s", c.old)
		}
		if got := strings.Join(violations([]byte(text)), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: nothing is said of %s: %q", c.new, c.want, got)
		}
	}
}
