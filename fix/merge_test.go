package fix

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// shardReport is the report of a shard that rewrites one file, and makes the
// benchmark that both run lighter.
func shardReport(shard, pkg string, after uint64) alloc.FixReport {
	bench := func(objects uint64) []alloc.Benchmark {
		return []alloc.Benchmark{{Package: "m/c", Name: "BenchmarkX", N: 10, Objects: objects}}
	}
	site := func(of string, objects uint64) alloc.Finding {
		return alloc.Finding{Site: alloc.Site{Package: of, File: of + ".go", Line: 3},
			Count: alloc.Count{Objects: objects}}
	}
	sites, left := []alloc.Finding{site("m/a", 40), site("m/b", 60)}, []alloc.Finding{}
	for _, s := range sites {
		if s.Package != pkg {
			left = append(left, s)
		}
	}
	return alloc.FixReport{Report: alloc.Report{Verb: "fix", Module: "m", Go: "go1.26",
		Benchmarks: bench(100), Sites: sites}, After: bench(after), AfterSites: left, Shard: shard,
		Trials: []alloc.Trial{{Candidate: alloc.Candidate{Package: pkg}, Accepted: true}},
		Patch:  "--- a/" + pkg + ".go\n+++ b/" + pkg + ".go\n@@ -1 +1 @@\n-x\n+y\n",
		Files:  []string{pkg + ".go"}, Seconds: 2}
}

// TestMerge adds up what the shards make lighter, whatever their order.
func TestMerge(t *testing.T) {
	m, err := Merge([]alloc.FixReport{shardReport("2/2", "m/b", 40), shardReport("1/2", "m/a", 60)})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.After) != 1 || m.After[0].Objects != 0 || len(m.AfterSites) != 0 ||
		len(m.Sites) != 2 || m.Sites[0].Package != "m/b" {
		t.Errorf("after %+v, sites %+v, before %+v", m.After, m.AfterSites, m.Sites)
	}
	if len(m.Trials) != 2 || m.Seconds != 4 || strings.Join(m.Files, " ") != "m/a.go m/b.go" ||
		!strings.HasPrefix(m.Patch, "--- a/m/a.go\n") ||
		strings.Count(m.Patch, "--- a/") != 2 {
		t.Errorf("%d trials, %v s, files %v, patch\n%s", len(m.Trials), m.Seconds, m.Files, m.Patch)
	}
}

// TestMergeRefuses wants each shard once, and one state of the code.
func TestMergeRefuses(t *testing.T) {
	a, b := shardReport("1/2", "m/a", 60), shardReport("2/2", "m/b", 40)
	other := b
	other.Go = "go1.27"
	same := b
	same.Files, same.Patch = a.Files, a.Patch
	none := b
	none.Shard = ""
	for _, c := range []struct {
		list []alloc.FixReport
		want string
	}{
		{nil, "no report"},
		{[]alloc.FixReport{a}, "1 reports were given, and shard 1/2"},
		{[]alloc.FixReport{a, a}, "the report of each shard once"},
		{[]alloc.FixReport{a, other}, "under go1.27"},
		{[]alloc.FixReport{a, same}, "another one rewrite m/a.go"},
		{[]alloc.FixReport{a, none}, "of no shard"},
	} {
		if _, err := Merge(c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"": {}, "1/1": {1, 1}, "3/4": {3, 4}} {
		if got, err := ParseShard(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/2", "3/2", "x", "1/", "/1", "-1/2", "1/2/3"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
