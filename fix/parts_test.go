package fix

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/trace"
)

// TestJoin adds packages of which the last one shares a benchmark with two that
// have nothing to do with each other.
func TestJoin(t *testing.T) {
	var parts []*part
	for _, p := range []*part{
		{packages: []string{"a"}, measured: []string{"a"}},
		{packages: []string{"b"}, measured: []string{"b", "app"}},
		{packages: []string{"c"}, measured: []string{"c"}},
		{packages: []string{"d"}, measured: []string{"c", "app"}},
	} {
		parts = join(parts, p)
	}
	if len(parts) != 2 || !slices.Equal(parts[0].packages, []string{"a"}) {
		t.Fatalf("%d parts, the first with %v", len(parts), parts[0].packages)
	}
	if got := parts[1].measured; !slices.Equal(got, []string{"app", "b", "c"}) {
		t.Errorf("measured by %v", got)
	}
	if got := parts[1].packages; !slices.Contains(got, "b") || len(got) != 3 {
		t.Errorf("packages %v", got)
	}
}

// TestWhole has two packages that are changed, each of which goes well alone,
// and a third one whose test wants one of them to stay.
func TestWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and tests a module")
	}
	dir := testenv.Module(t, map[string]string{
		"a/a.go": "package a\n\nvar V = 1\n", "b/b.go": "package b\n\nvar V = 1\n",
		"c/c.go": "package c\n\nimport (\n\t\"example.com/m/a\"\n\t\"example.com/m/b\"\n)\n\n" +
			"func Sum() int { return a.V + b.V }\n",
		"c/c_test.go": "package c\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n" +
			"\tif Sum() == 4 {\n\t\tt.Error(\"both\")\n\t}\n}\n",
	})
	for value, want := range map[string]bool{"2": false, "1 + 0": true, "none": false} {
		j := newJob(Options{Trace: trace.Config{Dir: dir},
			Record: &alloc.Record{Module: "example.com/m", ModuleDir: dir}}, "")
		var parts []*part
		for _, name := range []string{"a", "b"} {
			p := &part{end: j.begin(nil)}
			p.end.code.files[filepath.Join(dir, name, name+".go")] =
				[]byte("package " + name + "\n\nvar V = " + value + "\n")
			c := alloc.Candidate{Package: "example.com/m/" + name}
			p.end.accepted = []alloc.Trial{{Candidate: c}}
			parts = append(parts, p)
		}
		if got, err := j.allStand(t.Context(), parts); err != nil || got != want {
			t.Errorf("with %s: got %t, %v, want %t", value, got, err, want)
		}
	}
}
