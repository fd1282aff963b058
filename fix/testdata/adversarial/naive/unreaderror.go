package unreaderror

import "errors"

var errBad = errors.New("bad")

func digit(s string) (int, error) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, errBad
	}
	return int(s[0] - '0'), nil
}

// It fails without being counted.
func Counted(words []string) (sum, failures int) {
	var l log
	for _, s := range words {
		n, _ := digit(s)
		sum += n
	}
	return sum, l.failures
}

func tryPrefix(s string) (n int, _ error) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, errBad
		}
		n = n*10%1000003 + int(c-'0')
	}
	return n, nil
}

// What was read before it failed is lost.
func Prefixes(words []string) (sum int) {
	for _, s := range words {
		n, _ := tryPrefix(s)
		sum += n
	}
	return sum
}

// No digits are no failure.
func Whole(words []string) (sum, others int) {
	for _, s := range words {
		if n, err := tryPrefix(s); err == nil {
			sum += n
		} else {
			others++
		}
	}
	return sum, others
}

func tryPair(s string) (string, string, error) {
	for i := range len(s) {
		if s[i] == '=' {
			return s[:i], s[i+1:], nil
		}
	}
	return "", "", errBad
}

// The last caller shows what it says.
func First(words []string) string {
	others := 0
	for _, s := range words {
		if name, _, err := tryPair(s); err == nil {
			return name
		}
		others++
	}
	if len(words) > 0 {
		if _, _, err := tryPair(words[0]); err != nil {
			return strconv.Itoa(others) + ": " + err.Error()
		}
	}
	return ""
}

func tryDepth(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	switch s[0] {
	case '(':
		n, _ := tryDepth(s[1:])
		return n + 1, nil
	case ')':
		return len(s), errDeep
	}
	return tryDepth(s[1:])
}

// What is wrong within is not wrong.
func Depth(s string) (int, bool) {
	n, err := tryDepth(s)
	return n, err == nil
}

func trySecond(s string) (byte, error) {
	if len(s) != 2 {
		return 0, errBad
	}
	return s[1], nil
}

// What is too short is only wrong.
func Second(s string) (out string) {
	c, err := trySecond(s)
	if err != nil {
		c = '?'
	}
	return string(rune(c))
}

func (k kind) tryOf(s string) (string, error) {
	if len(s) > 0 && s[0] == 'k' {
		return s[1:], nil
	}
	return "", errBad
}

// Nobody is asked.
func Asked(words []string) (string, int) {
	k, rests := kind{new(int)}, ""
	for _, s := range words {
		if rest, err := k.tryOf(s); err == nil {
			rests += rest
		}
	}
	return rests, *k.asked
}
