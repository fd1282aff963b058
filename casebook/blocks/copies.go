package blocks

// sqlText and sqlBytes are appendfmt.SQLStandard, with the functions that it
// calls, as one writes it without type parameters: twice, with one word that
// differs.
func sqlText(dst []byte, s string) []byte { return doubledText(dst, s, &quotes, '\'') }

func doubledText(dst []byte, s string, special *[256]byte, quote byte) []byte {
	dst = append(dst, quote)
	for i := 0; ; i++ {
		start := i
		i = plainText(s, i, special)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, quote)
		}
		dst = append(dst, quote, quote)
	}
}

func plainText(s string, i int, special *[256]byte) int {
	rest := s[i:]
	for n := range len(rest) {
		if special[rest[n]] != 0 {
			return i + n
		}
	}
	return len(s)
}

func sqlBytes(dst []byte, s []byte) []byte { return doubledBytes(dst, s, &quotes, '\'') }

func doubledBytes(dst []byte, s []byte, special *[256]byte, quote byte) []byte {
	dst = append(dst, quote)
	for i := 0; ; i++ {
		start := i
		i = plainBytes(s, i, special)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, quote)
		}
		dst = append(dst, quote, quote)
	}
}

func plainBytes(s []byte, i int, special *[256]byte) int {
	rest := s[i:]
	for n := range len(rest) {
		if special[rest[n]] != 0 {
			return i + n
		}
	}
	return len(s)
}

var quotes = [256]byte{'\'': 1}
