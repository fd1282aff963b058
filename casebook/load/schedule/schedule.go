// Package schedule says when requests are meant to be sent, whatever the server
// does: at even distances, by chance, faster and faster, or as they once came.
//
// A schedule is a sequence of offsets from the beginning that never decreases.
package schedule

import (
	"iter"
	"math"
	"math/rand/v2"
	"time"
)

// Constant sends rate requests per second at even distances for as long as d.
func Constant(rate float64, d time.Duration) iter.Seq[time.Duration] {
	return Ramp(rate, rate, d)
}

// Poisson sends rate requests per second on average for as long as d, each
// independent of the others, as those of many people are. The same seed gives
// the same schedule.
func Poisson(rate float64, d time.Duration, seed uint64) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		rng := rand.New(rand.NewPCG(seed, 0))
		for at := 0.0; rate > 0; {
			at += rng.ExpFloat64() / rate
			if offset := seconds(at); offset >= d || !yield(offset) {
				return
			}
		}
	}
}

// Ramp goes from one rate to another evenly in the time d.
func Ramp(from, to float64, d time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		length := d.Seconds()
		slope := (to - from) / length
		for n := 0.0; ; n++ {
			at := reached(n, from, slope)
			if math.IsNaN(at) || seconds(at) >= d || !yield(seconds(at)) {
				return
			}
		}
	}
}

// reached returns the time at which n requests have been sent by a rate that
// begins with from and grows by slope per second: the root of
// slope/2 t² + from t = n. It is not a number when that never happens.
func reached(n, from, slope float64) float64 {
	if n == 0 && from+slope > 0 {
		return 0
	}
	root := math.Sqrt(from*from + 2*slope*n)
	return 2 * n / (from + root) // the form that is exact also for a slope of 0
}

// Steps holds each rate for as long as each.
func Steps(rates []float64, each time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		for i, rate := range rates {
			begin := time.Duration(i) * each
			for offset := range Constant(rate, each) {
				if !yield(begin + offset) {
					return
				}
			}
		}
	}
}

// Times plays back offsets, speed times as fast as they came.
func Times(offsets []time.Duration, speed float64) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		for _, offset := range offsets {
			if !yield(time.Duration(float64(offset) / speed)) {
				return
			}
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }
