package guard

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func sample() *Budget {
	return &Budget{Sections: []*Section{
		{Key: Key{"go1.27", "linux", "amd64", "purego", "arenas"}, Toolchain: "go1.27.4",
			Entries: []Entry{{Package: "example.com/m", Name: "BenchmarkJoin", N: 20}}},
		{Key: Key{"go1.26", "linux", "amd64", "", ""}, Toolchain: "go1.26.8", Entries: []Entry{
			{Package: "example.com/m", Name: "BenchmarkJoin/small", N: 20,
				Objects: Figure{Most: 3 * One}, Bytes: Figure{Most: 48*One + 800000},
				Sites: []Site{
					{Objects: 2 * One, Bytes: 32 * One, Func: "m.Join", Type: "struct { a int }"},
					{Objects: One, Bytes: 16 * One, Func: "m.(*T[...]).F.func1", Type: "?",
						Leaf: "strings.(*Builder).grow"}}},
			{Package: "example.com/m/p", Name: "BenchmarkPool", N: 7,
				Objects: Figure{Most: 900000, Spread: 100000}, Bytes: Figure{1, 1}},
		}},
	}}
}

// Sections are ordered by release, whatever the order in memory.
func TestFormatRoundTrip(t *testing.T) {
	text := Format(sample())
	got, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := sample()
	want.Sections[0], want.Sections[1] = want.Sections[1], want.Sections[0]
	for _, s := range got.Sections {
		s.Line = 0
		for i := range s.Entries {
			s.Entries[i].Line = 0
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v\nfrom\n%s", got, text)
	}
	if again := Format(got); !bytes.Equal(again, text) {
		t.Errorf("the second time it is\n%s\nand was\n%s", again, text)
	}
}

// A build finds the section of its own experiments and of no others.
func TestSectionOfExperiments(t *testing.T) {
	build := KeyOf(Key{Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64"})
	with := build
	with.Experiment = "noregabi,arenas,noregabi"
	with = KeyOf(with)
	if want := "go1.26 linux/amd64 with GOEXPERIMENT=arenas,noregabi"; with.String() != want {
		t.Errorf("the build is called %s, want %s", with, want)
	}
	e := Entry{Package: "m", Name: "BenchmarkX", N: 20}
	b := &Budget{Sections: []*Section{{Key: build, Toolchain: "go1.26.8", Entries: []Entry{e}}}}
	plain := string(Format(b))
	if strings.Contains(plain, "goexperiment") || b.Section(with) != nil {
		t.Errorf("a build with experiments finds the section of one without:\n%s", plain)
	}
	Update(b, with, "go1.26.8", []Entry{e}, func(string) bool { return true })
	both, err := Parse(Format(b))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []Key{build, with} {
		if s := both.Section(key); s == nil || len(both.Sections) != 2 {
			t.Errorf("no section for %s in\n%s", key, Format(b))
		}
	}
}

// benchstat's own reader sees the same benchmarks, values and keys, and every
// unit as exact.
func TestBenchfmtReadsTheSame(t *testing.T) { sameInBenchfmt(t, Format(sample())) }

func sameInBenchfmt(t *testing.T, text []byte) {
	t.Helper()
	b, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][4]float64{}
	for _, s := range b.Sections {
		for _, e := range s.Entries {
			name := strings.Join([]string{s.Go, s.GOOS, s.GOARCH, s.Tags, s.Experiment, e.Package,
				e.Name}, " ")
			want[name] = [4]float64{float(e.Objects.Most), float(e.Bytes.Most),
				float(e.Objects.Spread), float(e.Bytes.Spread)}
		}
	}
	r := benchfmt.NewReader(bytes.NewReader(text), FileName)
	got := map[string][4]float64{}
	for r.Scan() {
		switch res := r.Result().(type) {
		case *benchfmt.Result:
			name := strings.Join([]string{res.GetConfig("go"), res.GetConfig("goos"),
				res.GetConfig("goarch"), res.GetConfig("tags"), res.GetConfig("goexperiment"),
				res.GetConfig("pkg"),
				"Benchmark" + string(res.Name)}, " ")
			var values [4]float64
			for i, unit := range allUnits() {
				values[i], _ = res.Value(unit)
				if m := r.Units().Get(unit, "assume"); values[i] != 0 && m.Value != "exact" {
					t.Errorf("%s is %q", unit, m.Value)
				}
			}
			got[name] = values
		case *benchfmt.SyntaxError:
			t.Errorf("%v", res)
		}
	}
	if err := r.Err(); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("benchfmt reads %v\nwant %v", got, want)
	}
}

func float(r Rate) float64 { return float64(r) / float64(One) }

// Each case is a right file with one thing wrong.
func TestParseRefuses(t *testing.T) {
	right := string(Format(sample()))
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing in it", right, "", "holds no budget at all"},
		{"comments only", right, "# x\n", "holds no budget at all"},
		{"cut", right, right[:len(right)-1], "cut short"},
		{"unknown key", "toolchain:", "compiler:", `unknown key "compiler"`},
		{"no value", "goos: linux", "goos:", "the key goos has no value"},
		{"a key twice", "goos: linux", "goos: linux\ngoos: linux", "goos is there twice"},
		{"a patch release", "go: go1.26", "go: go1.26.8", "a release such as go1.26"},
		{"a key too early", "go: go1.26\n", "", "before the first section"},
		{"a word", "go: go1.26\n", "benchmark\n", "neither a key, nor a unit, nor a benchmark"},
		{"other unit", "Unit B/op", "Unit ns/op", `unknown unit "ns/op"`},
		{"inexact unit", "B/op assume=exact", "B/op", "must be assume=exact"},
		{"unit twice", "Unit B/op assume=exact\n",
			"Unit B/op assume=exact\nUnit B/op assume=exact\n", "declared twice"},
		{"undeclared unit", "Unit B/op assume=exact\n", "", `"Unit B/op assume=exact" is missing`},
		{"unknown unit in a line", "48.8 B/op", "48.8 bytes/op", `unknown unit "bytes/op"`},
		{"unit twice in a line", "48.8 B/op", "48.8 B/op 1 B/op", "B/op is given twice"},
		{"a unit is missing", " 48.8 B/op", "", "allocs/op and B/op are wanted"},
		{"half a pair", "48.8 B/op", "48.8", "pairs of value and unit"},
		{"no iterations", "small 20", "small 0", `"0" is no number of iterations`},
		{"a negative amount", "48.8 B/op", "-48.8 B/op", `"-48.8" is no amount`},
		{"an exponent", "48.8 B/op", "1e3 B/op", `"1e3" is no amount`},
		{"too many decimals", "48.8 B/op", "0.0000001 B/op", "more than six decimals"},
		{"an amount beyond all", "48.8 B/op", "99999999999999999 B/op", "than any machine has"},
		{"an entry twice", "\npkg: example.com/m/p",
			"BenchmarkJoin/small 20 1 allocs/op 1 B/op\n\npkg: example.com/m/p",
			"is there already"},
		{"a section twice", "\ngo: go1.27", right[strings.Index(right, "\ngo: "):] + "\ngo: go1.27",
			"a section for go1.26 linux/amd64 is there already"},
		{"an empty section", "BenchmarkJoin 20 0 allocs/op 0 B/op\n", "", "is empty"},
		{"a site of nothing", "\ngo: go1.26", "#   1 1 f: t\n\ngo: go1.26",
			"belongs to no benchmark"},
		{"a site that is none", "#   2 32 m.Join: ", "#   2 32 m.Join ", "no site"},
		{"a site of no amount", "#   2 32", "#   two 32", `"two" is no amount`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(right, c.old) {
				t.Fatalf("nothing to replace in\n%s", right)
			}
			_, err := Parse([]byte(strings.Replace(right, c.old, c.new, 1)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant it to say %q", err, c.want)
			}
		})
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		amount, n uint64
		want      string
	}{
		{0, 20, "0"}, {60, 20, "3"}, {18, 20, "0.9"}, {1, 20, "0.05"}, {1, 3, "0.333334"},
		{2, 3, "0.666667"}, {1, 1 << 60, "0.000001"}, {math.MaxUint64, 1, "18446744073709.551615"},
	} {
		if got := RateOf(c.amount, c.n).String(); got != c.want {
			t.Errorf("%d / %d is %s, want %s", c.amount, c.n, got, c.want)
		}
	}
	if got := Rate(math.MaxUint64).plus(One); got != math.MaxUint64 {
		t.Errorf("a sum overflows to %v", got)
	}
	if got := Rate(1).minus(One); got != 0 {
		t.Errorf("a difference underflows to %v", got)
	}
}

// Whatever is read can be written, is read again as the same, and is the same
// to benchstat.
func FuzzParse(f *testing.F) {
	f.Add(Format(sample()))
	f.Add([]byte("Unit allocs/op assume=exact\nUnit B/op assume=exact\ngo: go1.26\ngoos: a\n" +
		"goarch: b\ntoolchain: c\npkg: p\nBenchmarkX 1 0.5 allocs/op 00.50 B/op\n" +
		"#   1 1 a: b via c\n"))
	f.Add([]byte("# only\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data)
		if err != nil {
			return
		}
		text := Format(b)
		again, err := Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got := Format(again); !bytes.Equal(got, text) {
			t.Errorf("written as\n%s\nthen as\n%s", text, got)
		}
	})
}
