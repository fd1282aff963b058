package wring_test

import (
	"strings"
	"testing"

	"github.com/wring-go/wring"
)

// TestTechniquesAnswerCauses wants each technique to answer causes that exist,
// and to have a page.
func TestTechniquesAnswerCauses(t *testing.T) {
	for _, tech := range wring.Techniques() {
		for _, name := range tech.Causes {
			if _, err := wring.Cause(name); err != nil {
				t.Errorf("%s: %v", tech.Name, err)
			}
		}
		if page, ok := wring.TechniquePage(tech.Name); !ok || !strings.Contains(page, tech.Title) {
			t.Errorf("%s has no page with its title", tech.Name)
		}
	}
}
