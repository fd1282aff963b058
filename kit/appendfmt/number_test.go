package appendfmt_test

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/appendfmt"
)

func FuzzNumbers(f *testing.F) {
	for _, v := range []int64{0, 1, -1, 9, 10, 99, 100, 999, 1000, -1000, 999_999, 1e6, 1023, 1024,
		10189, 10190, 1<<20 - 1, 1<<20 - 512, 1<<20 - 513, 1 << 60, math.MaxInt64, math.MinInt64} {
		f.Add(v, uint8(2))
	}
	f.Fuzz(func(t *testing.T, v int64, decimals uint8) {
		n := int(decimals % 24)
		check(t, "Fixed", appendfmt.Fixed(nil, v, n), fixedBig(v, n))
		check(t, "Thousands", appendfmt.Thousands(nil, v, ","), thousands(v, ","))
		check(t, "Thousands", appendfmt.Thousands(nil, v, []byte("\u202f")), thousands(v, "\u202f"))
		check(t, "Size", appendfmt.Size(nil, uint64(v)), sizeBig(uint64(v), 1024,
			[]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}))
		check(t, "SizeSI", appendfmt.SizeSI(nil, uint64(v)), sizeBig(uint64(v), 1000,
			[]string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}))
	})
}

// fixedBig divides with large numbers.
func fixedBig(v int64, decimals int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	return new(big.Rat).SetFrac(big.NewInt(v), scale).FloatString(decimals)
}

// thousands goes through the digits from behind.
func thousands(v int64, separator string) string {
	digits := strings.TrimPrefix(strconv.FormatInt(v, 10), "-")
	text := ""
	for i := range len(digits) {
		if i > 0 && i%3 == 0 {
			text = separator + text
		}
		text = digits[len(digits)-1-i:][:1] + text
	}
	if v < 0 {
		return "-" + text
	}
	return text
}

// sizeBig tries the units in turn, with exact fractions.
func sizeBig(n, base uint64, units []string) string {
	value := new(big.Rat).SetInt(new(big.Int).SetUint64(n))
	step := new(big.Rat).SetFrac64(1, int64(base))
	for i, unit := range units {
		digits := 0
		if i > 0 && value.Cmp(big.NewRat(199, 20)) < 0 { // 9.95 is 10 with one decimal
			digits = 1
		}
		text := value.FloatString(digits)
		if i == len(units)-1 || digits == 1 || text != strconv.FormatUint(base, 10) &&
			value.Cmp(new(big.Rat).SetInt(new(big.Int).SetUint64(base))) < 0 {
			return text + " " + unit
		}
		value.Mul(value, step)
	}
	panic("not reached")
}

func TestFixedWithoutDecimals(t *testing.T) {
	check(t, "none", appendfmt.Fixed(nil, -12, 0), "-12")
	check(t, "negative", appendfmt.Fixed(nil, 12, -3), "12")
	check(t, "many", appendfmt.Fixed([]byte("$"), -1, 25), "$-0.0000000000000000000000001")
}

// TestSizeLimits looks at both sides of each change of the unit.
func TestSizeLimits(t *testing.T) {
	for _, c := range []struct {
		n       uint64
		iec, si string
		why     string
	}{
		{0, "0 B", "0 B", "no prefix"},
		{999, "999 B", "999 B", "no prefix"},
		{1000, "1000 B", "1.0 kB", "SI begins"},
		{1023, "1023 B", "1.0 kB", "the last without a prefix"},
		{1024, "1.0 KiB", "1.0 kB", "IEC begins"},
		{10_188, "9.9 KiB", "10 kB", "one decimal"},
		{10_189, "10 KiB", "10 kB", "9.95 is rounded to 10"},
		{1_048_063, "1023 KiB", "1.0 MB", "below half"},
		{1_048_064, "1.0 MiB", "1.0 MB", "half is rounded up"},
		{math.MaxUint64, "16 EiB", "18 EB", "there is no larger unit"},
	} {
		check(t, c.why, appendfmt.Size(nil, c.n), c.iec)
		check(t, c.why, appendfmt.SizeSI(nil, c.n), c.si)
	}
}
