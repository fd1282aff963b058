package pprofstacks_test

import (
	"bytes"
	"fmt"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/internal/pprofstacks"
)

// small is a profile with what can be different: inlined frames, a location
// without symbols, labels, short stacks that are not packed, and no stack at all.
func small() *profile.Profile {
	leaf := &profile.Function{ID: 1, Name: "main.leaf", Filename: "/m/leaf.go"}
	work := &profile.Function{ID: 900, Name: "main.work", Filename: "/m/main.go"}
	inlined := &profile.Location{ID: 1, Line: []profile.Line{{Function: leaf, Line: 3},
		{Function: work, Line: 7}}}
	far := &profile.Location{ID: 1 << 40, Line: []profile.Line{{Function: work, Line: 8}}}
	bare := &profile.Location{ID: 2, Address: 0x4711}
	stack := []*profile.Location{inlined, far, far, bare}
	label := map[string][]string{"route": {"GET /"}, "user": {"x"}}
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"},
			{Type: "cpu", Unit: "ns"}},
		DefaultSampleType: "cpu", Function: []*profile.Function{leaf, work},
		Location: []*profile.Location{inlined, far, bare},
		Sample: []*profile.Sample{
			{Location: stack, Value: []int64{1, -10}, Label: label},
			{Location: stack, Value: []int64{2, 20}},
			{Location: []*profile.Location{bare}, Value: []int64{3, 30}, Label: label,
				NumLabel: map[string][]int64{"bytes": {512}}},
			{Value: []int64{4, 1 << 60}}}}
}

func encoded(t testing.TB, p *profile.Profile) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// said writes what a profile says of its samples, one a line.
func said(p *pprofstacks.Profile) []string {
	var list []string
	for _, s := range p.Samples {
		var b strings.Builder
		for _, f := range p.Stacks[s.Stack] {
			fmt.Fprint(&b, p.Frames[f], " ")
		}
		labels := slices.Clone(p.Labels[s.Labels])
		slices.SortFunc(labels, func(a, b pprofstacks.Label) int {
			return strings.Compare(a.Key, b.Key)
		})
		list = append(list, fmt.Sprint(b.String(), s.Values, labels))
	}
	return list
}

// saidBy writes the same of a profile that package profile has read.
func saidBy(p *profile.Profile) []string {
	var list []string
	for _, s := range p.Sample {
		var b strings.Builder
		for _, loc := range s.Location {
			for _, line := range loc.Line {
				f := pprofstacks.Frame{Line: int(line.Line)}
				if line.Function != nil {
					f.Func, f.File = line.Function.Name, line.Function.Filename
				}
				fmt.Fprint(&b, f, " ")
			}
			if len(loc.Line) == 0 {
				fmt.Fprint(&b, pprofstacks.Frame{Func: fmt.Sprintf("0x%x", loc.Address)}, " ")
			}
		}
		labels := []pprofstacks.Label{}
		for key, values := range s.Label {
			for _, value := range values {
				labels = append(labels, pprofstacks.Label{Key: key, Value: value})
			}
		}
		slices.SortStableFunc(labels, func(a, b pprofstacks.Label) int {
			return strings.Compare(a.Key, b.Key)
		})
		list = append(list, fmt.Sprint(b.String(), s.Value, labels))
	}
	return list
}

// TestParse proves that a profile says the same as to package profile.
func TestParse(t *testing.T) {
	var heap bytes.Buffer
	if err := pprof.Lookup("allocs").WriteTo(&heap, 0); err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	if err := small().WriteUncompressed(&plain); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"small": encoded(t, small()),
		"not compressed": plain.Bytes(), "heap": heap.Bytes()} {
		got, err := pprofstacks.Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := profile.ParseData(data)
		if err != nil {
			t.Fatal(err)
		}
		if got.Default != want.DefaultSampleType || len(got.Types) != len(want.SampleType) {
			t.Errorf("%s: types %v, default %q", name, got.Types, got.Default)
		}
		if g, w := said(got), saidBy(want); !slices.Equal(g, w) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(g, "\n"), strings.Join(w, "\n"))
		}
	}
}

// TestDamaged proves that what is no profile is refused with a sentence.
func TestDamaged(t *testing.T) {
	whole := encoded(t, small())
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("hello, world\n"),
		"cut off": whole[:len(whole)/2], "zeros": make([]byte, 100)} {
		if p, err := pprofstacks.Parse(data); err == nil {
			t.Errorf("%s: read as %v", name, p)
		}
	}
}

// FuzzParse proves that no input ends in a panic, and that what package profile
// takes and writes again is read alike.
func FuzzParse(f *testing.F) {
	var plain bytes.Buffer
	if err := small().WriteUncompressed(&plain); err != nil {
		f.Fatal(err)
	}
	f.Add(plain.Bytes())
	f.Add(encoded(f, small()))
	f.Fuzz(func(t *testing.T, data []byte) {
		pprofstacks.Parse(data)
		p, err := profile.ParseUncompressed(data)
		if err != nil || p.CheckValid() != nil || len(p.SampleType) == 0 {
			return
		}
		got, err := pprofstacks.Parse(encoded(t, p))
		if err != nil {
			t.Fatalf("%v of\n%v", err, p)
		}
		if g, w := said(got), saidBy(p); !slices.Equal(g, w) {
			t.Errorf("%q, want %q", g, w)
		}
	})
}
