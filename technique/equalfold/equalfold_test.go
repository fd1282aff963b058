package equalfold_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/wring-go/wring/technique/equalfold"
	"github.com/wring-go/wring/technique/techtest"
)

func TestCases(t *testing.T) { techtest.Run(t, equalfold.Technique) }

// TestLetters compares the mapping with EqualFold for each rune and each letter
// of ASCII: the technique's two exceptions for each mapping are all there are.
func TestLetters(t *testing.T) {
	for _, c := range []struct {
		mapping          func(string) string
		from, to         rune
		disagree, except string
	}{
		{strings.ToLower, 'a', 'z', "", "is"},
		{strings.ToUpper, 'A', 'Z', "", "IK"},
	} {
		for r := range unicode.MaxRune + 1 {
			folded := unicode.SimpleFold(r)
			if r > unicode.MaxASCII && folded > unicode.MaxASCII &&
				c.mapping(string(r))[0] > unicode.MaxASCII {
				continue // it has nothing to do with ASCII
			}
			for letter := c.from; letter <= c.to; letter++ {
				want := string(letter)
				if (c.mapping(string(r)) == want) != strings.EqualFold(string(r), want) &&
					!strings.Contains(c.disagree, want) {
					c.disagree += want
				}
			}
		}
		if len(c.disagree) != len(c.except) || strings.Trim(c.disagree, c.except) != "" {
			t.Errorf("they disagree for %q, want %q", c.disagree, c.except)
		}
	}
}
