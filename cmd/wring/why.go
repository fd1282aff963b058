package main

import (
	"context"
	"errors"
	"flag"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

func whyVerb() verb {
	return verb{
		name: "why", args: "[flags] PLACE [packages]",
		short: "explain one line: stacks, types, sizes, the path to the heap, the cause",
		long:  whyManual,
		setup: func(fs *flag.FlagSet) action {
			w := &whyCommand{}
			w.measuring.define(fs)
			w.showing.define(fs)
			return w.run
		},
	}
}

type whyCommand struct {
	measuring
	showing
}

func (w *whyCommand) run(ctx context.Context, e env) (int, error) {
	if err := w.showing.check(); err != nil {
		return exitTrouble, err
	}
	if len(e.args) == 0 {
		return exitTrouble, errors.New("why needs a PLACE: FILE:LINE, a function's name, " +
			"or a site's id from wring top")
	}
	place := e.args[0]
	patterns := e.args[1:]
	if len(patterns) == 0 && w.from == "" {
		patterns = []string{"./..."}
	}
	rec, err := w.record(ctx, e, patterns, true)
	if err != nil {
		return exitTrouble, err
	}
	rep, _ := wring.Explain(rec, "why", w.byLeaf())
	sites, err := wring.Find(rep, place)
	if err != nil {
		return exitTrouble, err
	}
	rep.Sites = sites
	opt := w.options(e)
	opt.Command = w.followUp(patterns)
	if w.json {
		err = json.Write(e.stdout, rep)
	} else {
		err = text.Why(e.stdout, rep, opt)
	}
	return exitOK, firstError(err, w.keep(rec))
}
