package guard

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Rate is an amount per operation, in millionths. Whole numbers and fractions
// of the usual numbers of iterations are exact; others are rounded up, so that
// nothing that was allocated becomes nothing.
type Rate uint64

// One is a rate of one per operation.
const One Rate = 1e6

// RateOf returns amount over n operations. It saturates; n is not 0.
func RateOf(amount, n uint64) Rate {
	high, low := bits.Mul64(amount, uint64(One))
	if high >= n {
		return math.MaxUint64
	}
	q, rest := bits.Div64(high, low, n)
	if rest > 0 && q < math.MaxUint64 {
		q++
	}
	return Rate(q)
}

// String returns the rate in decimals, without trailing zeros.
func (r Rate) String() string {
	whole := strconv.FormatUint(uint64(r/One), 10)
	if r%One == 0 {
		return whole
	}
	return whole + "." + strings.TrimRight(fmt.Sprintf("%06d", uint64(r%One)), "0")
}

// ParseRate reads what String writes, and trailing zeros.
func ParseRate(text string) (Rate, error) {
	whole, fraction, dotted := strings.Cut(text, ".")
	if whole == "" || dotted && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, fmt.Errorf("%q is no amount: decimals are wanted, such as 3 or 0.25", text)
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 6 {
		return 0, fmt.Errorf("%q has more than six decimals", text)
	}
	n, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || n > math.MaxUint64/uint64(One)/2 {
		return 0, errors.New(text + " is more than any machine has")
	}
	part := uint64(0)
	if fraction != "" {
		part, _ = strconv.ParseUint(fraction+strings.Repeat("0", 6-len(fraction)), 10, 64)
	}
	return Rate(n*uint64(One) + part), nil
}

// plus returns r + s, saturated.
func (r Rate) plus(s Rate) Rate {
	if sum := r + s; sum >= r {
		return sum
	}
	return math.MaxUint64
}

// minus returns r - s, or 0.
func (r Rate) minus(s Rate) Rate { return r - min(r, s) }
