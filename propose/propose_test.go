package propose

import "testing"

// TestTechnique finds each technique by its name and by its former one, and
// refuses others.
func TestTechnique(t *testing.T) {
	for _, want := range Techniques() {
		if got, err := Technique(want.Name); err != nil || got.Name != want.Name {
			t.Errorf("%s: got %s, %v", want.Name, got.Name, err)
		}
	}
	for former, now := range renamed {
		if got, err := Technique(former); err != nil || got.Name != now {
			t.Errorf("%s: got %s, %v", former, got.Name, err)
		}
	}
	if got, err := Technique("none"); err == nil {
		t.Errorf("got %s for a name that no technique has", got.Name)
	}
}
