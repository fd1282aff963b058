package json

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

func TestWriteFix(t *testing.T) {
	candidate := alloc.Candidate{Technique: "appendstyle", Site: "3f9c1a",
		Package: "example.com/m/p", Func: "example.com/m/p.Join",
		File: "p/join.go", Line: 17, Message: "build it once",
		Risk: "checked", Edits: []alloc.Edit{{File: "/src/p/join.go"}}}
	rep := alloc.FixReport{Report: report(), Patch: "--- a/p/join.go\n", Seconds: 12.5,
		Phases: []alloc.Phase{{Name: "propose", Runs: 3, Seconds: 1.25}},
		Trials: []alloc.Trial{
			{Candidate: candidate, Accepted: true, Verdicts: []alloc.Verdict{
				{Judge: "build", Outcome: alloc.Accepted},
				{Judge: "tests", Outcome: alloc.Accepted, Evidence: alloc.Evidence{TestsRun: 142}},
				{Judge: "differential", Outcome: alloc.Accepted,
					Evidence: alloc.Evidence{Inputs: 10000}},
				{Judge: "counts", Outcome: alloc.Accepted, Evidence: alloc.Evidence{
					ObjectsPerOp: &[2]float64{13, 0.9}, BytesPerOp: &[2]float64{856, 176}}},
				{Judge: "timing", Outcome: alloc.Accepted, Evidence: alloc.Evidence{
					Time: &alloc.TimeEvidence{Ratio: 0.41, P: 0.002, N: 10}}},
			}},
			{Candidate: candidate, Rejected: "differential", Reason: "it could not be compared",
				Verdicts: []alloc.Verdict{{Judge: "differential", Outcome: alloc.Unknown,
					Reason: "it uses net.Dial"}}},
		}}
	rep.Verb = "fix"
	var buf bytes.Buffer
	if err := WriteFix(&buf, rep); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/fix.json", buf.Bytes(), *update)
}

// TestWriteFixHasNoNullLists writes a report in which every list is nil.
func TestWriteFixHasNoNullLists(t *testing.T) {
	var buf bytes.Buffer
	if err := WriteFix(&buf, alloc.FixReport{Trials: []alloc.Trial{{}}}); err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(buf.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"candidates", "before", "after", "after_sites", "files",
		"benchmarks", "sites", "warnings", "phases"} {
		if _, ok := doc[list].([]any); !ok {
			t.Errorf("%s is %v", list, doc[list])
		}
	}
	if strings.Contains(buf.String(), `"verdicts": null`) {
		t.Error("verdicts is null")
	}
}
