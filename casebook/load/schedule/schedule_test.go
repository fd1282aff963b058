package schedule

import (
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCounts wants each schedule to send as much as its rate says.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		seq   iter.Seq[time.Duration]
		want  int
		about int
	}{
		{"constant", Constant(1000, 2*time.Second), 2000, 0},
		{"constant, less than one", Constant(0.5, 4*time.Second), 2, 0},
		{"nothing", Constant(0, time.Second), 0, 0},
		{"poisson", Poisson(1000, 10*time.Second, 7), 10_000, 400},
		{"up", Ramp(0, 1000, 2*time.Second), 1000, 1},
		{"down", Ramp(1000, 0, 2*time.Second), 1000, 1},
		{"steps", Steps([]float64{100, 0, 300}, time.Second), 400, 0},
	} {
		all := slices.Collect(c.seq)
		if n := len(all); n < c.want-c.about || n > c.want+c.about {
			t.Errorf("%s: %d requests, want %d", c.name, n, c.want)
		}
		if !slices.IsSorted(all) {
			t.Errorf("%s: a request is earlier than the one before", c.name)
		}
	}
}

// TestRamp wants a quarter of the requests in the first half of a ramp from 0.
func TestRamp(t *testing.T) {
	first := 0
	for at := range Ramp(0, 1000, 4*time.Second) {
		if at < 2*time.Second {
			first++
		}
	}
	if first < 499 || first > 501 {
		t.Errorf("%d of 2000 requests in the first half, want 500", first)
	}
}

// TestPoisson wants the distances to vary as much as they are long on average,
// which is what sets arrivals by chance apart from even ones.
func TestPoisson(t *testing.T) {
	var last time.Duration
	var sum, squares, n float64
	for at := range Poisson(100, 100*time.Second, 3) {
		d := (at - last).Seconds()
		last = at
		sum, squares, n = sum+d, squares+d*d, n+1
	}
	mean := sum / n
	if deviation := math.Sqrt(squares/n - mean*mean); math.Abs(deviation/mean-1) > 0.05 {
		t.Errorf("mean %v, standard deviation %v", mean, deviation)
	}
}

func TestReadLog(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []time.Duration
		skip int
	}{
		"nginx, two in a second": {
			`1.2.3.4 - - [10/Oct/2025:13:55:36 +0900] "GET / HTTP/1.1" 200 1` + "\n" +
				`1.2.3.4 - - [10/Oct/2025:13:55:36 +0900] "GET /a HTTP/1.1" 200 1` + "\n" +
				`1.2.3.4 - - [10/Oct/2025:13:55:38 +0900] "GET /b HTTP/1.1" 200 1`,
			[]time.Duration{0, time.Second / 2, 2 * time.Second}, 0},
		"LTSV, out of order": {
			"time:2025-10-10T13:55:36.5+09:00\turi:/\n" +
				"time:2025-10-10T13:55:36.25+09:00\turi:/\nnothing\n",
			[]time.Duration{0, time.Second / 4}, 1},
		"JSON with seconds": {
			`{"ts":1760000000.100,"uri":"/"}` + "\n" + `{"ts":1760000001.100,"uri":"/"}`,
			[]time.Duration{0, time.Second}, 0},
	} {
		log, err := ReadLog(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(log.Offsets, c.want) || log.Skipped != c.skip {
			t.Errorf("%s: %v, %d skipped; want %v, %d", name, log.Offsets, log.Skipped, c.want,
				c.skip)
		}
	}
	if _, err := ReadLog(strings.NewReader("no time here\n")); err == nil {
		t.Error("a log without times is no error")
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add("[10/Oct/2025:13:55:36 +0900]")
	f.Add("2025-10-10 13:55:36Z 1760000000.5")
	f.Fuzz(func(t *testing.T, text string) {
		log, err := ReadLog(strings.NewReader(text))
		if err == nil && !slices.IsSorted(log.Offsets) {
			t.Errorf("out of order: %v", log.Offsets)
		}
	})
}
