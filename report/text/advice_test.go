package text

import (
	"bytes"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

// TestAdvice shows advice in top, why and fix: the largest prizes first, each text once,
// and never as something that was done.
func TestAdvice(t *testing.T) {
	site := func(id string, line int, cause, typ string, a *alloc.Advice) alloc.Finding {
		return alloc.Finding{Site: alloc.Site{ID: id, Package: "m/p", Func: "m/p.Parse",
			File: "p/p.go", Line: line, Type: typ, Source: "source of the line"}, Cause: cause,
			Count: alloc.Count{Objects: 1000, Bytes: 16000, PerOp: []alloc.PerOp{
				{Benchmark: "m/p.BenchmarkParse", Objects: 10, Bytes: 160}}}, Advice: a}
	}
	arena := &alloc.Advice{Kind: alloc.AdviceArena, Evidence: "one operation makes 10",
		Text: "take the p.Node of an operation from one []p.Node, or from an arena if they " +
			"die together", Objects: 9}
	twin := &alloc.Advice{Kind: alloc.AdviceAppendTwin, Objects: 10,
		Evidence: "its result is returned to callers of an exported function",
		Text: "add AppendParse(dst []byte, ...) []byte, let p.Parse call it and mark that " +
			"//go:fix inline, so that callers with a buffer allocate nothing"}
	rep := alloc.Report{Exact: true, Go: "go1.26.8", Benchmarks: []alloc.Benchmark{{Package: "m/p",
		Name: "BenchmarkParse", N: 100, Objects: 4000, RuntimeObjects: 4000, Bytes: 64000,
		RuntimeBytes: 64000}}, Sites: []alloc.Finding{
		site("aaaaaa", 5, "escaping-literal", "*p.Node", arena),
		site("bbbbbb", 7, "escaping-literal", "*p.Node", arena),
		site("cccccc", 9, "string-concat", "string", twin),
		site("dddddd", 11, "string-concat", "string", nil)}}
	var buf bytes.Buffer
	if err := Top(&buf, rep, Options{}); err != nil {
		t.Fatal(err)
	}
	why := rep
	why.Sites = rep.Sites[:1]
	if err := Why(&buf, why, Options{}); err != nil {
		t.Fatal(err)
	}
	fixed := alloc.FixReport{Report: rep, After: rep.Benchmarks, AfterSites: rep.Sites}
	if err := Fix(&buf, fixed, Options{}); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/advice.golden", buf.Bytes(), *update)
}
