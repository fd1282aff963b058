package fix

import (
	"context"
	"maps"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// Propose asks the techniques about packages, by the text alone: nothing is
// proven, and whether anything is allocated there is for others to say. Of opt
// it needs the folder, tags and environment, the techniques, and a record that
// knows the module.
func Propose(ctx context.Context, opt Options, packages []string) ([]alloc.Proposal, error) {
	l := newShared(opt).newLoop(nil)
	found, _, err := l.techniques(ctx, packages)
	if err != nil {
		return nil, err
	}
	list := []alloc.Proposal{}
	for _, f := range found {
		if l.forbidden(f.Candidate) != "" {
			continue
		}
		p, err := l.proposal(f)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func (l *loop) proposal(f proposed) (alloc.Proposal, error) {
	p := alloc.Proposal{Technique: f.Technique, File: f.File, Line: f.Line, Message: f.Message,
		Risk: f.Risk, Lines: [][2]int{{f.Line, f.Line}}}
	for _, line := range f.Also {
		p.Lines = append(p.Lines, [2]int{line, line})
	}
	for _, r := range l.edited(f.Candidate) {
		if r.meets(f.around) {
			p.Lines = append(p.Lines, [2]int{r.first, r.last})
		}
	}
	files, err := l.apply(rewrite.Files{}, []candidate{{Candidate: f.Candidate}})
	if err != nil {
		return p, err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.Diff += rewrite.Diff(relative(l.Record.ModuleDir, name), l.original[name], files[name])
	}
	return p, nil
}
