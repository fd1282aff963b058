package explain

import (
	"slices"

	"github.com/wring-go/wring/alloc"
)

// help notes at each finding which proposals may remove it. What does not recur
// with each operation is not worth a rewrite.
func help(findings []alloc.Finding, proposals []alloc.Proposal) {
	for i := range findings {
		f := &findings[i]
		if f.Objects == f.FirstUse {
			continue
		}
		for _, p := range proposals {
			if !p.Helps(f.File, f.Line) {
				continue
			}
			f.Proposals = append(f.Proposals, p)
			if !slices.Contains(f.Techniques, p.Technique) {
				f.Techniques = append(f.Techniques, p.Technique)
			}
		}
		slices.Sort(f.Techniques)
	}
}
