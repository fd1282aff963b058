package collector

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestReadTrace sums up what a log holds; of two processes the last is meant.
func TestReadTrace(t *testing.T) {
	const line = "app | gc %d @%ds 0%%: 0.1+1+0.2 ms clock, 0.2+0/1/0+0.2 ms cpu, 30->31->20 MB, " +
		"40 MB goal, 0 MB stacks, 0 MB globals, 2 P\n"
	var b strings.Builder
	for _, n := range []int{1, 2, 3, 1, 2} {
		fmt.Fprintf(&b, line, n, 10*n)
		b.WriteString(strings.Repeat("something else ", 1000) + "\n")
	}
	l, err := ReadTrace(strings.NewReader(b.String()), "log")
	if err != nil || l.Seconds != 20 || l.Cycles != 0.1 || l.Rate != 10<<20/20 ||
		l.Longest != 0.0002 {
		t.Errorf("%+v, %v", l, err)
	}
	for _, text := range []string{"", "gc\n", "\x7fELF\x00"} {
		if _, err := ReadTrace(strings.NewReader(text), "log"); err == nil {
			t.Errorf("%q is a trace", text)
		}
	}
}

// TestWatch compares two answers of a process, in the form of kit/vitals and in
// that of expvar, and refuses others.
func TestWatch(t *testing.T) {
	asked := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := asked[r.URL.Path]
		asked[r.URL.Path]++
		switch r.URL.Path {
		case "/vitals":
			fmt.Fprintf(w, `{"go": "go1.26.0", "metrics": {"/gc/cycles/total:gc-cycles": %d,
				"/cpu/classes/total:cpu-seconds": %d, "/cpu/classes/idle:cpu-seconds": %d,
				"/cpu/classes/gc/total:cpu-seconds": %d, "/gc/heap/live:bytes": 5},
				"histograms": {"/sched/pauses/total/gc:seconds": [{"below": 0.1, "count": 7},
				{"below": 0.5, "count": %d}]}}`, 10+n, 100+20*n, 50+10*n, 10+n, 1+n)
		case "/vars":
			fmt.Fprintf(w, `{"memstats": {"NumGC": %d, "NextGC": 80, "Sys": 100,
				"TotalAlloc": %d, "PauseNs": [1000, 3000, 2000]}}`, 4+2*n, 1000+500*n)
		case "/html":
			fmt.Fprint(w, "<html>")
		default:
			fmt.Fprint(w, `{"status": "ok"}`)
		}
	}))
	defer s.Close()
	l, err := Watch(t.Context(), s.URL+"/vitals", 10*time.Millisecond)
	if err != nil || l.Share != 0.1 || l.Live != 5 || l.Cycles <= 0 || l.P99 != 0.5 ||
		l.Go != "go1.26.0" || len(l.Advice) != 1 {
		t.Errorf("%+v, %v", l, err)
	}
	l, err = Watch(t.Context(), s.URL+"/vars", 10*time.Millisecond)
	if err != nil || l.Share != -1 || l.Goal != 80 || l.Rate <= 0 || l.Longest != 3e-6 {
		t.Errorf("%+v, %v", l, err)
	}
	for path, message := range map[string]string{"/html": "not the JSON", "/x": "says nothing"} {
		if _, err := Watch(t.Context(), s.URL+path, time.Millisecond); err == nil ||
			!strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
