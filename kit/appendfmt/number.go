package appendfmt

import "strconv"

// decimal appends v.
func decimal(dst []byte, v uint64) []byte { return strconv.AppendUint(dst, v, 10) }

// magnitude appends the sign of v and returns its absolute value.
func magnitude(dst []byte, v int64) ([]byte, uint64) {
	if v < 0 {
		return append(dst, '-'), -uint64(v)
	}
	return dst, uint64(v)
}

// Fixed appends v divided by ten to the power of decimals, with so many digits
// after the point: 1234 with two decimals is 12.34. It is for amounts of money
// and other numbers that are kept as whole ones. With no decimals, or fewer,
// there is no point.
func Fixed(dst []byte, v int64, decimals int) []byte {
	dst, rest := magnitude(dst, v)
	return fixed(dst, rest, decimals)
}

func fixed(dst []byte, v uint64, decimals int) []byte {
	start := len(dst)
	dst = decimal(dst, v)
	if decimals <= 0 {
		return dst
	}
	for n := len(dst) - start; n <= decimals; n++ {
		dst = append(dst, '0')
		copy(dst[start+1:], dst[start:])
		dst[start] = '0'
	}
	point := len(dst) - decimals
	dst = append(dst, 0)
	copy(dst[point+1:], dst[point:])
	dst[point] = '.'
	return dst
}

// Thousands appends v with a separator between groups of three digits:
// 1,234,567. The separator may have any length; a narrow space has three bytes.
func Thousands[T Text](dst []byte, v int64, separator T) []byte {
	dst, rest := magnitude(dst, v)
	var text [20]byte
	digits := decimal(text[:0], rest)
	first := (len(digits)-1)%3 + 1
	dst = append(dst, digits[:first]...)
	for i := first; i < len(digits); i += 3 {
		dst = append(dst, separator...)
		dst = append(dst, digits[i:i+3]...)
	}
	return dst
}

// The prefixes of units, in rising order.
const prefixes = "KMGTPE"

// Size appends a number of bytes for people, in powers of 1024: 15 B, 1.5 KiB,
// 82 MiB. Below ten there is one decimal. It is rounded half up, and 1023.9 KiB
// are 1.0 MiB.
func Size(dst []byte, n uint64) []byte { return size(dst, n, 1024, "iB") }

// SizeSI appends a number of bytes in powers of 1000: 15 B, 1.5 kB, 82 MB.
func SizeSI(dst []byte, n uint64) []byte { return size(dst, n, 1000, "B") }

func size(dst []byte, n, base uint64, unit string) []byte {
	if n < base {
		return append(decimal(dst, n), " B"...)
	}
	prefix, divisor := 0, base
	// The next unit is due where n would be rounded up to it. The largest
	// divisor times base does not fit, and is never needed.
	for prefix < len(prefixes)-1 && n >= base*divisor-divisor/2 {
		divisor *= base
		prefix++
	}
	if tenths := rounded(n, divisor, 10); tenths < 100 {
		dst = fixed(dst, tenths, 1)
	} else {
		dst = decimal(dst, rounded(n, divisor, 1))
	}
	letter := prefixes[prefix]
	if base == 1000 && letter == 'K' {
		letter = 'k' // K is kelvin
	}
	return append(append(dst, ' ', letter), unit...)
}

// rounded returns n*scale/divisor, rounded half up, without n*scale overflowing.
func rounded(n, divisor, scale uint64) uint64 {
	whole, rest := n/divisor, n%divisor
	// rest < divisor <= 1024^6 = 2^60, so ten times it fits.
	return whole*scale + (rest*scale+divisor/2)/divisor
}
