package live

import "math"

// Area is an estimate of the time that goroutines spent in some way within the
// capture, in seconds, with an interval of 95 %. Two goroutines at once count
// twice.
type Area struct {
	Mean, Low, High float64
	N               int // goroutines seen
	In              int // of the looks, those that saw any
}

// t975 are the quantiles of Student's distribution for 97.5 %, by degrees of
// freedom from 1.
var t975 = [...]float64{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18,
	2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09}

// batches is how many groups of looks are compared. Looks that follow each other
// see some requests twice; groups of many looks do so hardly.
const batches = 15

// areaOf estimates from the counts of each look.
func areaOf(counts []float64, seconds float64) Area {
	n := len(counts)
	if n == 0 {
		return Area{High: seconds}
	}
	var a Area
	sum := 0.0
	for _, c := range counts {
		sum += c
		if c > 0 {
			a.In++
		}
	}
	a.N = int(sum)
	mean := sum / float64(n)
	half := spread(counts, mean)
	// What was seen in no look may be there between them: three in n at 95 %.
	half = max(half, 1.96*math.Sqrt(max(sum, 1))/float64(n))
	a.Mean = mean * seconds
	a.Low, a.High = max(mean-half, 0)*seconds, (mean+half)*seconds
	return a
}

// spread returns half the interval of the mean of counts, from the means of
// batches.
func spread(counts []float64, mean float64) float64 {
	k := min(batches, len(counts))
	if k < 2 {
		return mean
	}
	squares := 0.0
	for b := range k {
		part := counts[b*len(counts)/k : (b+1)*len(counts)/k]
		sum := 0.0
		for _, c := range part {
			sum += c
		}
		d := sum/float64(len(part)) - mean
		squares += d * d
	}
	return t975[min(k-2, len(t975)-1)] * math.Sqrt(squares/float64(k-1)/float64(k))
}

// Times returns the area with all its figures multiplied.
func (a Area) Times(low, high float64) [2]float64 { return [2]float64{a.Low * low, a.High * high} }

// enough reports whether an area was seen often enough to conclude from.
func (a Area) enough() bool { return a.N >= 5 && a.In >= 3 }
