package generator

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// ask sends one request of client and records it. meant is when, as an offset.
func ask(ctx context.Context, rec *recorder, worker int, client Client, meant time.Duration) {
	sent := time.Since(rec.begin)
	answer, err := client.Do(ctx)
	done := time.Since(rec.begin)
	rec.record(worker, outcome{meant: meant, sent: sent, done: done, answer: answer, err: err})
}

// closed lets each client send as fast as it gets answers: together where that can be,
// or each by itself. On one processor all answers that are there are read before the
// next requests go out, in a burst: so a server on the same machine finds several when
// it looks, instead of waking up for one after the other. On several, giving way would
// wake up an idle one each time.
func closed(ctx context.Context, opt Options, rec *recorder, clients []Client) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	bursts := runtime.GOMAXPROCS(0) == 1
	var all sync.WaitGroup
	alone := func(ctx context.Context, worker int, client Client) {
		all.Go(func() {
			defer client.Close()
			for ctx.Err() == nil {
				now := time.Since(rec.begin)
				if now >= opt.Duration {
					return
				}
				rec.intend(worker, now)
				ask(ctx, rec, worker, client, now)
				if bursts {
					runtime.Gosched()
				}
			}
		})
	}
	timer := time.AfterFunc(opt.Duration+opt.Timeout, cancel)
	defer timer.Stop()
	together(ctx, opt, rec, clients, alone)
	all.Wait()
}

// open sends what the schedule says, when it says it.
func open(ctx context.Context, opt Options, rec *recorder, clients []Client) error {
	sleep, err := newSleeper()
	if err != nil {
		return err
	}
	defer sleep.Close()
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	p := &pool{opt: opt, rec: rec, due: make(chan time.Duration)}
	for _, client := range clients {
		p.add(requests, client, -1)
	}
	for meant := range opt.Schedule {
		if wait := meant - time.Since(rec.begin); wait > 0 {
			sleep.Until(ctx, rec.begin.Add(meant))
		}
		if ctx.Err() != nil {
			break
		}
		rec.intend(0, meant)
		p.send(requests, meant)
	}
	close(p.due)
	timer := time.AfterFunc(opt.Timeout, cancel) // answers that never come
	defer timer.Stop()
	p.workers.Wait()
	return nil
}

// pool is the workers of the open model, each with a client of its own. There
// are as many as requests were ever under way at once.
type pool struct {
	opt     Options
	rec     *recorder
	due     chan time.Duration
	size    int
	workers sync.WaitGroup
}

// send gives a request to a worker that has nothing to do, or to a new one. It
// does not wait: the next request may be due at once.
func (p *pool) send(ctx context.Context, meant time.Duration) {
	select {
	case p.due <- meant:
		return
	default:
	}
	if p.size >= p.opt.Limit {
		p.rec.drop(meant)
		return
	}
	p.add(ctx, nil, meant)
}

// add starts a worker, which makes itself a client if it has none, and sends
// the request that is meant for then, unless that is negative. The connecting
// counts as part of the latency: it is what a new client would see.
func (p *pool) add(ctx context.Context, client Client, meant time.Duration) {
	worker := p.size
	p.size++
	p.workers.Go(func() {
		client := dialing{client: client, dial: p.opt.Dial}
		defer client.Close()
		if meant >= 0 {
			ask(ctx, p.rec, worker, &client, meant)
		}
		for meant := range p.due {
			ask(ctx, p.rec, worker, &client, meant)
		}
	})
}

// dialing is a client that is made when it is first needed.
type dialing struct {
	client Client
	dial   func(context.Context) (Client, error)
}

// Do makes the client, if there is none, and sends a request.
func (d *dialing) Do(ctx context.Context) (Answer, error) {
	if d.client == nil {
		client, err := d.dial(ctx)
		if err != nil {
			return Answer{}, err
		}
		d.client = client
	}
	return d.client.Do(ctx)
}

// Close closes the client, if there is one.
func (d *dialing) Close() error {
	if d.client == nil {
		return nil
	}
	return d.client.Close()
}
