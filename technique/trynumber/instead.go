package trynumber

import "github.com/wring-go/wring/technique"

// instead returns the function that is called instead of one of package strconv. It returns
// the same value, and an error for the same texts.
func instead(name string) (technique.Helper, bool) {
	h := technique.Helper{Imports: []string{"strconv"}}
	switch name {
	case "Atoi":
		h.Name, h.Text = "tryAtoi", atoi
	case "ParseInt":
		h.Name, h.Text = "tryInt", parseInt
	case "ParseUint":
		h.Name, h.Text = "tryUint", parseUint
	case "ParseFloat":
		h.Name, h.Text = "tryFloat", parseFloat
	case "ParseBool":
		h.Name, h.Text = "tryBool", parseBool
	default:
		return h, false
	}
	return h, true
}

// The functions for integers fail themselves where a character that is no digit comes before
// there are enough digits for a number that is out of range: then strconv returns 0. A number
// of n bits has room for n/4 digits.
const (
	atoi = `// tryAtoi is strconv.Atoi, which makes no error for most texts that are no numbers.
func tryAtoi(s string) (int, error) {
	digits := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		digits = s[1:]
	}
	n := 0
	for n < len(digits) && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	if n == 0 || n < len(digits) && n <= strconv.IntSize/4 {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(s)
}`
	parseInt = `// tryInt is strconv.ParseInt with base 10, which makes no error for most texts
// that are no numbers.
func tryInt(s string, bitSize int) (int64, error) {
	digits := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		digits = s[1:]
	}
	n := 0
	for n < len(digits) && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	if n == 0 || n < len(digits) && n <= bitSize/4 {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseInt(s, 10, bitSize)
}`
	parseUint = `// tryUint is strconv.ParseUint with base 10, which makes no error for most
// texts that are no numbers.
func tryUint(s string, bitSize int) (uint64, error) {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n == 0 || n < len(s) && n <= bitSize/4 {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseUint(s, 10, bitSize)
}`
	parseBool = `// tryBool is strconv.ParseBool, which makes no error.
func tryBool(s string) (bool, error) {
	switch s {
	case "1", "t", "T", "TRUE", "true", "True":
		return true, nil
	case "0", "f", "F", "FALSE", "false", "False":
		return false, nil
	}
	return false, strconv.ErrSyntax
}`
)

// tryFloat looks for characters that no number has where they are. Of words, only a few
// with three or eight letters are numbers, as NaN and infinity are.
const parseFloat = `// tryFloat is strconv.ParseFloat, which makes no error for most texts
// that are no numbers.
func tryFloat(s string, bitSize int) (float64, error) {
	text := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		text = s[1:]
	}
	if text == "" || (text[0] < '0' || '9' < text[0]) && text[0] != '.' && len(text) != 3 &&
		len(text) != 8 {
		return 0, strconv.ErrSyntax
	}
	hex := len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')
	points := 0
	for i := 0; !hex && i < len(text) && (text[0] == '.' || '0' <= text[0] && text[0] <= '9'); i++ {
		switch c := text[i]; {
		case c == '.':
			points++
		case c == '+', c == '-':
			if last := text[i-1]; last != 'e' && last != 'E' {
				return 0, strconv.ErrSyntax
			}
		case (c < '0' || '9' < c) && c != 'e' && c != 'E' && c != '_':
			return 0, strconv.ErrSyntax
		}
	}
	if points > 1 {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, bitSize)
}`
