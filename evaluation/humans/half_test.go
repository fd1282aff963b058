package humans

import (
	"strings"
	"testing"
)

// TestHalves holds projects to the halves that they have been in from the start, but for those that
// were read: what moves from held to tune cannot be measured with again.
func TestHalves(t *testing.T) {
	for half, projects := range map[string][]string{
		tuneHalf: {"miekg/dns", "shopspring/decimal", "google/uuid", "go-sql-driver/mysql",
			"sirupsen/logrus", "go-kit/log"},
		heldHalf: {"BurntSushi/toml", "dustin/go-humanize", "go-logfmt/logfmt"},
	} {
		for _, project := range projects {
			if got := halfOf(project); got != half {
				t.Errorf("%s is in the half %s, want %s", project, got, half)
			}
		}
	}
	if halfOf("burntsushi/TOML") != heldHalf {
		t.Error("the half depends on how a name is capitalised")
	}
}

// TestInHalf divides a list: each commit is in one half, and with its project.
func TestInHalf(t *testing.T) {
	text := commitList + strings.ReplaceAll(strings.Split(commitList, "\n")[1], "x/y",
		"miekg/dns") + "\n"
	list, err := readCommits(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, half := range []string{tuneHalf, heldHalf} {
		some, err := inHalf(list, half)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range some {
			if halfOf(c.project) != half {
				t.Errorf("%s of %s is in the half %s", c.id, c.project, half)
			}
		}
		sum += len(some)
	}
	if whole, err := inHalf(list, ""); err != nil || sum != len(list) || len(whole) != sum {
		t.Errorf("of %d commits %d are in halves, %v", len(list), sum, err)
	}
	if _, err := inHalf(list, "other"); err == nil {
		t.Error("there is a third half")
	}
	if _, err := inHalf(nil, heldHalf); err == nil {
		t.Error("an empty half is no error")
	}
}
