package accesslog

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tail says what the slowest requests of a route have in common.
type Tail struct {
	Slow   int     // the slowest requests that were looked at
	Of     int     // those drawn by chance from all to compare with
	Above  float64 // seconds: what they took at least
	Common []Trait
}

// Trait is a property that is more frequent among the slowest requests.
type Trait struct {
	What  string  // such as client 10.0.0.1
	Tail  float64 // the share of the slowest requests that have it
	Usual float64 // of all
	Lift  float64 // how many times as frequent
}

// leastTail is how many slow requests it takes to see something in common.
const leastTail = 10

// tails analyses each route.
func (b *Books) tails(routes []Route, moved []int32) {
	slow, usual := map[int32][]sample{}, map[int32][]sample{}
	limit := map[int32]uint64{}
	for i := range b.shapes.list {
		s := &b.shapes.list[i]
		for _, one := range s.slow {
			r := moved[one.key]
			slow[r] = append(slow[r], one)
		}
		for _, one := range s.usual {
			r := moved[one.key]
			usual[r] = append(usual[r], one)
			if limit[r] == 0 {
				limit[r] = math.MaxUint64
			}
			if len(s.usual) == tailKept {
				limit[r] = min(limit[r], s.usual[0].hash)
			}
		}
	}
	for r := range slow {
		// Below the smallest limit, every shape's sample is complete.
		even := slices.DeleteFunc(usual[r], func(s sample) bool { return s.hash > limit[r] })
		routes[r].Tail = compareTail(slow[r], even, routes[r].Count)
	}
}

// compareTail looks at the slowest hundredth of n requests, at most as many as
// are remembered and at least as many as it takes.
func compareTail(slow, usual []sample, n uint64) *Tail {
	want := min(max(int(math.Ceil(float64(n)/100)), leastTail), tailKept, len(slow))
	if want < leastTail || n < 10*leastTail || len(usual) < 3*leastTail {
		return nil
	}
	slices.SortFunc(slow, func(a, b sample) int {
		return cmp.Or(cmp.Compare(b.nanos, a.nanos), cmp.Compare(a.hash, b.hash))
	})
	slow = slow[:want]
	t := &Tail{Slow: want, Of: len(usual), Above: float64(slow[want-1].nanos) / 1e9}
	limits := sizes(usual)
	in, out := traits(slow, limits), traits(usual, limits)
	for what, k := range in {
		trait := Trait{What: what, Tail: float64(k) / float64(want),
			Usual: float64(out[what]) / float64(len(usual))}
		trait.Lift = trait.Tail / ((float64(out[what]) + 0.5) / (float64(len(usual)) + 1))
		if trait.Tail >= 0.2 && trait.Lift >= 1.5 && beyondChance(k, want, out[what], len(usual)) {
			t.Common = append(t.Common, trait)
		}
	}
	slices.SortFunc(t.Common, func(a, b Trait) int {
		return cmp.Or(cmp.Compare(b.Tail*math.Log(b.Lift), a.Tail*math.Log(a.Lift)),
			cmp.Compare(a.What, b.What))
	})
	t.Common = t.Common[:min(len(t.Common), 5)]
	if len(t.Common) == 0 {
		return nil
	}
	return t
}

// beyondChance reports whether two shares differ more than chance explains, with
// room for having looked at many properties: by Fisher's exact test at 0.0001.
func beyondChance(k, n, l, m int) bool {
	p := 0.0
	for i := k; i <= min(n, k+l); i++ {
		p += math.Exp(choose(n, i) + choose(m, k+l-i) - choose(n+m, k+l))
	}
	return p < 1e-4
}

// choose returns the logarithm of a binomial coefficient.
func choose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// sizes returns above which size a tenth of the requests are.
func sizes(samples []sample) int64 {
	var all []int64
	for _, s := range samples {
		all = append(all, s.bytes)
	}
	slices.Sort(all)
	return all[len(all)*9/10]
}

// traits counts the properties of samples.
func traits(samples []sample, large int64) map[string]int {
	counts := map[string]int{}
	for _, s := range samples {
		counts["status "+strconv.Itoa(int(s.status))]++
		if s.bytes > large {
			counts["more than "+strconv.FormatInt(large, 10)+" bytes"]++
		}
		if s.at != 0 {
			minute := time.Unix(0, s.at).UTC().Format("2006-01-02 15:04")
			counts["minute "+minute]++
		}
		if client := strings.TrimRight(string(s.client[:]), "\x00"); client != "" {
			counts["client "+client]++
		}
		seen := map[string]bool{}
		for name := range strings.SplitSeq(strings.TrimRight(string(s.query[:]), "\x00"), "&") {
			if !seen[name] && name != "" {
				counts["query key "+name]++
			}
			seen[name] = true
		}
		if len(seen) == 1 && seen[""] {
			counts["no query"]++
		}
	}
	return counts
}
