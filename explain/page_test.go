package explain

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPages checks that each cause has a page of the fixed form, and that no
// page is left without a cause.
func TestPages(t *testing.T) {
	named := make(map[string]bool)
	for _, c := range Causes() {
		named[c.Name+".md"] = true
		if want := "# " + c.Title + "\n"; c.Title == "" || !strings.HasPrefix(c.Page, want) {
			t.Errorf("%s: the page does not begin with a title", c.Name)
		}
		var headings []string
		for line := range strings.Lines(c.Page) {
			if h, ok := strings.CutPrefix(line, "## "); ok {
				headings = append(headings, strings.TrimSpace(h))
			}
		}
		want := []string{"What happens", "When it is fine", "What helps"}
		if !slices.Equal(headings, want) {
			t.Errorf("%s: headings are %q, want %q", c.Name, headings, want)
		}
		if n := strings.Count(c.Page, "\n"); n < 15 || n > 40 {
			t.Errorf("%s: the page has %d lines, want 15 to 40", c.Name, n)
		}
	}
	files, err := pages.ReadDir("pages")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !named[f.Name()] {
			t.Errorf("pages/%s: no cause has this name", f.Name())
		}
	}
}

// TestNames checks that a name can be written after "allow" and means what it
// says there: words in lower case that name the thing, not what to do about it.
func TestNames(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]{2,}(-[a-z]{2,})*$`)
	orders := regexp.MustCompile(`^(no|not|do|dont|avoid|use|allow|reduce|prefer|remove)-`)
	seen := make(map[string]bool)
	for _, c := range Causes() {
		if !form.MatchString(c.Name) || orders.MatchString(c.Name) {
			t.Errorf("%q does not read well after \"allow\"", c.Name)
		}
		if seen[c.Name] {
			t.Errorf("%s is in the list of precedence twice", c.Name)
		}
		seen[c.Name] = true
		if found, ok := Lookup(c.Name); !ok || found != c {
			t.Errorf("Lookup(%q) is %q, %v", c.Name, found.Name, ok)
		}
	}
	if _, ok := Lookup("no-such-cause"); ok {
		t.Error("Lookup found a cause that does not exist")
	}
	if last := Causes()[len(Causes())-1].Name; last != unknown().Name {
		t.Errorf("the last cause is %s, want unknown", last)
	}
}
