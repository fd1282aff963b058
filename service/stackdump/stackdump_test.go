package stackdump

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recorded returns the dumps that testdata/forms printed under each toolchain.
func recorded(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/dumps/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no recorded dumps", err)
	}
	dumps := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dumps[filepath.Base(name)] = data
	}
	return dumps
}

func read(t testing.TB, data []byte) ([]*Goroutine, Summary) {
	t.Helper()
	var list []*Goroutine
	sum, err := Read(bytes.NewReader(data), func(g *Goroutine) { list = append(list, g) })
	if err != nil {
		t.Fatal(err)
	}
	return list, sum
}

var (
	headerLine = regexp.MustCompile(`(?m)^goroutine \d+ .*\[.*\].*:$|^\d+ @( 0x[0-9a-f]+)+$`)
	callLine   = regexp.MustCompile(`(?m)^[^\s].*\)$|^#\t0x`)
	placeLine  = regexp.MustCompile(`(?m)^\t.*:\d+( \+0x[0-9a-f]+.*)?$|^#\t0x`)
)

// TestRecorded compares the dumps of real programs with what regular expressions
// count in them: no header, call or place may be missing.
func TestRecorded(t *testing.T) {
	for name, data := range recorded(t) {
		list, sum := read(t, data)
		calls, places := 0, 0
		for _, g := range list {
			for _, f := range append(g.Frames, g.Created) {
				if f.File != "" {
					places++
				}
			}
			calls += len(g.Frames)
			if g.Damaged {
				t.Errorf("%s: goroutine %d is called damaged", name, g.ID)
			}
		}
		for _, c := range []struct {
			what      string
			got, want int
		}{
			{"headers", sum.Headers, len(headerLine.FindAll(data, -1))},
			{"goroutines", sum.Goroutines, sum.Headers},
			{"calls", calls, len(callLine.FindAll(data, -1))},
			{"places", places, len(placeLine.FindAll(data, -1))},
			{"problems", sum.Problems, 0},
			{"dumps", sum.Dumps, 1},
		} {
			if c.got != c.want {
				t.Errorf("%s: %d %s, want %d %v", name, c.got, c.what, c.want, sum.First)
			}
		}
	}
}

// TestForms reads one goroutine in each form that matters.
func TestForms(t *testing.T) {
	data, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(data), "== ")[1:]
	if len(cases) < 20 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		title, rest, _ := strings.Cut(c, "\n")
		in, want, ok := strings.Cut(rest, "-- want\n")
		if !ok {
			t.Fatalf("%s: no want", title)
		}
		list, sum := read(t, []byte(in))
		var got strings.Builder
		for _, g := range list {
			describe(&got, g)
		}
		for _, p := range sum.First {
			fmt.Fprintf(&got, "problem %s at %d\n", p.Kind, p.Line)
		}
		if strings.TrimSpace(got.String()) != strings.TrimSpace(want) {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", title, got.String(), want)
		}
	}
}

// describe writes what is not empty in g.
func describe(b *strings.Builder, g *Goroutine) {
	fmt.Fprintf(b, "%d [%s]", g.ID, g.State)
	for _, flag := range []struct {
		on   bool
		text string
	}{
		{g.Count != 1, fmt.Sprint(" count ", g.Count)},
		{g.Dump > 0, fmt.Sprint(" dump ", g.Dump)},
		{g.Minutes > 0, fmt.Sprint(" minutes ", g.Minutes)},
		{g.Leaked, " leaked"}, {g.Scan, " scan"}, {g.Durable, " durable"},
		{g.Locked, " locked"}, {g.System, " system"}, {g.Damaged, " damaged"},
		{g.Bubble != 0, fmt.Sprint(" bubble ", g.Bubble)},
		{g.MP != 0, fmt.Sprintf(" gp %#x m %d mp %#x", g.GP, g.M, g.MP)},
		{g.Elided != 0, fmt.Sprintf(" elided %d before %d", g.Elided, g.ElidedAt)},
		{g.CreatedBy != 0, fmt.Sprint(" by ", g.CreatedBy)},
	} {
		if flag.on {
			b.WriteString(flag.text)
		}
	}
	for _, l := range g.Labels {
		fmt.Fprintf(b, " %q=%q", l.Key, l.Value)
	}
	b.WriteByte('\n')
	for _, f := range g.Frames {
		describeFrame(b, "  ", f)
	}
	for _, a := range g.Ancestors {
		fmt.Fprintf(b, "  ancestor %d\n", a.ID)
		for _, f := range a.Frames {
			describeFrame(b, "    ", f)
		}
	}
	if g.Created.Func != "" {
		describeFrame(b, "  created ", g.Created)
	}
}

func describeFrame(b *strings.Builder, indent string, f Frame) {
	fmt.Fprintf(b, "%s%s %s:%d", indent, f.Func, f.File, f.Line)
	for _, a := range f.Args {
		mark := ""
		if a.Uncertain {
			mark = "?"
		}
		if a.Missing {
			mark = "_"
		}
		fmt.Fprintf(b, " %d:%#x%s", a.Param, a.Value, mark)
	}
	for _, flag := range []struct {
		on   bool
		text string
	}{
		{f.Elided, " ..."}, {f.Inlined, " inlined"}, {f.NotGo, " not-go"},
		{f.Offset != 0, fmt.Sprintf(" +%#x", f.Offset)},
		{f.PC != 0, fmt.Sprintf(" pc %#x", f.PC)},
	} {
		if flag.on {
			b.WriteString(flag.text)
		}
	}
	b.WriteByte('\n')
}

// TestInLogs puts a prefix before each line, as logs do. The same goroutines
// must come out, and none twice.
func TestInLogs(t *testing.T) {
	number := 0
	for kind, wrap := range map[string]func(line string) string{
		"journald": func(l string) string {
			number++
			return fmt.Sprintf("Nov %2d 06:15:%02d web-1 app[812]: %s", 9+number%2, number%60, l)
		},
		"syslog": func(l string) string {
			return "Nov 22 06:15:24 web1 app[7]: " + strings.ReplaceAll(l, "\t", "#011")
		},
		"docker": func(l string) string {
			return fmt.Sprintf(`{"log":%q,"stream":"stderr"}`, l+"\n")
		},
		"cri":     func(l string) string { return "2026-11-22T06:15:24.123456789Z stderr F " + l },
		"compose": func(l string) string { return "web-1  | " + l },
		"klog": func(l string) string {
			number++
			return fmt.Sprintf("E1122 06:15:24.%06d   %d dump.go:7] %s", number*77, number%20, l)
		},
		"colour":  func(l string) string { return "\x1b[36mweb_1  |\x1b[0m " + l },
		"windows": func(l string) string { return l + "\r" },
		"trimmed": func(l string) string { return strings.TrimRight("12:00:01 app "+l, " ") },
	} {
		for name, data := range recorded(t) {
			var b strings.Builder
			for line := range strings.Lines(string(data)) {
				b.WriteString(wrap(strings.TrimSuffix(line, "\n")) + "\n")
			}
			same(t, kind+" "+name, data, []byte(b.String()))
		}
	}
}

// TestFolded reads dumps that are one string in one line of a log.
func TestFolded(t *testing.T) {
	for name, data := range recorded(t) {
		if strings.Contains(name, "debug1") {
			continue
		}
		line := fmt.Sprintf("{\"level\":\"error\",\"stack\":%q}\n", data)
		same(t, name, data, []byte("{\"level\":\"info\"}\n"+line+"{\"level\":\"info\"}\n"))
	}
}

// same fails unless both inputs hold the same goroutines. The lines of headers
// may differ, and in form debug=1 a prefix is no concern.
func same(t *testing.T, name string, plain, other []byte) {
	t.Helper()
	want, _ := read(t, plain)
	if len(want) > 0 && want[0].ID == 0 && want[0].State == "" {
		return
	}
	got, sum := read(t, other)
	if len(got) != len(want) || sum.Headers != sum.Goroutines {
		t.Errorf("%s: %d goroutines, want %d %v", name, len(got), len(want), sum.First)
		return
	}
	for i := range want {
		got[i].Line = want[i].Line
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, *got[i], *want[i])
			return
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range recorded(f) {
		f.Add(data[:min(len(data), 4000)])
	}
	forms, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		f.Fatal(err)
	}
	for c := range strings.SplitSeq(string(forms), "== ") {
		f.Add([]byte(c))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, sum := read(t, data)
		count := 0
		for _, g := range list {
			if !g.System {
				count += g.Count
			}
		}
		if sum.Headers != sum.Goroutines || count != sum.Goroutines {
			t.Errorf("%d headers, %d goroutines, %d given", sum.Headers, sum.Goroutines, count)
		}
		at := 0
		for line := range bytes.Lines(data) {
			if headerAt(bytes.TrimRight(line, "\r\n")) == 0 && len(line) < 60000 {
				at++
			}
		}
		if at > sum.Headers {
			t.Errorf("%d lines begin with a header, %d headers were read", at, sum.Headers)
		}
	})
}

// BenchmarkRead reads 10,000 goroutines.
func BenchmarkRead(b *testing.B) {
	var all []byte
	files := recorded(b)
	for _, name := range slices.Sorted(maps.Keys(files)) { // or counts would vary
		all = append(append(all, files[name]...), '\n')
	}
	b.SetBytes(int64(len(all)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(bytes.NewReader(all), func(*Goroutine) {}); err != nil {
			b.Fatal(err)
		}
	}
}
