package sprint

import (
	"errors"
	"io"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "sprint")
	type named string
	values := []any{nil, "", "a", named("n"), 1, int8(-1), uint64(math.MaxUint64), 1.5, float32(0.1), true, 'x',
		[]byte("b"), []string{"x", ""}, map[string]int{"b": 1, "a": 2}, &Known{2}, Known{3}, (*Known)(nil),
		io.EOF, errors.New(""), struct{}{}, 1i, math.NaN()}
	for _, a := range values {
		log.Do("Text", func() string { return Text(a) })
		log.Do("Line", func() string { return Line("x", a) })
		for _, b := range values {
			log.Do("Both", func() string { return Both(a, b) })
		}
	}
	for i := range values {
		log.Do("Joined", func() string { return Joined(values[:i]) })
	}
	for _, n := range []int{0, -1, 7} {
		log.Do("Value", func() string { return Value(n) })
		log.Do("Pointer", func() string { return Pointer(&Known{n}) })
	}
	log.Do("Pointer", func() string { return Pointer(nil) })
}
