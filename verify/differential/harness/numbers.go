package harness

import (
	"math"
	"time"
)

// bounds are integers around which something changes: the number of digits,
// the size of a type, of a table of the runtime, of a stack buffer.
var bounds = []int64{
	0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 15, 16, 17, 31, 32, 33, 59, 60, 63, 64, 65,
	99, 100, 101, 127, 128, -128, -129, 255, 256, 365, 399, 400, 500, 999, 1000, 1023, 1024, 1970,
	9999, 10000, 32767, 32768, -32768, 65535, 65536, 99999, 100000, 999999999, 1000000000,
	math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MaxUint32, 1 << 53,
	math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1,
}

// integer returns an integer of so many bits. Large ones are rare: many a
// function makes as much of something as a number says.
func (s *source) integer(bits uint, signed bool) int64 {
	var v int64
	switch n := s.rng.intn(100); {
	case n < 45:
		v = int64(s.rng.intn(6)) - int64(s.rng.intn(2))
	case n < 60 && len(s.reg.Ints) > 0:
		v = s.reg.Ints[s.rng.intn(len(s.reg.Ints))] + int64(s.rng.intn(3)) - 1
	case n < 75:
		v = bounds[s.rng.intn(40)]
	case n < 82:
		v = bounds[s.rng.intn(len(bounds))]
	case n < 86:
		v = int64(s.rng.next())
	default:
		v = int64(s.rng.intn(1000))
		if signed && s.rng.chance(30) {
			v = -v
		}
	}
	if s.tame {
		if v %= 1000; s.rng.chance(90) {
			v %= 64 // loops in loops take a power of it
		}
	}
	if !signed && v < 0 && (s.tame || s.rng.chance(90)) {
		v = -v // as an unsigned number it would be huge
	}
	return v << (64 - bits) >> (64 - bits)
}

var floats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.1, 0.5, -2.5, 1.0 / 3, 100, 1e6, 1e20, 1e21, 1e-6, 1e-7,
	123456789, 123456789.125, 0.005, 2.675, math.MaxFloat32, math.MaxFloat64,
	math.SmallestNonzeroFloat64, math.Pi, math.NaN(), math.Inf(1), math.Inf(-1),
	math.MaxInt64, math.MinInt64, 1 << 53,
}

func (s *source) float() float64 {
	switch n := s.rng.intn(10); {
	case n < 5:
		return floats[s.rng.intn(len(floats))]
	case n < 7:
		return float64(s.integer(64, true))
	case n < 9:
		return float64(s.integer(32, true)) / float64(int64(1)<<uint(s.rng.intn(20)))
	}
	return math.Float64frombits(s.rng.next())
}

// zones are pointers, so that times of one zone share it.
var zones = []*time.Location{
	time.UTC, time.FixedZone("", 3600), time.FixedZone("IST", 5*3600+1800),
	time.FixedZone("far", -12*3600), time.FixedZone("odd", 3601),
}

func (s *source) time() time.Time {
	zone := zones[s.rng.intn(len(zones))]
	nanos := []int{0, 1, 1000, 1000000, 123456789, 100000000, 999999999, 999999000}
	nano := nanos[s.rng.intn(len(nanos))]
	switch s.rng.intn(10) {
	case 0:
		return time.Time{}
	case 1:
		return time.Unix(0, 0).In(zone)
	case 2:
		years := []int{-1, 0, 1, 999, 1900, 2000, 9999, 10000}
		return time.Date(years[s.rng.intn(len(years))], 1, 1, 0, 0, 0, nano, zone)
	case 3:
		return time.Date(2024, 2, 29, 23, 59, 59, nano, zone)
	}
	return time.Date(1970+s.rng.intn(80), time.Month(1+s.rng.intn(12)), 1+s.rng.intn(31),
		s.rng.intn(24), s.rng.intn(60), s.rng.intn(60), nano, zone)
}
