package text

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

// rewritten is a report with a rewrite that was kept, one of a function that
// could not be compared, and two that were dropped.
func rewritten() alloc.FixReport {
	bench := func(name string, objects, bytes uint64) alloc.Benchmark {
		return alloc.Benchmark{Package: "example.com/m/p", Name: name, N: 100, Objects: objects,
			Bytes: bytes, RuntimeObjects: objects, RuntimeBytes: bytes}
	}
	candidate := func(technique, fn string, line int) alloc.Candidate {
		return alloc.Candidate{Technique: technique, Package: "example.com/m/p",
			Func: "example.com/m/p." + fn, File: "p/join.go", Line: line,
			Message: "build the text in one slice of bytes and convert it once"}
	}
	kept := alloc.Trial{Candidate: candidate("appendstyle", "Join", 17), Accepted: true,
		Verdicts: []alloc.Verdict{
			{Judge: "build", Outcome: alloc.Accepted},
			{Judge: "counts", Outcome: alloc.Accepted, Evidence: alloc.Evidence{
				ObjectsPerOp: &[2]float64{13, 1}, BytesPerOp: &[2]float64{856.16, 176}}},
			{Judge: "tests", Outcome: alloc.Accepted, Evidence: alloc.Evidence{TestsRun: 142},
				Warnings: []alloc.Warning{{Code: alloc.WarnFailingTest,
					Text: "p.TestOld fails without the change, and was not counted."}}},
			{Judge: "differential", Outcome: alloc.Accepted,
				Evidence: alloc.Evidence{Inputs: 10000}},
			{Judge: "timing", Outcome: alloc.Accepted, Evidence: alloc.Evidence{
				Time: &alloc.TimeEvidence{Ratio: 0.41, P: 0.002, N: 10}}},
		}}
	alone := alloc.Trial{Candidate: candidate("hoist", "(*T).Send", 40), Accepted: true,
		Verdicts: []alloc.Verdict{
			{Judge: "tests", Outcome: alloc.Unknown, Reason: "there are no tests"},
			{Judge: "differential", Outcome: alloc.Unknown, Reason: "it uses net.Dial\nand more"},
		}}
	wrong := alloc.Trial{Candidate: candidate("prealloc", "Names", 30), Rejected: "differential",
		Reason: "Names: for ([])\n  before: result 0: nil\n  after:  result 0: []"}
	late := alloc.Trial{Candidate: candidate("mapsize", "Count", 50), Rejected: "budget",
		Reason: "the time was over before it could be tried"}
	return alloc.FixReport{
		Report: alloc.Report{Verb: "fix", Exact: true, Benchmarks: []alloc.Benchmark{
			bench("BenchmarkJoin", 1300, 85616), bench("BenchmarkHalf", 90, 1440)}},
		After: []alloc.Benchmark{bench("BenchmarkHalf", 90, 1440),
			bench("BenchmarkJoin", 100, 17600)},
		Trials: []alloc.Trial{kept, alone, wrong, late},
		Patch: "--- a/p/join.go\n+++ b/p/join.go\n@@ -17,2 +17,2 @@\n func Join() {\n" +
			"-\told()\n+\tnew()\n",
		Files: []string{"p/join.go"}, Written: true, Seconds: 12.34,
		Phases: []alloc.Phase{{Name: "measure", Runs: 1, Seconds: 1.25},
			{Name: "propose", Runs: 3, Seconds: 0.5}, {Name: "timing", Runs: 2, Seconds: 11}},
	}
}

func TestFix(t *testing.T) {
	unwritten := rewritten()
	unwritten.Written = false
	for name, c := range map[string]struct {
		rep alloc.FixReport
		opt Options
	}{
		"fix":         {rewritten(), Options{}},
		"fix-color":   {rewritten(), Options{Color: true}},
		"fix-narrow":  {unwritten, Options{Width: 60}},
		"fix-nothing": {alloc.FixReport{}, Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			if err := Fix(&buf, c.rep, c.opt); err != nil {
				t.Fatal(err)
			}
			testenv.Golden(t, filepath.Join("testdata", name+".txt"), buf.Bytes(), *update)
		})
	}
}

func TestCommitMessage(t *testing.T) {
	message := CommitMessage(rewritten())
	testenv.Golden(t, "testdata/fix-commit.txt", []byte(message), *update)
}
