package sqlsource

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
)

// TestTruth compares what is found with what the comments of a program say of each
// line.
func TestTruth(t *testing.T) {
	files := archive(t, "testdata/program.txtar")
	maps.DeleteFunc(files, func(name, _ string) bool {
		return name != "go.mod" && !strings.HasPrefix(name, "stubs/")
	})
	truth := archive(t, "testdata/truth.txtar")
	maps.Copy(files, truth)
	list, problems, err := Find(t.Context(), testenv.Module(t, files), []string{"./..."})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	got := map[string][]string{}
	for _, s := range list {
		at := fmt.Sprintf("%s:%d", s.File, s.Line)
		got[at] = append(got[at], strings.Join(s.Parts, "…"))
	}
	want := wanted(truth)
	for _, at := range slices.Sorted(maps.Keys(want)) {
		slices.Sort(got[at])
		if !slices.Equal(got[at], want[at]) {
			t.Errorf("%s: %q, want %q", at, got[at], want[at])
		}
		delete(got, at)
	}
	for at, texts := range got {
		t.Errorf("%s: %q, want nothing", at, texts)
	}
}

// wanted returns the texts of each line. //=-1 speaks of the function literal that
// is called there, which begins two lines above.
func wanted(files map[string]string) map[string][]string {
	want := map[string][]string{}
	for name, data := range files {
		for i, line := range strings.Split(data, "\n") {
			_, texts, ok := strings.Cut(line, "//=")
			if !ok {
				continue
			}
			if rest, above := strings.CutPrefix(texts, "-1"); above {
				i, texts = i-2, rest
			}
			list := strings.Split(strings.TrimSpace(texts), " | ")
			slices.Sort(list)
			want[fmt.Sprintf("%s:%d", name, i+1)] = list
		}
	}
	return want
}
