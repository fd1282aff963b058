package states

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/observe/load"
)

// TestReorder: a benchmark that is timed again has one time for each order, another one keeps its
// own, and with flags for the linker that are the user's own both do.
func TestReorder(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two binaries for each order")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n",
		"m_test.go": "package m\n\nimport \"testing\"\n\nvar kept int\n\n" +
			"func BenchmarkX(b *testing.B) {\n\tfor i := range b.N {\n\t\tkept += i\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const path = "example.com/m"
	again := []compare.Bench{{Name: "BenchmarkX", Packages: [2]string{path, path}}}
	opt := timing{Time: time.Millisecond, Timeout: time.Minute, Progress: func(_, _ string) {}}
	for flags, want := range map[string]int{"GOFLAGS=": clock.OtherOrders,
		"GOFLAGS=-ldflags=-X=a.b=c": 1} {
		side := tree{Dir: dir, Env: []string{flags, "GOWORK=off"},
			Packages: []load.Package{{Package: alloc.Package{Path: path, Dir: dir}}}}
		var p [2]*state
		for i := range p {
			p[i] = &state{side: compare.Side{Times: map[string][]float64{
				path + ".BenchmarkX": {7}, path + ".BenchmarkY": {7}}}}
		}
		warnings, err := reorder(t.Context(), p, [2]tree{side, side}, again, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p {
			times := p[i].side.Times
			if len(times[path+".BenchmarkX"]) != want || len(times[path+".BenchmarkY"]) != 1 {
				t.Errorf("with %s, side %d: %v, want %d times", flags, i, times, want)
			}
		}
		if (len(warnings) > 0) != (want > 1) {
			t.Errorf("with %s: %v", flags, warnings)
		}
	}
}

// TestAddMedians: each order counts as one time, whatever its runs scatter.
func TestAddMedians(t *testing.T) {
	all := sideTimes{{}, {}}
	all.addMedians(sideTimes{{"a": {9, 1, 2}, "b": nil}, {"a": {4, 2, 1, 9}}})
	if got := all[0]["a"]; len(got) != 1 || got[0] != 2 {
		t.Errorf("got %v", got)
	}
	if got := all[1]["a"]; len(got) != 1 || got[0] != 3 {
		t.Errorf("got %v", got)
	}
	if len(all[0]["b"]) != 0 {
		t.Errorf("got %v of no runs", all[0]["b"])
	}
}
