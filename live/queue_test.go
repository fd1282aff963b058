package live

import (
	"math"
	"testing"
)

// exact is the rate of customers who work on some processors and then wait, by the
// balance of how many are at work.
func exact(customers int, servers, demand, delay float64) float64 {
	chances, sum := []float64{1}, 1.0
	for k := 1; k <= customers; k++ {
		up := float64(customers-k+1) / delay
		down := min(float64(k), servers) / demand
		chances = append(chances, chances[k-1]*up/down)
		sum += chances[k]
	}
	rate := 0.0
	for k, p := range chances {
		rate += p / sum * min(float64(k), servers) / demand
	}
	return rate
}

// TestSolve has the rates that follow from the chances of each state.
func TestSolve(t *testing.T) {
	for _, servers := range []float64{1, 2, 8} {
		for _, customers := range []int{1, 4, 30} {
			for _, delay := range []float64{0.1, 1, 10} {
				q := queues{customers: float64(customers), delay: delay, all: 1,
					cpu: station{servers: servers, demand: 1}}
				want := exact(customers, servers, 1, delay)
				if got := q.solve().rate; math.Abs(got/want-1) > 0.001 {
					t.Errorf("%v processors, %d customers, delay %v: %v, want %v", servers,
						customers, delay, got, want)
				}
			}
		}
	}
}

// TestMany has more customers than are added one by one.
func TestMany(t *testing.T) {
	q := queues{customers: 20_000, delay: 10_000, all: 1, cpu: station{servers: 4, demand: 1}}
	if got := q.solve().rate; math.Abs(got-2) > 0.01 {
		t.Errorf("half busy: %v, want 2", got)
	}
	q.delay = 100
	if got := q.solve().rate; math.Abs(got-4) > 0.01 {
		t.Errorf("full: %v, want 4", got)
	}
}

// TestWithout says what is saved at processors, at a mutex, and by who only waits.
func TestWithout(t *testing.T) {
	const some = 0.15
	waits := []float64{8}
	for _, c := range []struct {
		name string
		q    queues
		r    relief
		want float64
	}{
		{"a delay on an idle machine", queues{delay: 4, all: 0.04, cpu: station{4, 0.04, 0, 0, 0}},
			relief{delay: 2, freed: -1}, 0.5},
		{"a delay beside full processors", queues{delay: 1, all: 1.99,
			cpu: station{2, 1.99, 0, 0, 0}}, relief{delay: 0.9, freed: -1}, 0},
		{"half of the work of full processors", queues{delay: 0.2, all: 1.99,
			cpu: station{2, 1.99, 0, 0, 0}}, relief{work: 0.5, freed: -1}, 0.5},
		{"work beside a full mutex", queues{delay: 0.1, all: 0.5, cpu: station{2, 0.5, 0, 0, 0},
			held: []station{{1, 0.99, 0, 0, 0}}}, relief{work: 0.9, freed: -1}, 0},
		{"what a full mutex is held over", queues{delay: 0.1, all: 0.5,
			cpu: station{2, 0.5, 0, 0, 0}, held: []station{{1, 0.99, 0, 0, 0}}},
			relief{held: []float64{0.5}, freed: -1}, 0.5},
		{"a full mutex", queues{delay: 0.1, all: 0.1, cpu: station{2, 0.1, 0, 0, 0},
			held: []station{{1, 0.99, 0, 0, 0}}}, relief{freed: 0}, 0.85},
	} {
		q := c.q
		inProgress := q.delay + q.all
		if inProgress > 1 && q.all > 1 || len(q.held) > 0 {
			inProgress = 8 // who wait
		}
		q.fit(inProgress, q.all, waits[:len(q.held)])
		if got := q.without(c.r); math.Abs(got-c.want) > some {
			t.Errorf("%s saves %v, want %v", c.name, got, c.want)
		}
	}
}
