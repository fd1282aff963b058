package json

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
)

// Read reads a report that [Write] has written: of the verbs top, why and run.
func Read(r io.Reader) (alloc.Report, error) {
	rep, err := decode[alloc.Report](r)
	if err != nil {
		return rep, err
	}
	return normal(rep), check(rep.Version, rep.Verb, "top", "why", "run")
}

// ReadDiff reads what [WriteDiff] has written. What the document says besides a
// [alloc.Diff] follows from it.
func ReadDiff(r io.Reader) (alloc.Diff, error) {
	d, err := decode[alloc.Diff](r)
	if err != nil {
		return d, err
	}
	return withoutEmpty(d), check(d.Version, d.Verb, "diff")
}

// withoutEmpty returns d with no list of other toolchains where there are none,
// at any depth: the document always has the list.
func withoutEmpty(d alloc.Diff) alloc.Diff {
	if len(d.Under) == 0 {
		d.Under = nil
	}
	for i, u := range d.Under {
		d.Under[i] = withoutEmpty(u)
	}
	return d
}

// ReadHistory reads what [WriteHistory] has written.
func ReadHistory(r io.Reader) (alloc.History, error) {
	h, err := decode[alloc.History](r)
	if err != nil {
		return h, err
	}
	return h, check(h.Version, h.Verb, "diff")
}

// ReadBisection reads what [WriteBisection] has written.
func ReadBisection(r io.Reader) (alloc.Bisection, error) {
	b, err := decode[alloc.Bisection](r)
	if err != nil {
		return b, err
	}
	if b.Diff != nil {
		*b.Diff = withoutEmpty(*b.Diff)
	}
	return b, check(b.Version, b.Verb, "diff")
}

// ReadGuard reads what [WriteGuard] has written.
func ReadGuard(r io.Reader) (alloc.GuardReport, error) {
	rep, err := decode[alloc.GuardReport](r)
	if err != nil {
		return rep, err
	}
	return rep, check(rep.Version, rep.Verb, "guard")
}

// ReadFix reads what [WriteFix] has written. The candidates have no edits: those
// that were made are in the patch.
func ReadFix(r io.Reader) (alloc.FixReport, error) {
	doc, err := decode[fixDocument](r)
	if err != nil {
		return alloc.FixReport{}, err
	}
	rep := alloc.FixReport{Report: normal(doc.Report), Trials: []alloc.Trial{}, After: doc.After,
		Varying:    doc.Varying,
		AfterSites: doc.AfterSites, Patch: doc.Patch, Files: doc.Files, Written: doc.Written,
		Seconds: doc.Seconds, Phases: doc.Phases, Production: doc.Production,
		Shard: doc.Shard}
	for _, c := range doc.Candidates {
		rep.Trials = append(rep.Trials, alloc.Trial{Accepted: c.Accepted, Rejected: c.Rejected,
			Reason: c.Reason, Verdicts: c.Verdicts, Calls: c.Calls, Tests: c.Tests,
			Candidate: alloc.Candidate{
				Technique: c.Technique, Site: c.Site, Sites: c.Sites, Package: c.Package,
				Func: c.Func, File: c.File, Line: c.Line, Message: c.Message, Risk: c.Risk,
				Production: c.Production}, Removes: c.Removes})
	}
	return rep, check(doc.Version, doc.Verb, "fix")
}

// decode reads one JSON value and nothing after it. Fields that are not known
// are passed over: a later wring may add some.
func decode[T any](r io.Reader) (T, error) {
	var value T
	dec := json.NewDecoder(r)
	if err := dec.Decode(&value); err != nil {
		return value, fmt.Errorf("cannot read the document: %w: wring -json prints one", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return value, errors.New("something follows the document: " +
			"read one document at a time")
	}
	return value, nil
}

// check refuses documents of other verbs, and of versions that are not known.
func check(version int, verb string, verbs ...string) error {
	if version != alloc.ReportVersion {
		return fmt.Errorf("the document is version %d, and this wring reads version %d",
			version, alloc.ReportVersion)
	}
	for _, v := range verbs {
		if v == verb {
			return nil
		}
	}
	return fmt.Errorf("the document is of wring %s, and one of %v was wanted", verb, verbs)
}
