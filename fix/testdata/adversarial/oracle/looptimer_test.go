package looptimer

import (
	"testing"
	"time"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "looptimer")
	for n := range 4 {
		log.Do("Longer", func() string { return witness.Show(Longer(n)) })
		log.Do("Never", func() string { return Never(nil, n) })
		log.Do("Never", func() string { return Never(&Waiter{}, n) })
		log.Do("Replied", func() string { return witness.Show(Replied(n + 1)) })
		log.Do("Deadlines", func() string { return witness.Show(Deadlines(n)) })
		log.Do("Kept", func() string { return witness.Show(Kept(n)) })
		log.Do("Order", func() string { return witness.Show(Order(n)) })
		log.Do("Backoff", func() string { return witness.Show(Backoff(n)) })
		log.Do("Unset", func() string { return Unset(nil, n) })
		log.Do("Unset", func() string { return Unset(&Waiter{}, n) })
		log.Do("Ordered", func() string { return witness.Show(Ordered(n)) })
		log.Do("Time", func() string { return witness.Show(Time(n)) })
		log.Do("Changed", func() string { return witness.Show(Changed(n)) })
		for _, w := range []*Waiter{nil, {Pause: time.Minute}} {
			log.Do("Offered", func() string {
				took, problem := Offered(w, n)
				return witness.Show([]any{took, problem})
			})
		}
	}
}
