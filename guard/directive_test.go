package guard

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestParseDirective(t *testing.T) {
	for comment, want := range map[string]string{
		"//wring:allocs 3":              "allocs 3  ",
		"//wring:bytes 0.5":             "bytes 0.5  ",
		"//wring:noalloc":               "noalloc 0  ",
		"//wring:allow closure it must": "allow 0 closure it must",
		"//wring:unguarded no server":   "unguarded 0  no server",
		"// wring measures":             "none",
		"// wring: how to":              "none",
		"// see wring:allocs":           "none",
		"//wringer:allocs 3":            "none",
		"//wring:allocs":                "wants one amount",
		"//wring:allocs 3 4":            "wants one amount",
		"//wring:allocs -1":             "is no amount",
		"//wring:alloc 3":               "unknown directive wring:alloc; there are wring:allocs",
		"//wring:":                      "unknown directive wring:;",
		"//wring:noalloc please":        "takes nothing after it",
		"//wring:allow closure":         "wants a cause and a reason",
		"//wring:unguarded":             "wants a reason",
		"// wring:allocs 3":             "without a space and in lower case",
		"//Wring:allocs 3":              "without a space and in lower case",
		"/*wring:noalloc*/":             "none",
	} {
		d, ok, err := ParseDirective(comment)
		got := fmt.Sprint(d.Kind, " ", d.Most, " ", d.Cause, " ", d.Reason)
		if err != nil {
			got = err.Error()
		} else if !ok {
			got = "none"
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s gives %s, want %s", comment, got, want)
		}
	}
}

// TestDirectives reads testdata/directives.go, where comments after an arrow
// say what is wanted of the directive above them, in order.
func TestDirectives(t *testing.T) {
	const name = "testdata/directives.go"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	directives, problems := Directives(fset, file, "example.com/m", "example.com/m")
	var got []string
	for _, m := range directives {
		line := fmt.Sprintf("%s %s %d-%d", m.Kind, m.Func, m.From, m.To)
		got = append(got, line)
	}
	for _, p := range problems {
		if p.Rule != BadDirective || !p.Fails || p.Line == 0 {
			t.Errorf("%+v", p)
		}
		got = append(got, p.Text)
	}
	var want []string
	arrow := regexp.MustCompile(`(?m)^// → (.*)$`)
	for _, m := range arrow.FindAllStringSubmatch(string(text), -1) {
		want = append(want, m[1])
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Whatever a comment holds, it is one of three: a directive, none, or an error.
func FuzzParseDirective(f *testing.F) {
	f.Add("//wring:allow closure because")
	f.Add("// wring:bytes 3.000001")
	f.Fuzz(func(t *testing.T, comment string) {
		d, ok, err := ParseDirective(comment)
		if err == nil && ok && (d.Kind == Allow || d.Kind == Unguarded) && d.Reason == "" {
			t.Errorf("%q has no reason", comment)
		}
		if err == nil && !ok && strings.HasPrefix(comment, directivePrefix) {
			t.Errorf("%q is passed over", comment)
		}
	})
}
