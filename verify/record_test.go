package verify

import "testing"

func TestWithin(t *testing.T) {
	for frame, want := range map[string]bool{
		"p.F": true, "p.F.func1": true, "p.F-range1": true, "p.F.gowrap2": true,
		"p.F2": false, "p.FG.func1": false, "q/p.F": false, "p.(*T).F": false,
	} {
		if got := Within(frame, "p.F"); got != want {
			t.Errorf("Within(%q) = %t", frame, got)
		}
	}
}
