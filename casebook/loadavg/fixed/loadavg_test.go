package loadavg

import (
	"os"
	"strings"
	"testing"
)

const sample = "0.20 0.18 0.12 1/80 11206\n"

var want = Load{One: 0.20, Five: 0.18, Fifteen: 0.12, Running: 1, Processes: 80, LastPID: 11206}

func TestRead(t *testing.T) {
	got, err := Read(file(t))
	if err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", "five fields"},
		{"1 2 3 4/5", "five fields"},
		{"1 2 3 4/5 6 7", "five fields"},
		{"1 2 3 45 6", "five fields"},
		{"1 2 3 4/5/6 7", "five fields"},
		{"x 2 3 4/5 6", "invalid syntax"},
		{"1 2 3 4/y 6", "invalid syntax"},
		{"1 2 3 4/5 z", "invalid syntax"},
	} {
		got, err := Parse([]byte(c.line))
		if err == nil || !strings.Contains(err.Error(), c.want) || got != (Load{}) {
			t.Errorf("Parse(%q) = %+v, %v; want an error with %q", c.line, got, err, c.want)
		}
	}
}

// file returns an open file with the sample.
func file(t testing.TB) *os.File {
	f, err := os.CreateTemp(t.TempDir(), "loadavg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString(sample); err != nil {
		t.Fatal(err)
	}
	return f
}

func BenchmarkRead(b *testing.B) {
	f := file(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(f); err != nil {
			b.Fatal(err)
		}
	}
}
