package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// spot is a place that allocates, and what it allocates in 100 operations.
type spot struct {
	fn, source, typ string
	line            int
	objects         uint64
	reason          string // of the compiler, if any
}

// book makes the books of one run of BenchmarkX from spots.
func book(module string, spots ...spot) *alloc.Record {
	rec := &alloc.Record{Exact: true, Go: "go1.26.8", Module: module, ModuleDir: "/src",
		Packages:   []alloc.Package{{Path: module, Name: "m", Dir: "/src"}},
		Benchmarks: []alloc.Benchmark{{Package: module, Name: "BenchmarkX", N: 100}}}
	for i, s := range spots {
		rec.Frames = append(rec.Frames, alloc.Frame{Func: module + "." + s.fn, File: "/src/m.go",
			Line: s.line})
		rec.Stacks = append(rec.Stacks, []int{i})
		rec.Samples = append(rec.Samples, alloc.Sample{Stack: i, Type: s.typ, Size: 16,
			Charged: 16, Objects: s.objects})
		rec.Lines = append(rec.Lines, alloc.Line{File: "/src/m.go", Line: s.line, Text: s.source})
		if s.reason != "" {
			rec.Facts = append(rec.Facts, alloc.Fact{Message: s.reason,
				Position: alloc.Position{File: "/src/m.go", Line: s.line, Column: 2}})
		}
		rec.Benchmarks[0].Objects += s.objects
		rec.Benchmarks[0].Bytes += 16 * s.objects
	}
	return rec
}

// side makes a side of some runs.
func side(name string, runs ...*alloc.Record) Side {
	s := Side{Runs: runs}
	s.State = Describe(alloc.State{Name: name, Kind: "folder"}, runs[0])
	return s
}

// said puts the sites of a comparison into words.
func said(d alloc.SitesDiff) string {
	var words []string
	for _, part := range []struct {
		name string
		list []alloc.SiteDiff
	}{{"gone", d.Gone}, {"new", d.New}, {"changed", d.Changed}} {
		for _, s := range part.list {
			c := s.PerOp[0]
			fn := s.Func[strings.LastIndexByte(s.Func, '.')+1:]
			words = append(words, fmt.Sprintf("%s %s:%d %g→%g", part.name, fn, s.Line,
				c.Old.Objects, c.New.Objects))
		}
	}
	return strings.Join(words, ", ")
}

// TestSites shows when two places are the same.
func TestSites(t *testing.T) {
	join := spot{"Join", "out := make([]string, n)", "[]string", 10, 100, ""}
	with := func(change func(*spot)) spot {
		s := join
		change(&s)
		return s
	}
	for _, c := range []struct {
		name     string
		old, new []spot
		want     string
	}{
		{"the same", []spot{join}, []spot{join}, ""},
		{"moved to another line", []spot{join}, []spot{with(func(s *spot) { s.line = 99 })}, ""},
		{"formatted", []spot{join}, []spot{with(func(s *spot) {
			s.source = "\tout :=  " +
				"make([]string, n)"
		})}, ""},
		{"moved to another function", []spot{join},
			[]spot{with(func(s *spot) { s.fn = "helper"; s.line = 5 })}, ""},
		{"the line was edited", []spot{join},
			[]spot{with(func(s *spot) { s.source = "buf := make([]string, 2*n)" })}, ""},
		{"a closure before it", []spot{with(func(s *spot) { s.fn = "Join.func1" })},
			[]spot{with(func(s *spot) { s.fn = "Join.func2" })}, ""},
		{"gone", []spot{join}, nil, "gone Join:10 1→0"},
		{"new", nil, []spot{join}, "new Join:10 0→1"},
		{"more of it", []spot{join}, []spot{with(func(s *spot) { s.objects = 250 })},
			"changed Join:10 1→2.5"},
		{"a tenth more", []spot{join}, []spot{with(func(s *spot) { s.objects = 110 })},
			"changed Join:10 1→1.1"},
		{"another type", []spot{join}, []spot{with(func(s *spot) { s.typ = "[]byte" })},
			"gone Join:10 1→0, new Join:10 0→1"},
		{"another line in another function", []spot{join},
			[]spot{{"Split", "x := make([]string, 9)", "[]string", 50, 100, ""}},
			"gone Join:10 1→0, new Split:50 0→1"},
		{"too short a line to be known again elsewhere",
			[]spot{with(func(s *spot) { s.source = "return s" })},
			[]spot{with(func(s *spot) { s.source = "return s"; s.fn = "Other" })},
			"gone Join:10 1→0, new Other:10 0→1"},
		{"one of two equal lines is gone",
			[]spot{join, with(func(s *spot) { s.line = 20 })}, []spot{join}, "gone Join:20 1→0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, now := side("old", book("m", c.old...)), side("new", book("m", c.new...))
			if got := said(sites(old, now, map[string]bool{"m.BenchmarkX": true})); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestSitesOfAnotherModule proves that a module that was renamed is compared.
func TestSitesOfAnotherModule(t *testing.T) {
	s := spot{"Join", "out := make([]string, n)", "[]string", 10, 100, ""}
	old, now := side("old", book("example.com/m", s)), side("new", book("example.com/m/v2", s))
	d, err := Compare(old, now, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Benchmarks) != 1 || d.Worse() || said(d.Sites) != "" {
		t.Errorf("got %+v", d)
	}
}

// TestScatter proves that counts of several runs differ only when all of one
// side lie above all of the other, of sites as of benchmarks.
func TestScatter(t *testing.T) {
	runs := func(counts ...uint64) Side {
		var list []*alloc.Record
		for _, n := range counts {
			list = append(list, book("m", spot{"F", "sink = new(int) // x", "int", 3, n, ""}))
		}
		return side("s", list...)
	}
	for _, c := range []struct {
		old, new []uint64
		want     alloc.Judgement
		sites    string
	}{
		{[]uint64{100, 100}, []uint64{100, 100}, alloc.Same, ""},
		{[]uint64{100, 104}, []uint64{103, 107}, alloc.Same, ""},
		{[]uint64{100, 104}, []uint64{105, 107}, alloc.Worse, "changed F:3 1→1.05"},
		{[]uint64{105, 107}, []uint64{100, 104}, alloc.Better, "changed F:3 1.05→1"},
		{[]uint64{0, 1}, []uint64{0, 0}, alloc.Same, ""},
		{[]uint64{0, 0}, []uint64{1, 2}, alloc.Worse, "new F:3 0→0.01"},
	} {
		d, err := Compare(runs(c.old...), runs(c.new...), Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := d.Benchmarks[0].Metric("allocs/op")
		if m.Judgement != c.want || said(d.Sites) != c.sites {
			t.Errorf("%v → %v: got %s and %q, want %s and %q", c.old, c.new, m.Judgement,
				said(d.Sites), c.want, c.sites)
		}
	}
}

// TestDoubtful proves that a benchmark is run again when its sum is the same and
// its sites are not.
func TestDoubtful(t *testing.T) {
	a := spot{"F", "sink = new(int) // x", "int", 3, 100, ""}
	b := spot{"G", "sink = new(string) // y", "string", 9, 100, ""}
	list := []Bench{{"BenchmarkX", [2]string{"m", "m"}}}
	if got := Differing(side("a", book("m", a)), side("b", book("m", b)), list); len(got) != 1 {
		t.Errorf("other sites: %v", got)
	}
	if got := Differing(side("a", book("m", a)), side("b", book("m", a)), list); len(got) != 0 {
		t.Errorf("the same: %v", got)
	}
}
