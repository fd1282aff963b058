package timing

import (
	"math"
	"slices"
)

// loss is what must be found: a benchmark that takes 3 % longer. A benchmark is
// acquitted only when a little less, excluded, can be ruled out. slight is what is no loss
// even when it is beyond chance: code that moved costs as much.
const (
	loss     = 0.03
	excluded = 0.025
	slight   = 0.01
)

// looks are the numbers of rounds after which a benchmark is judged. Most are decided
// at the first, because what allocates less is mostly faster; the last ones are for
// noise.
var looks = []int{6, 9, 13, 18, 25, 35, 50, 70, 100, 140, 200}

// A benchmark is slower when chance would show as much with a probability below
// mistaken, and it has not lost anything that matters when such a loss would look so
// good with a probability below missed. Both are for one look: over all looks, with
// the noise of TestPower, they keep false alarms below one in twenty and find nine
// losses of ten. inDoubt is for what is still undecided in the end.
const (
	mistaken = 0.005
	missed   = 0.02
	inDoubt  = 0.1
)

// A benchmark of which nothing but a loss matters is acquitted after as few rounds as
// briefly if in each of them the new code took at most clearly of the old one's time: noise
// that hides a loss behind that, again and again, is rarer than missed.
const (
	briefly = 3
	clearly = 0.9
)

// gains reports whether the rounds so far, as few as they are, are that clear.
func gains(p pairs) bool {
	return len(p) >= briefly && slices.Max(p) < math.Log(clearly)
}

// decision is what is known of a benchmark.
type decision int

const (
	undecided decision = iota
	unharmed           // it has not lost anything that matters
	slower
)

// pairs are the logarithms of new over old, one for each round.
type pairs []float64

// paired returns the pairs of two series of times.
func paired(old, now []float64) pairs {
	var p pairs
	for i := range min(len(old), len(now)) {
		if old[i] > 0 && now[i] > 0 {
			p = append(p, math.Log(now[i]/old[i]))
		}
	}
	return p
}

// decide judges a benchmark, one of several, by the rounds so far. At the end of all
// rounds it does not stay undecided.
func (p pairs) decide(several int, end bool) decision {
	above := p.above(0)
	isSlower := above < mistaken/float64(max(1, several))
	isUnharmed := p.below(math.Log(1+excluded)) < missed
	switch {
	case isSlower && (!isUnharmed || p.center() > math.Log(1+slight)):
		return slower
	case isUnharmed:
		return unharmed
	case !end:
		return undecided
	case p.center() > math.Log(1+excluded/2) && above < inDoubt/float64(max(1, several)):
		return slower
	}
	return unharmed
}

// center returns the median of the means of all pairs of values (Hodges and Lehmann):
// nearly as exact as the mean, and a few bad rounds hardly move it.
func (p pairs) center() float64 {
	means := make([]float64, 0, len(p)*(len(p)+1)/2)
	for i, a := range p {
		for _, b := range p[i:] {
			means = append(means, (a+b)/2)
		}
	}
	if len(means) == 0 {
		return 0
	}
	slices.Sort(means)
	return (means[(len(means)-1)/2] + means[len(means)/2]) / 2
}

// above returns the probability that values as high as these, or higher, come from a
// symmetric distribution around the middle: the signed-rank test of Wilcoxon.
func (p pairs) above(middle float64) float64 {
	return p.signedRank(func(v float64) float64 { return v - middle })
}

// below is the same for values as low.
func (p pairs) below(middle float64) float64 {
	return p.signedRank(func(v float64) float64 { return middle - v })
}

func (p pairs) signedRank(shifted func(float64) float64) float64 {
	var values []float64
	for _, v := range p {
		if d := shifted(v); d != 0 {
			values = append(values, d)
		}
	}
	slices.SortFunc(values, func(a, b float64) int {
		switch x, y := math.Abs(a), math.Abs(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	sum := 0
	for i, v := range values {
		if v > 0 {
			sum += i + 1
		}
	}
	return tail(len(values), sum)
}

// tail returns the probability that the ranks 1 to n, each taken with probability one
// half, add up to sum or more.
func tail(n, sum int) float64 {
	total := n * (n + 1) / 2
	chance := make([]float64, total+1)
	chance[0] = 1
	for rank, reached := 1, 0; rank <= n; rank++ {
		reached += rank
		for s := reached; s >= 0; s-- {
			without := chance[s]
			with := 0.0
			if s >= rank {
				with = chance[s-rank]
			}
			chance[s] = (without + with) / 2
		}
	}
	p := 0.0
	for s := total; s >= sum; s-- {
		p += chance[s]
	}
	return min(1, p)
}
