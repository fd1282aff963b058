package appendfmt

// Hex appends two lower-case hexadecimal digits for each byte of s.
func Hex[T Text](dst []byte, s T) []byte {
	for i := range len(s) {
		dst = append(dst, hexDigits[s[i]>>4], hexDigits[s[i]&15])
	}
	return dst
}

// HexDump appends s as hexdump -C shows it: the offset, sixteen bytes, and the
// same as text, one line for each sixteen bytes. It appends what
// encoding/hex.Dump returns.
func HexDump[T Text](dst []byte, s T) []byte {
	for offset := 0; offset < len(s); offset += 16 {
		dst = dumpLine(dst, s[offset:min(offset+16, len(s))], offset)
	}
	return dst
}

// dumpLine appends a line for s, which has at most sixteen bytes.
func dumpLine[T Text](dst []byte, s T, offset int) []byte {
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, hexDigits[offset>>shift&15])
	}
	dst = append(dst, ' ')
	for i := range 16 {
		if i%8 == 0 {
			dst = append(dst, ' ')
		}
		if i < len(s) {
			dst = append(dst, hexDigits[s[i]>>4], hexDigits[s[i]&15], ' ')
		} else {
			dst = append(dst, "   "...)
		}
	}
	dst = append(dst, " |"...)
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' {
			c = '.'
		}
		dst = append(dst, c)
	}
	return append(dst, "|\n"...)
}
