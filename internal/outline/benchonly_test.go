package outline

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestBenchOnly compares what is left of test files with what is wanted: for each FILE of a case
// want/FILE, or nothing where it is not changed.
func TestBenchOnly(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			want := map[string]string{}
			over := map[string][]byte{}
			for _, f := range archive.Files {
				kind, base, nested := strings.Cut(f.Name, "/")
				switch {
				case !nested:
					write(t, filepath.Join(dir, f.Name), f.Data)
				case kind == "over":
					over[filepath.Join(dir, base)] = f.Data
				case kind == "gone":
					over[filepath.Join(dir, base)] = nil
				default:
					want[base] = string(f.Data)
				}
			}
			got := map[string]string{}
			for name, text := range BenchOnly(dir, over) {
				got[filepath.Base(name)] = string(text)
			}
			for _, name := range slices.Sorted(maps.Keys(got)) {
				if got[name] != want[name] {
					t.Errorf("%s:\n%s\nwant:\n%s", name, got[name], want[name])
				}
			}
			for name := range want {
				if _, ok := got[name]; !ok {
					t.Errorf("%s is left as it was", name)
				}
			}
		})
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestBenchOnlyLines keeps each line where it was: books and timings name lines of test files, too.
func TestBenchOnlyLines(t *testing.T) {
	dir := t.TempDir()
	text := "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tt.Log(1)\n\n" +
		"\t/* a\n\tb */\n}\n\nfunc BenchmarkA(b *testing.B) {}\n"
	name := filepath.Join(dir, "a_test.go")
	write(t, name, []byte(text))
	got := string(BenchOnly(dir, nil)[name])
	if got == "" || strings.Count(got, "\n") != strings.Count(text, "\n") ||
		strings.Contains(got, "Log") {
		t.Errorf("%q of %q", got, text)
	}
}
