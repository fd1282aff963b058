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

// What recurs is counted in whole objects and divided once; what is silenced is
// left out; lines that differ in nothing else become one site.
func TestMeasure(t *testing.T) {
	rec := &alloc.Record{Benchmarks: []alloc.Benchmark{
		{Package: "example.com/m", Name: "BenchmarkX", N: 7, Objects: 29, Bytes: 464,
			FirstUseObjects: 2, FirstUseBytes: 32},
		{Package: "example.com/a", Name: "BenchmarkNothing", N: 7}}}
	got := Measure(rec, []alloc.Finding{
		finding("string-concat", "F", "example.com/m.F", 1, 16),
		finding("string-concat", "F", "example.com/m.F", 1, 16),
		finding("slice-grows", "F", "encoding/json.Marshal", 1, 16),
		finding("sync-pool-miss", "F", "example.com/m.F", 6.0/7, 96.0/7),
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

// What the runtime allocates by chance leaves the books, and only that: an
// assertion that allocates because the program asked for it stays.
func TestDropChance(t *testing.T) {
	rec := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Name: "BenchmarkX", N: 20, Objects: 25, Bytes: 400,
			RuntimeObjects: 25, RuntimeBytes: 400, FirstUseObjects: 1, FirstUseBytes: 16}},
		Frames: []alloc.Frame{{Func: "runtime.buildTypeAssertCache"}, {Func: "runtime.typeAssert"},
			{Func: "m.F"}, {Func: "runtime.newobject"}},
		Stacks: [][]int{{0, 1, 2}, {3, 2}, {2, 0}},
		Samples: []alloc.Sample{{Stack: 0, Charged: 16, Objects: 2, FirstUse: 1},
			{Stack: 1, Charged: 16, Objects: 20}, {Stack: 2, Charged: 16, Objects: 3}},
	}
	DropRandom(rec)
	b := rec.Benchmarks[0]
	if b.Objects != 23 || b.Bytes != 368 || b.RuntimeObjects != 23 || b.FirstUseObjects != 0 ||
		b.FirstUseBytes != 0 || len(rec.Samples) != 2 {
		t.Errorf("left are %+v and %d samples", b, len(rec.Samples))
	}
}
