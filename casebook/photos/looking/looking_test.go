package looking_test

import (
	"encoding/json"
	"errors"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/stage/stagetest"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// TestCounted has a fixed number of visits within a capture: the requests and
// statements of the report are those that were sent, and those of its routes add up
// to them.
func TestCounted(t *testing.T) {
	s, wring := stagetest.WithWring(t, 0.01)
	for _, statement := range []string{"CREATE USER watcher@'%'", "GRANT ALL ON *.* TO watcher@'%'",
		"SET GLOBAL log_output = 'TABLE'"} {
		if _, err := s.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(s.Dir(), "access.log")
	service, err := s.Start(t.Context(), steps.Set{}, looking.Args(log)...)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Kill()
	if _, err := s.DB.ExecContext(t.Context(), "SET GLOBAL general_log = ON"); err != nil {
		t.Fatal(err)
	}
	const lasts = 12 * time.Second
	type answer struct {
		report looking.Report
		err    error
	}
	looked := make(chan answer, 1)
	dsn := strings.Replace(stage.DSN(s.Server), "root@", "watcher@", 1)
	go func() {
		r, err := looking.Look(t.Context(), wring, log, service, lasts, "-mysql", dsn)
		looked <- answer{r, err}
	}()
	for asked := 0; asked < 5; time.Sleep(50 * time.Millisecond) { // the capture goes on
		err := s.DB.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM mysql.general_log WHERE "+
			"user_host LIKE 'watcher%' AND argument LIKE '%PROCESSLIST%'").Scan(&asked)
		if err != nil {
			t.Fatal(err)
		}
	}
	begin := time.Now()
	r, err := visit.Run(t.Context(), visit.Options{Base: service.Base,
		World: visit.NewWorld(s.Data), Visits: 20})
	if err = errors.Join(err, r.Err()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > lasts/2 {
		t.Skipf("the machine is too busy: the visits took %v", took)
	}
	got := <-looked
	if got.err != nil {
		t.Fatal(got.err)
	}
	sent := 0.0
	err = s.DB.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM mysql.general_log WHERE "+
		"command_type IN ('Query', 'Execute') AND user_host LIKE 'root%' AND "+
		"argument NOT LIKE '%general_log%'").Scan(&sent)
	if err != nil {
		t.Fatal(err)
	}
	counted := got.report.Total.Statements * float64(got.report.Total.Count)
	if sent < 500 || math.Abs(counted/sent-1) > 0.05 {
		t.Errorf("the report has %.0f statements, the server's log %.0f", counted, sent)
	}
	requests, statements := 0, 0.0
	for _, route := range got.report.Routes {
		requests += route.Count
		statements += max(route.Statements, 0) * float64(route.Count)
	}
	if requests != got.report.Total.Count || requests < r.Answers {
		t.Errorf("%d requests of routes, %d in all, %d answers", requests, got.report.Total.Count,
			r.Answers)
	}
	if known := statements > 0; known && math.Abs(statements/counted-1) > 1e-6 {
		t.Errorf("%.0f statements of routes, %.0f in all", statements, counted)
	}
	if err := service.Stop(); err != nil {
		t.Error(err)
	}
}

// TestGain predicts from what is waited for on an idle machine, and from the work on
// a busy one, of which half is the clients' own.
func TestGain(t *testing.T) {
	r := looking.Report{Seconds: 10, Total: looking.Route{Sampled: 16},
		Target: looking.Target{Processors: 2, Busy: 0.9},
		Work:   looking.Work{Service: 5, Commands: 1, Database: 3}}
	for waits, want := range map[float64]float64{0: 1 / (1 - 0.5*0.8), 1: 1 / (1 - 0.5*0.5)} {
		r.Work.Waits = waits
		if got := r.Gain(8, 2); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v of the time waited for processors: %v, want %v", waits, got, want)
		}
	}
	if got := (looking.Report{}).Gain(1, 2); got != 1 {
		t.Errorf("nothing was seen: %v", got)
	}
}

// TestCommand captures a service that wring live starts and ends.
func TestCommand(t *testing.T) {
	s, wring := stagetest.WithWring(t, 0.006)
	bin, err := stage.Build(t.Context(), s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), wring, "live", "-for", "1s", "-json", "-mysql",
		stage.DSN(s.Server), "--", bin, "-listen", "127.0.0.1:0", "-debug", "127.0.0.1:0", "-dsn",
		stage.DSN(s.Server)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Target struct {
			Module string `json:"module"`
		} `json:"target"`
	}
	if err := json.Unmarshal(out, &got); err != nil ||
		got.Target.Module != "github.com/wring-go/wring/casebook" {
		t.Errorf("%v\n%s", err, out)
	}
}
