package text

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func load(t testing.TB, name string) alloc.Report {
	t.Helper()
	return testenv.JSON[alloc.Report](t, filepath.Join("testdata", name+".json"))
}

// source finds the files that the reports in testdata name.
func source(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join("testdata", "src", filepath.FromSlash(file)))
}

func pages(cause string) (title, paragraph string) {
	if cause != "string-concat" {
		return "", ""
	}
	return "Adding strings", "A string cannot grow, so each + makes a new one and copies both" +
		" operands into it. In a loop that copies the beginning again on every turn."
}

// Each case is a report of testdata and options; what is written is kept in
// testdata/NAME.txt.
func cases() map[string]struct {
	report string
	why    bool
	opt    Options
} {
	coverage := Coverage{Named: 1000, Objects: 1100, Grounded: 300, Own: 301}
	return map[string]struct {
		report string
		why    bool
		opt    Options
	}{
		"top":                {"join", false, Options{Page: pages}},
		"top-color":          {"join", false, Options{Color: true}},
		"top-bytes":          {"join", false, Options{Sort: "bytes", Top: 2}},
		"top-narrow":         {"join", false, Options{Width: 20}},
		"top-many":           {"many", false, Options{}},
		"top-many-narrow":    {"many", false, Options{Width: 60}},
		"top-many-by-cause":  {"many", false, Options{By: "cause", Coverage: coverage}},
		"top-many-by-type":   {"many", false, Options{By: "type", Top: -1}},
		"top-many-by-func":   {"many", false, Options{By: "func", Top: 3}},
		"top-many-technique": {"many", false, Options{By: "technique"}},
		"top-sampled":        {"sampled", false, Options{}},
		"top-program":        {"program", false, Options{}},
		"top-nothing":        {"nothing", false, Options{}},
		"top-hostile":        {"hostile", false, Options{}},
		"why":                {"join", true, Options{Source: source, Page: pages}},
		"why-color":          {"join", true, Options{Source: source, Page: pages, Color: true}},
		"why-narrow":         {"join", true, Options{Source: source, Page: pages, Width: 60}},
		"why-sampled":        {"sampled", true, Options{Source: source}},
		"why-no-source":      {"program", true, Options{}},
		"why-nothing":        {"nothing", true, Options{}},
		"why-hostile":        {"hostile", true, Options{Source: source}},
	}
}

func TestGolden(t *testing.T) {
	for name, tt := range cases() {
		t.Run(name, func(t *testing.T) {
			write := Top
			if tt.why {
				write = Why
			}
			var buf bytes.Buffer
			if err := write(&buf, load(t, tt.report), tt.opt); err != nil {
				t.Fatal(err)
			}
			testenv.Golden(t, filepath.Join("testdata", name+".txt"), buf.Bytes(), *update)
			checkLines(t, buf.String(), tt.opt)
		})
	}
}

// checkLines checks that no line is too wide, ends with spaces, or holds an
// escape sequence that was not asked for.
func checkLines(t *testing.T, text string, opt Options) {
	t.Helper()
	width := opt.withDefaults().Width
	for i, line := range strings.Split(text, "\n") {
		if opt.Color {
			line = plain(line)
		}
		if table.Clean(line) != line {
			t.Errorf("line %d has control characters: %q", i+1, line)
		}
		if table.Width(line) > width || utf8.RuneCountInString(line) > width {
			t.Errorf("line %d is wider than %d: %q", i+1, width, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("line %d ends with spaces: %q", i+1, line)
		}
	}
}

// plain removes the escape sequences that table writes.
func plain(line string) string {
	for {
		before, rest, ok := strings.Cut(line, "\x1b[")
		if !ok {
			return line
		}
		_, after, _ := strings.Cut(rest, "m")
		line = before + after
	}
}

// Colour changes nothing but the colour.
func TestColorIsOnlyColor(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer, Options) error{
		"top": func(w *bytes.Buffer, opt Options) error { return Top(w, load(t, "many"), opt) },
		"why": func(w *bytes.Buffer, opt Options) error { return Why(w, load(t, "join"), opt) },
	} {
		var with, without bytes.Buffer
		if err := write(&with, Options{Color: true, Source: source}); err != nil {
			t.Fatal(err)
		}
		if err := write(&without, Options{Source: source}); err != nil {
			t.Fatal(err)
		}
		if got := plain(with.String()); got != without.String() || got == with.String() {
			t.Errorf("%s: with colour\n%s\nwithout\n%s", name, got, without.String())
		}
	}
}

func TestUnknownOptions(t *testing.T) {
	tests := []struct {
		opt  Options
		want string
	}{
		{Options{By: "file"}, "want line, func, type, cause or technique"},
		{Options{Sort: "time"}, "want objects, bytes or cpu"},
	}
	for _, tt := range tests {
		var buf bytes.Buffer
		err := Top(&buf, load(t, "join"), tt.opt)
		if err == nil || !strings.Contains(err.Error(), tt.want) || buf.Len() > 0 {
			t.Errorf("got %v and %d bytes, want an error that says %q", err, buf.Len(), tt.want)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriterFails(t *testing.T) {
	if err := Top(failing{}, load(t, "join"), Options{}); err == nil {
		t.Error("Top says nothing of a full disk")
	}
	if err := Why(failing{}, load(t, "join"), Options{}); err == nil {
		t.Error("Why says nothing of a full disk")
	}
}
