package github

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// parsed is a command as the runner of GitHub understands a line.
type parsed struct {
	name  string
	props map[string]string
	data  string
}

// parse reads a line by the runner's rules: what stands between the first two
// pairs of colons is a name and, after a space, properties between commas.
func parse(line string) (p parsed, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "::")
	head, data, found := strings.Cut(rest, "::")
	if !ok || !found {
		return p, false
	}
	name, props, _ := strings.Cut(head, " ")
	p = parsed{name, map[string]string{}, unescape(data, "\r", "%0D", "\n", "%0A")}
	for pair := range strings.SplitSeq(strings.TrimSpace(props), ",") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			p.props[key] = unescape(value, "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
		}
	}
	return p, true
}

// unescape replaces one escape after the other, that of the percent sign last.
func unescape(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, pairs[i+1], pairs[i])
	}
	return strings.ReplaceAll(text, "%25", "%")
}

// FuzzWrite puts texts wherever a report has one. The runner reads back what was
// meant, and no more commands than there are problems and warnings.
func FuzzWrite(f *testing.F) {
	f.Add("p/a, b: c%0A=.go", "100 %25\r\n::error::forged", 3, "sub dir/")
	f.Add("::", "%3A%", 0, "")
	f.Add("\x00,line=7", "\u2028\xff", -1, "%2C")
	f.Fuzz(func(t *testing.T, file, text string, line int, prefix string) {
		p := alloc.Problem{Rule: text, Text: text, Fails: line%2 == 0, File: file, Line: line}
		q := p
		q.Sites = []alloc.GuardSite{{File: file, Line: line, Column: line, Cause: text, Now: text,
			Type: text, Reasons: []string{text}, Proposals: []string{text}}}
		q.Path = []alloc.Frame{{Func: text, File: file, Line: line}}
		rep := alloc.GuardReport{Problems: []alloc.Problem{p, q},
			Warnings: []alloc.Warning{{Text: text}}}
		var out bytes.Buffer
		if err := Write(&out, rep, prefix); err != nil {
			t.Fatal(err)
		}
		breaks := func(r rune) bool { return r == '\n' || r == '\r' }
		lines := strings.FieldsFunc(out.String(), breaks)
		if len(lines) != 4 {
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
		for i, want := range rep.Problems {
			check(t, lines[i], want, prefix)
		}
		if got, ok := parse(lines[2]); !ok || got.name != "warning" || got.data != printable(text) {
			t.Errorf("the warning %q became %+v", text, got)
		}
		if _, ok := parse(lines[3]); ok {
			t.Errorf("the verdict is a command: %q", lines[3])
		}
	})
}

func check(t *testing.T, line string, want alloc.Problem, prefix string) {
	t.Helper()
	got, ok := parse(line)
	if !ok || got.name != level(want) || !strings.HasPrefix(got.data, printable(want.Text)) {
		t.Errorf("%q became %+v", want.Text, got)
	}
	props := map[string]string{"title": "wring: " +
		printable(strings.ReplaceAll(want.Rule, "-", " "))}
	if want.File != "" && !strings.HasPrefix(want.File, "/") {
		props["file"] = printable(prefix + want.File)
		if want.Line > 0 {
			props["line"] = strconv.Itoa(want.Line)
		}
		if len(want.Sites) > 0 && want.Line > 0 {
			props["col"] = strconv.Itoa(want.Line)
		}
	}
	for key, value := range props {
		if strings.TrimSpace(got.props[key]) != strings.TrimSpace(value) {
			t.Errorf("%s is %q, want %q", key, got.props[key], value)
		}
	}
	if len(got.props) != len(props) {
		t.Errorf("the properties are %q, want %q", got.props, props)
	}
}
