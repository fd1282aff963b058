package trace

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
)

// program books testdata/labels, told apart by keys.
func program(t *testing.T, toolchain string, keys []string, args ...string) *alloc.Record {
	t.Helper()
	cfg := programConfig(t, toolchain)
	cfg.Args, cfg.FromStart, cfg.Labels = args, true, keys
	rec, exit, err := Program(t.Context(), cfg)
	if err != nil || exit.Code != 0 {
		t.Fatalf("%+v, %v", exit, err)
	}
	return rec
}

// programConfig is that of testdata/labels.
func programConfig(t *testing.T, toolchain string) ProgramConfig {
	t.Helper()
	dir, err := filepath.Abs("testdata/labels")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOTOOLCHAIN=" + toolchain, "GOWORK=off", "GOFLAGS="}
	tools, err := gocmd.Env(t.Context(), dir, env)
	if err != nil {
		t.Fatal(err)
	}
	cache := cacheDir(t)
	tc, err := Prepare(tools, cache)
	if err != nil {
		t.Fatal(err)
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir, Patterns: []string{"."}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	return ProgramConfig{Config: Config{Dir: dir, Env: env, CacheDir: cache, Toolchain: tc},
		Main: listing.Packages[0], Stdout: io.Discard, Stderr: io.Discard}
}

// byLabels counts objects by type and labels, as "main.own route=/posts".
func byLabels(rec *alloc.Record) map[string]uint64 {
	counts := map[string]uint64{}
	for _, s := range rec.Samples {
		counts[strings.TrimSpace(s.Type+" "+setText(rec.LabelSets[s.Labels]))] += s.Objects
	}
	return counts
}

func setText(set alloc.LabelSet) string {
	var words []string
	for _, l := range set.Labels {
		words = append(words, l.Key+"="+l.Value)
	}
	if set.Other {
		words = append(words, "(other)")
	}
	return strings.Join(words, " ")
}

// TestLabels proves that objects are booked with the labels that their goroutine
// had, that goroutines inherit them, and that the books balance.
func TestLabels(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			rec := program(t, toolchain, []string{"route", "user"})
			want := map[string]uint64{
				"main.own route=GET /posts/{id}":        1001,
				"main.child route=GET /posts/{id}":      500,
				"main.grandchild route=GET /posts/{id}": 250,
				"main.pulled route=GET /posts/{id}":     100,
				"main.after":                            111,
				"main.elsewhere":                        20,
				"main.empty route=":                     5,
				"main.nested route=/inner":              7,
				"main.own route=/outer":                 3,
				"main.both route=/outer user=u":         9,
			}
			for i := range 50 {
				want[fmt.Sprint("main.again route=/again/", i)] = 8 * 200 / 50 * 10
			}
			got := byLabels(rec)
			for key, n := range want {
				if got[key] != n {
					t.Errorf("%d objects of %s, want %d", got[key], key, n)
				}
			}
			for key, n := range got {
				if strings.HasPrefix(key, "main.") && want[key] == 0 {
					t.Errorf("%d objects of %s, want none", n, key)
				}
			}
			checkLabelled(t, rec, 57)
			if len(rec.Warnings) != 0 {
				t.Errorf("warnings %v", rec.Warnings)
			}
		})
	}
}

// checkLabelled proves that the books balance, and how many sets of labels there
// are.
func checkLabelled(t *testing.T, rec *alloc.Record, sets int) {
	t.Helper()
	if err := rec.Check(); err != nil {
		t.Error(err)
	}
	b := rec.Benchmarks[0]
	if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
		t.Errorf("%d objects and %d bytes unaccounted for", b.UnaccountedObjects,
			b.UnaccountedBytes)
	}
	var objects, bytes uint64
	for _, s := range rec.Samples {
		objects += s.Objects
		bytes += s.Bytes()
	}
	if objects != b.RuntimeObjects || bytes != b.RuntimeBytes {
		t.Errorf("all sets together have %d objects with %d bytes; the runtime counted %d with %d",
			objects, bytes, b.RuntimeObjects, b.RuntimeBytes)
	}
	if len(rec.LabelSets) != sets {
		t.Errorf("%d sets of labels, want %d", len(rec.LabelSets), sets)
	}
}

// TestManyLabels proves that what there is no room for is booked to one set, with
// a warning.
func TestManyLabels(t *testing.T) {
	rec := program(t, toolchains(t)[0], []string{"route"}, "many")
	got := byLabels(rec)
	if n := got["main.again (other)"]; n != 6000-maxLabelSets {
		t.Errorf("%d objects found no room, want %d", n, 6000-maxLabelSets)
	}
	if n := got["main.own (other)"]; n != 1 {
		t.Errorf("%d objects with a value that is too long, want 1", n)
	}
	if n := got["main.again route=/many/7"]; n != 1 {
		t.Errorf("%d objects with one of the first values, want 1", n)
	}
	checkLabelled(t, rec, maxLabelSets+2)
	if len(rec.Warnings) != 1 || rec.Warnings[0].Code != alloc.WarnManyLabels ||
		!strings.Contains(rec.Warnings[0].Text, "4096 sets") {
		t.Errorf("warnings %v", rec.Warnings)
	}
}

// TestNoLabel proves that a key which no goroutine has gives a warning, and that
// without keys all objects are booked as before.
func TestNoLabel(t *testing.T) {
	rec := program(t, toolchains(t)[0], []string{"tenant", "route"})
	if len(rec.Warnings) != 1 || rec.Warnings[0].Code != alloc.WarnNoLabel ||
		!strings.Contains(rec.Warnings[0].Text, "had the label tenant:") {
		t.Errorf("warnings %v", rec.Warnings)
	}
	rec = program(t, toolchains(t)[0], nil)
	if len(rec.LabelSets)+len(rec.LabelKeys)+len(rec.Warnings) != 0 {
		t.Errorf("not asked for: keys %q, %d sets, %v", rec.LabelKeys, len(rec.LabelSets),
			rec.Warnings)
	}
}
