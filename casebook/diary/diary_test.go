package diary_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var sink []byte

// made returns a version that allocates objects of size bytes each time.
func made(name string, objects, size int) diary.Version {
	return diary.Version{Name: name, Run: func(n int) error {
		for range n * objects {
			sink = make([]byte, size)
		}
		return nil
	}}
}

// TestCounts wants counts to be exact, also when they are no whole numbers, and
// the first operations not to count.
func TestCounts(t *testing.T) {
	first := true
	half := diary.Version{Name: "half", Run: func(n int) error {
		if first {
			sink, first = make([]byte, 1<<20), false
		}
		for i := range n {
			if i%2 == 0 {
				sink = make([]byte, 32)
			}
		}
		return nil
	}}
	elsewhere := diary.Version{Name: "elsewhere", Sample: func(n int) (diary.Sample, error) {
		return diary.Sample{Objects: uint64(7 * n), Bytes: uint64(70 * n)}, nil
	}}
	counted := diary.Version{Name: "counted", Run: made("", 9, 9).Run, Counted: made("", 1, 16).Run}
	table := measure(t, diary.Options{}, diary.Case{Name: "c", Versions: []diary.Version{
		made(diary.Naive, 3, 64), made("none", 0, 0), half, elsewhere, counted}})
	want := map[string][2]float64{diary.Naive: {3, 192}, "none": {0, 0}, "half": {0.5, 16},
		"elsewhere": {7, 70}, "counted": {1, 16}}
	for _, v := range table.Cases[0].Versions {
		if got := [2]float64{v.Objects, v.Bytes}; got != want[v.Name] {
			t.Errorf("%s: %v objects and bytes, want %v", v.Name, got, want[v.Name])
		}
		if v.Time != (diary.Spread{}) {
			t.Errorf("%s was timed", v.Name)
		}
	}
}

func measure(t *testing.T, opt diary.Options, cases ...diary.Case) diary.Table {
	t.Helper()
	table, err := diary.Measure(t.Context(), cases, opt)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestRatios has versions whose times are known, because they happen elsewhere.
func TestRatios(t *testing.T) {
	round := 0
	takes := func(name string, each func() time.Duration) diary.Version {
		return diary.Version{Name: name, Sample: func(n int) (diary.Sample, error) {
			d := each() * time.Duration(n)
			return diary.Sample{Elapsed: d, CPU: 2 * d}, nil
		}}
	}
	table := measure(t, diary.Options{Rounds: 15, Target: time.Millisecond},
		diary.Case{Name: "c", Versions: []diary.Version{
			takes(diary.Naive, func() time.Duration { return time.Millisecond }),
			takes("quarter", func() time.Duration { return time.Millisecond / 4 }),
			takes("noisy", func() time.Duration {
				round++
				return time.Duration(round) * time.Millisecond
			}),
		}})
	naive, quarter, noisy := table.Cases[0].Versions[0], table.Cases[0].Versions[1],
		table.Cases[0].Versions[2]
	if want := (diary.Spread{1, 1, 1}); naive.Time != want {
		t.Errorf("naive: %v, want %v", naive.Time, want)
	}
	if want := (diary.Spread{0.25, 0.25, 0.25}); quarter.Time != want || quarter.CPU != want {
		t.Errorf("quarter: %v and %v, want %v", quarter.Time, quarter.CPU, want)
	}
	// Fifteen times with one millisecond between neighbours: the interval leaves
	// out three at each end.
	low, high := noisy.Time[1]-noisy.Time[0], noisy.Time[2]-noisy.Time[1]
	if low != 4 || high != 4 {
		t.Errorf("noisy: %v, want an interval of 4 on either side", noisy.Time)
	}
	if naive.NS != 1e6 || quarter.NS != 250_000 {
		t.Errorf("%v and %v ns, want 1e6 and 250,000", naive.NS, quarter.NS)
	}
}

func TestSetup(t *testing.T) {
	stopped := false
	c := diary.Case{Name: "c", Versions: []diary.Version{made(diary.Naive, 1, 8)},
		Setup: func(context.Context) (func(), error) { return func() { stopped = true }, nil }}
	if measure(t, diary.Options{}, c); !stopped {
		t.Error("what the setup returned was not called")
	}
	c.Setup = func(context.Context) (func(), error) {
		return nil, fmt.Errorf("%w: no server", diary.ErrMissing)
	}
	if got := measure(t, diary.Options{}, c).Cases[0]; got.Skipped == "" || got.Versions != nil {
		t.Errorf("a case without its server: %+v", got)
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("it broke")
	fails := diary.Version{Name: "v", Run: func(int) error { return broken }}
	for _, c := range []diary.Case{
		{Name: "run", Versions: []diary.Version{fails}},
		{Name: "figures", Versions: []diary.Version{{Name: "v", Run: made("", 1, 1).Run,
			Figures: func() ([]diary.Figure, error) { return nil, broken }}}},
		{Name: "setup", Setup: func(context.Context) (func(), error) { return nil, broken }},
	} {
		_, err := diary.Measure(t.Context(), []diary.Case{c}, diary.Options{})
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), c.Name) {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := diary.Measure(ctx, []diary.Case{{Name: "c", Versions: []diary.Version{
		made(diary.Naive, 1, 8)}}}, diary.Options{Rounds: 1, Target: time.Microsecond})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// sample is a table with one of everything.
func sample() diary.Table {
	return diary.Table{Version: 1, Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64", Rounds: 15,
		Cases: []diary.Result{
			{Name: "first", Title: "a case", Published: diary.Published{
				Objects: [2]float64{15, 1}, Bytes: [2]float64{1144, 160}, TimeRatio: 0.36},
				Notes: []string{"a note of a case that is so long that it takes more than one " +
					"line in a document, where lines have at most a hundred columns"},
				Versions: []diary.Measured{
					{Name: diary.Naive, N: 100, Objects: 1234567, Bytes: 0.004, NS: 3000,
						Time: diary.Spread{1, 1, 1}},
					{Name: diary.Fixed, N: 100, Objects: 0.995, Bytes: -1234, NS: 1500,
						Time: diary.Spread{0.4, 0.5, 0.62}, CPU: diary.Spread{0.05, 0.06, 0.07}},
					{Name: diary.Tuned, What: "by hand", N: 100, About: true, Objects: 2.5,
						Figures: []diary.Figure{{"commands/op", 3, false}, {"stale", 904, true}},
						Time:    diary.Spread{0.1, 0.25, 2}},
					{Name: "another", N: 100},
				}},
			{Name: "second/large", Title: "not here", Notes: []string{},
				Published: diary.Published{Text: "3 → 1"}, Skipped: "no server"},
			{Name: "third", Title: "nothing was published", Notes: []string{},
				Versions: []diary.Measured{{Name: diary.Naive, N: 1}, {Name: diary.Tuned, N: 1}}},
		}}
}

// TestOutputs compares with the files in testdata.
func TestOutputs(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer) error{
		"table.txt":  func(b *bytes.Buffer) error { return diary.WriteText(b, sample()) },
		"table.md":   func(b *bytes.Buffer) error { return diary.WriteMarkdown(b, sample()) },
		"table.json": func(b *bytes.Buffer) error { return diary.WriteJSON(b, sample()) },
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		path := "testdata/" + name
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is now\n%s\nrun go test -update if that is meant", path, got.Bytes())
		}
	}
}

// TestContract has the names that other programs read.
func TestContract(t *testing.T) {
	data, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"version":1`, `"name":"first"`, `"objects_per_op":[15,1]`,
		`"bytes_per_op":[1144,160]`, `"time_ratio":0.36`, `"naive":{`, `"fixed":{`, `"tuned":{`,
		`"ratios":{"fixed":[0.4,0.5,0.62],"tuned":[0.1,0.25,2]}`, `"notes":[]`} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}
