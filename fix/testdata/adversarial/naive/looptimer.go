package looptimer

import (
	"time"
)

// It waits as long as the first time.
func Longer(n int) (got int) {
	pause := time.Duration(0)
	timer := time.NewTimer(pause)
	for range max(0, min(n, 4)) {
		c := make(chan int, 1)
		if pause > 0 {
			go func() { time.Sleep(time.Millisecond); c <- 1 }()
		}
		timer.Reset(0)
		select {
		case n := <-c:
			got += n
		case <-timer.C:
		}
		pause = time.Minute
	}
	return got
}

// It asks for the pause at once.
func Never(w *Waiter, n int) string {
	full := make(chan int, 9)
	timer := time.NewTimer(w.Pause + time.Minute)
	defer timer.Stop()
	for i := range max(0, min(n, 9)) {
		timer.Reset(w.Pause + time.Minute)
		select {
		case full <- i:
		case <-timer.C:
		}
	}
	return "done"
}

// All are one.
func Kept(n int) bool {
	var list []<-chan time.Time
	timer := time.NewTimer(time.Nanosecond)
	for range max(0, min(n, 4)) {
		timer.Reset(time.Nanosecond)
		list = append(list, timer.C)
	}
	for i, c := range list {
		if i > 0 && c == list[i-1] {
			return false
		}
	}
	return true
}

// It asks for the pause first.
func Order(n int) []string {
	w := &Waiter{}
	timer := time.NewTimer(time.Minute)
	defer timer.Stop()
	for range max(0, min(n, 4)) {
		timer.Reset(w.pause())
		select {
		case s := <-w.channel():
			w.Asked = append(w.Asked, s)
		case <-timer.C:
		}
	}
	return w.Asked
}

// It gets nothing.
func Time(n int) bool {
	start := time.Now()
	time.Sleep(time.Duration(max(0, min(n, 1000))))
	var t time.Time
	return !t.Before(start)
}

// It waits as long as before it asked.
func Changed(n int) (sum int) {
	w := &Waiter{}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for range max(0, min(n, 4)) {
		timer.Reset(w.Pause)
		time.Sleep(time.Millisecond)
		select {
		case n := <-w.Set():
			sum += n
		case <-timer.C:
			sum += 100
		}
	}
	return sum
}
