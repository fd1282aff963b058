package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/internal/pgserver"
)

// TestRun tries a short one. What is concluded from so little is not checked, but
// that all was asked and measured.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"-for", "1s", "-versions", "1", "-json"}, &out, io.Discard)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if _, refuted := errors.AsType[serving.Refuted](err); err != nil && !refuted {
		t.Fatal(err)
	}
	var got result
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, v := range got.Versions {
		if v.Best == "" || len(v.Gains) != len(planted())-len(v.Solved) {
			t.Errorf("%+v", v)
		}
	}
}

// TestRedact captures with -postgres: of what is kept, the literals of statements
// are left out with -redact, and the seats' own statement has one without.
func TestRedact(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	try, err := set(t.Context(), command{lasts: time.Second, clients: 4}, io.Discard)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer try.end()
	take := func(flags ...string) string {
		file := filepath.Join(try.dir, "kept.live")
		err := try.play(t.Context(), "", func(s *stage.Service, log string) error {
			var done atomic.Int64
			stop := use(t.Context(), s, try.clients, &done)
			_, err := looking.Look(t.Context(), try.wring, log, s, 3*time.Second,
				append(flags, "-postgres", try.dsn, "-o", file)...)
			return errors.Join(err, stop())
		})
		if err != nil {
			t.Fatal(err)
		}
		kept := unpacked(t, file)
		if !strings.Contains(kept, "from seats, pg_sleep(?)") {
			t.Fatalf("%v: no statement of the database", flags)
		}
		return kept
	}
	seen := false // on a busy machine, a capture may miss the statement
	for range 8 {
		if seen = strings.Contains(take(), "pg_sleep(0.01)"); seen {
			break
		}
	}
	if !seen {
		t.Error("no capture has the literal")
	}
	if strings.Contains(take("-redact"), "pg_sleep(0.01)") {
		t.Error("-redact keeps the literal")
	}
}

// unpacked returns what a capture holds.
func unpacked(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestJudge has first conclusions that are right, as good as right, and wrong.
func TestJudge(t *testing.T) {
	said := looking.Report{Seconds: 5, Total: looking.Route{Sampled: 20},
		Conclusions: []looking.Conclusion{
			{Code: "n-plus-one", Place: "a.go:1", Expected: 10,
				Also: []looking.Conclusion{{Code: "no-cache", Expected: 9,
					Text: "keep in memory what is read of prices, with the database"}}},
			{Code: "missing-index", Expected: 5}}}
	for _, c := range []struct {
		best  string
		gains map[string]float64
		want  bool
	}{
		{"join", map[string]float64{"join": 2, "index": 1.5}, true},
		{"index", map[string]float64{"join": 2, "index": 2.05}, true},
		{"index", map[string]float64{"join": 2, "index": 3}, false},
	} {
		v := version{Best: c.best, Apart: 0.05, Gains: c.gains, Said: map[string]float64{}}
		v.judge(said, 4)
		r := result{Versions: []version{v}}
		r.agree()
		v = r.Versions[0]
		if v.Agrees != c.want || v.Said["join"] != 2 || v.Place != "a.go:1" {
			t.Errorf("%+v", v)
		}
		if err := r.verdict(); (err == nil) != c.want {
			t.Errorf("%v: %v", c, err)
		}
		var out strings.Builder
		if err := r.write(&out); err != nil || !strings.Contains(out.String(), "| nothing | "+
			"n-plus-one | a.go:1 | 2.00 | 2.00 | "+c.best) {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
	slower := result{Noise: 0.05, Versions: []version{{Agrees: true,
		Gains: map[string]float64{"join": 0.85}, Said: map[string]float64{"join": 1.1}}}}
	if slower.verdict() == nil {
		t.Error("a solution that makes it slower is no error")
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-for", "0s"}, {"-clients", "0"}, {"-least", "0.5"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
