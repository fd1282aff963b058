package generator

import (
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// outcome is one request with its times, as offsets from the beginning.
type outcome struct {
	meant, sent, done time.Duration
	answer            Answer
	err               error
}

// recorder takes what the workers have to tell. It is in parts, so that they
// seldom wait for each other.
type recorder struct {
	begin  time.Time
	warmup time.Duration

	intended, dropped, active atomic.Uint64 // active: intended so far, of warm-up too
	completed, failed         atomic.Uint64 // for progress, with those of the warm-up
	last                      atomic.Int64  // the latest intended time, in nanoseconds
	parts                     []part
}

type part struct {
	mu sync.Mutex
	r  Result
	_  [64]byte // so that two parts do not share a line of the cache
}

func newRecorder(opt Options) *recorder {
	rec := &recorder{begin: time.Now(), warmup: opt.Warmup,
		parts: make([]part, 4*runtime.GOMAXPROCS(0))}
	for i := range rec.parts {
		rec.parts[i].r = emptyResult()
		rec.parts[i].r.Machines = 0
	}
	return rec
}

// intend counts a request that is due.
func (rec *recorder) intend(meant time.Duration) {
	rec.active.Add(1)
	rec.last.Store(int64(meant))
	if meant >= rec.warmup {
		rec.intended.Add(1)
	}
}

// drop counts a request that was due and not sent.
func (rec *recorder) drop(meant time.Duration) {
	rec.failed.Add(1)
	if meant >= rec.warmup {
		rec.dropped.Add(1)
	}
}

// record counts a request that was sent. Failed ones are in the histograms too:
// those who waited for them did wait.
func (rec *recorder) record(worker int, o outcome) {
	failed := o.err != nil || o.answer.Status >= 400
	if failed {
		rec.failed.Add(1)
	} else {
		rec.completed.Add(1)
	}
	if o.meant < rec.warmup {
		return
	}
	p := &rec.parts[worker%len(rec.parts)]
	p.mu.Lock()
	defer p.mu.Unlock()
	p.r.add(o, failed, o.meant-rec.warmup)
}

// add counts one outcome.
func (r *Result) add(o outcome, failed bool, meant time.Duration) {
	r.Sent++
	r.Bytes += uint64(max(o.answer.Bytes, 0))
	r.Late.Record(o.sent - o.meant)
	r.FromSent.Record(o.done - o.sent)
	r.FromIntended.Record(o.done - o.meant)
	switch {
	case o.err != nil:
		r.Failed++
		r.Errors[kind(o.err)]++
	case failed:
		r.Failed++
	default:
		r.Completed++
	}
	if o.answer.Status != 0 {
		r.addStatus(o.answer.Status)
	}
	for _, s := range o.answer.Steps {
		r.step(s.Name).add(s)
	}
	second := r.second(int(meant / time.Second))
	second.Latency.Record(o.done - o.meant)
	if failed {
		second.Failed++
	}
}

// kind returns a short name for an error, without addresses and numbers, so
// that equal ones are counted together.
func kind(err error) string {
	var timeout net.Error
	var op *net.OpError
	var number syscall.Errno
	switch {
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, os.ErrDeadlineExceeded):
		return "timeout"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "closed by the server"
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &op):
		return op.Op + ": " + op.Err.Error()
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}

// watch calls progress once a second until the function it returns is called.
func (rec *recorder) watch(progress func(Progress)) (stop func()) {
	if progress == nil {
		return func() {}
	}
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				progress(rec.progress())
			}
		}
	})
	return func() { close(done); ended.Wait() }
}

func (rec *recorder) progress() Progress {
	p := Progress{At: time.Since(rec.begin), Intended: rec.active.Load(),
		Completed: rec.completed.Load(), Failed: rec.failed.Load()}
	p.Active = p.Intended - min(p.Completed+p.Failed, p.Intended)
	return p
}

// result adds the parts up.
func (rec *recorder) result(model string, elapsed time.Duration) *Result {
	r := emptyResult()
	r.Model = model
	for i := range rec.parts {
		r.Merge(&rec.parts[i].r)
	}
	r.Intended, r.Dropped = rec.intended.Load(), rec.dropped.Load()
	counted := elapsed
	if n := rec.active.Load(); model == "open" && n > 1 {
		counted = time.Duration(float64(rec.last.Load()) * float64(n) / float64(n-1))
	}
	r.Seconds = max(counted-rec.warmup, 0).Seconds()
	return &r
}

func (r *Result) addStatus(status int) { r.Status[strconv.Itoa(status)]++ }

// step returns the entry for a step, and makes it if needed. Steps stay in the
// order in which they first came.
func (r *Result) step(name string) *StepResult {
	i := slices.IndexFunc(r.Steps, func(s StepResult) bool { return s.Name == name })
	if i < 0 {
		i = len(r.Steps)
		r.Steps = append(r.Steps, StepResult{Name: name})
	}
	return &r.Steps[i]
}

func (s *StepResult) add(step Step) {
	s.Latency.Record(step.Took)
	if step.Failed {
		s.Failed++
	}
}

// second returns the entry for a second of the run.
func (r *Result) second(i int) *Second {
	for len(r.Series) <= i {
		r.Series = append(r.Series, Second{})
	}
	return &r.Series[i]
}
