package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

func init() {
	others = append(others, map[string]func(*truth){
		"wired-workers": wiredWorkers, "wired-struct": wiredStruct, "wired-option": wiredOption,
		"wired-subscribers": wiredSubscribers, "wired-registry": wiredRegistry,
		"wired-errs": wiredErrs, "wired-future": wiredFuture, "wired-stop-twice": wiredStopTwice,
		"wired-method-value": wiredMethodValue, "wired-nested": wiredNested,
		"wired-struct-literal": wiredStructLiteral, "wired-interface-field": wiredInterfaceField,
		"wired-map-of-structs": wiredMapOfStructs, "wired-pingpong": wiredPingPong,
		"wired-rate": wiredRate, "wired-server": wiredServer, "wired-wg-in-struct": wiredWGStruct,
		"wired-two-servers": wiredTwoServers, "wired-derived-context": wiredDerivedContext,
		"wired-cancel-field": wiredCancelField, "wired-cancel-param": wiredCancelParam,
		"wired-select-default": wiredSelectDefault, "wired-generic-pool": wiredGenericPool,
		"wired-cond-helper": wiredCondHelper, "wired-recv-then-lock": wiredRecvThenLock,
		"wired-chan-of-func": wiredChanOfFunc, "wired-range-over-func": wiredRangeFunc,
	})
}

type wjob struct{ n int }

type wpool struct {
	jobs    <-chan wjob
	results chan<- int
	wg      *sync.WaitGroup
}

func (p wpool) work() {
	defer p.wg.Done()
	ends("wg")
	for j := range p.jobs {
		p.results <- p.handle(j)
	}
}

func (p wpool) handle(j wjob) int {
	ends("results")
	forever(0)
	return j.n
}

// wiredWorkers is the worker pool of the books.
func wiredWorkers(t *truth) {
	jobs, results := make(chan wjob), make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go wpool{jobs, results, &wg}.work()
	}
	jobs <- wjob{1}
	jobs <- wjob{2}
	go func() {
		waits("wg")
		ends("results")
		wg.Wait()
		close(results)
	}()
	go func() {
		waits("results")
		total := 0
		for r := range results {
			total += r
		}
		fmt.Println(total)
	}()
}

type reader struct{ in <-chan string }
type writer struct{ out chan<- string }

func (r *reader) read() string {
	waits("pipe")
	return <-r.in
}

func (w *writer) write() {
	ends("pipe")
	forever(0)
	w.out <- "x"
}

func newPipe() (*reader, *writer) {
	c := make(chan string)
	return &reader{in: c}, &writer{out: c}
}

func wiredStruct(t *truth) {
	r, w := newPipe()
	go r.read()
	go w.write()
}

type opts struct {
	done chan struct{}
}

type option func(*opts)

func withDone(c chan struct{}) option { return func(o *opts) { o.done = c } }

func serve(list ...option) {
	var o opts
	for _, f := range list {
		f(&o)
	}
	waits("done")
	<-o.done
}

func wiredOption(t *truth) {
	c := make(chan struct{})
	go serve(withDone(c))
	go func() {
		ends("done")
		forever(0)
		close(c)
	}()
}

type topic struct {
	mu   sync.Mutex
	subs []chan string
}

func (p *topic) subscribe() <-chan string {
	c := make(chan string)
	p.mu.Lock()
	p.subs = append(p.subs, c)
	p.mu.Unlock()
	return c
}

func (p *topic) publish(text string) {
	ends("sub")
	forever(0)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.subs {
		s <- text
	}
}

func wiredSubscribers(t *truth) {
	p := &topic{}
	for range 2 {
		c := p.subscribe()
		go func() {
			waits("sub")
			for range c {
			}
		}()
	}
	go p.publish("x")
}

type pending struct {
	mu    sync.Mutex
	calls map[int]chan string
}

func (p *pending) call(id int) string {
	c := make(chan string, 1)
	p.mu.Lock()
	p.calls[id] = c
	p.mu.Unlock()
	waits("call")
	return <-c
}

func (p *pending) answer(id int, text string) {
	p.mu.Lock()
	c := p.calls[id]
	delete(p.calls, id)
	p.mu.Unlock()
	c <- text
}

func (p *pending) readLoop() {
	ends("call")
	for i := 1; ; i++ {
		forever(0)
		p.answer(i, "x")
	}
}

func wiredRegistry(t *truth) {
	p := &pending{calls: map[int]chan string{}}
	go p.call(1)
	go p.readLoop()
}

func try2(f func() error) <-chan error {
	errs := make(chan error, 1)
	go func() { errs <- f() }()
	return errs
}

func wiredErrs(t *truth) {
	errs := try2(func() error {
		ends("errs")
		forever(0)
		return errors.New("x")
	})
	go func() {
		waits("errs")
		if err := <-errs; err != nil {
			fmt.Println(err)
		}
	}()
}

type future[T any] struct {
	done chan struct{}
	v    T
}

func async[T any](f func() T) *future[T] {
	p := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(p.done)
		p.v = f()
	}()
	return p
}

func (p *future[T]) await() T {
	waits("future")
	<-p.done
	return p.v
}

func wiredFuture(t *truth) {
	p := async(func() int {
		ends("future")
		forever(0)
		return 1
	})
	go p.await()
}

type looper struct {
	stop    chan struct{}
	stopped chan struct{}
}

func (l *looper) run() {
	defer close(l.stopped)
	waits("stop")
	ends("stopped")
	for {
		select {
		case <-l.stop:
			return
		case <-time.After(time.Hour):
		}
	}
}

func (l *looper) Stop() {
	waits("stopped")
	<-l.stopped
}

func wiredStopTwice(t *truth) {
	l := &looper{make(chan struct{}), make(chan struct{})}
	go l.run()
	go l.Stop()
	go func() {
		ends("stop")
		forever(0)
		close(l.stop)
	}()
}

func wiredMethodValue(t *truth) {
	r, w := newPipe()
	for _, f := range []func(){func() { r.read() }, w.write} {
		go f()
	}
}

type app struct {
	bus struct {
		events chan string
	}
}

func (a *app) emit() {
	ends("events")
	forever(1)
	a.bus.events <- "x"
}

func (a *app) watch() {
	waits("events")
	select {
	case e := <-a.bus.events:
		fmt.Println(e)
	}
}

func wiredNested(t *truth) {
	a := &app{}
	a.bus.events = make(chan string)
	go a.watch()
	go a.emit()
}

func wiredStructLiteral(t *truth) {
	type link struct {
		name string
		c    chan int
	}
	links := []link{{"a", make(chan int)}}
	for _, l := range links {
		go func() {
			waits("link")
			<-l.c
		}()
		go func(l link) {
			ends("link")
			forever(0)
			l.c <- 1
		}(l)
	}
}

type publisher interface{ pub(string) }

type memory struct{ c chan string }

func (m memory) pub(s string) { m.c <- s }

type api struct{ p publisher }

func (a *api) handle() {
	ends("c")
	forever(0)
	a.p.pub("x")
}

func wiredInterfaceField(t *truth) {
	c := make(chan string)
	a := &api{memory{c}}
	go a.handle()
	go func() {
		waits("c")
		fmt.Println(<-c)
	}()
}

type sess struct {
	send chan string
	name string
}

type chat struct {
	mu  sync.RWMutex
	all map[string]*sess
}

func (s *sess) writeLoop() {
	waits("send")
	for text := range s.send {
		fmt.Println(text)
	}
}

func (c *chat) broadcast(text string) {
	ends("send")
	forever(0)
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, s := range c.all {
		select {
		case s.send <- text:
		default:
		}
	}
}

func wiredMapOfStructs(t *truth) {
	c := &chat{all: map[string]*sess{}}
	s := &sess{make(chan string), "a"}
	c.all["a"] = s
	go s.writeLoop()
	go c.broadcast("x")
}

func player(name string, table chan int) {
	if name == "ping" {
		waits("table")
		v := <-table
		table <- v
		return
	}
	ends("table")
	forever(0)
	table <- 1
	<-table
}

func wiredPingPong(t *truth) {
	table := make(chan int)
	go player("ping", table)
	go player("pong", table)
}

type throttle struct{ c chan struct{} }

func newThrottle() *throttle {
	r := &throttle{make(chan struct{})}
	go r.fill()
	return r
}

func (r *throttle) fill() {
	ends("rate")
	for range time.Tick(time.Hour) {
		r.c <- struct{}{}
	}
}

func (r *throttle) take() {
	waits("rate")
	<-r.c
}

func wiredRate(t *truth) {
	r := newThrottle()
	go r.take()
}

type srv struct {
	reqs chan *req
	quit chan struct{}
	wg   sync.WaitGroup
}

type req struct {
	done chan error
	body string
}

func (s *srv) loop(id int) {
	defer s.wg.Done()
	for {
		select {
		case r := <-s.reqs:
			s.handle(r)
		case <-s.quit:
			return
		}
	}
}

func (s *srv) handle(r *req) {
	ends("done")
	ends("wg")
	forever(1)
	r.done <- nil
}

func (s *srv) do(body string) error {
	r := &req{done: make(chan error, 1), body: body}
	s.reqs <- r
	waits("done")
	return <-r.done
}

func wiredServer(t *truth) {
	s := &srv{reqs: make(chan *req), quit: make(chan struct{})}
	s.wg.Add(1)
	go s.loop(1)
	go s.do("x")
	soon()
	go func() { waits("wg"); s.wg.Wait() }()
}

type shardWG struct {
	name string
	wg   sync.WaitGroup
	mu   sync.Mutex
}

func (s *shardWG) add(n int) {
	s.wg.Add(n)
	for range n {
		go func() {
			defer func() {
				s.mu.Lock()
				s.mu.Unlock()
				s.wg.Done()
			}()
			ends("wg")
			forever(0)
		}()
	}
}

func wiredWGStruct(t *truth) {
	s := &shardWG{}
	s.add(2)
	go func() { waits("wg"); s.wg.Wait() }()
}

// wiredTwoServers has two of a kind, built by a constructor in a loop.
func wiredTwoServers(t *truth) {
	for _, name := range []string{"a", "b"} {
		r, w := newPipe()
		go func() {
			waits(name)
			<-r.in
		}()
		go func() {
			ends(name)
			forever(0)
			w.out <- "x"
		}()
	}
}

func wiredDerivedContext(t *truth) {
	parent, stop := context.WithCancel(context.Background())
	go func() {
		ends("ctx")
		forever(0)
		stop()
	}()
	go func(ctx context.Context) {
		child, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		waits("ctx")
		<-child.Done()
	}(parent)
}

type jobCtx struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (j *jobCtx) run() {
	waits("ctx")
	<-j.ctx.Done()
}

func (j *jobCtx) stop() {
	ends("ctx")
	forever(0)
	j.cancel()
}

func wiredCancelField(t *truth) {
	j := &jobCtx{}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	go j.run()
	go j.stop()
}

func watchdog(cancel context.CancelFunc) {
	ends("ctx")
	forever(0)
	cancel()
}

func wiredCancelParam(t *truth) {
	ctx, cancel := context.WithCancel(context.Background())
	go watchdog(cancel)
	go func() {
		waits("ctx")
		select {
		case <-ctx.Done():
		case <-time.After(time.Hour):
		}
	}()
}

type latest struct{ c chan int }

func (l *latest) put(v int) {
	ends("latest")
	for {
		forever(0)
		select {
		case l.c <- v:
			return
		default:
		}
		select {
		case <-l.c:
		default:
		}
	}
}

func wiredSelectDefault(t *truth) {
	l := &latest{make(chan int, 1)}
	go l.put(1)
	go func() {
		waits("latest")
		<-l.c
	}()
}

type workers[I, O any] struct {
	in  chan I
	out chan O
	f   func(I) O
}

func (w *workers[I, O]) run() {
	ends("out")
	for v := range w.in {
		w.out <- w.f(v)
	}
}

func (w *workers[I, O]) next() O {
	waits("out")
	return <-w.out
}

func wiredGenericPool(t *truth) {
	w := &workers[int, string]{make(chan int), make(chan string), func(int) string {
		forever(0)
		return ""
	}}
	go w.run()
	w.in <- 1
	go w.next()
}

type queue3 struct {
	mu   sync.Mutex
	cond *sync.Cond
	list []int
}

func (q *queue3) init() { q.cond = sync.NewCond(&q.mu) }

func (q *queue3) get() int {
	waits("cond")
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wait()
}

func (q *queue3) wait() int {
	for len(q.list) == 0 {
		q.cond.Wait()
	}
	return q.list[0]
}

func (q *queue3) put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, v)
	q.cond.Signal()
}

func wiredCondHelper(t *truth) {
	q := &queue3{}
	q.init()
	go q.get()
	go func() {
		ends("cond")
		forever(0)
		for i := range 3 {
			q.put(i)
		}
	}()
}

// wiredRecvThenLock is no circle: the lock's holder waits for a goroutine that needs
// another lock.
func wiredRecvThenLock(t *truth) {
	var a, b sync.Mutex
	c := make(chan int)
	go func() {
		ends("b")
		b.Lock()
		forever(0)
		b.Unlock()
	}()
	soon()
	go func() {
		ends("a")
		a.Lock()
		waits("c")
		<-c
		a.Unlock()
	}()
	go func() {
		ends("c")
		waits("b")
		b.Lock()
		b.Unlock()
		c <- 1
	}()
	soon()
	go func() {
		waits("a")
		a.Lock()
		a.Unlock()
	}()
}

func wiredChanOfFunc(t *truth) {
	tasks := make(chan func())
	go func() {
		waits("tasks")
		for f := range tasks {
			f()
		}
	}()
	go func() {
		ends("tasks")
		forever(0)
		tasks <- func() { soon() }
	}()
}

func each(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func wiredRangeFunc(t *truth) {
	c := make(chan int)
	go func() {
		ends("c")
		for i := range each(3) {
			forever(0)
			c <- i
		}
	}()
	go func() {
		waits("c")
		<-c
	}()
}
