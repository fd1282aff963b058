package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
)

// fixDocument is the JSON document of wring fix.
type fixDocument struct {
	alloc.Report
	Candidates []fixCandidate    `json:"candidates"`
	Before     []alloc.Benchmark `json:"before"`
	After      []alloc.Benchmark `json:"after"`
	Varying    []alloc.Varying   `json:"varying"`
	AfterSites []alloc.Finding   `json:"after_sites"`
	Patch      string            `json:"patch"`
	Files      []string          `json:"files"`
	Written    bool              `json:"written"`
	Seconds    float64           `json:"seconds"`
	Phases     []alloc.Phase     `json:"phases"`
	Production *alloc.Production `json:"production,omitempty"`
	Shard      string            `json:"shard,omitempty"`
}

// fixCandidate is a trial. Its edits are left out: the patch has those that
// were made, and positions of others mean nothing once files have changed.
type fixCandidate struct {
	Technique string          `json:"technique"`
	Site      string          `json:"site"`
	Sites     []string        `json:"sites"`
	Package   string          `json:"package"`
	Func      string          `json:"func"`
	File      string          `json:"file"`
	Line      int             `json:"line"`
	Message   string          `json:"message"`
	Risk      string          `json:"risk"`
	Accepted  bool            `json:"accepted"`
	Proof     proof           `json:"proof"`
	Rejected  string          `json:"rejected"` // the judge
	Reason    string          `json:"reason"`
	Verdicts  []alloc.Verdict `json:"verdicts"`
	Calls     int             `json:"calls,omitempty"` // of tests, that it was measured by
	Tests     []string        `json:"tests,omitempty"` // as a whole, that it was measured by
	// What profiles of a running program hold at its lines, and what of that it
	// removes.
	Production *alloc.Portion `json:"production,omitempty"`
	Removes    *alloc.Portion `json:"removes,omitempty"`
}

// proof is the evidence of all judges. What was not asked is left out, but for
// the comparison: it is null, and Why says so where it could not be made.
type proof struct {
	Build        *bool               `json:"build,omitempty"`
	Tests        *testsProof         `json:"tests,omitempty"`
	Differential *differentialProof  `json:"differential"`
	ObjectsPerOp *[2]float64         `json:"objects_per_op,omitempty"`
	BytesPerOp   *[2]float64         `json:"bytes_per_op,omitempty"`
	Time         *alloc.TimeEvidence `json:"time,omitempty"`
	Why          string              `json:"why,omitempty"`
}

type testsProof struct {
	Run    int `json:"run"`
	Failed int `json:"failed"`
}

type differentialProof struct {
	Inputs     int `json:"inputs"`
	Mismatches int `json:"mismatches"`
}

// WriteFix writes rep to w as Write does a report.
func WriteFix(w io.Writer, rep alloc.FixReport) error {
	doc := fixDocument{Report: normal(rep.Report), Candidates: []fixCandidate{},
		After: notNil(rep.After), Varying: notNil(rep.Varying),
		AfterSites: normal(alloc.Report{Sites: rep.AfterSites}).Sites,
		Patch:      rep.Patch, Files: notNil(rep.Files), Written: rep.Written,
		Seconds: rep.Seconds, Phases: notNil(rep.Phases),
		Production: normalProduction(rep.Production), Shard: rep.Shard}
	doc.Before = doc.Benchmarks
	for _, t := range rep.Trials {
		doc.Candidates = append(doc.Candidates, fixCandidate{
			Technique: t.Technique, Site: t.Site, Sites: notNil(t.Sites), Package: t.Package,
			Func: t.Func, File: t.File, Line: t.Line, Message: t.Message, Risk: t.Risk,
			Accepted: t.Accepted, Proof: proofOf(t), Rejected: t.Rejected, Reason: t.Reason,
			Verdicts: notNil(t.Verdicts), Calls: t.Calls, Tests: t.Tests, Production: t.Production,
			Removes: t.Removes,
		})
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("cannot write the report as JSON: %w", err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

func proofOf(t alloc.Trial) proof {
	var p proof
	for _, v := range t.Verdicts {
		switch e := v.Evidence; v.Judge {
		case "build":
			ok := v.Outcome == alloc.Accepted
			p.Build = &ok
		case "tests":
			p.Tests = &testsProof{e.TestsRun, e.TestsFailed}
		case "differential":
			p.Why = ""
			if v.Outcome == alloc.Unknown {
				p.Differential, p.Why = nil, v.Reason
				continue
			}
			p.Differential = &differentialProof{e.Inputs, e.Mismatches}
		case "counts":
			p.ObjectsPerOp, p.BytesPerOp = e.ObjectsPerOp, e.BytesPerOp
		case "timing":
			p.Time = e.Time
		}
	}
	return p
}

// normalProduction returns p with no list that is nil.
func normalProduction(p *alloc.Production) *alloc.Production {
	if p == nil {
		return nil
	}
	n := *p
	n.Sources, n.Lines, n.Lost = notNil(p.Sources), notNil(p.Lines), notNil(p.Lost)
	n.Unreached = notNil(p.Unreached)
	return &n
}
