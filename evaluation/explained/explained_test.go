package explained

import "testing"

func TestShareKeeps(t *testing.T) {
	for s, want := range map[share]bool{
		{97, 100}: true, {96, 100}: false, {0, 0}: true, {969, 1000}: false, {970, 1000}: true,
	} {
		if s.keeps(97) != want {
			t.Errorf("%v keeps 97%%: %t", s, !want)
		}
	}
}

// Every name selects one target, and a wrong one is an error.
