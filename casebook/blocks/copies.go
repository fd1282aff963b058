package blocks

// sqlText and sqlBytes are appendfmt.SQLStandard as one writes it without type
// parameters: twice, with one word that differs.
func sqlText(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plainText(s, i, &quotes)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\'', '\'')
	}
}

func plainText(s string, i int, special *[256]byte) int {
	for i < len(s) && special[s[i]] == 0 {
		i++
	}
	return i
}

func sqlBytes(dst []byte, s []byte) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plainBytes(s, i, &quotes)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\'', '\'')
	}
}

func plainBytes(s []byte, i int, special *[256]byte) int {
	for i < len(s) && special[s[i]] == 0 {
		i++
	}
	return i
}

var quotes = [256]byte{'\'': 1}
