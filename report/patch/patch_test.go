package patch_test

import (
	"bytes"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/patch"
)

func TestWrite(t *testing.T) {
	rep := alloc.FixReport{Patch: "--- a/p.go\n+++ b/p.go\n@@ -1 +1 @@\n-a\n+b\n",
		Trials: []alloc.Trial{
			{Accepted: true, Candidate: alloc.Candidate{Technique: "prealloc", Func: "m.F",
				Message: "give it a capacity"}, Verdicts: []alloc.Verdict{{Judge: "counts",
				Evidence: alloc.Evidence{ObjectsPerOp: &[2]float64{9.97, 1}}}}},
			{Candidate: alloc.Candidate{Technique: "dropped"}},
		}}
	const want = "prealloc: m.F: give it a capacity (9.97 to 1 allocs/op)\n\n" +
		"--- a/p.go\n+++ b/p.go\n@@ -1 +1 @@\n-a\n+b\n"
	var buf bytes.Buffer
	if err := patch.Write(&buf, rep); err != nil || buf.String() != want {
		t.Errorf("got %v\n%s", err, &buf)
	}
	buf.Reset()
	if err := patch.Write(&buf, alloc.FixReport{}); err != nil || buf.Len() != 0 {
		t.Errorf("without a patch: %v %q", err, &buf)
	}
}
