package fix

import (
	"context"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// explainPart is the part of the time limit until which the compiler is asked for its
// reasons: they are for the report alone.
const explainPart = 0.7

// explanation is what the compiler says about a record. It is asked while the loop works.
type explanation struct {
	of    *alloc.Record // which the loop reads meanwhile
	said  alloc.Record
	err   error
	stop  func()
	ended chan struct{}
}

// explain begins to ask for a record.
func (opt PackagesOptions) explain(ctx context.Context, rec *alloc.Record,
	ask func(context.Context, *alloc.Record) error) *explanation {
	timed, stop := opt.until(ctx, explainPart)
	timed, cancel := context.WithCancel(timed)
	e := &explanation{of: rec, said: *rec, ended: make(chan struct{}),
		stop: func() { cancel(); stop() }}
	e.said.Facts, e.said.Warnings = slices.Clip(rec.Facts), nil
	go func() {
		defer close(e.ended)
		e.err = ask(timed, &e.said)
		if e.err != nil && timed.Err() != nil && ctx.Err() == nil {
			e.err = nil
			e.said.Warnings = append(e.said.Warnings, alloc.Warning{Code: alloc.WarnOutOfTime,
				Text: fmt.Sprintf("%.0f %% of the time limit passed before the compiler had given "+
					"all of its reasons: raise -time, or name fewer packages.", 100*explainPart)})
		}
	}()
	return e
}

// add waits for what the compiler says and adds it to the record.
func (e *explanation) add() error {
	<-e.ended
	e.of.Facts = e.said.Facts
	e.of.Warnings = slices.Concat(e.of.Warnings, e.said.Warnings)
	return e.err
}

// end gives up what is not known yet.
func (e *explanation) end() {
	e.stop()
	<-e.ended
}
