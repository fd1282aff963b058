// Package looptimer has functions that wait in ways of their own.
package looptimer

import "time"

// after is like time.After, which is never called with random arguments.
func after(d time.Duration) <-chan time.Time { return time.NewTimer(d).C }

// Longer waits longer each time.
func Longer(n int) (got int) {
	pause := time.Duration(0)
	for range max(0, min(n, 4)) {
		c := make(chan int, 1)
		if pause > 0 {
			go func() { c <- 1 }()
		}
		select {
		case n := <-c:
			got += n
		case <-after(pause):
		}
		pause = time.Minute
	}
	return got
}

// Waiter waits.
type Waiter struct {
	Pause time.Duration
	Asked []string
}

// Never waits when there is nothing.
func Never(w *Waiter, n int) string {
	full := make(chan int, 9)
	for i := range max(0, min(n, 9)) {
		select {
		case full <- i:
		case <-after(w.Pause + time.Minute):
		}
	}
	return "done"
}

// Kept keeps each.
func Kept(n int) bool {
	var list []<-chan time.Time
	for range max(0, min(n, 4)) {
		list = append(list, after(time.Nanosecond))
	}
	for i, c := range list {
		if i > 0 && c == list[i-1] {
			return false
		}
	}
	return true
}

func (w *Waiter) channel() chan string {
	w.Asked = append(w.Asked, "channel")
	c := make(chan string, 1)
	c <- "there"
	return c
}

func (w *Waiter) pause() time.Duration {
	w.Asked = append(w.Asked, "pause")
	return time.Minute
}

// Order asks for the channel first.
func Order(n int) []string {
	w := &Waiter{}
	for range max(0, min(n, 4)) {
		select {
		case s := <-w.channel():
			w.Asked = append(w.Asked, s)
		case <-after(w.pause()):
		}
	}
	return w.Asked
}

// Time uses what it got.
func Time(n int) bool {
	start := time.Now()
	t := <-after(time.Duration(max(0, min(n, 1000))))
	return !t.Before(start)
}

// Set sets the pause while it asks for the channel.
func (w *Waiter) Set() chan int {
	w.Pause += time.Minute
	c := make(chan int, 1)
	go func() { c <- int(w.Pause / time.Minute) }()
	return c
}

// Changed waits as long as it was told by the case before.
func Changed(n int) (sum int) {
	w := &Waiter{}
	for range max(0, min(n, 4)) {
		select {
		case n := <-w.Set():
			sum += n
		case <-after(w.Pause):
			sum += 100
		}
	}
	return sum
}

// Backoff waits longer each time.
func Backoff(n int) (got int) {
	pause := time.Duration(0)
	for range max(0, min(n, 4)) {
		c := make(chan int, 1)
		if pause > 0 {
			go func() { c <- 1 }()
		}
		select {
		case n := <-c:
			got += n
		case <-time.After(pause):
		}
		pause = time.Minute
	}
	return got
}

// Unset waits when there is nothing.
func Unset(w *Waiter, n int) string {
	full := make(chan int, 9)
	for i := range max(0, min(n, 9)) {
		select {
		case full <- i:
		case <-time.After(w.Pause + time.Minute):
		}
	}
	return "done"
}

// Ordered asks for the channel first.
func Ordered(n int) []string {
	w := &Waiter{}
	for range max(0, min(n, 4)) {
		select {
		case s := <-w.channel():
			w.Asked = append(w.Asked, s)
		case <-time.After(w.pause()):
		}
	}
	return w.Asked
}

func offer(c chan int, w *Waiter, n int) bool {
	select {
	case c <- n:
		return true
	case <-time.After(w.Pause):
	}
	return false
}

func take(c, late chan int) (n int, ok bool) {
	select {
	case n, ok = <-c:
		if ok {
			n *= 2
		}
	case n = <-late:
		n++
	case <-time.After(time.Minute):
		n = -1
	}
	return n, ok
}

// Offered offers to a channel that has room for three, with a pause that may not be there.
func Offered(w *Waiter, n int) (took []int, problem any) {
	defer func() { problem = recover() != nil }()
	c := make(chan int, 3)
	for i := range max(0, min(n, 5)) {
		if !offer(c, w, i) {
			took = append(took, -i)
		}
	}
	close(c)
	for range 4 {
		n, ok := take(c, nil)
		took = append(took, n)
		if !ok {
			took = append(took, 100)
		}
	}
	return took, nil
}

func reply(c chan int, d time.Duration) (int, bool) {
	var timeout <-chan time.Time
	if d > 0 {
		timeout = time.After(d)
	}
	select {
	case n := <-c:
		return n, true
	case <-timeout:
		return 0, false
	}
}

// Replied waits without a limit, for long, or for a reply that does not come.
func Replied(n int) (got []int) {
	for i := range max(0, min(n, 6)) {
		c := make(chan int, 1)
		d := time.Duration(0)
		switch i % 3 {
		case 0:
			go func() {
				time.Sleep(time.Millisecond)
				c <- i
			}()
		case 1:
			c <- i
			d = time.Minute
		case 2:
			d = time.Nanosecond
		}
		m, ok := reply(c, d)
		if got = append(got, m); ok {
			got = append(got, 100)
		}
	}
	return got
}

func deadline(d time.Duration) func() bool {
	timeout := time.After(d)
	return func() bool {
		select {
		case <-timeout:
			return true
		case <-after(time.Second):
			return false
		}
	}
}

// Deadlines makes some, and then waits for them.
func Deadlines(n int) (passed int) {
	var list []func() bool
	for range max(0, min(n, 3)) {
		list = append(list, deadline(time.Millisecond))
	}
	for _, f := range list {
		if f() {
			passed++
		}
	}
	return passed
}
