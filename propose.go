package wring

import (
	"context"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/fix"
)

// addProposals asks the techniques about the packages in which something is
// allocated. That they could not be asked is a warning: the books are right
// without them.
func (s *session) addProposals(ctx context.Context, rec *alloc.Record, packages []string) {
	if len(packages) == 0 || s.unasked {
		return
	}
	s.Progress("asking the techniques", "")
	chosen, err := chooseTechniques(nil)
	if err == nil {
		opt := fix.Options{Trace: s.traceConfig(s.traced), Record: rec, Techniques: chosen}
		rec.Proposals, err = fix.Propose(ctx, opt, packages)
	}
	if err != nil && ctx.Err() == nil {
		rec.Warnings = append(rec.Warnings, alloc.Warning{Code: "no-proposals",
			Text: "The techniques could not be asked: " + err.Error()})
	}
}
