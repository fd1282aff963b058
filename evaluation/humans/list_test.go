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
	seen, safe := map[string]bool{}, map[string]int{}
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
		}
	}
	for _, half := range []string{tuneHalf, heldHalf} {
		if safe[half] < 10 {
			t.Errorf("%d commits that keep behaviour are in the half %s", safe[half], half)
		}
	}
	t.Logf("%d commits, safe: %v", len(list), safe)
}
