package looptimer

import (
	"testing"
	"time"
)

func TestLoopTimer(t *testing.T) {
	if Longer(3) != 2 || Never(nil, 0) != "done" || !Kept(3) || !Time(1) || Changed(1) != 1 {
		t.Error("wrong")
	}
}

func BenchmarkLoopTimer(b *testing.B) {
	for name, f := range map[string]func(){
		"Longer":    func() { Longer(3) },
		"Never":     func() { Never(&Waiter{}, 4) },
		"Kept":      func() { Kept(4) },
		"Order":     func() { Order(4) },
		"Backoff":   func() { Backoff(3) },
		"Unset":     func() { Unset(&Waiter{}, 4) },
		"Ordered":   func() { Ordered(4) },
		"Time":      func() { Time(1) },
		"Changed":   func() { Changed(3) },
		"Replied":   func() { Replied(2) },
		"Deadlines": func() { Deadlines(1) },
		"Offered":   func() { Offered(&Waiter{Pause: time.Minute}, 3) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
