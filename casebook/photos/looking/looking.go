// Package looking runs wring live on the photo service while visitors use it.
package looking

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// Report is what the descent needs of what wring live -json prints.
type Report struct {
	Verb        string       `json:"verb"`
	Seconds     float64      `json:"seconds"`
	Target      Target       `json:"target"`
	Work        Work         `json:"work"`
	Total       Route        `json:"total"`
	Routes      []Route      `json:"routes"`
	Conclusions []Conclusion `json:"conclusions"` // what could save most first
}

// Target is the machine of the service.
type Target struct {
	Processors int     `json:"processors"`
	Busy       float64 `json:"busy"` // the part of the processors that was, but for wring
}

// Work is the processor time for requests, in seconds.
type Work struct {
	Service  float64 `json:"service"`
	Commands float64 `json:"commands"`
	Database float64 `json:"database"`
	Waits    float64 `json:"waits"` // the part of its time that work waits for a processor
}

// Route is the requests of one, or of all.
type Route struct {
	Count      int     `json:"count"`
	Seconds    float64 `json:"seconds"`
	Sampled    float64 `json:"sampled_seconds"`        // as the capture saw them
	Statements float64 `json:"statements_per_request"` // -1 when unknown
}

// Conclusion is something that takes time and need not.
type Conclusion struct {
	Code      string     `json:"code"`
	Place     string     `json:"place"`
	Saves     [2]float64 `json:"saves_seconds"`
	Expected  float64    `json:"expected_seconds"`
	Text      string     `json:"text"` // what to do
	Statement string     `json:"statement"`
	Routes    []string   `json:"routes"`
	// Also is what else would save the same seconds.
	Also []Conclusion `json:"also"`
}

// Gain is by what the score of some clients on the same machine would be multiplied,
// were seconds of requests saved in a capture. Each client comes again as soon as it
// has its answer and has checked it. Where it waits, the time is saved that it waits
// for; where all wait for processors, their work, beside that of the clients
// themselves.
func (r Report) Gain(saved float64, clients int) float64 {
	all := float64(clients) * r.Seconds
	if all <= 0 || r.Total.Sampled <= 0 {
		return 1
	}
	waited := min(r.Total.Sampled/all, 1)
	work := r.Work.Service + r.Work.Commands + r.Work.Database
	busy := r.Target.Busy * float64(r.Target.Processors) * r.Seconds
	worked := min(work/max(busy, work, 1e-9), 1)
	part := (1-r.Work.Waits)*waited + r.Work.Waits*worked
	return 1 / (1 - min(saved/r.Total.Sampled*part, 0.999))
}

// Wring builds the wring command into a folder and returns its path.
func Wring(ctx context.Context, dir string) (string, error) {
	bin := filepath.Join(dir, "wring")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", bin, "github.com/wring-go/wring/cmd/wring")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building wring: %w\n%s", err, out)
	}
	return bin, nil
}

// Args returns the arguments of a service that can be looked at. log is the file
// that it writes its access log to.
func Args(log string) []string { return []string{"-debug", "127.0.0.1:0", "-access", log} }

// Look captures a service for some time and says what wring live concludes. Flags
// are more of wring live's own, such as that of the database. The service must be
// used meanwhile, and must run until Look has returned. Without a log, "", requests
// are not counted.
func Look(ctx context.Context, wring, log string, service *stage.Service, lasts time.Duration,
	flags ...string) (Report, error) {
	args := []string{"live", "-json", "-for", lasts.String()}
	if log != "" {
		args = append(args, "-access", log)
	}
	args = append(args, flags...)
	cmd := exec.CommandContext(ctx, wring, append(args, service.Profiles)...)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		return Report{}, fmt.Errorf("wring live: %w\n%s", err, complaints.Bytes())
	}
	var r Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return r, fmt.Errorf("what wring live prints: %w", err)
	}
	if r.Verb != "live" || log != "" && r.Total.Count == 0 || r.Total.Sampled == 0 {
		return r, fmt.Errorf("wring live has seen no request: verb %q, %d requests in %.1f s",
			r.Verb, r.Total.Count, r.Seconds)
	}
	return r, nil
}

// Used has visitors use a service, and calls look when counting begins. It
// returns when both have ended.
func Used(ctx context.Context, opt visit.Options, look func() error) (*visit.Result, error) {
	looked := make(chan error, 1)
	edge := opt.Edge
	opt.Edge = func(end int) error {
		if end == 0 {
			go func() { looked <- look() }()
		}
		if edge != nil {
			return edge(end)
		}
		return nil
	}
	r, err := visit.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(<-looked, r.Err())
}

// Slack is for how much longer than a capture the service should be used: wring
// needs some time to start.
func Slack(lasts time.Duration) time.Duration { return max(lasts/5, 2*time.Second) }
