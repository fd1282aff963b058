package compare

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestHolm compares with figures worked out by hand.
func TestHolm(t *testing.T) {
	family := []*alloc.Metric{{RawP: 0.04}, {RawP: 0.01}, {RawP: 0.03}, {RawP: 0.9}}
	kept := slices.Clone(family)
	holm(family)
	for i, want := range []float64{0.09, 0.04, 0.09, 0.9} {
		if got := kept[i].P; math.Abs(got-want) > 1e-12 {
			t.Errorf("%v becomes %v, want %v", kept[i].RawP, got, want)
		}
	}
}

// TestLeast compares with the number of ways to choose.
func TestLeast(t *testing.T) {
	for n, want := range map[[2]int]float64{{1, 1}: 1, {3, 3}: 0.1, {4, 4}: 2.0 / 70,
		{2, 5}: 2.0 / 21, {10, 10}: 2.0 / 184756} {
		if got := least(n[0], n[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", n, got, want)
		}
	}
}

// TestManyBenchmarks proves the correction: what would be a verdict for one
// benchmark is none among forty.
func TestManyBenchmarks(t *testing.T) {
	times := func(base float64, shift float64) []float64 {
		var list []float64
		for i := range 10 {
			list = append(list, base+float64(i)+shift)
		}
		return list
	}
	verdict := func(others int) alloc.Judgement {
		old, now := side("old", &alloc.Record{Exact: true}), side("new", &alloc.Record{Exact: true})
		old.Times, now.Times = map[string][]float64{}, map[string][]float64{}
		for i := range others + 1 {
			name := "Benchmark" + strings.Repeat("X", i+1)
			b := alloc.Benchmark{Package: "m", Name: name, N: 1}
			old.Runs[0].Benchmarks = append(old.Runs[0].Benchmarks, b)
			now.Runs[0].Benchmarks = append(now.Runs[0].Benchmarks, b)
			old.Times["m."+name], now.Times["m."+name] = times(100, 0), times(100, 0)
		}
		now.Times["m.BenchmarkX"] = times(100, 4.5)
		d, err := Compare(old, now, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := d.Benchmarks[0].Metric("sec/op")
		return m.Judgement
	}
	if got := verdict(0); got != alloc.Worse {
		t.Errorf("alone: %s", got)
	}
	if got := verdict(39); got != alloc.Same {
		t.Errorf("among forty: %s", got)
	}
}

// TestUnits proves that a unit decides what is better, and that of one that does
// not say, nothing is judged.
func TestUnits(t *testing.T) {
	read := func(name, line string) Side {
		text, err := ReadText(strings.NewReader("Unit size assume=exact\n"+
			"Unit score better=higher\n"+strings.Repeat(line, 6)), name)
		if err != nil {
			t.Fatal(err)
		}
		return Side{Text: text, State: text.State(name)}
	}
	d, err := Compare(read("a", "BenchmarkX 1 10 MB/s 5 score 7 size\n"),
		read("b", "BenchmarkX 1 20 MB/s 4 score 8 size\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for unit, want := range map[string]alloc.Judgement{"B/s": alloc.Better, "score": alloc.Worse,
		"size": alloc.NotJudged} {
		m, ok := d.Benchmarks[0].Metric(unit)
		if !ok || m.Judgement != want || m.Exact != (unit == "size") {
			t.Errorf("%s: %+v, want %s", unit, m, want)
		}
	}
}

// TestSortedUnits keeps the usual order.
func TestSortedUnits(t *testing.T) {
	got := sortedUnits([]string{"x", "allocs/op", "B/op", "y", "sec/op"})
	if want := []string{"sec/op", "B/op", "allocs/op", "x", "y"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestToolchains shows how two toolchains are reported.
func TestToolchains(t *testing.T) {
	state := func(kind, name, tree, version string) alloc.State {
		return alloc.State{Kind: kind, Name: name, Tree: tree, Go: version}
	}
	for _, c := range []struct {
		old, new alloc.State
		change   string
		warns    string
	}{
		{state("revision", "a", "1", "go1.26"), state("revision", "b", "1", "go1.26"),
			alloc.ChangeNone, ""},
		{state("revision", "a", "1", "go1.26"), state("revision", "b", "2", "go1.26"),
			alloc.ChangeCode, ""},
		{state("folder", ".", "", "go1.26"), state("folder", ".", "", "go1.27"),
			alloc.ChangeToolchain, ""},
		{state("revision", "a", "1", "go1.26"), state("revision", "b", "2", "go1.27"),
			alloc.ChangeBoth, "wring diff -go go1.26,go1.27 a b"},
		{state("record", "a.wring", "", "go1.26"), state("folder", ".", "", "go1.27"),
			alloc.ChangeBoth, "wring diff -go go1.26,go1.27 OLD NEW"},
		{state("text", "a.txt", "", ""), state("folder", ".", "", "go1.27"),
			alloc.ChangeUnknown, ""},
	} {
		if got := change(c.old, c.new); got != c.change {
			t.Errorf("%v %v: %s, want %s", c.old, c.new, got, c.change)
		}
		warnings := toolchains(c.old, c.new)
		if c.warns == "" != (len(warnings) == 0) ||
			len(warnings) > 0 && !strings.Contains(warnings[0].Text, c.warns) {
			t.Errorf("%v %v: %v, want %q", c.old, c.new, warnings, c.warns)
		}
	}
}

// FuzzReadText proves that whatever is read can be compared with itself, and
// then nothing differs.
func FuzzReadText(f *testing.F) {
	f.Add("pkg: m\nBenchmarkX-8 10 5 ns/op 3 B/op 1 allocs/op\n")
	f.Add("Unit ns/op assume=exact\nBenchmarkX/a=1 1 0 ns/op\nBenchmarkX/a=1 1 2 ns/op\n")
	f.Add("go: go version go1.26 linux\nBenchmarkX 1 NaN ns/op +Inf MB/s\n")
	f.Fuzz(func(t *testing.T, data string) {
		text, err := ReadText(strings.NewReader(data), "x")
		if err != nil {
			return
		}
		s := Side{Text: text, State: text.State("x")}
		d, err := Compare(s, s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range d.Benchmarks {
			if j := b.Judgement(); j == alloc.Worse || j == alloc.Better {
				t.Errorf("%q differs from itself: %+v", data, b)
			}
		}
	})
}

// TestDoubtfulTimes picks what differs beyond chance by less than a tenth.
func TestDoubtfulTimes(t *testing.T) {
	old := Side{Times: map[string][]float64{}}
	now := Side{Times: map[string][]float64{}}
	var list []Bench
	for name, factor := range map[string]float64{"Same": 1, "Slower": 1.05, "Faster": 0.95,
		"Twice": 2, "Untimed": 0} {
		list = append(list, Bench{Name: name, Packages: [2]string{"m/old", "m"}})
		for i := range 10 {
			if factor > 0 {
				old.Times["m/old."+name] = append(old.Times["m/old."+name], 100+float64(i)/10)
				now.Times["m."+name] = append(now.Times["m."+name], factor*(100+float64(i)/10))
			}
		}
	}
	var got []string
	for _, b := range Doubtful(old, now, list, 0.1, Options{}) {
		got = append(got, b.Name)
	}
	slices.Sort(got)
	if want := []string{"Faster", "Slower"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
