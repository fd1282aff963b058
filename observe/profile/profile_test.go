package profile

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"runtime"
	rpprof "runtime/pprof"
	"slices"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
)

// made returns a heap profile as the runtime writes it: two samples, one of
// which goes through an inlined call.
func made() *pprof.Profile {
	leaf := &pprof.Function{ID: 1, Name: "p.grow", Filename: "/src/p/grow.go"}
	join := &pprof.Function{ID: 2, Name: "p.Join", Filename: "/src/p/join.go"}
	main := &pprof.Function{ID: 3, Name: "main.main", Filename: "/src/main.go"}
	inner := &pprof.Location{ID: 1, Line: []pprof.Line{
		{Function: leaf, Line: 3}, {Function: join, Line: 17},
	}}
	outer := &pprof.Location{ID: 2, Line: []pprof.Line{{Function: main, Line: 9}}}
	return &pprof.Profile{
		SampleType: []*pprof.ValueType{
			{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"},
			{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"},
		},
		PeriodType: &pprof.ValueType{Type: "space", Unit: "bytes"},
		Period:     512 << 10,
		Sample: []*pprof.Sample{
			{Location: []*pprof.Location{inner, outer}, Value: []int64{10, 480, 1, 48},
				NumLabel: map[string][]int64{"bytes": {48}}},
			{Location: []*pprof.Location{outer}, Value: []int64{1, 1618, 0, 0},
				NumLabel: map[string][]int64{"bytes": {1024}}},
			{Location: []*pprof.Location{outer}, Value: []int64{0, 0, 0, 0}},
			{Location: []*pprof.Location{outer}, Value: []int64{2, 64, 0, 0},
				Label: map[string][]string{"type": {"[]int"}}},
		},
		Location: []*pprof.Location{inner, outer},
		Function: []*pprof.Function{leaf, join, main},
	}
}

func encode(t testing.TB, p *pprof.Profile) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := p.Write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func read(t *testing.T, sources ...string) *alloc.Record {
	t.Helper()
	rec, err := Read(t.Context(), sources, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestRead(t *testing.T) {
	file := write(t, "heap.pb.gz", encode(t, made()))
	rec := read(t, file)
	if rec.Exact {
		t.Error("a profile is no exact record")
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Code != "sampled" ||
		!strings.Contains(rec.Warnings[0].Text, "every 524288 bytes") {
		t.Errorf("warnings: %v", rec.Warnings)
	}
	want := alloc.Benchmark{Name: file, N: 1, Objects: 13, Bytes: 2162,
		Rate: 512 << 10}
	if len(rec.Benchmarks) != 1 || rec.Benchmarks[0] != want {
		t.Errorf("sections %+v, want %+v", rec.Benchmarks, want)
	}
	samples := []alloc.Sample{
		{Stack: 0, Size: 48, Charged: 48, Objects: 10},
		{Stack: 1, Size: 1024, Charged: 1618, Objects: 1},
		{Stack: 1, Size: 32, Charged: 32, Objects: 2, Type: "[]int"},
	}
	if len(rec.Samples) != len(samples) {
		t.Fatalf("samples: %+v", rec.Samples)
	}
	for i, want := range samples {
		if rec.Samples[i] != want {
			t.Errorf("sample %d is %+v, want %+v", i, rec.Samples[i], want)
		}
	}
	var names []string
	for _, frame := range rec.Stacks[0] {
		names = append(names, rec.Frames[frame].Func)
	}
	if got := strings.Join(names, " "); got != "p.grow p.Join main.main" {
		t.Errorf("the inlined call is not between its callee and its caller: %s", got)
	}
}

// Each source is a section; frames and stacks that they share are kept once.
func TestReadSeveral(t *testing.T) {
	packed := encode(t, made())
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(zip); err != nil {
		t.Fatal(err)
	}
	rec := read(t, write(t, "a", packed), write(t, "b", plain.Bytes()))
	if len(rec.Benchmarks) != 2 || len(rec.Stacks) != 2 || len(rec.Samples) != 6 {
		t.Errorf("%d sections, %d stacks, %d samples, want 2, 2, 6",
			len(rec.Benchmarks), len(rec.Stacks), len(rec.Samples))
	}
	for i, total := range rec.Totals() {
		if total.Objects != 13 || rec.Benchmarks[i].Objects != 13 {
			t.Errorf("section %d has %+v", i, total)
		}
	}
}

// What the runtime itself writes is read with the totals that pprof shows.
func TestReadRuntimeProfile(t *testing.T) {
	old := runtime.MemProfileRate
	runtime.MemProfileRate = 1
	defer func() { runtime.MemProfileRate = old }()
	var kept [][]byte
	for range 1000 {
		kept = append(kept, make([]byte, 300))
	}
	runtime.GC()
	runtime.GC() // a profile shows what was allocated before the last collection
	var buf bytes.Buffer
	if err := rpprof.Lookup("heap").WriteTo(&buf, 0); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(kept)
	p, err := pprof.ParseData(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var objects, space int64
	for _, s := range p.Sample {
		objects += s.Value[0]
		space += s.Value[1]
	}
	total := read(t, write(t, "heap", buf.Bytes())).Total()
	if total.Objects != uint64(objects) || objects < 1000 {
		t.Errorf("%d objects, pprof says %d", total.Objects, objects)
	}
	if off := float64(total.Bytes)/float64(space) - 1; off > 0.01 || off < -0.01 {
		t.Errorf("%d bytes, pprof says %d", total.Bytes, space)
	}
}

func TestReadRejects(t *testing.T) {
	whole := encode(t, made())
	with := func(change func(*pprof.Profile)) []byte {
		p := made()
		change(p)
		return encode(t, p)
	}
	types := func(names ...string) func(*pprof.Profile) {
		return func(p *pprof.Profile) {
			for i := range p.SampleType {
				p.SampleType[i].Type = names[min(i, len(names)-1)]
			}
		}
	}
	var twice bytes.Buffer
	zip := gzip.NewWriter(&twice)
	zip.Write(whole)
	zip.Close()
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "it is empty"},
		{"text form", []byte("heap profile: 1: 2 [3: 4] @ heap/1048576\n"), "without ?debug=1"},
		{"nonsense", []byte("hello, world"), "it is no profile, or cut short"},
		{"truncated", whole[:len(whole)/2], "it is cut short: write or fetch it again"},
		{"bad checksum", append(whole[:len(whole)-8:len(whole)-8], make([]byte, 8)...), "damaged"},
		{"packed twice", twice.Bytes(), "compressed twice"},
		{"CPU", with(types("samples", "cpu")), "it is a CPU profile, not a heap profile: write"},
		{"mutex", with(types("contentions", "delay")), "a profile of blocking or of mutexes"},
		{"goroutines", with(types("goroutine")), "a profile of goroutines"},
		{"threads", with(types("threadcreate")), "a profile of threads"},
		{"in use", with(types("inuse_objects", "inuse_space")), "memory in use"},
		{"others", with(types("cups", "tea")), `a profile of "cups tea tea tea"`},
		{"no names", with(func(p *pprof.Profile) {
			p.Function = nil
			for _, loc := range p.Location {
				loc.Line = nil
			}
		}), "no names of functions"},
		{"difference", with(func(p *pprof.Profile) { p.Sample[1].Value[0] = -1 }),
			"its sample 1 has a negative count, as in a difference"},
		{"absurd", with(func(p *pprof.Profile) { p.Sample[1].Value[1] = 1 << 62 }),
			"its sample 1 counts more than any machine holds"},
		{"overflow", with(func(p *pprof.Profile) {
			many := *p.Sample[0]
			many.Value = []int64{1 << 52, 1 << 53, 0, 0}
			for range 4096 {
				p.Sample = append(p.Sample, &many)
			}
		}), "counts more than any machine holds"},
		{"deep", with(func(p *pprof.Profile) {
			line := p.Location[0].Line[0]
			p.Location[0].Line = make([]pprof.Line, 1<<12)
			for i := range p.Location[0].Line {
				p.Location[0].Line[i] = line
			}
			deep := *p.Sample[0]
			deep.Location = make([]*pprof.Location, 1<<12)
			for i := range deep.Location {
				deep.Location[i] = p.Location[0]
			}
			p.Sample = append(p.Sample, &deep)
		}), "deeper than any program's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := write(t, "heap", tt.data)
			_, err := Read(t.Context(), []string{file}, Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want it to say %q", err, tt.want)
			}
			if !strings.Contains(err.Error(), file) {
				t.Errorf("%v does not name the file", err)
			}
		})
	}
}

// TestReadNoURL proves that a URL is refused, not taken for a file, where nothing
// fetches it.
func TestReadNoURL(t *testing.T) {
	_, err := Read(t.Context(), []string{"http://localhost:1/"}, Options{})
	if err == nil || !strings.Contains(err.Error(), "from files only") {
		t.Errorf("got %v", err)
	}
}

func TestReadNoFile(t *testing.T) {
	for _, sources := range [][]string{nil, {filepath.Join(t.TempDir(), "none")}} {
		_, err := Read(t.Context(), sources, Options{})
		if err == nil || !strings.Contains(err.Error(), "go test -memprofile") {
			t.Errorf("%v: got %v", sources, err)
		}
	}
}

// Whatever the bytes, the outcome is an error or a record that makes sense.
func FuzzRead(f *testing.F) {
	whole := encode(f, made())
	f.Add(whole)
	zip, err := gzip.NewReader(bytes.NewReader(whole))
	if err != nil {
		f.Fatal(err)
	}
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(zip); err != nil {
		f.Fatal(err)
	}
	f.Add(plain.Bytes())
	f.Add([]byte("heap profile: 1: 2 [3: 4] @ heap/1048576\n"))
	f.Fuzz(func(t *testing.T, packed []byte) {
		data, err := unpack(bytes.NewReader(packed))
		if err != nil {
			return
		}
		heap, err := parse(data, Options{CPU: true})
		if err != nil {
			return
		}
		b := newBuilder()
		if b.add("fuzz", heap) != nil || b.rec.Check() != nil {
			return
		}
		rec := b.finish()
		total := rec.Total()
		section := rec.Benchmarks[0]
		if total.Objects != section.Objects || total.Bytes != section.Bytes {
			t.Errorf("%+v do not add up to %+v", rec.Samples, section)
		}
	})
}

// TestReadCPU keeps the time below the allocator, with the stack that called it, and
// counts all of it.
func TestReadCPU(t *testing.T) {
	fn := func(id uint64, name string) *pprof.Location {
		return &pprof.Location{ID: id, Line: []pprof.Line{{Line: 7,
			Function: &pprof.Function{ID: id, Name: name, Filename: "/src/f.go", StartLine: 5}}}}
	}
	zero, malloc := fn(1, "runtime.memclrNoHeapPointers"), fn(2, "runtime.mallocgcSmallNoscan")
	join, scan := fn(3, "p.Join"), fn(4, "runtime.scanobject")
	p := &pprof.Profile{Period: 1e7, SampleType: []*pprof.ValueType{
		{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Sample: []*pprof.Sample{
			{Location: []*pprof.Location{zero, malloc, join}, Value: []int64{3, 3e7}},
			{Location: []*pprof.Location{zero, join}, Value: []int64{1, 1e7}},
			{Location: []*pprof.Location{scan}, Value: []int64{2, 2e7}}}}
	for _, s := range p.Sample {
		for _, l := range s.Location {
			if !slices.Contains(p.Location, l) {
				p.Location = append(p.Location, l)
				p.Function = append(p.Function, l.Line[0].Function)
			}
		}
	}
	file := write(t, "cpu.pb.gz", encode(t, p))
	set, err := ReadSet(t.Context(), []string{file}, Options{CPU: true})
	if err != nil {
		t.Fatal(err)
	}
	b := set.Record.Benchmarks[0]
	if b.CPU != 6e7 || b.CPUPeriod != 1e7 || b.Objects != 0 {
		t.Errorf("the section is %+v", b)
	}
	if s := set.Record.Samples; len(s) != 1 || s[0].CPU != 3e7 ||
		len(set.Record.Stacks[s[0].Stack]) != 3 {
		t.Errorf("samples %+v", s)
	}
	if !slices.Contains(set.Starts, 5) {
		t.Errorf("functions begin at %v", set.Starts)
	}
}

// TestVersion takes commits from pseudo-versions, and tags from others.
func TestVersion(t *testing.T) {
	for file, want := range map[string]string{
		"/go/pkg/mod/example.com/m@v1.2.3/p/p.go":                             "v1.2.3",
		"/go/pkg/mod/example.com/m@v0.0.0-20260102030405-abcdef012345/p/p.go": "abcdef012345",
		"/src/m/p/p.go": "",
	} {
		if got := Version("example.com/m", file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
