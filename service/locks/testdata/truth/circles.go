package main

import (
	"sync"
	"time"
)

func init() {
	others = append(others, map[string]func(*truth){
		"circle-send": circleSend, "circle-reply": circleReply, "circle-wg": circleWG,
		"circle-wg-mutex": circleWGMutex, "circle-channels": circleChannels,
		"circle-three": circleThree, "circle-full": circleFull, "circle-once": circleOnce,
		"circle-rw": circleRW, "circle-self-wg": circleSelfWG, "circle-select": circleSelect,
		"no-circle-other": noCircleOther, "no-circle-timer": noCircleTimer,
		"no-circle-spare": noCircleSpare, "no-circle-buffer": noCircleBuffer,
	})
}

type bus struct {
	mu  sync.Mutex
	out chan int
	n   int
}

// emit holds mu and sends to one who waits for mu.
func (b *bus) emit() {
	circle()
	b.mu.Lock()
	defer b.mu.Unlock()
	waits("out")
	ends("mu")
	b.out <- b.n
}

func (b *bus) handle() {
	circle()
	soon()
	waits("mu")
	ends("out")
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	<-b.out
}

func circleSend(t *truth) {
	b := &bus{out: make(chan int)}
	go b.emit()
	go b.handle()
}

// circleReply asks under a lock that the one who answers wants, too.
func circleReply(t *truth) {
	var mu sync.Mutex
	ask, answer := make(chan int), make(chan int)
	go func() {
		circle()
		for range ask {
			waits("mu")
			ends("answer")
			mu.Lock()
			answer <- 1
			mu.Unlock()
		}
	}()
	go func() {
		circle()
		mu.Lock()
		ends("mu")
		ask <- 1
		waits("answer")
		<-answer
		mu.Unlock()
	}()
}

type fan struct {
	mu sync.Mutex
	wg sync.WaitGroup
}

func (f *fan) part() {
	defer f.wg.Done()
	circle()
	ends("wg")
	waits("mu")
	f.mu.Lock()
	defer f.mu.Unlock()
}

// all waits for the parts under the lock that they need.
func (f *fan) all() {
	circle()
	f.mu.Lock()
	defer f.mu.Unlock()
	ends("mu")
	f.wg.Add(1)
	go f.part()
	waits("wg")
	f.wg.Wait()
}

func circleWG(t *truth) {
	f := &fan{}
	go f.all()
}

func circleWGMutex(t *truth) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	results := make(chan int)
	wg.Add(1)
	go func() {
		circle()
		defer wg.Done()
		ends("wg")
		waits("mu")
		soon()
		mu.Lock()
		results <- 1
		mu.Unlock()
	}()
	go func() {
		circle()
		mu.Lock()
		ends("mu")
		waits("wg")
		wg.Wait()
		mu.Unlock()
	}()
}

// circleChannels is two goroutines that each send to the other first.
func circleChannels(t *truth) {
	a, b := make(chan int), make(chan int)
	go func() {
		circle()
		waits("a")
		ends("b")
		a <- 1
		<-b
	}()
	go func() {
		circle()
		waits("b")
		ends("a")
		b <- 1
		<-a
	}()
}

// circleThree goes over a mutex, a channel and a WaitGroup.
func circleThree(t *truth) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	c := make(chan bool)
	wg.Add(1)
	go func() {
		circle()
		mu.Lock()
		ends("mu")
		waits("c")
		<-c
		mu.Unlock()
	}()
	go func() {
		circle()
		ends("c")
		waits("wg")
		wg.Wait()
		close(c)
	}()
	go func() {
		circle()
		defer wg.Done()
		ends("wg")
		soon()
		waits("mu")
		mu.Lock()
		mu.Unlock()
	}()
}

type crawler struct {
	queue chan string
}

// crawl puts what it finds in the queue that it reads itself, which is full.
func (c *crawler) crawl() {
	circle()
	for page := range c.queue {
		c.queue <- page + "/a"
		waits("queue")
		c.queue <- page + "/b"
	}
}

func circleFull(t *truth) {
	c := &crawler{make(chan string, 1)}
	c.queue <- "x"
	go c.crawl()
}

type lazy struct {
	once sync.Once
	mu   sync.Mutex
}

func (l *lazy) init() {
	l.once.Do(func() {
		ends("once")
		soon()
		waits("mu")
		l.mu.Lock()
		l.mu.Unlock()
	})
}

func circleOnce(t *truth) {
	l := &lazy{}
	go func() {
		circle()
		l.init()
	}()
	go func() {
		circle()
		l.mu.Lock()
		ends("mu")
		soon()
		waits("once")
		l.init()
		l.mu.Unlock()
	}()
}

func circleRW(t *truth) {
	var mu sync.RWMutex
	c := make(chan int)
	go func() {
		circle()
		mu.RLock()
		ends("mu")
		waits("c")
		<-c
		mu.RUnlock()
	}()
	go func() {
		circle()
		soon()
		waits("mu")
		ends("c")
		mu.Lock()
		mu.Unlock()
		c <- 1
	}()
}

func circleSelfWG(t *truth) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		circle()
		defer wg.Done()
		waits("wg")
		ends("wg")
		wg.Wait()
	}()
}

func circleSelect(t *truth) {
	var mu sync.Mutex
	a, b := make(chan int), make(chan int)
	go func() {
		circle()
		mu.Lock()
		ends("mu")
		waits("ab")
		select {
		case <-a:
		case b <- 1:
		}
		mu.Unlock()
	}()
	go func() {
		circle()
		soon()
		waits("mu")
		ends("ab")
		mu.Lock()
		mu.Unlock()
		a <- 1
	}()
}

// noCircleOther has a second receiver, which only sleeps.
func noCircleOther(t *truth) {
	b := &bus{out: make(chan int)}
	go func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		ends("mu")
		waits("out")
		b.out <- 1
	}()
	soon()
	go func() {
		waits("mu")
		ends("out")
		b.mu.Lock()
		b.mu.Unlock()
		<-b.out
	}()
	go func() {
		ends("out")
		time.Sleep(time.Hour)
		<-b.out
	}()
}

func noCircleTimer(t *truth) {
	var mu sync.Mutex
	c := make(chan int)
	go func() {
		mu.Lock()
		ends("mu")
		waits("c")
		select {
		case <-c:
		case <-time.After(time.Hour):
		}
		mu.Unlock()
	}()
	go func() {
		soon()
		waits("mu")
		ends("c")
		mu.Lock()
		mu.Unlock()
		c <- 1
	}()
}

func noCircleSpare(t *truth) {
	var mu sync.Mutex
	c := make(chan int)
	go func() {
		mu.Lock()
		ends("mu")
		waits("c")
		c <- 1
		mu.Unlock()
	}()
	for _, how := range []int{0, 2} {
		go func() {
			soon()
			ends("c")
			if how == 0 {
				waits("mu")
				mu.Lock()
				mu.Unlock()
			}
			forever(how)
			<-c
		}()
	}
}

func noCircleBuffer(t *truth) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	wg.Add(1)
	go func() {
		defer wg.Done()
		ends("wg")
		ends("mu")
		mu.Lock()
		defer mu.Unlock()
		time.Sleep(time.Hour)
	}()
	go func() {
		soon()
		waits("mu")
		mu.Lock()
		mu.Unlock()
	}()
	go func() { waits("wg"); wg.Wait() }()
}
