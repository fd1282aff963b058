package explain

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestByLabels proves that each object is in one row, as its type, its cause and
// its site, and that requests divide it.
func TestByLabels(t *testing.T) {
	rec := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Name: "main", N: 1, Objects: 17, Bytes: 240}},
		Frames: []alloc.Frame{{Func: "main.f", File: "/m/f.go", Line: 1},
			{Func: "main.g", File: "/m/f.go", Line: 9}},
		Stacks:    [][]int{{0}, {1}},
		LabelKeys: []string{"route"},
		LabelSets: []alloc.LabelSet{{Requests: 1},
			{Labels: []alloc.Label{{Key: "route", Value: "/a"}}, Requests: 4},
			{Labels: []alloc.Label{{Key: "route", Value: "/b"}}},
			{Labels: []alloc.Label{{Key: "route", Value: "/idle"}}, Requests: 9}},
		Samples: []alloc.Sample{
			{Stack: 0, Type: "main.t", Size: 16, Charged: 16, Objects: 2, Labels: 1},
			{Stack: 1, Type: "main.t", Size: 16, Charged: 16, Objects: 1, Labels: 1},
			{Stack: 1, Type: "main.u", Size: 16, Charged: 16, Objects: 3, Labels: 1},
			{Stack: 0, Type: "main.t", Size: 16, Charged: 16, Objects: 10, Labels: 2},
			{Stack: 0, Type: "main.t", Size: 8, Charged: 0, Objects: 1, Labels: 0},
		},
	}
	rep, _ := Report(rec, "run", false)
	if rep.Labels == nil || len(rep.Labels.Rows) != 4 {
		t.Fatalf("%+v", rep.Labels)
	}
	var order []string
	for _, r := range rep.Labels.Rows {
		name := "none"
		if len(r.Labels) > 0 {
			name = r.Labels[0].Value
		}
		order = append(order, name)
		types, causes, sites := r.Objects, r.Objects, r.Objects
		for _, s := range r.Types {
			types -= s.Objects
		}
		for _, s := range r.Causes {
			causes -= s.Objects
		}
		for _, s := range r.Sites {
			sites -= s.Objects
		}
		if types != 0 || causes != 0 || sites != 0 {
			t.Errorf("%s does not add up: %+v", name, r)
		}
	}
	if got := [4]string(order); got != [4]string{"none", "/b", "/a", "/idle"} {
		t.Errorf("the order is %q", order)
	}
	a := rep.Labels.Rows[2]
	if a.Objects != 6 || a.ObjectsPerRequest != 1.5 || a.BytesPerRequest != 24 ||
		len(a.Types) != 2 || len(a.Sites) != 3 {
		t.Errorf("/a is %+v", a)
	}
	if b := rep.Labels.Rows[1]; b.Objects != 10 || b.ObjectsPerRequest != 0 {
		t.Errorf("/b, without requests, is %+v", b)
	}
	rec.LabelKeys = nil
	if rep, _ := Report(rec, "run", false); rep.Labels != nil {
		t.Error("labels that were not asked for")
	}
}
