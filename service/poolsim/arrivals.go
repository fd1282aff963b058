package poolsim

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Arrivals says when queries arrive. Times are given, or drawn with a Rate: one
// by one at even distances if Burst is 1, Burst of them at once if it is more,
// independently of each other (a Poisson process) if it is 0.
type Arrivals struct {
	Times []time.Duration // ascending; nil if they are drawn
	Rate  float64         // a second
	Burst int
}

// ParseArrivals reads even, poisson, or burst:K.
func ParseArrivals(text string, rate float64) (Arrivals, error) {
	a := Arrivals{Rate: rate}
	kind, size, sized := strings.Cut(text, ":")
	switch {
	case text == "even":
		a.Burst = 1
	case text == "poisson":
	case kind == "burst" && sized:
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return a, fmt.Errorf("arrivals %q: a burst has a size of 1 or more, as in burst:10",
				text)
		}
		a.Burst = n
	default:
		return a, fmt.Errorf("arrivals %q: even, poisson or burst:K", text)
	}
	return a, a.check()
}

// String returns what ParseArrivals reads.
func (a Arrivals) String() string {
	switch {
	case a.Times != nil:
		return "recorded"
	case a.Burst == 0:
		return "poisson"
	case a.Burst == 1:
		return "even"
	}
	return fmt.Sprintf("burst:%d", a.Burst)
}

func (a Arrivals) check() error {
	if a.Times != nil {
		return nil
	}
	switch {
	case !(a.Rate > 0) || math.IsInf(a.Rate, 0):
		return fmt.Errorf("a rate of %v a second: it must be more than 0", a.Rate)
	case a.Rate > float64(time.Second):
		return fmt.Errorf("a rate of %v a second: more than one a nanosecond is too much", a.Rate)
	case a.Burst < 0:
		return errors.New("a burst has a size of 1 or more")
	}
	return nil
}

// clock gives the arrivals of one run, one after the other.
type clock struct {
	Arrivals
	rng  *rand.Rand
	i    int
	last float64 // seconds
}

func (c *clock) next() int64 {
	i := c.i
	c.i++
	switch {
	case c.Times != nil:
		return int64(c.Times[i])
	case c.Burst > 0:
		first := i - i%c.Burst
		return int64(math.Round(float64(first) / c.Rate * float64(time.Second)))
	}
	c.last += c.rng.ExpFloat64() / c.Rate
	return int64(c.last * float64(time.Second))
}

// Duration is how long something takes: always Mean, or, if Exponential, now
// less and now more; or the values of List in turn.
type Duration struct {
	Mean        time.Duration
	Exponential bool
	List        []time.Duration
}

// ParseDuration reads 10ms, or exp:10ms for an exponential distribution with
// that mean.
func ParseDuration(text string) (Duration, error) {
	rest, exponential := strings.CutPrefix(text, "exp:")
	mean, err := time.ParseDuration(rest)
	if err != nil || mean < 0 {
		return Duration{}, fmt.Errorf("%q is no time: say 10ms, or exp:10ms for times "+
			"that vary exponentially about it", text)
	}
	return Duration{Mean: mean, Exponential: exponential}, nil
}

// String returns what ParseDuration reads.
func (d Duration) String() string {
	switch {
	case d.List != nil:
		return "recorded"
	case d.Exponential:
		return "exp:" + d.Mean.String()
	}
	return d.Mean.String()
}

// draw returns the i-th value.
func (d *Duration) draw(i int, rng *rand.Rand) int64 {
	switch {
	case len(d.List) > 0:
		return int64(d.List[i%len(d.List)])
	case d.Exponential:
		return int64(rng.ExpFloat64() * float64(d.Mean))
	}
	return int64(d.Mean)
}
