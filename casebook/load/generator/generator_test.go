package generator_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/servertest"
)

// pretend is a client whose answers take as long as it says.
type pretend func(ctx context.Context) (generator.Answer, error)

func (p pretend) Do(ctx context.Context) (generator.Answer, error) { return p(ctx) }
func (p pretend) Close() error                                     { return nil }

func dial(p pretend) func(context.Context) (generator.Client, error) {
	return func(context.Context) (generator.Client, error) { return p, nil }
}

func wait(ctx context.Context, d time.Duration) (generator.Answer, error) {
	select {
	case <-time.After(d):
		return generator.Answer{Status: 200, Bytes: 3}, nil
	case <-ctx.Done():
		return generator.Answer{}, ctx.Err()
	}
}

// TestDropped lets a server never answer while only two requests may be under
// way: the others are dropped, counted, and the books balance.
func TestDropped(t *testing.T) {
	r := mustRun(t, generator.Options{
		Dial: dial(func(ctx context.Context) (generator.Answer, error) {
			return wait(ctx, time.Hour)
		}),
		Schedule: schedule.Constant(100, 200*time.Millisecond),
		Limit:    2, Timeout: 50 * time.Millisecond,
	})
	if r.Intended != 20 || r.Sent != 2 || r.Dropped != 18 || r.Failed != 2 || r.Completed != 0 {
		t.Errorf("intended %d, sent %d, dropped %d, failed %d, completed %d", r.Intended, r.Sent,
			r.Dropped, r.Failed, r.Completed)
	}
}

// TestWarmup counts nothing of the first half.
func TestWarmup(t *testing.T) {
	r := mustRun(t, generator.Options{
		Dial: dial(func(ctx context.Context) (generator.Answer, error) {
			return wait(ctx, time.Millisecond)
		}),
		Schedule: schedule.Constant(100, 400*time.Millisecond), Warmup: 200 * time.Millisecond,
	})
	if r.Intended != 20 || r.Completed != 20 || r.Seconds < 0.18 || r.Seconds > 0.21 {
		t.Errorf("%d intended, %d completed in %v s", r.Intended, r.Completed, r.Seconds)
	}
}

// TestRefusal takes the time away from the generator: its schedule lags behind
// the clock for as long as the schedule itself takes to say what is next. Then
// latencies are refused; without that they are not.
func TestRefusal(t *testing.T) {
	for _, slow := range []bool{false, true} {
		r := mustRun(t, generator.Options{
			Dial: dial(func(ctx context.Context) (generator.Answer, error) {
				return wait(ctx, 2*time.Second) // being late by 100 ms is no harm
			}),
			Schedule: func(yield func(time.Duration) bool) {
				for at := range schedule.Constant(50, 400*time.Millisecond) {
					if slow {
						time.Sleep(60 * time.Millisecond) // three times the distance
					}
					if !yield(at) {
						return
					}
				}
			},
		})
		if r.Believable(0.5) == slow {
			t.Errorf("slow %v: late by %v, latency %v: believable %v", slow, r.Late.Quantile(0.5),
				r.FromSent.Quantile(0.5), r.Believable(0.5))
		}
	}
}

// TestOutcomes counts each kind of answer for itself, and steps by their names.
func TestOutcomes(t *testing.T) {
	var n atomic.Int64
	r := mustRun(t, generator.Options{Clients: 1,
		Dial: dial(func(context.Context) (generator.Answer, error) {
			switch n.Add(1) % 4 {
			case 0:
				return generator.Answer{}, io.ErrUnexpectedEOF
			case 1:
				return generator.Answer{Status: 503}, nil
			case 2:
				return generator.Answer{}, os.ErrDeadlineExceeded
			}
			return generator.Answer{Status: 200, Bytes: 5,
				Steps: []generator.Step{{Name: "login", Took: 1}}}, nil
		}),
		Schedule: schedule.Constant(200, 100*time.Millisecond),
	})
	if r.Completed != 5 || r.Failed != 15 || r.Bytes != 25 || r.Status["503"] != 5 ||
		r.Errors["timeout"] != 5 || r.Errors["closed by the server"] != 5 {
		t.Errorf("completed %d, failed %d, bytes %d, status %v, errors %v", r.Completed, r.Failed,
			r.Bytes, r.Status, r.Errors)
	}
	if len(r.Steps) != 1 || r.Steps[0].Name != "login" || r.Steps[0].Latency.Count() != 5 {
		t.Errorf("the steps are %v", r.Steps)
	}
}

// TestMerge adds up what two machines found, one of them by way of JSON.
func TestMerge(t *testing.T) {
	opt := generator.Options{
		Dial: dial(func(ctx context.Context) (generator.Answer, error) {
			return wait(ctx, time.Millisecond)
		}),
		Schedule: schedule.Constant(100, 100*time.Millisecond)}
	a, b := mustRun(t, opt), mustRun(t, opt)
	data, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	read := new(generator.Result)
	if err := json.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	a.Merge(read)
	if a.Machines != 2 || a.Completed != 20 || a.FromIntended.Count() != 20 ||
		a.Status["200"] != 20 || a.Rate(a.Completed) < 190 {
		t.Errorf("%d machines, %d completed, %v per second", a.Machines, a.Completed,
			a.Rate(a.Completed))
	}
}

// TestStop ends a run of an hour when its context does.
func TestStop(t *testing.T) {
	for name, opt := range map[string]generator.Options{
		"open":   {Schedule: schedule.Constant(1, time.Hour)},
		"closed": {Clients: 2, Duration: time.Hour},
	} {
		opt.Dial = dial(func(ctx context.Context) (generator.Answer, error) {
			return wait(ctx, 10*time.Millisecond)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		begin := time.Now()
		if _, err := generator.Run(ctx, opt); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(begin); took > servertest.Patience {
			t.Errorf("%s: it went on for %v", name, took)
		}
		cancel()
	}
}

// TestUnreachable has nothing to put load on.
func TestUnreachable(t *testing.T) {
	refused := errors.New("refused")
	_, err := generator.Run(t.Context(), generator.Options{Clients: 2, Duration: time.Second,
		Dial: func(context.Context) (generator.Client, error) { return nil, refused }})
	if !errors.Is(err, refused) {
		t.Errorf("the error is %v", err)
	}
	for _, opt := range []generator.Options{{}, {Dial: dial(nil)}} {
		if _, err := generator.Run(t.Context(), opt); err == nil {
			t.Errorf("%+v is no error", opt)
		}
	}
}

// TestProcessCPU wants the time of this process to be there and to grow.
func TestProcessCPU(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("no /proc here")
	}
	before, err := generator.ProcessCPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); time.Since(begin) < servertest.Patience; {
		if now, _ := generator.ProcessCPU(os.Getpid()); now > before {
			return
		}
	}
	t.Error("the processor time does not grow")
}
