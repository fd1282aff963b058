package collector

import (
	"errors"
	"math"
)

// Prediction is what a GOGC that was not tried would cost.
type Prediction struct {
	Setting Setting
	Share   Interval // of the process's CPU, from 0 to 1
	Peak    Interval // bytes
	// Outside says that it lies beyond those that were tried, which makes it
	// less sure.
	Outside bool
}

// Predict says what a GOGC would cost that was not tried, from points that were.
//
// With twice the GOGC there is twice the room between two cycles, so half as many
// of them, each of which has about the same to mark: the number of cycles, and what
// a cycle takes in terms of what the program itself takes, are nearly straight lines
// where both axes are logarithms. The two are predicted apart, because they are not
// equally sure: cycles are counted, so theirs is taken to be a slightly bent line;
// what a cycle takes is measured by a clock, so a bend would follow the noise.
// The memory is a line over GOGC from one point to the next; it is the same from
// run to run, and where a cycle happens to fall in a program's work matters.
func Predict(points []Point, gogc int) (Prediction, error) {
	var known []Point
	for _, i := range gogcOnly(points) {
		known = append(known, points[i])
	}
	if len(known) < 2 || gogc < 1 {
		return Prediction{}, errors.New("a prediction needs two values of GOGC that were tried")
	}
	first, last := known[0].Setting.GOGC, known[len(known)-1].Setting.GOGC
	p := Prediction{Setting: Setting{GOGC: gogc}, Outside: gogc < first || gogc > last}
	for _, bound := range []func(*Interval) *float64{
		func(i *Interval) *float64 { return &i.Low },
		func(i *Interval) *float64 { return &i.Median },
		func(i *Interval) *float64 { return &i.High },
	} {
		var shares, peaks []float64
		for _, k := range known {
			shares = append(shares, *bound(&k.Share))
			peaks = append(peaks, *bound(&k.Peak))
		}
		*bound(&p.Share) = foresee(known, shares, gogc)
		*bound(&p.Peak) = join(known, peaks, gogc)
	}
	return p, nil
}

// join returns the value at gogc on the line from one point to the next.
func join(known []Point, values []float64, gogc int) float64 {
	i := 0
	for i < len(known)-2 && known[i+1].Setting.GOGC < gogc {
		i++
	}
	from, to := float64(known[i].Setting.GOGC), float64(known[i+1].Setting.GOGC)
	part := (float64(gogc) - from) / (to - from)
	return max(values[i]+part*(values[i+1]-values[i]), 0)
}

// foresee returns the share at gogc, from those of the known points.
func foresee(known []Point, shares []float64, gogc int) float64 {
	const least = 1e-6 // of what the program takes: it has no logarithm otherwise
	var cycles, each []float64
	for i, k := range known {
		cycles = append(cycles, math.Log(max(k.Cycles.Median, 1)))
		ratio := math.Log(max(shares[i]/max(1-shares[i], least), least))
		each = append(each, ratio-cycles[i])
	}
	ratio := math.Exp(bend(known, cycles, gogc, 3) + bend(known, each, gogc, 2))
	return ratio / (1 + ratio)
}

// bend returns the value at gogc of the polynomial in the logarithm of GOGC that comes
// nearest to all values: with 3 terms a parabola, but with less than four points the
// line that 2 terms make.
func bend(known []Point, values []float64, gogc, terms int) float64 {
	if len(known) < 4 {
		terms = 2
	}
	var x []float64
	for _, k := range known {
		x = append(x, math.Log(float64(k.Setting.GOGC)/100))
	}
	c := fit(x, values, terms)
	at, v := math.Log(float64(gogc)/100), 0.0
	for k := terms - 1; k >= 0; k-- {
		v = v*at + c[k]
	}
	return v
}

// fit returns the coefficients, the constant first, of the polynomial with the
// least squares.
func fit(x, y []float64, terms int) []float64 {
	m := make([][]float64, terms) // the normal equations, with their right side
	for r := range m {
		m[r] = make([]float64, terms+1)
		for i := range x {
			for k := range terms {
				m[r][k] += math.Pow(x[i], float64(r+k))
			}
			m[r][terms] += math.Pow(x[i], float64(r)) * y[i]
		}
	}
	for p := range m { // different x make every pivot more than 0
		for r := range m {
			if r == p {
				continue
			}
			f := m[r][p] / m[p][p]
			for k := p; k <= terms; k++ {
				m[r][k] -= f * m[p][k]
			}
		}
	}
	c := make([]float64, terms)
	for p := range m {
		c[p] = m[p][terms] / m[p][p]
	}
	return c
}
