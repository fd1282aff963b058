package procfs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the .want files in testdata")

// sample is a file as some kernel wrote it.
type sample struct{ path, text string }

// samples returns what the kernels in testdata wrote to a file of /proc. Each
// folder is a release of the kernel on some machine; its README says which are
// recorded and which are put together.
func samples(t testing.TB, file string) (all []sample) {
	t.Helper()
	name := map[string]string{"self/status": "status", "net/dev": "netdev"}[file]
	if name == "" {
		name = file
	}
	paths, err := filepath.Glob("testdata/linux-*/" + name)
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d files of %s, %v", len(paths), file, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sample{path, string(text)})
	}
	return all
}

// TestKernels reads whole files and compares what was understood of them with
// golden text, for people to look at, and with the reference.
func TestKernels(t *testing.T) {
	for _, p := range parsers {
		for _, s := range samples(t, p.name) {
			value, err := p.parse(s.text)
			if err != nil {
				t.Errorf("%s: %v", s.path, err)
				continue
			}
			compare(t, s.path+".want", listing(value))
			if wrong := agree(p.name, s.text); wrong != "" {
				t.Error(wrong)
			}
		}
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (go test -update rewrites it)\n got\n%s\nwant\n%s", path, got, want)
	}
}

// listing returns the fields of a value that are not zero, one to a line.
func listing(value any) string {
	var b strings.Builder
	v := reflect.ValueOf(value).Elem()
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case f.IsZero():
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct:
			for j := range f.Len() {
				fmt.Fprintf(&b, "%s[%d] %+v\n", name, j, f.Index(j))
			}
		default:
			fmt.Fprintf(&b, "%s %+v\n", name, f)
		}
	}
	return b.String()
}

// TestDamage cuts each file behind some of its bytes, and puts these bytes
// wrong: whatever the text becomes, the package and the reference understand the
// same, or both do not.
func TestDamage(t *testing.T) {
	stride := 11
	if testing.Short() {
		stride = 61
	}
	for _, p := range parsers {
		for _, s := range samples(t, p.name) {
			for i := 0; i < len(s.text); i += stride {
				texts := []string{s.text[:i]}
				for _, wrong := range []string{"", " ", "\n", "\r", ":", "x", "9", "\x00"} {
					texts = append(texts, s.text[:i]+wrong+s.text[i+1:])
				}
				for _, text := range texts {
					if wrong := agree(p.name, text); wrong != "" {
						t.Fatalf("%s, byte %d: %s", s.path, i, wrong)
					}
				}
			}
		}
	}
}
