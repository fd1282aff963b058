package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/web"
)

// record returns a record of one function with two lines that allocate, and the
// report on it.
func record() (*alloc.Record, *alloc.Report) {
	const file = "/m/p/p.go"
	rec := &alloc.Record{Exact: true, Go: "go1.26.0", Module: "example.com/m", ModuleDir: "/m",
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m/p", Name: "BenchmarkJoin", N: 100,
			Objects: 300, Bytes: 4800, RuntimeObjects: 300, RuntimeBytes: 4800}},
		Frames: []alloc.Frame{{Func: "example.com/m/p.Join", File: file, Line: 4},
			{Func: "example.com/m/p.Join", File: file, Line: 5},
			{Func: "example.com/m/p.BenchmarkJoin", File: "/m/p/p_test.go", Line: 9}},
		Stacks: [][]int{{0, 2}, {1, 2}},
		Samples: []alloc.Sample{
			{Stack: 0, Type: "[]string", Size: 16, Charged: 16, Objects: 200},
			{Stack: 1, Type: "string", Size: 16, Charged: 16, Objects: 100}}}
	rep := &alloc.Report{Exact: true, Go: rec.Go, Module: rec.Module, Benchmarks: rec.Benchmarks}
	for i, s := range rec.Samples {
		rep.Sites = append(rep.Sites, alloc.Finding{
			Site: alloc.Site{ID: []string{"aaaa", "bbbb"}[i], Func: "example.com/m/p.Join",
				File: "p/p.go", Line: 4 + i, Type: s.Type,
				Leaf:   alloc.Leaf{Func: "example.com/m/p.Join", File: "p/p.go", Line: 4 + i},
				Source: []string{"parts := make([]string, 2)", "return parts[0] + parts[1]"}[i]},
			Count: alloc.Count{Objects: s.Objects, Bytes: s.Bytes(), PerOp: []alloc.PerOp{{
				Benchmark: "example.com/m/p.BenchmarkJoin", Objects: float64(s.Objects) / 100,
				Bytes: float64(s.Bytes()) / 100}}},
			Cause:   []string{"slice-make", "string-concat"}[i],
			Reasons: []string{"escapes to heap"}})
	}
	return rec, rep
}

const source = `package p

func Join() string {
	parts := make([]string, 2)
	return parts[0] + parts[1]
}
`

func sources(web.Input, string) ([]byte, error) { return []byte(source), nil }

func written(t *testing.T, inputs []web.Input, opt web.Options) string {
	t.Helper()
	p, err := web.New(inputs, opt)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.WriteFile(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func wants(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
}

// TestSource proves that the page shows the whole function, with figures per
// operation and causes at its lines, without any script.
func TestSource(t *testing.T) {
	rec, rep := record()
	page := written(t, []web.Input{{Name: "x", Record: rec, Report: rep}},
		web.Options{Source: sources})
	wants(t, page, "<code>p.Join</code></h2> <small>p/p.go:3</small>", "func Join() string {",
		`<td class="n">2<td class="n">32<td class="n dim">4<td><pre>`+"\tparts",
		`<td class="n">1<td class="n">16<td class="n dim">5<td><pre>`+"\treturn",
		"string-concat", "escapes to heap", "The books balance")
}

// TestSourceHasChanged proves that lines of another text are not shown beside
// figures that do not belong to them.
func TestSourceHasChanged(t *testing.T) {
	rec, rep := record()
	page := written(t, []web.Input{{Name: "x", Record: rec, Report: rep}}, web.Options{
		Source: func(web.Input, string) ([]byte, error) { return []byte("\n" + source), nil }})
	wants(t, page, "p/p.go has changed since it was measured", "return parts[0] &#43; parts[1]")
	if strings.Contains(page, "func Join()") {
		t.Error("the page shows lines that were not measured")
	}
}

// TestRewrite proves that what a fix report has proven stands at the lines of a
// record, with the figures of the judges and its part of the patch.
func TestRewrite(t *testing.T) {
	rec, rep := record()
	const patch = `--- a/p/p.go
+++ b/p/p.go
@@ -2,4 +2,4 @@
 
 func Join() string {
-	parts := make([]string, 2)
+	var parts [2]string
 	return parts[0] + parts[1]
`
	fix := &alloc.FixReport{Report: *rep, Patch: patch, Files: []string{"p/p.go"},
		Trials: []alloc.Trial{{Accepted: true, Candidate: alloc.Candidate{Technique: "arrays",
			Site: "aaaa", File: "p/p.go", Line: 4, Message: "make it an array", Risk: "safe"},
			Verdicts: []alloc.Verdict{{Judge: "counts", Outcome: alloc.Accepted,
				Evidence: alloc.Evidence{ObjectsPerOp: &[2]float64{3, 1},
					BytesPerOp: &[2]float64{48, 16}}}}}}}
	inputs := []web.Input{{Name: "x", Record: rec, Report: rep}, {Name: "fix", Fix: fix}}
	page := written(t, inputs, web.Options{Source: sources})
	record, _, _ := strings.Cut(page, `id="in1"`)
	wants(t, record, "make it an array", "3 → 1 objects per operation, 48 → 16 bytes",
		"<ins>+\tvar parts [2]string</ins>", "<del>-\tparts := make([]string, 2)</del>")

	fix.Written = true // and the source on disk is the new one
	after := strings.Replace(source, "parts := make([]string, 2)", "var parts [2]string", 1)
	page = written(t, inputs[1:], web.Options{
		Source: func(web.Input, string) ([]byte, error) { return []byte(after), nil }})
	wants(t, page, "<pre>\tparts := make([]string, 2)</pre>")
}

// TestHostileRecord proves that text from code and files cannot become markup, in
// the page and in the data of the graph.
func TestHostileRecord(t *testing.T) {
	rec, rep := record()
	evil := `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'` + "`"
	rec.Frames[0].Func, rec.Samples[0].Type = evil, evil
	rep.Sites[0].Func, rep.Sites[0].Type, rep.Sites[0].Source = evil, evil, evil
	page := written(t, []web.Input{{Name: evil, Record: rec, Report: rep}}, web.Options{})
	for _, bad := range []string{"<script>alert", "<img src=x"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
}

// TestSizes proves that the page stays light: our script has at most 40 KB, and
// with the style sheet at most 60.
func TestSizes(t *testing.T) {
	if n := len(web.Script()); n > 40_000 {
		t.Errorf("the script has %d bytes", n)
	}
	if n := len(web.Script()) + len(web.Style()); n > 60_000 {
		t.Errorf("script and style have %d bytes", n)
	}
}

// TestProfile proves that the graph of any pprof profile holds all of its stacks
// once, with labels, the default sample type first.
func TestProfile(t *testing.T) {
	fn := &profile.Function{ID: 1, Name: "main.work", Filename: "/m/main.go"}
	other := &profile.Function{ID: 2, Name: "main.main", Filename: "/m/main.go"}
	leaf := &profile.Location{ID: 1, Line: []profile.Line{{Function: fn, Line: 3}}}
	root := &profile.Location{ID: 2, Line: []profile.Line{{Function: other, Line: 7}}}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"},
			{Type: "cpu", Unit: "nanoseconds"}},
		DefaultSampleType: "cpu", Function: []*profile.Function{fn, other},
		Location: []*profile.Location{leaf, root},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{leaf, root}, Value: []int64{1, 10},
				Label: map[string][]string{"route": {"GET /"}}},
			{Location: []*profile.Location{leaf, root}, Value: []int64{2, 20}},
			{Location: []*profile.Location{root}, Value: []int64{4, 40}}}}
	var data bytes.Buffer
	if err := p.Write(&data); err != nil {
		t.Fatal(err)
	}
	read, err := web.ReadProfile(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	page, err := web.New([]web.Input{{Name: "cpu", Profile: read}}, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := decode(t, page.Graph(0))
	if len(g.nodes) != 2 || g.Units[0].Name != "cpu" || g.Kinds[0] != "route" {
		t.Errorf("%+v", g)
	}
	var cpu, samples uint64
	for _, w := range g.weights {
		cpu, samples = cpu+w[2], samples+w[3]
	}
	if cpu != 70 || samples != 7 || len(g.weights) != 3 {
		t.Errorf("the graph adds up to %d ns in %d samples: %v", cpu, samples, g.weights)
	}
}

// decoded is a graph as the script reads it.
type decoded struct {
	Units   []struct{ Name string }
	Kinds   []string
	Tags    [][]string
	nodes   [][2]uint64
	weights [][]uint64
}

func decode(t *testing.T, data []byte) decoded {
	t.Helper()
	var g decoded
	size := int(data[0]) | int(data[1])<<8 | int(data[2])<<16 | int(data[3])<<24
	if err := json.Unmarshal(data[4:4+size], &g); err != nil {
		t.Fatal(err)
	}
	data = data[4+size:]
	next := func() (x uint64) {
		for shift := 0; ; shift += 7 {
			b := data[0]
			data = data[1:]
			x |= uint64(b&127) << shift
			if b < 128 {
				return x
			}
		}
	}
	for range next() {
		g.nodes = append(g.nodes, [2]uint64{next(), next()})
	}
	for range next() {
		w := []uint64{next(), next()}
		for range g.Units {
			w = append(w, next())
		}
		g.weights = append(g.weights, w)
	}
	if len(data) > 0 {
		t.Errorf("%d bytes follow the graph", len(data))
	}
	return g
}

// TestGraphAddsUp proves that the graph of a record has each object once.
func TestGraphAddsUp(t *testing.T) {
	rec, rep := record()
	page, err := web.New([]web.Input{{Name: "x", Record: rec, Report: rep}}, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := decode(t, page.Graph(0))
	var objects, bytes uint64
	for _, w := range g.weights {
		objects, bytes = objects+w[2], bytes+w[3]
		if cause := g.Tags[w[1]][1]; cause != "slice-make" && cause != "string-concat" {
			t.Errorf("a weight has the cause %q", cause)
		}
	}
	if total := rec.Total(); objects != total.Objects || bytes != total.Bytes {
		t.Errorf("the graph has %d objects and %d bytes, the record %+v", objects, bytes, total)
	}
}

// TestNoAddressOfOthers proves that the parts of the page name no other server.
func TestNoAddressOfOthers(t *testing.T) {
	html, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(html), web.Style(), web.Script()} {
		text = strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "") // the name of a language
		for _, bad := range []string{"http:", "https:", "//www", "@import", "eval(", "innerHTML"} {
			if strings.Contains(text, bad) {
				t.Errorf("a part of the page holds %q", bad)
			}
		}
	}
}
