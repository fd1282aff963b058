package stalled

import (
	"testing"
	"time"
)

var sink []byte

// BenchmarkWringCalls replays a call that waits for ever, tests that wait for a while, and a call
// that does not wait.
func BenchmarkWringCalls(b *testing.B) {
	b.Run("Receive", func(b *testing.B) {
		for range b.N {
			select { // with a timer the runtime takes it for no deadlock
			case <-make(chan int):
			case <-time.After(time.Hour):
			}
		}
	})
	b.Run("tests:Receive", func(b *testing.B) {
		for range b.N {
			time.Sleep(700 * time.Millisecond)
			sink = make([]byte, 64)
		}
	})
	b.Run("Make", func(b *testing.B) {
		for range b.N {
			sink = make([]byte, 64)
		}
	})
}
