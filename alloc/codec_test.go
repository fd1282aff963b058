package alloc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func sample() *Record {
	return &Record{
		Version: RecordVersion, Exact: true, Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64",
		Module: "example.com/m", ModuleDir: "/src/m", GOROOT: "/go",
		Packages: []Package{{Path: "example.com/m/p", Name: "p", Dir: "/src/m/p"}},
		Benchmarks: []Benchmark{{Package: "example.com/m/p", Name: "BenchmarkJoin", N: 100,
			Objects: 301, Bytes: 4816, RuntimeObjects: 301, RuntimeBytes: 4816}},
		Frames: []Frame{
			{"strings.Join", "/go/src/strings/strings.go", 510},
			{"p.Join", "/src/m/p/p.go", 17},
		},
		Stacks: [][]int{{0, 1}, {}},
		Samples: []Sample{
			{Type: "chan<- int", Size: 9, Charged: 16, Objects: 301, FirstUse: 1},
		},
		Proposals: []Proposal{{Technique: "prealloc", File: "p/p.go", Line: 17,
			Lines: [][2]int{{17, 17}}, Message: "give it", Risk: "safe", Diff: "--- a\n"}},
		Facts: []Fact{{Position: Position{"/src/m/p/p.go", 17, 12}, Message: "parts escapes",
			Inlined: []Position{{"/src/m/p/q.go", 3, 1}},
			Flow:    []Step{{Position{"/src/m/p/p.go", 17, 12}, "flow: {heap} = x"}}}},
		Lines: []Line{{"/src/m/p/p.go", 17, "\treturn strings.Join(parts, \"é\")"}},
		Warnings: []Warning{{Code: "failed", Text: "p.BenchmarkX failed",
			Package: "p", Benchmark: "p.BenchmarkX"}},
	}
}

func encode(t testing.TB, rec *Record) []byte {
	var buf bytes.Buffer
	if err := WriteRecord(&buf, rec); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// pack makes a record file of the given JSON.
func pack(json string) string {
	var buf bytes.Buffer
	buf.WriteString("wring record 1\n")
	zip := gzip.NewWriter(&buf)
	io.WriteString(zip, json)
	zip.Close()
	return buf.String()
}

func TestRecordRoundTrip(t *testing.T) {
	want := sample()
	got, err := ReadRecord(bytes.NewReader(encode(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read  %+v\nwrote %+v", got, want)
	}
}

// Every list of a record that was never filled is written as [], and comes back
// so; the record that was given is left alone.
func TestRecordHasNoNull(t *testing.T) {
	rec := &Record{Stacks: [][]int{nil}}
	data := encode(t, rec)
	if rec.Version != 0 || rec.Stacks[0] != nil {
		t.Errorf("WriteRecord changed its argument: %+v", rec)
	}
	_, body, _ := bytes.Cut(data, []byte("\n"))
	zip, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil || bytes.Contains(text, []byte("null")) {
		t.Errorf("%v: a null in %s", err, text)
	}
	got, err := ReadRecord(strings.NewReader(pack("{}")))
	if err != nil || !reflect.DeepEqual(got, (&Record{}).normal()) {
		t.Errorf("an empty document gives %+v, %v", got, err)
	}
}

func TestReadRecordRejects(t *testing.T) {
	whole := string(encode(t, sample()))
	flipped := []byte(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	tests := []struct{ name, input, want string }{
		{"empty", "", "the file is empty"},
		{"a profile", "\x1f\x8b\x08\x00", `begins with "\x1f\x8b\b\x00"`},
		{"a long first line", strings.Repeat("x", 1<<20), `begins with "xxxxxxxxxxxxxxxx"`},
		{"later version", "wring record 7\nwhatever", "is version 7; this wring reads version 1"},
		{"no version", "wring record\n", `begins with "wring record"`},
		{"version not a number", "wring record one\n", `its version is "one"`},
		{"only the first line", "wring record 1\n", "cut short"},
		{"not compressed", "wring record 1\n{\"version\":1}", "damaged: gzip"},
		{"cut in the middle", whole[:len(whole)/2], "cut short"},
		{"cut in the checksum", whole[:len(whole)-3], "cut short"},
		{"wrong checksum", string(flipped), "damaged: gzip: invalid checksum"},
		{"not JSON", pack("version 1"), "damaged: invalid character"},
		{"half the JSON", pack(`{"samples":[`), "cut short"},
		{"another JSON", pack(`[1]`), "the document: found [ instead of {"},
		{"two documents", pack(`{}{}`), "something follows the document"},
		{"a list that is none", pack(`{"stacks":{}}`), "stacks: found { instead of ["},
		{"a list that is null", pack(`{"stacks":null}`), "stacks: found <nil> instead of ["},
		{"a wrong type", pack(`{"go":1}`), "go: json: cannot unmarshal number"},
		{"a negative count", pack(`{"samples":[{"n":-1}]}`), "samples[0]: json: cannot unmarshal"},
		{"a fractional index", pack(`{"stacks":[[0.5]]}`), "stacks[0]: json: cannot unmarshal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadRecord(strings.NewReader(tt.input))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want it to say %q", err, tt.want)
			}
		})
	}
}

func TestReadRecordChecks(t *testing.T) {
	const max = 1<<64 - 1
	tests := []struct {
		name   string
		damage func(*Record)
		want   string
	}{
		{"frame", func(r *Record) { r.Stacks[0][1] = 2 }, "stacks[0] names frame 2 of 2"},
		{"negative frame", func(r *Record) { r.Stacks[0][1] = -1 }, "stacks[0] names frame -1"},
		{"stack", func(r *Record) { r.Samples[0].Stack = 2 }, "names stack 2 of 2"},
		{"negative stack", func(r *Record) { r.Samples[0].Stack = -1 }, "names stack -1 of 2"},
		{"benchmark", func(r *Record) { r.Samples[0].Benchmark = 1 }, "names benchmark 1"},
		{"negative benchmark", func(r *Record) { r.Samples[0].Benchmark = -1 }, "benchmark -1"},
		{"first use", func(r *Record) { r.Samples[0].FirstUse = 302 }, "302 first-use"},
		{"objects", func(r *Record) { r.Samples[0].Objects = max }, "than any machine"},
		{"size", func(r *Record) { r.Samples[0].Size = max }, "than any machine"},
		{"product", func(r *Record) { r.Samples[0].Charged = 1 << 62 }, "overflow"},
		{"sum", func(r *Record) {
			r.Samples = append(r.Samples, Sample{Objects: 1<<63 - 1})
		}, "samples[1] makes"},
		{"runtime's counter", func(r *Record) { r.Benchmarks[0].RuntimeBytes = max }, "counts"},
		{"first uses", func(r *Record) { r.Benchmarks[0].FirstUseObjects = 302 }, "more first-use"},
		{"frame line", func(r *Record) { r.Frames[1].Line = -1 }, "frames[1] has line -1"},
		{"line", func(r *Record) { r.Lines[0].Line = -4 }, "lines[0] has line -4"},
		{"fact", func(r *Record) { r.Facts[0].Column = -1 }, "facts[0] has a negative"},
		{"fact's call", func(r *Record) { r.Facts[0].Inlined[0].Line = -1 }, "negative"},
		{"fact's step", func(r *Record) { r.Facts[0].Flow[0].Line = -1 }, "negative"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rec := sample()
			tt.damage(rec)
			if err := rec.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Check gives %v, want it to say %q", err, tt.want)
			}
			var sink bytes.Buffer
			if err := WriteRecord(&sink, rec); err == nil || sink.Len() > 0 {
				t.Errorf("WriteRecord gives %v and wrote %d bytes", err, sink.Len())
			}
		})
	}
	// What Check refuses, ReadRecord refuses.
	_, err := ReadRecord(strings.NewReader(pack(`{"samples":[{"b":0}]}`)))
	if err == nil || !strings.Contains(err.Error(), "damaged: samples[0] names benchmark 0 of 0") {
		t.Errorf("ReadRecord gives %v", err)
	}
}

// A small file that unfolds to a large document is refused at the limit, not
// after it was read.
func TestReadRecordLimit(t *testing.T) {
	bomb := pack(`{"go":"` + strings.Repeat("0", 3<<20) + `"}`)
	if len(bomb) > 8<<10 {
		t.Fatalf("the bomb itself has %d bytes", len(bomb))
	}
	_, err := readRecord(strings.NewReader(bomb), 1<<20)
	if err == nil || !strings.Contains(err.Error(), "unfolds to more than 1 MiB") {
		t.Errorf("got %v", err)
	}
	if _, err := readRecord(strings.NewReader(bomb), 4<<20); err != nil {
		t.Errorf("below the limit: %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteRecordReportsTheWriter(t *testing.T) {
	if err := WriteRecord(brokenWriter{}, sample()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestTotals(t *testing.T) {
	rec := &Record{
		Benchmarks: make([]Benchmark, 2),
		Stacks:     [][]int{{}},
		Samples: []Sample{
			{Benchmark: 0, Charged: 16, Objects: 3, FirstUse: 1},
			{Benchmark: 1, Charged: 0, Objects: 5},
			{Benchmark: 1, Charged: 8, Objects: 2, FirstUse: 2},
		},
	}
	want := []Total{{3, 48, 1, 16}, {7, 16, 2, 16}}
	if got := rec.Totals(); !reflect.DeepEqual(got, want) {
		t.Errorf("Totals gives %v, want %v", got, want)
	}
	if got, want := rec.Total(), (Total{10, 64, 3, 32}); got != want {
		t.Errorf("Total gives %v, want %v", got, want)
	}
}

// Whatever is read passes Check and survives being written and read again.
func FuzzReadRecord(f *testing.F) {
	f.Add(encode(f, sample()), false)
	f.Add([]byte("wring record 2\n"), false)
	f.Add([]byte(`{"stacks":[[0]],"frames":[{}],"samples":[{}],"benchmarks":[{}],"x":{}}`), true)
	f.Add([]byte(`{"facts":[{"flow":[{}],"inlined":[]}],"lines":[{}],"n":1e9}`), true)
	f.Fuzz(func(t *testing.T, data []byte, document bool) {
		if document { // let the fuzzer reach the JSON without learning gzip
			data = []byte(pack(string(data)))
		}
		rec, err := readRecord(bytes.NewReader(data), 1<<20)
		if err != nil {
			return
		}
		again, err := ReadRecord(bytes.NewReader(encode(t, rec)))
		if err != nil {
			t.Fatal(strconv.Quote(string(data)), err)
		}
		if rec.Total() != again.Total() || len(rec.Stacks) != len(again.Stacks) {
			t.Errorf("read %+v, then %+v", rec, again)
		}
	})
}
