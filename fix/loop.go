package fix

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify/tests"
)

// loop is the state between rounds.
type loop struct {
	Options
	phases   *phases
	begun    time.Time
	kept     rewrite.Files // what has been accepted so far
	original rewrite.Files
	record   *alloc.Record // of the code with what has been accepted

	tried    map[string]bool // keys of candidates
	idle     map[string]bool // of those that gained nothing
	accepted []alloc.Trial
	dropped  []alloc.Trial
	warnings []alloc.Warning
	late     bool // the time was over before everything was tried

	source source
	// proposals are those for the code as it is now, by import path, and stale
	// the packages that have changed since; nil means all.
	proposals map[string][]proposed
	stale     []string

	baselines map[string]*tests.Baseline
	importers map[string][]string
}

func newLoop(opt Options) *loop {
	if opt.Risk == "" {
		opt.Risk = technique.Checked
	}
	var all []string
	for _, p := range opt.Trace.Packages {
		all = append(all, p.Path)
	}
	l := &loop{Options: opt, phases: &phases{}, begun: time.Now(), record: opt.Record, stale: all,
		kept: rewrite.Files{}, original: rewrite.Files{}, tried: map[string]bool{},
		idle:      map[string]bool{},
		proposals: map[string][]proposed{},
		baselines: map[string]*tests.Baseline{}, importers: map[string][]string{}}
	l.source = l.techniques
	return l
}

func (l *loop) over() bool {
	return l.Time > 0 && time.Since(l.begun) > l.Time
}

func (l *loop) progress(phase, what string) {
	if l.Trace.Progress != nil {
		l.Trace.Progress(phase, what)
	}
}

// round proposes, chooses candidates that do not get in each other's way, and
// tries them. It reports whether there was anything to try.
func (l *loop) round(ctx context.Context) (bool, error) {
	found, err := l.propose(ctx)
	if err != nil {
		return false, err
	}
	batch := choose(found)
	if len(batch) == 0 {
		return false, nil
	}
	for _, c := range batch {
		l.tried[c.key] = true
	}
	return true, l.attempt(ctx, batch)
}

// attempt tries the candidates, all of which were proposed for the code as it
// is now, and keeps those that are proven.
func (l *loop) attempt(ctx context.Context, batch []candidate) error {
	a := l.newAttempt()
	if err := a.try(ctx, batch); err != nil {
		return err
	}
	if len(a.accepted) == 0 {
		return nil
	}
	files, err := l.apply(a.base, a.accepted)
	if err != nil {
		return err
	}
	for _, c := range a.accepted {
		l.stale = append(l.stale, c.Package)
	}
	l.kept, l.record = files, a.record
	return nil
}

// content returns a file as it is now, and notes what it was at first.
func (l *loop) content(name string, files rewrite.Files) ([]byte, error) {
	if text, ok := files[name]; ok {
		return text, nil
	}
	if text, ok := l.original[name]; ok {
		return text, nil
	}
	text, err := os.ReadFile(name)
	if err == nil {
		l.original[name] = text
	}
	return text, err
}

// apply returns files with the edits of the candidates made.
func (l *loop) apply(files rewrite.Files, list []candidate) (rewrite.Files, error) {
	var edits []alloc.Edit
	for _, c := range list {
		edits = append(edits, c.Edits...)
	}
	out := rewrite.Files{}
	for name, text := range files {
		out[name] = text
	}
	for name, group := range rewrite.ByFile(edits) {
		old, err := l.content(name, files)
		if err != nil {
			return nil, err
		}
		if out[name], err = rewrite.File(name, old, group); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// drop notes a candidate that is not kept.
func (l *loop) drop(c candidate, judge, reason string) {
	t := alloc.Trial{Candidate: c.Candidate, Rejected: judge, Reason: reason, Verdicts: c.verdicts}
	l.dropped = append(l.dropped, t)
	if judge == "counts" {
		l.idle[c.key] = true
	}
}

func (l *loop) result() *Result {
	r := &Result{After: l.record, Files: l.kept, Original: rewrite.Files{}, Warnings: l.warnings,
		Phases: l.phases.sorted()}
	for name := range l.kept {
		r.Original[name] = l.original[name]
	}
	if l.late {
		r.Warnings = append(r.Warnings, alloc.Warning{Code: "budget", Text: fmt.Sprintf(
			"The time of %v was over before everything had been tried: raise -time.", l.Time)})
	}
	r.Trials = append(r.Trials, l.accepted...)
	r.Trials = append(r.Trials, l.dropped...)
	return r
}
