package guard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

func entry(objects, spread, bytes Rate) Entry {
	return Entry{Package: "m", Name: "BenchmarkX", N: 20, Line: 9,
		Objects: Figure{objects, spread}, Bytes: Figure{Most: bytes}}
}

func measuredX(objects, bytes Rate) Measured {
	return Measured{Package: "m", Name: "BenchmarkX", N: 20, Objects: objects, Bytes: bytes}
}

func TestCheck(t *testing.T) {
	const tenth = One / 10
	for _, c := range []struct {
		name string
		e    Entry
		m    Measured
		want string // the rule and the unit; "" for nothing to say
	}{
		{"the same", entry(3*One, 0, 48*One), measuredX(3*One, 48*One), ""},
		{"0.9 is not 0", entry(0, 0, 0), measuredX(9*tenth, 7*One), "over-budget allocs/op"},
		{"0.9 is not 1", entry(9*tenth, 0, 7*One), measuredX(One, 7*One), "over-budget allocs/op"},
		{"1 may become 0.9", entry(One, 0, 7*One), measuredX(9*tenth, 7*One),
			"too-generous allocs/op"},
		{"one object in twenty operations", entry(0, 0, 0), measuredX(One/20, 0),
			"over-budget allocs/op"},
		{"larger objects", entry(One, 0, 8*One), measuredX(One, 16*One), "over-budget B/op"},
		{"smaller objects", entry(One, 0, 16*One), measuredX(One, 8*One), "too-generous B/op"},
		{"the block of tiny objects", entry(One, 0, 8*One), measuredX(One, 8*One+8*tenth), ""},
		{"a byte more than that", entry(One, 0, 8*One), measuredX(One, 8*One+85*One/100),
			"over-budget B/op"},
		{"within the spread", entry(3*One, tenth, 0), measuredX(3*One+tenth, 0), ""},
		{"beyond the spread", entry(3*One, tenth, 0), measuredX(3*One+tenth+1, 0),
			"over-budget allocs/op"},
		{"at the floor", entry(3*One, tenth, 0), measuredX(3*One-2*tenth, 0), ""},
		{"below the floor", entry(3*One, tenth, 0), measuredX(3*One-2*tenth-1, 0),
			"too-generous allocs/op"},
	} {
		got := ""
		for _, p := range c.e.Check(c.m) {
			got = strings.TrimSpace(got + " " + p.Rule + " " + p.Unit)
			if p.Fails != (p.Rule == OverBudget) {
				t.Errorf("%s: %s fails: %v", c.name, p.Rule, p.Fails)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A site is identified by function, type and leaf, so a line that moves is not new.
func TestCheckNamesSites(t *testing.T) {
	site := func(objects Rate, fn string, line int) MeasuredSite {
		return MeasuredSite{Site: Site{Objects: objects, Func: fn, Type: "string"},
			Finding: alloc.Finding{Site: alloc.Site{Func: fn, Line: line}}}
	}
	e := entry(3*One, 0, 0)
	e.Sites = []Site{{Objects: 2 * One, Func: "m.Old", Type: "string"},
		{Objects: One, Func: "m.Same", Type: "string"}}
	m := measuredX(6*One, 0)
	m.Sites = []MeasuredSite{site(3*One, "m.Old", 70), site(2*One, "m.New", 8),
		site(One, "m.Same", 90)}
	var got []string
	for _, s := range e.Check(m)[0].Sites {
		got = append(got, fmt.Sprintf("%s %s %s→%s", s.Change, s.Func, s.Was, s.Now))
	}
	if want := "grown m.Old 2→3, new m.New →2"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	e.Sites = nil // an entry written by hand
	if sites := e.Check(m)[0].Sites; len(sites) != 3 || sites[0].Change != "" {
		t.Errorf("without sites of its own it names %+v", sites)
	}
}

func TestCompare(t *testing.T) {
	s := &Section{Entries: []Entry{entry(One, 0, 0), {Package: "other", Name: "BenchmarkY", N: 20}}}
	measured := []Measured{{Package: "m", Name: "BenchmarkNew", N: 20}}
	asked := func(pkg string) bool { return pkg == "m" }
	var got []string
	for _, p := range Compare(s, measured, asked) {
		got = append(got, fmt.Sprint(p.Rule, " ", p.Benchmark, " ", p.Fails))
	}
	want := "no-budget m.BenchmarkNew true, missing-benchmark m.BenchmarkX true"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %v\nwant %s", got, want)
	}
}

// The runs of a benchmark that varies become one entry that holds them all.
func TestLearn(t *testing.T) {
	runs := [][]Measured{{measuredX(3*One, 48*One)}, {measuredX(3*One+One/20, 48*One+One/2)},
		{measuredX(3*One, 48*One)}}
	entries, err := Learn(runs)
	if err != nil {
		t.Fatal(err)
	}
	e := entries[0]
	if e.Objects != (Figure{3*One + One/20, One / 20}) ||
		e.Bytes != (Figure{Most: 48*One + One/2}) {
		t.Errorf("got %v", e.figures())
	}
	for _, run := range runs {
		if problems := e.Check(run[0]); len(problems) > 0 {
			t.Errorf("its own run does not keep it: %v", problems[0].Text)
		}
	}
	runs[1] = []Measured{{Package: "m", Name: "BenchmarkOther", N: 20}}
	if _, err := Learn(runs); err == nil {
		t.Error("other names in the second run are no error")
	}
}

func TestUpdate(t *testing.T) {
	key := Key{Go: "go1.26", GOOS: "linux", GOARCH: "amd64"}
	kept := Entry{Package: "kept", Name: "BenchmarkK", N: 20}
	varying := Entry{Package: "m", Name: "BenchmarkV", N: 20, Objects: Figure{3 * One, One}}
	gone := Entry{Package: "m", Name: "BenchmarkGone", N: 20}
	b := &Budget{Sections: []*Section{{Key: key, Entries: []Entry{kept, gone, entry(One, 0, 0),
		varying}}}}
	within := Entry{Package: "m", Name: "BenchmarkV", N: 20, Objects: Figure{Most: 2 * One}}
	added := Entry{Package: "m", Name: "BenchmarkAdded", N: 20}
	changes := Update(b, key, "go1.26.8", []Entry{added, within, entry(2*One, 0, 0)},
		func(pkg string) bool { return pkg == "m" })
	want := "- m.BenchmarkGone: 0 allocs/op, 0 B/op\n+ m.BenchmarkAdded: 0 allocs/op, 0 B/op\n" +
		"~ m.BenchmarkX: 1 allocs/op, 0 B/op → 2 allocs/op, 0 B/op"
	if got := strings.Join(changes, "\n"); got != want {
		t.Errorf("changes\n%s\nwant\n%s", got, want)
	}
	var names []string
	for _, e := range b.Sections[0].Entries {
		names = append(names, e.FullName()+" "+e.Objects.Most.String())
	}
	if got := strings.Join(names, ", "); got !=
		"kept.BenchmarkK 0, m.BenchmarkAdded 0, m.BenchmarkV 3, m.BenchmarkX 2" {
		t.Errorf("the section holds %s", got)
	}
	other := KeyOf(Key{Go: "go1.27.4", GOOS: "linux", GOARCH: "arm64", Tags: "b,a b"})
	all := func(string) bool { return true }
	changes = Update(b, other, "go1.27.4", []Entry{added}, all)
	if len(changes) != 2 || changes[0] != "new section for go1.27 linux/arm64 with -tags=a,b" {
		t.Errorf("a new section is reported as %q", changes)
	}
}
