package repositories

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// TestSaved measures a module once, and takes its result from the folder the next time, also
// when nothing is to be measured.
func TestSaved(t *testing.T) {
	list := []bench.Target{{Name: "a", Module: "example.com/a@v1"},
		{Name: "b", Module: "example.com/b@v1"}}
	r := results{folder: t.TempDir(), how: "-time 1m"}
	if _, err := r.with(list, nil, true); err == nil {
		t.Error("nothing is kept, and no error says so")
	}
	want := repository{Target: list[0], Tests: "3 pass", Minutes: 1.5,
		Gains: []gain{{Pkg: "example.com/a", Name: "BenchmarkA", Exact: change{3, 1}}}}
	want.Report.Module = "example.com/a"
	want.Report.Trials = []alloc.Trial{{Accepted: true, Candidate: alloc.Candidate{
		Technique: "prealloc", Sites: []string{"s"}}}}
	measured := 0
	measure := func() (repository, error) { measured++; return want, nil }
	for range 2 {
		got, err := of(r, list[0], measure)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, %v; want %+v", got, err, want)
		}
	}
	if measured != 1 {
		t.Errorf("measured %d times", measured)
	}
	for _, only := range []bool{false, true} {
		chosen, err := r.with(list, []string{"b"}, only)
		if err != nil || len(chosen) != map[bool]int{false: 2, true: 1}[only] {
			t.Errorf("chosen with %v: %v, %v", only, chosen, err)
		}
	}
	r.how = "-time 2m"
	if _, err := of(r, list[0], measure); err == nil || !strings.Contains(err.Error(), "-time 1m") {
		t.Errorf("results of other options are mixed: %v", err)
	}
	failed := errors.New("failed")
	_, err := of(r, list[1], func() (repository, error) { return repository{}, failed })
	if !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	if chosen, _ := r.with(list, nil, true); len(chosen) != 1 {
		t.Errorf("what failed is kept: %v", chosen)
	}
}
