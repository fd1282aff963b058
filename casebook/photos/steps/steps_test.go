package steps_test

import (
	"testing"

	"github.com/wring-go/wring/casebook/photos/steps"
)

// TestParse reads what String writes, and what people write.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{"": "none", "none": "none", "all": "all",
		"index, limit": "index,limit", "limit,index": "index,limit", "all,-index": "all,-index",
		"index,-index": "none", "none,gogc": "gogc"} {
		got, err := steps.Parse(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
			continue
		}
		if again, err := steps.Parse(got.String()); err != nil || again.String() != want {
			t.Errorf("%q: %s, %v the second time", text, again, err)
		}
	}
	if _, err := steps.Parse("all,nope"); err == nil {
		t.Error("there is a step nope")
	}
}

// TestSets has sets that do not change when others are made of them.
func TestSets(t *testing.T) {
	all := steps.Full()
	for _, s := range steps.All() {
		less := all.Without(s.Name)
		if less.Has(s.Name) || !all.Has(s.Name) || !less.With(s.Name).Has(s.Name) {
			t.Errorf("%s: %s without it is %s", s.Name, all, less)
		}
	}
}
