package access

import (
	"strings"
	"testing"
	"time"
)

const sample = `10.0.0.7 - - [21/Mar/2026:10:00:01 +0000] "GET /img/logo.png HTTP/1.1" 200 5120
10.0.0.7 - ada [21/Mar/2026:10:00:01 +0000] "GET /img/back.png?v=2 HTTP/1.1" 304 -
10.0.0.9 - - [21/Mar/2026:10:00:02 +0000] "POST /api/orders HTTP/1.1" 201 310
10.0.0.9 - - [21/Mar/2026:10:00:04 +0000] "POST /api/orders HTTP/1.1" 500 92

10.0.0.3 - - [21/Mar/2026:10:00:05 +0000] "GET / HTTP/1.1" 200 1024
10.0.0.3 - - [21/Mar/2026:10:00:05 +0000] "GET /img/logo.png HTTP/1.1" 200 5120
`

func TestSummary(t *testing.T) {
	sections, err := Summarize(sample)
	if err != nil {
		t.Fatal(err)
	}
	const want = `section              hits    bytes errors
GET /img                3    10240      0
POST /api               2      402      1
GET /                   1     1024      0
`
	if got := Text(sections); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestSelect(t *testing.T) {
	sections := []Section{{Name: "GET /img"}, {Name: "POST /api"}, {Name: "GET /"}}
	got, err := Select(sections, `^GET /`)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0] != sections[0] || got[1] != sections[2] {
		t.Errorf("got %v", got)
	}
	if _, err := Select(sections, `(`); err == nil {
		t.Error("a pattern that does not parse was accepted")
	}
}

func TestParseLine(t *testing.T) {
	line, _, _ := strings.Cut(sample, "\n")
	got, err := ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	want := Entry{"10.0.0.7", time.Date(2026, 3, 21, 10, 0, 1, 0, time.UTC),
		"GET", "/img/logo.png", 200, 5120}
	if !got.Time.Equal(want.Time) {
		t.Errorf("time %v, want %v", got.Time, want.Time)
	}
	want.Time = got.Time // equal, but perhaps in another location
	if *got != want {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	for _, bad := range []string{
		"",
		"10.0.0.7 - - [21/Mar/2026:10:00:01 +0000] GET / 200 1",
		strings.Replace(line, "Mar", "Mrz", 1),
		strings.Replace(line, "5120", "99999999999999999999", 1),
	} {
		if _, err := ParseLine(bad); err == nil {
			t.Errorf("ParseLine(%q) did not fail", bad)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for line := range strings.Lines(sample) {
		f.Add(strings.TrimSpace(line))
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, err := ParseLine(line)
		if (e == nil) == (err == nil) {
			t.Fatalf("entry %v with error %v", e, err)
		}
		if err == nil && !strings.HasPrefix(line, e.Host) {
			t.Fatalf("host %q is not at the beginning of %q", e.Host, line)
		}
	})
}

func BenchmarkParseLine(b *testing.B) {
	line, _, _ := strings.Cut(sample, "\n")
	for b.Loop() {
		if _, err := ParseLine(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSummary(b *testing.B) {
	log := strings.Repeat(sample, 2)
	for b.Loop() {
		sections, err := Summarize(log)
		if err != nil {
			b.Fatal(err)
		}
		Text(sections)
	}
}

func BenchmarkSelect(b *testing.B) {
	sections, err := Summarize(sample)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Select(sections, `^(GET|HEAD) `); err != nil {
			b.Fatal(err)
		}
	}
}
