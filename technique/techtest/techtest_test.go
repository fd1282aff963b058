package techtest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestProbe runs planted pairs: those in testdata/differ are each told apart,
// and those in testdata/agree are not.
func TestProbe(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a program")
	}
	var suites []suite
	for _, group := range []string{"differ", "agree"} {
		cases, err := ReadCases(os.DirFS("testdata/" + group))
		if err != nil {
			t.Fatal(err)
		}
		suites = append(suites, suite{group, cases})
	}
	dir := t.TempDir()
	if err := writeModule(dir, suites); err != nil {
		t.Fatal(err)
	}
	results, err := drive(t.Context(), dir, "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range suites {
		for _, c := range s.cases {
			checkProbe(t, s.group, c, results[s.group+"/"+c.Name])
		}
	}
}

func checkProbe(t *testing.T, group string, c Case, r result) {
	if r.Name == "" {
		t.Errorf("%s/%s was not run", group, c.Name)
	}
	if differ := r.Was != r.Is; differ != (group == "differ") {
		t.Errorf("%s/%s: seed %d\nbefore: %s\nafter:  %s", group, c.Name, r.Seed, r.Was, r.Is)
	}
	for _, want := range c.Counts {
		if got := (Count{r.Before, r.After}); got != want {
			t.Errorf("%s/%s: counted %v, want %v", group, c.Name, got, want)
		}
	}
}

func TestParseCaseComplains(t *testing.T) {
	const head = "# Title\n\nProse.\n"
	for _, c := range []struct{ text, want string }{
		{"", "must begin with"},
		{"Title\n\nProse.\n-- before.go --\n", "must begin with"},
		{"# Title\n\n-- before.go --\npackage p\n", "and prose"},
		{head, "no before.go"},
		{head + "-- before.go --\np\n-- after.go --\np\n", "no drive.go"},
		{head + "-- before.go --\np\n-- befor.go.txt --\np\n", "is no file of a case"},
		{head + "-- before.go --\np\n-- ../x.go --\np\n", "is no file of a case"},
		{head + "-- before.go --\np\n-- want.txt --\ngo1.26 3 1\n", "is not \"go1.26: 3 -> 1"},
		{head + "-- before.go --\np\n-- want.txt --\ngo1.26: 3 -> 99999999999999999999 allocs/op\n",
			"want.txt"},
	} {
		_, err := ParseCase("name", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// FuzzParseCase looks for cases that are taken and cannot be used.
func FuzzParseCase(f *testing.F) {
	f.Add("# T\n\np\n-- before.go --\npackage p // want \"x\"\n" +
		"-- want.txt --\ngo1.26: 1 -> 0 allocs/op\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCase("name", []byte(text))
		if err != nil {
			return
		}
		if c.Title == "" && !strings.HasPrefix(text, "# \n") || c.Prose == "" || c.Before == "" {
			t.Errorf("taken: %+v", c)
		}
		src, _, err := stripWants(c.Before)
		if err == nil && strings.Count(src, "\n") != strings.Count(c.Before, "\n") {
			t.Errorf("lines moved: %q became %q", c.Before, src)
		}
	})
}

func TestMeet(t *testing.T) {
	src := "a\nb // want \"one\" `two`\nc // wants nothing\nd // want \"three\"\n"
	stripped, wants, err := stripWants(src)
	if err != nil {
		t.Fatal(err)
	}
	if want := "a\nb\nc // wants nothing\nd\n"; stripped != want {
		t.Errorf("stripped %q, want %q", stripped, want)
	}
	found := func(line int, message string) alloc.Candidate {
		return alloc.Candidate{Line: line, Message: message}
	}
	all := []alloc.Candidate{found(2, "one"), found(2, "two"), found(4, "three")}
	for _, c := range []struct {
		found []alloc.Candidate
		want  string // of the only problem; "" for none
	}{
		{all, ""},
		{all[1:], `before.go:2: nothing is proposed that matches "one"`},
		{slices.Concat(all, all[:1]), `before.go:2: no want comment matches "one"`},
		{slices.Concat(all, []alloc.Candidate{found(3, "x")}),
			`before.go:3: no want comment matches "x"`},
	} {
		problems := meet(c.found, wants)
		if got := strings.Join(problems, "\n"); got != c.want {
			t.Errorf("problems %q, want %q", got, c.want)
		}
	}
	if _, _, err := stripWants("a // want \"(\"\n"); err == nil {
		t.Error("took a pattern that does not compile")
	}
}

func TestCountLine(t *testing.T) {
	line := Count{3, 1}.line("go1.26")
	counts, err := parseCounts(line + "\n")
	if err != nil || counts["go1.26"] != (Count{3, 1}) {
		t.Errorf("%q is read as %v (%v)", line, counts, err)
	}
	if !regexp.MustCompile(`^go1\.\d+$`).MatchString(release("go1.26.8-custom X:y")) {
		t.Error("the release of a version with a suffix")
	}
}
