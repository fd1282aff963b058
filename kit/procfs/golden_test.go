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

// TestKernels reads whole files and compares what was understood of them. Each
// folder is a release of the kernel: 6.18 as it wrote them, 2.6.32 put together
// in the form that its documentation shows.
func TestKernels(t *testing.T) {
	paths, err := filepath.Glob("testdata/linux-*/*")
	if err != nil || len(paths) < 12 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		if filepath.Ext(path) == ".want" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		value := map[string]interface{ Parse([]byte) error }{
			"loadavg": new(Loadavg), "meminfo": new(Meminfo), "stat": new(Stat),
			"status": new(Status), "netdev": new(NetDev), "diskstats": new(Diskstats),
		}[filepath.Base(path)]
		if err := value.Parse(text); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		compare(t, path+".want", listing(value))
		everyNumber(t, path, string(text), value)
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

// everyNumber checks the golden text's back: each line of the file with a name
// and one decimal number that is not 0 must be found among the values, in bytes
// where the kernel says kB.
func everyNumber(t *testing.T, path, text string, value any) {
	t.Helper()
	base := filepath.Base(path)
	if base != "meminfo" && base != "status" {
		return
	}
	shown := strings.Fields(strings.NewReplacer("{", " ", "}", " ", "[", " ", "]", " ").
		Replace(listing(value)))
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		var n uint64
		if len(fields) < 2 || len(fields) > 3 {
			continue
		}
		if _, err := fmt.Sscan(fields[1], &n); err != nil || n == 0 {
			continue
		}
		if fmt.Sprint(n) != fields[1] {
			continue // leading zeros: a mask, or octal
		}
		if len(fields) == 3 && fields[2] == "kB" {
			n *= 1024
		}
		if !contains(shown, fmt.Sprint(n)) {
			t.Errorf("%s: %q is lost", path, strings.TrimSpace(line))
		}
	}
}

func contains(list []string, want string) bool {
	for _, s := range list {
		if strings.HasSuffix(s, want) {
			return true
		}
	}
	return false
}
