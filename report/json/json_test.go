package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func report() alloc.Report {
	return alloc.Report{
		Verb: "top", Exact: true, Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64",
		Module: "example.com/m",
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m/p", Name: "BenchmarkJoin/small",
			N: 100, Objects: 1300, Bytes: 85600, RuntimeObjects: 1300, RuntimeBytes: 85600}},
		Sites: []alloc.Finding{{
			Site: alloc.Site{ID: "3f9c1a", Package: "example.com/m/p", Func: "p.Join",
				File: "p/join.go", Line: 17, Column: 12, Source: `m <- append(a, "<é>")`,
				Leaf: alloc.Leaf{Func: "strings.Join", File: "strings/strings.go", Line: 510},
				Type: "chan<- int"},
			Count: alloc.Count{Objects: 90, Bytes: 1440,
				Sizes: []alloc.Size{{Size: 9, Charged: 16, Objects: 90}},
				PerOp: []alloc.PerOp{{Benchmark: "example.com/m/p.BenchmarkJoin/small",
					Objects: 0.9, Bytes: 14.4}}},
			Cause: "append-grows",
		}},
	}
}

func TestWrite(t *testing.T) {
	var buf bytes.Buffer
	if err := Write(&buf, report()); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/report.json", buf.Bytes(), *update)
}

// No list that was never filled becomes null, at any depth: each list of the
// report's types is tried, also those that are added later.
func TestNoNull(t *testing.T) {
	for depth := range 4 {
		var rep alloc.Report
		fill(reflect.ValueOf(&rep).Elem(), depth)
		var buf bytes.Buffer
		if err := Write(&buf, rep); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(buf.String(), "null") {
			t.Errorf("depth %d: a null in\n%s", depth, buf.String())
		}
	}
}

// fill gives each list of structs one element, whose lists it fills likewise
// if depth allows. The lists below stay nil.
func fill(v reflect.Value, depth int) {
	for i := range v.NumField() {
		field := v.Field(i)
		switch {
		case field.Kind() == reflect.Struct:
			fill(field, depth)
		case depth > 0 && field.Kind() == reflect.Slice &&
			field.Type().Elem().Kind() == reflect.Struct:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
			fill(field.Index(0), depth-1)
		}
	}
}

// Rates survive to the last digit: nothing rounds 0.9 to 0.
func TestRates(t *testing.T) {
	for _, rate := range []float64{0.9, 1.0 / 3, 1e-7, 5e-324, 9.985, 1e21} {
		rep := report()
		rep.Sites[0].PerOp[0].Objects = rate
		var buf bytes.Buffer
		if err := Write(&buf, rep); err != nil {
			t.Fatal(err)
		}
		var back alloc.Report
		if err := json.Unmarshal(buf.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if got := back.Sites[0].PerOp[0].Objects; got != rate {
			t.Errorf("%g came back as %g", rate, got)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteFails(t *testing.T) {
	if err := Write(failing{}, report()); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
	rep := report()
	rep.Sites[0].PerOp[0].Bytes = math.NaN()
	var buf bytes.Buffer
	if err := Write(&buf, rep); err == nil || buf.Len() > 0 {
		t.Errorf("a rate that is no number gives %v and %d bytes", err, buf.Len())
	}
}
