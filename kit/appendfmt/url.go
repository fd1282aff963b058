package appendfmt

// urlPlain holds what never needs an escape in a URL.
const urlPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"

// The bytes that need an escape in a value of a query, and in a segment of a
// path.
var (
	notInQuery = allBut(urlPlain)
	notInPath  = allBut(urlPlain + "$&+=:@")
)

// URLQuery appends s for a name or a value in a URL's query, as url.QueryEscape
// returns it: a space becomes a plus sign.
func URLQuery[T Text](dst []byte, s T) []byte {
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, &notInQuery)
		dst = append(dst, s[start:i]...)
		switch {
		case i == len(s):
			return dst
		case s[i] == ' ':
			dst = append(dst, '+')
		default:
			dst = percent(dst, s[i])
		}
	}
}

// URLPath appends s for one segment of a URL's path, as url.PathEscape returns
// it.
func URLPath[T Text](dst []byte, s T) []byte {
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, &notInPath)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return dst
		}
		dst = percent(dst, s[i])
	}
}

func percent(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[c>>4], digits[c&15])
}
