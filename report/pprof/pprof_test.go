package pprof

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

func record() *alloc.Record {
	return &alloc.Record{
		Exact: true, Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64", Module: "example.com/m",
		Benchmarks: []alloc.Benchmark{
			{Package: "example.com/m/p", Name: "BenchmarkJoin", N: 100, Objects: 307, Bytes: 4848},
			{Package: "example.com/m/p", Name: "BenchmarkNew", N: 10, Objects: 20, Bytes: 160},
		},
		Frames: []alloc.Frame{
			{Func: "strings.Join", File: "/go/src/strings/strings.go", Line: 510},
			{Func: "example.com/m/p.Join", File: "/src/m/p/p.go", Line: 17},
			{Func: "example.com/m/p.BenchmarkJoin", File: "/src/m/p/p_test.go", Line: 9},
			{Func: "example.com/m/p.Join", File: "/src/m/p/p.go", Line: 21},
		},
		Stacks: [][]int{{0, 1, 2}, {3, 2}, {}},
		Samples: []alloc.Sample{
			{Type: "string", Size: 9, Charged: 16, Objects: 300, FirstUse: 1},
			{Stack: 1, Type: "[]string", Size: 48, Charged: 48, Objects: 1},
			{Stack: 1, Type: "int8", Size: 1, Charged: 0, Objects: 6},
			{Benchmark: 1, Stack: 1, Type: "[]string", Size: 8, Charged: 8, Objects: 20},
			{Benchmark: 1, Stack: 2},
		},
	}
}

func roundTrip(t *testing.T, rec *alloc.Record) (*profile.Profile, []byte) {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, rec); err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p, buf.Bytes()
}

// The totals of the profile, and those of each benchmark and type, are those
// of the record.
func TestTotals(t *testing.T) {
	rec := record()
	p, _ := roundTrip(t, rec)
	got, want := make(map[string]alloc.Total), make(map[string]alloc.Total)
	for _, s := range p.Sample {
		keys := append(s.Label["type"], s.Label["benchmark"]...)
		for _, key := range append(keys, "all") {
			sum := got[key]
			sum.Objects += uint64(s.Value[0])
			sum.Bytes += uint64(s.Value[1])
			got[key] = sum
		}
	}
	for _, s := range rec.Samples {
		for _, key := range []string{s.Type, rec.Benchmarks[s.Benchmark].FullName(), "all"} {
			sum := want[key]
			sum.Objects += s.Objects
			sum.Bytes += s.Bytes()
			if key != "" {
				want[key] = sum
			}
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the profile has\n%v\nthe record\n%v", got, want)
	}
	if want["all"].Objects != 327 || p.DefaultSampleType != "alloc_objects" {
		t.Errorf("%v, default %q", want["all"], p.DefaultSampleType)
	}
}

// Stacks keep their order, and a sample its labels.
func TestSample(t *testing.T) {
	p, _ := roundTrip(t, record())
	s := p.Sample[0]
	var stack []string
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			stack = append(stack, line.Function.Name)
		}
	}
	want := []string{"strings.Join", "example.com/m/p.Join", "example.com/m/p.BenchmarkJoin"}
	if !reflect.DeepEqual(stack, want) {
		t.Errorf("stack %v, want %v", stack, want)
	}
	if s.Location[1].Line[0].Line != 17 || len(p.Function) != 3 {
		t.Errorf("line %d, %d functions", s.Location[1].Line[0].Line, len(p.Function))
	}
	if !reflect.DeepEqual(s.NumLabel, map[string][]int64{"bytes": {16}, "size": {9}}) {
		t.Errorf("labels %v", s.NumLabel)
	}
	comment := "example.com/m/p.BenchmarkNew: 10 operations, 20 objects, 160 bytes"
	if len(p.Comments) != 3 || p.Comments[2] != comment ||
		p.Comments[0] != "wring exact example.com/m go1.26.8 linux amd64" {
		t.Errorf("comments %q", p.Comments)
	}
	rec := record()
	rec.Benchmarks = append(rec.Benchmarks, make([]alloc.Benchmark, 3)...)
	if p, _ := roundTrip(t, rec); len(p.Comments) != 2 ||
		p.Comments[1] != "5 benchmarks: -tags lists them" {
		t.Errorf("many benchmarks, comments %q", p.Comments)
	}
	rec.Exact = false
	if p, _ := roundTrip(t, rec); !strings.Contains(p.Comments[0], "SAMPLED") {
		t.Errorf("sampled, comments %q", p.Comments)
	}
}

// Profiler labels become tags, and none hides what a sample says itself.
func TestProfilerLabels(t *testing.T) {
	rec := record()
	rec.LabelKeys = []string{"route", "type"}
	rec.LabelSets = []alloc.LabelSet{{}, {Labels: []alloc.Label{{Key: "route", Value: "GET /"},
		{Key: "type", Value: "hot"}}}}
	rec.Samples[0].Labels = 1
	p, _ := roundTrip(t, rec)
	want := map[string][]string{"benchmark": {"example.com/m/p.BenchmarkJoin"},
		"type": {"string"}, "route": {"GET /"}, "label type": {"hot"}}
	if got := p.Sample[0].Label; !reflect.DeepEqual(got, want) {
		t.Errorf("labels %v, want %v", got, want)
	}
	if got := p.Sample[1].Label["route"]; got != nil {
		t.Errorf("a sample without a label has %v", got)
	}
}

func TestWriteIsRepeatable(t *testing.T) {
	_, first := roundTrip(t, record())
	if _, second := roundTrip(t, record()); !bytes.Equal(first, second) {
		t.Error("two writes of a record differ")
	}
}

func TestEmptyRecord(t *testing.T) {
	if p, _ := roundTrip(t, &alloc.Record{}); len(p.Sample) != 0 {
		t.Errorf("samples: %v", p.Sample)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteFails(t *testing.T) {
	if err := Write(failing{}, record()); err == nil {
		t.Error("a full disk is not reported")
	}
	rec := record()
	rec.Samples[0].Stack = 9
	var buf bytes.Buffer
	err := Write(&buf, rec)
	if err == nil || !strings.Contains(err.Error(), "names stack 9 of 3") || buf.Len() > 0 {
		t.Errorf("a record that makes no sense gives %v and %d bytes", err, buf.Len())
	}
}

// The real tool opens the profile, shows the exact figures, and can select by
// the labels.
func TestGoToolPprof(t *testing.T) {
	if testing.Short() {
		t.Skip("the go command builds pprof when it is first used")
	}
	file := filepath.Join(t.TempDir(), "exact.pb.gz")
	_, data := roundTrip(t, record())
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		flags []string
		want  []string
	}{
		{[]string{"-top"}, []string{"Type: alloc_objects", "of 327 total", "strings.Join"}},
		{[]string{"-top", "-tagfocus=type=^string$"}, []string{"300", "of 327 total"}},
		{[]string{"-top", "-tagfocus=benchmark=BenchmarkNew", "-sample_index=alloc_space"},
			[]string{"160B", "example.com/m/p.Join"}},
		{[]string{"-tags"}, []string{"type: Total", "benchmark: Total", "size: Total", "bytes: T"}},
		{[]string{"-comments"}, []string{"wring exact example.com/m"}},
	}
	for _, tt := range tests {
		out, err := gocmd.Run(t.Context(), gocmd.Call{
			Env:  []string{"PPROF_TMPDIR=" + t.TempDir()},
			Args: append(append([]string{"tool", "pprof"}, tt.flags...), file),
		})
		if err != nil {
			t.Fatalf("%v: %v\n%s", tt.flags, err, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%v: no %q in\n%s", tt.flags, want, out)
			}
		}
	}
}
