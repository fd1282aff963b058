package loadavg

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := Parse([]byte("0.20 0.18 0.12 1/80 11206\n"))
	want := Load{One: 0.20, Five: 0.18, Fifteen: 0.12, Running: 1, Processes: 80, LastPID: 11206}
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
		{"x 2 3 4/5 6", `strconv.ParseFloat: parsing "x"`},
		{"1 2 3 4/y 6", `strconv.Atoi: parsing "y"`},
		{"1 2 3 4/5 z", `strconv.Atoi: parsing "z"`},
	} {
		got, err := Parse([]byte(c.line))
		if err == nil || !strings.Contains(err.Error(), c.want) || got != (Load{}) {
			t.Errorf("Parse(%q) = %+v, %v; want an error with %q", c.line, got, err, c.want)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	line := []byte("0.20 0.18 0.12 1/80 11206\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}
