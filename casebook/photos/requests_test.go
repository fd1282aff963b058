package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/stage/stagetest"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// books is what the test reads of what wring top -from prints.
type books struct {
	Benchmarks []struct {
		RuntimeObjects uint64 `json:"runtime_objects"`
		RuntimeBytes   uint64 `json:"runtime_bytes"`
	}
	Labels struct {
		Log struct {
			Field    string
			Requests int
		}
		Rows []struct {
			Labels            []struct{ Value string }
			Requests          int
			Objects, Bytes    uint64
			ObjectsPerRequest float64 `json:"objects_per_request"`
		}
	}
	Warnings []struct{ Text string }
}

// TestRequests has visitors use the service while wring run books it by route, and
// wants the sums over all routes: every object and byte that the runtime counted,
// and every line that the service logged.
func TestRequests(t *testing.T) {
	s, wring := stagetest.WithWring(t, 0.006)
	log, record := filepath.Join(s.Dir(), "log"), filepath.Join(s.Dir(), "photos.wring")
	service, err := stage.StartCommand(t.Context(), exec.Command(wring, "run", "-labels", "route",
		"-access", log, "-o", record, "--", ".", "-listen", "127.0.0.1:0", "-access", log,
		"-dsn", stage.DSN(s.Server), "-pictures", s.Pictures(), "-steps", steps.Set{}.String()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := visit.Run(t.Context(), visit.Options{Base: service.Base, Visits: 40,
		World: visit.NewWorld(s.Data)})
	// wring asks the compiler and the techniques about the whole module then.
	if err := errors.Join(err, service.StopWithin(10*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
	checkSums(t, readBooks(t, wring, record), log)
}

func readBooks(t *testing.T, wring, record string) books {
	t.Helper()
	out, err := exec.Command(wring, "top", "-from", record, "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var b books
	if err := json.Unmarshal(out, &b); err != nil {
		t.Fatal(err)
	}
	for _, w := range b.Warnings {
		t.Error(w.Text)
	}
	return b
}

func checkSums(t *testing.T, b books, log string) {
	t.Helper()
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	logged := map[string]int{} // by route
	for line := range bytes.Lines(lines) {
		_, rest, _ := strings.Cut(string(line), "\troute:")
		route, _, _ := strings.Cut(rest, "\t")
		logged[route]++
	}
	var objects, size uint64
	requests := 0
	for _, row := range b.Labels.Rows {
		objects, size, requests = objects+row.Objects, size+row.Bytes, requests+row.Requests
		route := "-"
		if len(row.Labels) > 0 {
			route = row.Labels[0].Value
			if row.Requests > 0 && row.ObjectsPerRequest < 1 {
				t.Errorf("%s allocates %v objects per request", route, row.ObjectsPerRequest)
			}
		}
		if row.Requests != logged[route] {
			t.Errorf("%s has %d requests, and the log %d", route, row.Requests, logged[route])
		}
	}
	run := b.Benchmarks[0]
	if objects != run.RuntimeObjects || size != run.RuntimeBytes {
		t.Errorf("all routes have %d objects with %d bytes; the runtime counted %d with %d",
			objects, size, run.RuntimeObjects, run.RuntimeBytes)
	}
	if total := bytes.Count(lines, []byte("\n")); requests != total ||
		b.Labels.Log.Requests != total || b.Labels.Log.Field != "route" || len(logged) < 5 {
		t.Errorf("%d requests of %+v; the log has %d lines of %d routes", requests, b.Labels.Log,
			total, len(logged))
	}
}
