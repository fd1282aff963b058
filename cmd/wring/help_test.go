package main

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/technique/all"
)

// say runs wring in this process.
func say(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	var out, err strings.Builder
	code := start(context.Background(), args, env{stdin: strings.NewReader(""), stdout: &out,
		stderr: &err})
	if code != exitOK || err.Len() > 0 {
		t.Fatalf("wring %s: code %d, %s", strings.Join(args, " "), code, err.String())
	}
	return out.String()
}

// Each verb has a manual that names all of its flags, and asking the verb itself
// gives the same.
func TestHelpForEachVerb(t *testing.T) {
	overview := say(t, "help")
	for _, v := range verbs() {
		manual := say(t, "help", v.name)
		if !strings.HasPrefix(manual, "usage: wring "+v.name) {
			t.Errorf("help %s begins with %.40q", v.name, manual)
		}
		if !strings.Contains(overview, "  "+v.name+" ") {
			t.Errorf("the overview does not list %s", v.name)
		}
		if again := say(t, v.name, "-h"); again != manual {
			t.Errorf("%s -h differs from help %s", v.name, v.name)
		}
		fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
		v.setup(fs)
		fs.VisitAll(func(f *flag.Flag) {
			if f.Usage == "" || !strings.Contains(manual, "\n  -"+f.Name) {
				t.Errorf("help %s does not explain -%s", v.name, f.Name)
			}
		})
	}
}

// Each cause that a table may name has a page.
func TestHelpForEachCause(t *testing.T) {
	list := say(t, "help", "causes")
	for _, c := range wring.Causes() {
		page := say(t, "help", c.Name)
		if !strings.HasPrefix(page, c.Name+": ") || strings.Count(page, "\n") < 5 {
			t.Errorf("help %s says only %q", c.Name, page)
		}
		if !strings.Contains(list, "\n  "+c.Name+" ") {
			t.Errorf("help causes does not list %s", c.Name)
		}
		for line := range strings.Lines(page) {
			if len([]rune(line)) > 101 {
				t.Errorf("help %s has a line of %d columns", c.Name, len([]rune(line)))
			}
		}
	}
}

// TestTechniquesAnswerCauses wants each technique to answer causes that exist,
// and to have a page.
func TestTechniquesAnswerCauses(t *testing.T) {
	for _, tech := range wring.Techniques() {
		for _, name := range tech.Causes {
			if _, err := wring.Cause(name); err != nil {
				t.Errorf("%s: %v", tech.Name, err)
			}
		}
		if page, ok := all.Page(tech.Name); !ok || !strings.Contains(page, tech.Title) {
			t.Errorf("%s has no page with its title", tech.Name)
		}
	}
}
