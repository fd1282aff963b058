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
// seldom wait for each other, and no processor takes a line of the cache from
// another for each request.
type recorder struct {
	begin  time.Time
	warmup time.Duration
	parts  []part
}

type part struct {
	mu       sync.Mutex
	r        Result
	progress Progress          // with the requests of the warm-up
	last     time.Duration     // the latest intended time
	statuses [maxStatus]uint64 // for r.Status
	_        [64]byte          // so that two parts do not share a line of the cache
}

// maxStatus is above every status of HTTP.
const maxStatus = 1000

func newRecorder(opt Options) *recorder {
	rec := &recorder{begin: time.Now(), warmup: opt.Warmup,
		parts: make([]part, 4*runtime.GOMAXPROCS(0))}
	for i := range rec.parts {
		rec.parts[i].r = emptyResult()
		rec.parts[i].r.Machines = 0
	}
	return rec
}

// part returns where a worker tells what it has to.
func (rec *recorder) part(worker int) *part { return &rec.parts[worker%len(rec.parts)] }

// intend counts a request that is due, of a worker or any.
func (rec *recorder) intend(worker int, meant time.Duration) {
	p := rec.part(worker)
	p.mu.Lock()
	p.progress.Intended++
	p.last = max(p.last, meant)
	if meant >= rec.warmup {
		p.r.Intended++
	}
	p.mu.Unlock()
}

// drop counts a request that was due and not sent.
func (rec *recorder) drop(meant time.Duration) {
	p := rec.part(0)
	p.mu.Lock()
	p.progress.Failed++
	if meant >= rec.warmup {
		p.r.Dropped++
	}
	p.mu.Unlock()
}

// record counts a request that was sent. Failed ones are in the histograms too:
// those who waited for them did wait.
func (rec *recorder) record(worker int, o outcome) {
	p := rec.part(worker)
	p.mu.Lock()
	defer p.mu.Unlock()
	failed := o.err != nil || o.answer.Status >= 400
	if failed {
		p.progress.Failed++
	} else {
		p.progress.Completed++
	}
	if o.meant < rec.warmup {
		return
	}
	p.status(o.answer.Status)
	p.r.add(o, failed, o.meant-rec.warmup)
}

// status counts a status; those of HTTP take no entry of a map each time.
func (p *part) status(status int) {
	if 0 < status && status < maxStatus {
		p.statuses[status]++
	} else if status != 0 {
		p.r.Status[strconv.Itoa(status)]++
	}
}

// add counts one outcome, but for its status.
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
	all := Progress{At: time.Since(rec.begin)}
	for i := range rec.parts {
		p := &rec.parts[i]
		p.mu.Lock()
		all.Intended += p.progress.Intended
		all.Completed += p.progress.Completed
		all.Failed += p.progress.Failed
		p.mu.Unlock()
	}
	all.Active = all.Intended - min(all.Completed+all.Failed, all.Intended)
	return all
}

// result adds the parts up, when the workers have ended.
func (rec *recorder) result(model string, elapsed time.Duration) *Result {
	r := emptyResult()
	r.Model = model
	last := time.Duration(0)
	for i := range rec.parts {
		p := &rec.parts[i]
		r.Merge(&p.r)
		last = max(last, p.last)
		for status, n := range p.statuses {
			if n > 0 {
				r.Status[strconv.Itoa(status)] += n
			}
		}
	}
	counted := elapsed
	if n := rec.progress().Intended; model == "open" && n > 1 {
		counted = time.Duration(float64(last) * float64(n) / float64(n-1))
	}
	r.Seconds = max(counted-rec.warmup, 0).Seconds()
	return &r
}

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
