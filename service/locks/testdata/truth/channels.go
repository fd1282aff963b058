package main

import (
	"context"
	"sync"
	"time"

	"example.com/dep"
)

func init() {
	others = append(others, map[string]func(*truth){
		"chan-field": chanField, "chan-param": chanParam, "chan-generator": chanGenerator,
		"chan-map": chanMap, "chan-slice": chanSlice, "chan-closure": chanClosure,
		"chan-global": chanGlobal, "chan-interface": chanInterface, "chan-dep": chanDep,
		"chan-generic": chanGeneric, "chan-embedded": chanEmbedded,
		"chan-deferred-close": chanDeferredClose, "chan-once-close": chanOnceClose,
		"chan-reply": chanReply, "chan-results": chanResults, "chan-two": chanTwo,
		"chan-done-sending": chanDoneSending, "chan-send": chanSend,
		"chan-send-field": chanSendField, "chan-helper": chanHelper,
		"chan-callback": chanCallback, "chan-deferred-send": chanDeferredSend,
		"chan-loop-sender": chanLoopSender, "chan-stages": chanStages,
		"chan-cancel": chanCancel, "chan-pointer-holder": chanPointerHolder,
		"chan-only-select-send": chanSelectSend, "chan-passed-on": chanPassedOn,
		"select-two": selectTwo, "select-loop": selectLoop, "select-send": selectSend,
		"select-timer": selectTimer, "select-quit": selectQuit,
	})
}

type feedWorker struct {
	name string
	in   chan int
	sum  int
}

func (w *feedWorker) run() {
	waits("in")
	for v := range w.in {
		w.sum += v
	}
}

func (w *feedWorker) feed(how int) {
	ends("in")
	forever(how)
	w.in <- 1
	close(w.in)
}

func chanField(t *truth) {
	w := &feedWorker{in: make(chan int)}
	go w.run()
	go w.run()
	go w.feed(0)
}

func produce(out chan<- int, n int) {
	ends("out")
	for i := range n {
		forever(i)
		out <- i
	}
	close(out)
}

func consume(in <-chan int) (sum int) {
	waits("out")
	for v := range in {
		sum += v
	}
	return sum
}

func chanParam(t *truth) {
	ch := make(chan int, 4)
	go produce(ch, 3)
	go consume(ch)
}

func numbers(n int) <-chan int {
	out := make(chan int)
	go func() {
		ends("numbers")
		defer close(out)
		for i := range n {
			forever(0)
			out <- i
		}
	}()
	return out
}

func sum(n int) int {
	waits("numbers")
	s := 0
	for v := range numbers(n) {
		s += v
	}
	return s
}

func chanGenerator(t *truth) { go sum(7) }

type hub struct {
	rooms map[string]chan string
}

func (h *hub) listen(room string) string {
	waits("room")
	return <-h.rooms[room]
}

func (h *hub) say(room, text string) {
	ends("room")
	forever(2)
	h.rooms[room] <- text
}

func chanMap(t *truth) {
	h := &hub{rooms: map[string]chan string{"a": make(chan string)}}
	go h.listen("a")
	go h.say("a", "hello")
}

func chanSlice(t *truth) {
	outs := []chan int{make(chan int), make(chan int)}
	for i := range outs {
		go func() {
			if i == 0 {
				waits("0")
			} else {
				waits("1")
			}
			<-outs[i]
		}()
	}
	soon()
	go func() {
		ends("0")
		ends("1")
		forever(0)
		for _, out := range outs {
			out <- 1
		}
	}()
}

func chanClosure(t *truth) {
	done := make(chan struct{})
	go func() {
		waits("done")
		<-done
	}()
	go func() {
		ends("done")
		forever(3)
		close(done)
	}()
}

var events = make(chan string, 1)

func publish(text string) {
	ends("events")
	time.Sleep(time.Hour)
	events <- text
}

func subscribe() string {
	waits("events")
	return <-events
}

func chanGlobal(t *truth) {
	go subscribe()
	go publish("x")
}

type sink interface{ put(v int) }

type chanSink struct{ c chan int }

func (s *chanSink) put(v int) { s.c <- v }

func pump(s sink) {
	ends("sink")
	forever(1)
	for i := range 10 {
		s.put(i)
	}
}

func (s *chanSink) drain() {
	waits("sink")
	for range s.c {
	}
}

func chanInterface(t *truth) {
	s := &chanSink{make(chan int)}
	go s.drain()
	go pump(s)
}

func chanDep(t *truth) {
	q := dep.NewQueue()
	go func() {
		waits("queue")
		q.Pop()
	}()
	go func() {
		ends("queue")
		forever(0)
		q.Push("x")
	}()
}

type ring[T any] struct {
	mu    sync.Mutex
	items chan T
}

func (r *ring[T]) take() T {
	waits("items")
	return <-r.items
}

func (r *ring[T]) give(v T) {
	ends("items")
	forever(0)
	r.items <- v
}

func chanGeneric(t *truth) {
	r := &ring[string]{items: make(chan string)}
	go r.take()
	go r.give("x")
}

type closer struct{ quit chan struct{} }

func (c *closer) Stop() {
	ends("quit")
	forever(2)
	close(c.quit)
}

type service struct {
	name string
	closer
}

func (s *service) wait() {
	waits("quit")
	<-s.quit
}

func chanEmbedded(t *truth) {
	s := &service{closer: closer{make(chan struct{})}}
	go s.wait()
	go s.Stop()
}

func job1(done chan<- bool) {
	ends("done")
	defer close(done)
	forever(0)
}

func chanDeferredClose(t *truth) {
	done := make(chan bool)
	go job1(done)
	go func() { waits("done"); <-done }()
}

type daemon struct {
	stop sync.Once
	quit chan struct{}
}

func (d *daemon) Close() { d.stop.Do(func() { close(d.quit) }) }

func (d *daemon) loop() {
	waits("quit")
	<-d.quit
}

func chanOnceClose(t *truth) {
	d := &daemon{quit: make(chan struct{})}
	go d.loop()
	go func() {
		ends("quit")
		forever(0)
		d.Close()
	}()
}

type request struct {
	key   string
	reply chan string
}

type actor struct{ mailbox chan request }

func (a *actor) serve() {
	for r := range a.mailbox {
		ends("reply")
		forever(0)
		r.reply <- r.key
	}
}

func (a *actor) ask(key string) string {
	r := request{key, make(chan string)}
	a.mailbox <- r
	waits("reply")
	return <-r.reply
}

func chanReply(t *truth) {
	a := &actor{make(chan request)}
	go a.serve()
	go a.ask("x")
}

func chanResults(t *truth) {
	results := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			ends("results")
			ends("wg")
			defer wg.Done()
			forever(0)
			results <- 1
		}()
	}
	go func() {
		waits("wg")
		ends("results")
		wg.Wait()
		close(results)
	}()
	go func() {
		waits("results")
		for range results {
		}
	}()
}

type line struct{ c chan int }

func (l *line) get(name string) int {
	waits(name)
	return <-l.c
}

func (l *line) set(name string, v int) {
	ends(name)
	time.Sleep(time.Hour)
	l.c <- v
}

// chanTwo has two lines of the same type: each has its own sender.
func chanTwo(t *truth) {
	a, b := &line{make(chan int)}, &line{make(chan int)}
	go a.get("a")
	go b.get("b")
	go a.set("a", 1)
	go b.set("b", 2)
}

// chanDoneSending has one who sent before and will not again.
func chanDoneSending(t *truth) {
	c := make(chan int)
	go func() {
		c <- 1
		forever(0)
	}()
	go func() {
		<-c
		waits("c")
		<-c
	}()
	go func() {
		ends("c")
		forever(1)
		c <- 2
	}()
}

func receiveLater(c <-chan int) {
	ends("c")
	forever(0)
	<-c
}

func chanSend(t *truth) {
	c := make(chan int)
	go func() { waits("c"); c <- 1 }()
	go receiveLater(c)
}

type mailer struct {
	outbox chan string
	sent   int
}

func (m *mailer) deliver() {
	ends("outbox")
	for text := range m.outbox {
		m.post(text)
	}
}

func (m *mailer) post(text string) { forever(3) }

func (m *mailer) send(text string) {
	waits("outbox")
	m.outbox <- text
}

func chanSendField(t *truth) {
	m := &mailer{outbox: make(chan string)}
	go m.deliver()
	first := make(chan bool)
	go func() { m.outbox <- "first"; close(first) }()
	<-first
	go m.send("second")
	go m.send("third")
}

func notify(c chan<- bool) { c <- true }

func chanHelper(t *truth) {
	c := make(chan bool)
	go func() { waits("c"); <-c }()
	go func() {
		ends("c")
		forever(0)
		notify(c)
	}()
}

func after(f func()) {
	forever(0)
	f()
}

func chanCallback(t *truth) {
	c := make(chan bool)
	go func() { waits("c"); <-c }()
	go func() {
		ends("c")
		after(func() { c <- true })
	}()
}

func chanDeferredSend(t *truth) {
	c := make(chan error, 1)
	go func() { waits("c"); <-c }()
	go func() {
		ends("c")
		var err error
		defer func() { c <- err }()
		forever(2)
	}()
}

func chanLoopSender(t *truth) {
	ticks := make(chan time.Time)
	go func() {
		ends("ticks")
		for {
			time.Sleep(time.Hour)
			ticks <- time.Now()
		}
	}()
	go func() {
		waits("ticks")
		for range ticks {
		}
	}()
}

func stage(name, next string, in <-chan int, out chan<- int) {
	waits(name)
	ends(next)
	defer close(out)
	for v := range in {
		out <- v * 2
	}
}

// chanStages is a pipeline: each stage waits for the one before.
func chanStages(t *truth) {
	a, b, c := make(chan int), make(chan int), make(chan int)
	go stage("a", "b", a, b)
	go stage("b", "c", b, c)
	go func() {
		waits("c")
		for range c {
		}
	}()
	go func() {
		ends("a")
		forever(0)
		a <- 1
		close(a)
	}()
}

func chanCancel(t *truth) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		waits("ctx")
		<-ctx.Done()
	}()
	go func() {
		ends("ctx")
		defer cancel()
		forever(0)
	}()
}

type signal struct{ c *chan int }

func chanPointerHolder(t *truth) {
	c := make(chan int)
	s := &signal{&c}
	go func() { waits("c"); <-*s.c }()
	go func() {
		ends("c")
		forever(0)
		*s.c <- 1
	}()
}

// chanSelectSend has a sender whose send is one case of a select.
func chanSelectSend(t *truth) {
	c, quit := make(chan int), make(chan bool)
	go func() { waits("c"); <-c }()
	go func() {
		ends("c")
		forever(0)
		select {
		case c <- 1:
		case <-quit:
		}
	}()
}

func relay(c chan int) {
	go func() {
		ends("c")
		forever(0)
		fire(c)
	}()
}

func fire(c chan int) { c <- 1 }

func chanPassedOn(t *truth) {
	c := make(chan int)
	relay(c)
	waiter := func(in chan int) {
		waits("c")
		<-in
	}
	go waiter(c)
}

type broker struct {
	join  chan int
	leave chan int
	quit  chan struct{}
}

func (b *broker) loop() {
	waits("loop")
	for {
		select {
		case <-b.join:
		case <-b.leave:
		case <-b.quit:
			return
		}
	}
}

func (b *broker) enter() {
	ends("loop")
	forever(0)
	b.join <- 1
}

func (b *broker) exit() {
	ends("loop")
	forever(2)
	b.leave <- 1
}

func (b *broker) shut() {
	ends("loop")
	forever(3)
	close(b.quit)
}

func selectLoop(t *truth) {
	b := &broker{make(chan int), make(chan int), make(chan struct{})}
	go b.loop()
	go b.enter()
	go b.exit()
	go b.shut()
}

func selectTwo(t *truth) {
	a, b := make(chan int), make(chan int)
	go func() {
		waits("ab")
		select {
		case <-a:
		case v, ok := <-b:
			_, _ = v, ok
		}
	}()
	go func() {
		ends("ab")
		forever(0)
		b <- 1
	}()
}

func selectSend(t *truth) {
	out, quit := make(chan int), make(chan bool)
	go func() {
		waits("out")
		select {
		case out <- 1:
		case <-quit:
		}
	}()
	go func() {
		ends("out")
		forever(0)
		<-out
	}()
	go func() {
		ends("out")
		forever(1)
		close(quit)
	}()
}

func selectTimer(t *truth) {
	c := make(chan int)
	go func() {
		waits("c")
		timer := time.NewTimer(time.Hour)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-c:
		}
	}()
	go func() {
		ends("c")
		forever(0)
		c <- 1
	}()
}

type poller struct {
	ctx    context.Context
	cancel context.CancelFunc
	wake   chan struct{}
}

func (p *poller) poll() {
	waits("poll")
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.wake:
		}
	}
}

func (p *poller) nudge() {
	ends("poll")
	forever(0)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func selectQuit(t *truth) {
	p := &poller{wake: make(chan struct{}, 1)}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	go p.poll()
	go p.nudge()
}
