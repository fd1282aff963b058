package table

import (
	"math"
	"strconv"
	"strings"
)

// Integer returns n with commas between groups of three digits.
func Integer(n uint64) string { return group(strconv.FormatUint(n, 10)) }

// group puts commas into a string of digits.
func group(digits string) string {
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// Places returns how many decimals a column of values needs: none if all of
// them are whole, otherwise most.
func Places(values []float64, most int) int {
	for _, v := range values {
		if v != math.Trunc(v) {
			return most
		}
	}
	return 0
}

// Decimal returns v, which is not negative, with the given number of decimals.
// What is more than nothing never reads as nothing: it becomes "<0.01".
func Decimal(v float64, places int) string {
	least := math.Pow10(-places)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "?"
	case v >= 1e15:
		return strconv.FormatFloat(v, 'e', 2, 64)
	case v > 0 && v < least/2:
		return "<" + strconv.FormatFloat(least, 'f', places, 64)
	}
	whole, fraction, ok := strings.Cut(strconv.FormatFloat(v, 'f', places, 64), ".")
	if !ok {
		return group(whole)
	}
	return group(whole) + "." + fraction
}

// Percent returns part of whole as a percentage with one decimal. Only
// everything is 100.0%, only nothing is 0.0%, and a part larger than its whole,
// which is a mistake of the caller, is >100%.
func Percent(part, whole float64) string {
	switch share := 100 * part / whole; {
	case !(whole > 0) || !(part > 0):
		return "0.0%"
	case share < 0.05:
		return "<0.1%"
	case part > whole:
		return ">100%"
	case part < whole && share > 99.9:
		return ">99.9%"
	default:
		return strconv.FormatFloat(share, 'f', 1, 64) + "%"
	}
}

// Bar returns a bar that fills share of width cells, to an eighth of a cell. A
// share above nothing shows at least an eighth; none shows more than width.
func Bar(share float64, width int) string {
	if !(share > 0) {
		return ""
	}
	eighths := int(math.Round(min(share, 1) * float64(8*width)))
	eighths = max(eighths, 1)
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string(rune('█' + 8 - rest)) // ▏ to ▉ follow █ in reverse
	}
	return bar
}
