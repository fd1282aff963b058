package fix

import (
	"context"
	"os"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// loop is the state between rounds, for packages whose gains cannot be told
// apart from each other.
type loop struct {
	*shared
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
	// the packages that have changed since.
	proposals map[string][]proposed
	stale     []string
}

// newLoop returns a loop that may rewrite the packages.
func (s *shared) newLoop(packages []string) *loop {
	l := &loop{shared: s, record: s.Record, stale: packages,
		kept: rewrite.Files{}, original: rewrite.Files{}, tried: map[string]bool{},
		idle: map[string]bool{}, proposals: map[string][]proposed{}}
	l.source = s.source(l)
	return l
}

// run goes on until nothing more is gained.
func (l *loop) run(ctx context.Context) error {
	for !l.over() {
		progress, err := l.round(ctx)
		if err != nil {
			return err
		}
		if !progress {
			break
		}
	}
	l.late = l.late || l.over()
	return l.together(ctx)
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
