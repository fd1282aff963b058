package propose

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
)

// leading leaves out what a last resort proposes at a line at which another technique
// proposes something: whoever reads the list needs one of them.
func leading(found []alloc.Candidate, list []technique.Technique) []alloc.Candidate {
	resort := map[string]bool{}
	for _, t := range list {
		resort[t.Name] = t.LastResort
	}
	type place struct {
		file string
		line int
	}
	led := map[place]bool{}
	for _, c := range found {
		if !resort[c.Technique] {
			led[place{c.File, c.Line}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(c alloc.Candidate) bool {
		return resort[c.Technique] && led[place{c.File, c.Line}]
	})
}
