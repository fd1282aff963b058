package main

import (
	"net"
	"os"
	"sync"
	"syscall"
)

func init() {
	others = append(others, map[string]func(*truth){
		"wg-closure": wgClosure, "wg-field": wgField, "wg-parameter": wgParameter,
		"wg-embedded": wgEmbedded, "wg-global": wgGlobal, "wg-go": wgGo,
		"wg-helper": wgHelper, "wg-two": wgTwo, "wg-slice": wgSlice, "wg-interface": wgInterface,
		"wg-not-deferred": wgNotDeferred, "wg-method-go": wgMethodGo,
		"once-global": onceGlobal, "once-value": onceValue, "once-func": onceFunc,
		"once-lazy": onceLazy, "once-two": onceTwo,
		"cond-signal": condSignal, "cond-broadcast": condBroadcast, "cond-embedded": condEmbedded,
		"cond-value": condValue, "cond-close": condClose,
		"tokens": tokens, "tokens-field": tokensField, "token-pool": tokenPool,
		"tokens-acquire": tokensAcquire, "tokens-generic": tokensGeneric,
		"file-lock": fileLock, "pipe-reads": pipeReads, "conn-writes": connWrites,
		"rw-three-readers": rwThreeReaders, "rw-reader-helper": rwReaderHelper,
		"rw-rlocker": rwRLocker, "rw-embedded-reader": rwEmbeddedReader,
	})
}

func wgClosure(t *truth) {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			ends("wg")
			defer wg.Done()
			forever(i)
		}()
	}
	go func() { waits("wg"); wg.Wait() }()
}

type crew struct {
	wg   sync.WaitGroup
	jobs chan int
}

func (c *crew) start(n int) {
	for range n {
		c.wg.Add(1)
		go c.work()
	}
}

func (c *crew) work() {
	ends("wg")
	ends("jobs none")
	defer c.wg.Done()
	forever(0)
}

func (c *crew) stop() {
	waits("wg")
	c.wg.Wait()
}

func wgField(t *truth) {
	c := &crew{}
	c.start(2)
	go c.stop()
}

func fetch(wg *sync.WaitGroup, how int) {
	ends("wg")
	defer wg.Done()
	forever(how)
}

func wgParameter(t *truth) {
	wg := new(sync.WaitGroup)
	wg.Add(2)
	go fetch(wg, 0)
	go fetch(wg, 1)
	go func() { waits("wg"); wg.Wait() }()
}

type batch struct {
	id int
	sync.WaitGroup
}

func (b *batch) one() {
	ends("batch")
	forever(0)
	b.Done()
}

func wgEmbedded(t *truth) {
	b := &batch{}
	b.Add(1)
	go b.one()
	go func() { waits("batch"); b.Wait() }()
}

var running sync.WaitGroup

func background() {
	ends("running")
	defer running.Done()
	forever(2)
}

func wgGlobal(t *truth) {
	running.Add(1)
	go background()
	go func() { waits("running"); running.Wait() }()
}

func wgGo(t *truth) {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { ends("wg"); forever(i) })
	}
	go func() { waits("wg"); wg.Wait() }()
}

func (c *crew) finish() { c.wg.Done() }

func wgHelper(t *truth) {
	c := &crew{}
	c.wg.Add(1)
	go func() {
		ends("wg")
		defer c.finish()
		forever(0)
	}()
	go c.stop()
}

// wgTwo has two groups of the same type: each with its own worker.
func wgTwo(t *truth) {
	a, b := &batch{id: 1}, &batch{id: 2}
	work := func(g *batch, name string) {
		ends(name)
		defer g.Done()
		forever(0)
	}
	wait := func(g *batch, name string) {
		waits(name)
		g.Wait()
	}
	a.Add(1)
	b.Add(1)
	go work(a, "a")
	go work(b, "b")
	go wait(a, "a")
	go wait(b, "b")
}

func wgSlice(t *truth) {
	groups := make([]sync.WaitGroup, 2)
	groups[1].Add(1)
	go func() {
		ends("1")
		defer groups[1].Done()
		forever(0)
	}()
	go func() { waits("1"); groups[1].Wait() }()
}

type task interface{ run() }

type cleanup struct {
	wg *sync.WaitGroup
}

func (c *cleanup) run() {
	ends("wg")
	defer c.wg.Done()
	forever(0)
}

func wgInterface(t *truth) {
	wg := &sync.WaitGroup{}
	wg.Add(2)
	for _, x := range []task{&cleanup{wg}, &cleanup{wg}} {
		go x.run()
	}
	go func() { waits("wg"); wg.Wait() }()
}

func wgNotDeferred(t *truth) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		ends("wg")
		forever(1)
		wg.Done()
	}()
	go func() { waits("wg"); wg.Wait() }()
}

type runner struct {
	wg sync.WaitGroup
	n  int
}

func (r *runner) spawn(f func()) { r.wg.Go(f) }

func (r *runner) step() { ends("wg"); forever(0) }

func wgMethodGo(t *truth) {
	r := &runner{}
	r.wg.Go(r.step)
	r.spawn(func() { ends("wg"); forever(1) })
	go func() { waits("wg"); r.wg.Wait() }()
}

var setup sync.Once

func initialise() {
	setup.Do(func() {
		ends("setup")
		forever(0)
	})
}

func onceGlobal(t *truth) {
	go initialise()
	soon()
	go func() { waits("setup"); initialise() }()
}

var settings = sync.OnceValue(func() int {
	ends("settings")
	forever(2)
	return 1
})

func onceValue(t *truth) {
	go settings()
	soon()
	go func() { waits("settings"); settings() }()
}

func onceFunc(t *truth) {
	f := sync.OnceFunc(func() {
		ends("f")
		forever(0)
	})
	go f()
	soon()
	go func() { waits("f"); f() }()
}

type client struct {
	once sync.Once
	conn *int
}

func (c *client) connect() *int {
	c.once.Do(c.dial)
	return c.conn
}

func (c *client) dial() {
	ends("once")
	forever(3)
	c.conn = new(int)
}

func (c *client) use() { waits("once"); c.connect() }

func onceLazy(t *truth) {
	c := &client{}
	go c.connect()
	soon()
	go c.use()
	go c.use()
}

func onceTwo(t *truth) {
	a, b := &client{}, &client{}
	begin := func(c *client, name string) {
		c.once.Do(func() { ends(name); forever(0) })
	}
	go begin(a, "a")
	go begin(b, "b")
	soon()
	go func() { waits("a"); a.connect() }()
	go func() { waits("b"); b.connect() }()
}

type buffer struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	items    []int
}

func newBuffer() *buffer {
	b := &buffer{}
	b.notEmpty = sync.NewCond(&b.mu)
	return b
}

func (b *buffer) pop() int {
	waits("notEmpty")
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.notEmpty.Wait()
	}
	return b.items[0]
}

func (b *buffer) push(v int) {
	ends("notEmpty")
	forever(0)
	b.mu.Lock()
	b.items = append(b.items, v)
	b.mu.Unlock()
	b.notEmpty.Signal()
}

func condSignal(t *truth) {
	b := newBuffer()
	go b.pop()
	go b.pop()
	go b.push(1)
}

func condBroadcast(t *truth) {
	var mu sync.Mutex
	ready := false
	c := sync.NewCond(&mu)
	for range 2 {
		go func() {
			waits("c")
			mu.Lock()
			for !ready {
				c.Wait()
			}
			mu.Unlock()
		}()
	}
	go func() {
		ends("c")
		forever(1)
		mu.Lock()
		ready = true
		c.Broadcast()
		mu.Unlock()
	}()
}

type gate struct {
	*sync.Cond
	open bool
}

func (g *gate) pass() {
	waits("gate")
	g.L.Lock()
	defer g.L.Unlock()
	for !g.open {
		g.Wait()
	}
}

func (g *gate) unlock() {
	ends("gate")
	forever(0)
	g.L.Lock()
	defer g.L.Unlock()
	g.open = true
	g.Broadcast()
}

func condEmbedded(t *truth) {
	g := &gate{Cond: sync.NewCond(&sync.Mutex{})}
	go g.pass()
	go g.unlock()
}

type stream struct {
	mu   sync.Mutex
	cond sync.Cond
	n    int
}

func (s *stream) read() {
	waits("cond")
	s.mu.Lock()
	for s.n == 0 {
		s.cond.Wait()
	}
	s.mu.Unlock()
}

func (s *stream) write() {
	ends("cond")
	forever(0)
	s.mu.Lock()
	s.n++
	s.cond.Signal()
	s.mu.Unlock()
}

func condValue(t *truth) {
	s := &stream{}
	s.cond.L = &s.mu
	go s.read()
	go s.write()
}

func (b *buffer) wakeAll() { b.notEmpty.Broadcast() }

func condClose(t *truth) {
	b := newBuffer()
	go b.pop()
	go func() {
		ends("notEmpty")
		defer b.wakeAll()
		forever(0)
	}()
}

func limited(sem chan struct{}, hold bool) {
	if !hold {
		waits("sem")
	}
	sem <- struct{}{}
	defer func() { <-sem }()
	ends("sem")
	forever(0)
}

func tokens(t *truth) {
	sem := make(chan struct{}, 2)
	go limited(sem, true)
	go limited(sem, true)
	soon()
	go limited(sem, false)
}

type limiter struct {
	slots chan struct{}
}

func (l *limiter) acquire() { l.slots <- struct{}{} }
func (l *limiter) release() { <-l.slots }

func (l *limiter) do(first bool) {
	if !first {
		waits("slots")
	}
	l.acquire()
	defer l.release()
	ends("slots")
	forever(2)
}

func tokensAcquire(t *truth) {
	l := &limiter{make(chan struct{}, 1)}
	go l.do(true)
	soon()
	go l.do(false)
	go l.do(false)
}

type fetcher struct {
	name   string
	active chan bool
}

func (f *fetcher) get(first bool) {
	if !first {
		waits("active")
	}
	f.active <- true
	ends("active")
	forever(0)
	<-f.active
}

func tokensField(t *truth) {
	f := &fetcher{active: make(chan bool, 1)}
	go f.get(true)
	soon()
	go f.get(false)
}

type bufPool struct{ free chan []byte }

func (p *bufPool) with(first bool) {
	if !first {
		waits("free")
	}
	b := <-p.free
	defer func() { p.free <- b }()
	ends("free")
	forever(0)
}

// tokenPool takes a value out of a channel and puts it back.
func tokenPool(t *truth) {
	p := &bufPool{make(chan []byte, 1)}
	p.free <- make([]byte, 10)
	go p.with(true)
	soon()
	go p.with(false)
}

type sema[T any] chan T

func (s sema[T]) run(v T, first bool) {
	if !first {
		waits("s")
	}
	s <- v
	ends("s")
	forever(0)
	<-s
}

func tokensGeneric(t *truth) {
	s := make(sema[int], 1)
	go s.run(1, true)
	soon()
	go s.run(1, false)
}

func lockFile(name string, first bool) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	kept.Store(f, true)
	if !first {
		waits("file")
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		panic(err)
	}
	defer syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	ends("file")
	forever(0)
}

func fileLock(t *truth) {
	f, err := os.CreateTemp("", "lock")
	if err != nil {
		panic(err)
	}
	go lockFile(f.Name(), true)
	soon()
	go lockFile(f.Name(), false)
	soon()
	soon()
	os.Remove(f.Name())
}

func pipeReads(t *truth) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	kept.Store(w, true)
	go func() {
		ends("fd")
		r.Read(make([]byte, 1))
	}()
	soon()
	go func() {
		waits("fd")
		r.Read(make([]byte, 1))
	}()
}

func connWrites(t *truth) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	kept.Store(l, true)
	big := make([]byte, 64<<20)
	go func() {
		ends("conn")
		c.Write(big)
	}()
	for range 10 {
		soon()
	}
	go func() {
		waits("conn")
		c.Write(big)
	}()
}

type grid struct {
	sync.RWMutex
	rows map[string]int
}

func (b *grid) scan(how int) {
	ends("table")
	b.RLock()
	defer b.RUnlock()
	forever(how)
}

func (b *grid) update() {
	waits("table")
	b.Lock()
	b.rows["x"]++
	b.Unlock()
}

func rwThreeReaders(t *truth) {
	b := &grid{rows: map[string]int{}}
	for i := range 3 {
		go b.scan(i)
	}
	soon()
	go b.update()
}

type snapshot struct {
	mu   sync.RWMutex
	data []int
}

func (s *snapshot) view() func() {
	s.mu.RLock()
	return s.mu.RUnlock
}

func (s *snapshot) each() {
	ends("mu")
	done := s.view()
	defer done()
	forever(0)
}

func (s *snapshot) replace() {
	waits("mu")
	s.mu.Lock()
	s.data = nil
	s.mu.Unlock()
}

func rwReaderHelper(t *truth) {
	s := &snapshot{}
	go s.each()
	soon()
	go s.replace()
}

func under(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func rwRLocker(t *truth) {
	s := &snapshot{}
	go func() {
		ends("mu")
		under(s.mu.RLocker(), func() { forever(0) })
	}()
	soon()
	go s.replace()
}

func rwEmbeddedReader(t *truth) {
	x := struct {
		name string
		*grid
	}{"x", &grid{rows: map[string]int{}}}
	go x.scan(1)
	soon()
	go x.update()
}
