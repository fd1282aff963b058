package guard

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

func finding(cause, fn, leaf string, objects, bytes float64) alloc.Finding {
	return alloc.Finding{
		Site: alloc.Site{Func: "example.com/m." + fn, Type: "string",
			Leaf: alloc.Leaf{Func: leaf}}, Cause: cause,
		Count: alloc.Count{PerOp: []alloc.PerOp{
			{Benchmark: "example.com/m.BenchmarkX", Objects: objects, Bytes: bytes}}},
	}
}

// What recurs is counted in whole objects and divided once; what is silenced,
// and what the runtime does by chance, is left out; lines that differ in
// nothing else become one site.
func TestMeasure(t *testing.T) {
	rec := &alloc.Record{Benchmarks: []alloc.Benchmark{
		{Package: "example.com/m", Name: "BenchmarkX", N: 7, Objects: 30, Bytes: 480,
			FirstUseObjects: 2, FirstUseBytes: 32},
		{Package: "example.com/a", Name: "BenchmarkNothing", N: 7}}}
	got := Measure(rec, []alloc.Finding{
		finding("string-concat", "F", "example.com/m.F", 1, 16),
		finding("string-concat", "F", "example.com/m.F", 1, 16),
		finding("slice-grows", "F", "encoding/json.Marshal", 1, 16),
		finding("sync-pool-miss", "F", "example.com/m.F", 6.0/7, 96.0/7),
		finding("type-assertion", "F", "example.com/m.F", 1.0/7, 16.0/7),
	}, func(f alloc.Finding) bool { return f.Cause == "sync-pool-miss" })
	if len(got) != 2 || got[0].Package != "example.com/a" {
		t.Fatalf("got %+v", got)
	}
	m := got[1]
	if m.Objects != 3*One || m.Bytes != 48*One {
		t.Errorf("%v objects, %v bytes; want 3 and 48", m.Objects, m.Bytes)
	}
	if len(m.Sites) != 2 || m.Sites[0].format() != "2 32 m.F: string" ||
		m.Sites[1].format() != "1 16 m.F: string via json.Marshal" {
		t.Errorf("sites %+v", m.Sites)
	}
	if m.Sites[0].ObjectsInAll != 14 || m.Sites[0].BytesInAll != 224 {
		t.Errorf("in all %d objects, %d bytes", m.Sites[0].ObjectsInAll, m.Sites[0].BytesInAll)
	}
}
