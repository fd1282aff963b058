package timing

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/wring-go/wring/observe/clock"
)

// noise makes runs of one benchmark as a machine with other work does: all runs
// scatter, some take much longer, and everything drifts for a while.
type noise struct {
	*rand.Rand
	scatter float64 // standard deviation of a run
	spoiled float64 // part of the runs that something else disturbs
	drift   float64
}

// round returns the times of a round in which the new side takes ratio as long.
func (n *noise) round(ratio float64) (old, now float64) {
	n.drift = 0.9*n.drift + 0.02*n.NormFloat64()
	one := func() float64 {
		took := 1000 * math.Exp(n.drift+n.scatter*n.NormFloat64())
		if n.Float64() < n.spoiled {
			took *= 1 + 0.5*n.ExpFloat64()
		}
		return took
	}
	return one(), ratio * one()
}

// judged runs benchmarks until they are decided, as rounds does, and reports whether
// one of them is found slower. The first takes ratio as long on the new side, the
// others as long as on the old. Where shared, they begin beside each other.
func (n *noise) judged(ratio float64, several int, shared bool) (found bool, rounds int) {
	times, beside := map[string]*clock.Times{}, map[string]bool{}
	for i := range several {
		name := strconv.Itoa(i)
		times[name], beside[name] = &clock.Times{}, shared
	}
	h := newHeat(false, 0, times)
	for len(h.open) > 0 {
		for _, name := range slices.Sorted(maps.Keys(h.open)) {
			r := 1.0
			if name == "0" {
				r = ratio
			}
			old, now := n.round(r)
			b := times[name]
			b.Old, b.New = append(b.Old, old), append(b.New, now)
			rounds++
		}
		h.look(1, looks[len(looks)-1], func(name string) bool { return beside[name] })
		for _, name := range h.leaving {
			h.keep(name)
			beside[name], *times[name] = false, clock.Times{}
		}
	}
	return h.lost(), rounds
}

// TestPower plants a loss of 3 % in simulated runs: it must be found in nine of ten
// judgements, and where nothing is lost it must not be found in more than one of
// twenty.
func TestPower(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates thousands of comparisons")
	}
	const judgements = 400
	for _, test := range []struct {
		name             string
		scatter, spoiled float64
		several          int
		shared           bool
	}{
		{"a quiet machine", 0.01, 0.02, 1, false},
		{"other work", 0.03, 0.1, 1, false},
		{"much other work", 0.04, 0.15, 1, false},
		{"other work and eight benchmarks", 0.03, 0.1, 8, false},
		{"a quiet machine and eight benchmarks of a process", 0.01, 0.02, 8, true},
		{"other work and eight benchmarks of a process", 0.03, 0.1, 8, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := &noise{rand.New(rand.NewPCG(1, 2)), test.scatter, test.spoiled, 0}
			found, alarms, gained, rounds := 0, 0, 0, 0
			for range judgements {
				if ok, _ := n.judged(1+loss, test.several, test.shared); ok {
					found++
				}
				ok, took := n.judged(1, test.several, test.shared)
				if ok {
					alarms++
				}
				rounds += took
				if ok, _ := n.judged(0.97, test.several, test.shared); ok {
					gained++
				}
			}
			t.Logf("of %d: a loss of 3 %% is found in %d, nothing in %d, a gain of 3 %% in %d; "+
				"%.1f rounds without a loss", judgements, found, alarms, gained,
				float64(rounds)/float64(judgements*test.several))
			if found < judgements*9/10 || alarms > judgements/20 {
				t.Error("want nine of ten found, and at most one of twenty false alarms")
			}
		})
	}
}

// TestSmallLoss proves that a loss below a percent is none, however clear, and that one
// of 2 % is mostly found where the machine is quiet.
func TestSmallLoss(t *testing.T) {
	n := &noise{rand.New(rand.NewPCG(3, 4)), 0.005, 0, 0}
	half, two := 0, 0
	for range 200 {
		if found, _ := n.judged(1.005, 1, false); found {
			half++
		}
		if found, _ := n.judged(1.02, 1, false); found {
			two++
		}
	}
	if half > 10 || two < 100 {
		t.Errorf("of 200 half a percent is found in %d and two in %d", half, two)
	}
}

// TestBrief: three rounds that all look like a fifth less time do not hide a loss of 3 %,
// even where one run of four is spoiled.
func TestBrief(t *testing.T) {
	n := &noise{rand.New(rand.NewPCG(5, 6)), 0.04, 0.25, 0}
	missed, seen := 0, 0
	for range 2000 {
		var loss, gain clock.Times
		for range briefly {
			old, now := n.round(1.03)
			loss.Old, loss.New = append(loss.Old, old), append(loss.New, now)
			old, now = n.round(0.6)
			gain.Old, gain.New = append(gain.Old, old), append(gain.New, now)
		}
		if gains(paired(loss.Old, loss.New)) {
			missed++
		}
		if gains(paired(gain.Old, gain.New)) {
			seen++
		}
	}
	if missed > 20 || seen < 1000 {
		t.Errorf("of 2000 losses %d are missed, and of as many gains %d are seen", missed, seen)
	}
}

func TestTail(t *testing.T) {
	for _, test := range []struct {
		n, sum int
		want   float64
	}{
		{0, 0, 1}, {1, 1, 0.5}, {3, 6, 0.125}, {3, 5, 0.25}, {5, 15, 1. / 32}, {6, 0, 1},
	} {
		if got := tail(test.n, test.sum); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("tail(%d, %d) = %v, want %v", test.n, test.sum, got, test.want)
		}
	}
}

func TestCenter(t *testing.T) {
	if got := (pairs{0.01, 0.02, 0.03, 0.02, 5}).center(); math.Abs(got-0.02) > 0.01 {
		t.Errorf("one bad round moves the center to %v", got)
	}
	if got := (pairs{}).center(); got != 0 {
		t.Errorf("no rounds: %v", got)
	}
}
