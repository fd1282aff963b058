package knownio

import (
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "knownio")
	numbers := []uint64{0, 1, 127, 128, 300, 1 << 21, 1 << 35, math.MaxUint64}
	text := "abcdefghijklmnopqrstuvwxyz"
	caught := func(f func() string) (got string) {
		defer func() {
			if r := recover(); r != nil {
				got = fmt.Sprint("panic: ", r)
			}
		}()
		return f()
	}
	for kind := range 7 {
		for n := range len(text) {
			log.Do("Written", func() string {
				return caught(func() string { return Written(numbers[:n%9], kind, n) })
			})
			log.Do("Words", func() string { return Words(text[:n], kind) })
			log.Do("Some", func() string { return Some(text[:n], kind) })
			log.Do("Unread", func() string { return Unread(text[:n], kind) })
			log.Do("Nothing", func() string { return Nothing(text[:n], kind, n%2) })
			log.Do("Rest", func() string { return fmt.Sprintln(Rest(text[:n], kind)) })
			log.Do("Digest", func() string { return fmt.Sprintln(Digest(text[:n], kind)) })
			log.Do("Rescued", func() string { return fmt.Sprint(Rescued(text[:n], kind)) })
			log.Do("Frame", func() string { return fmt.Sprintln(Frame(text[:n], kind)) })
			log.Do("Tail", func() string { return fmt.Sprintln(Tail(text[:n], 3*kind)) })
			log.Do("Drained", func() string { return fmt.Sprintln(Drained(text[:n], kind)) })
			log.Do("Whole", func() string { return Whole(text[:n], kind) })
			for _, announced := range []int64{int64(n * 50), -1, 0, 700, 1 << 40} {
				log.Do("Answered", func() string { return Answered(text[:n], announced, kind) })
			}
			for _, announced := range []int{n, -1, 0, 700, 1 << 40} {
				o := &Object{announced, text[:n]}
				log.Do("Contents", func() string { return fmt.Sprintln(Contents(o)) })
				log.Do("There", func() string { return fmt.Sprintln(There(o)) })
			}
			log.Do("Contents", func() string { return fmt.Sprintln(Contents(nil)) })
			log.Do("There", func() string { return fmt.Sprintln(There(nil)) })
			log.Do("Kept", func() string { return Kept(byte(n), byte(kind)) })
			log.Do("Ordered", func() string { return Ordered(byte(n)) })
			log.Do("Parts", func() string { return Parts(text[:n], n*kind) })
		}
	}
}
