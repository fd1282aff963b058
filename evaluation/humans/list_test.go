package humans

import (
	"os"
	"strings"
	"testing"
)

// aside are the projects whose commits others measure with: none may be on the
// list, because techniques are tuned on it.
const aside = "prometheus tailscale opentelemetry uber-go/zap zerolog gin-gonic labstack/echo " +
	"gofiber go-chi gorilla/mux validator gofrs pelletier panicparse /apd lib/pq pgx " +
	"mapstructure chroma"

// What is measured must not hang on a few projects: with the 32 commits of the
// other list, a hundred keep behaviour, and half of the projects are not tuned
// on.
const (
	fewestSafe     = 68
	fewestProjects = 40
	fewestOfHalf   = 30
)

// TestList reads the list of this folder.
func TestList(t *testing.T) {
	f, err := os.Open("commits.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := readCommits(f)
	if err != nil {
		t.Fatal(err)
	}
	seen, safe, projects := map[string]bool{}, map[string]int{}, map[string]bool{}
	for _, c := range list {
		if seen[c.id] {
			t.Errorf("%s is on the list twice", c.id)
		}
		seen[c.id] = true
		for _, name := range strings.Fields(aside) {
			if strings.Contains(c.project, name) {
				t.Errorf("%s is kept aside", c.project)
			}
		}
		if c.safe {
			safe[halfOf(c.project)]++
			projects[c.project] = true
		}
	}
	for _, half := range []string{tuneHalf, heldHalf} {
		if safe[half] < fewestOfHalf {
			t.Errorf("%d commits that keep behaviour are in the half %s", safe[half], half)
		}
	}
	if n := safe[tuneHalf] + safe[heldHalf]; n < fewestSafe || len(projects) < fewestProjects {
		t.Errorf("%d commits of %d projects keep behaviour", n, len(projects))
	}
	t.Logf("%d commits, safe: %v, of %d projects", len(list), safe, len(projects))
}
