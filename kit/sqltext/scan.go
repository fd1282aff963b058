package sqltext

import "strings"

// The bytes of a query at which something may begin that is more than itself.
var special = [256]bool{'?': true, '\'': true, '"': true, '`': true, '-': true, '/': true,
	'#': true}

// joins are the bytes that could become one token with a literal beside them:
// letters and digits of a name or a number, quotes, and the signs before a
// negative number. An adjoining placeholder is one too.
var joins = joining()

func joining() (table [256]bool) {
	for c := range table {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		table[c] = letter || '0' <= c && c <= '9' || c >= 0x80 ||
			strings.IndexByte("_$.@'\"`-+?\\", byte(c)) >= 0
	}
	return table
}

// placeholder returns where the next placeholder is, from i on, or len(query).
func placeholder(query string, i int, opt *Options) (int, error) {
	for i < len(query) {
		if !special[query[i]] {
			i++
			continue
		}
		if query[i] == '?' {
			return i, nil
		}
		var err error
		if i, err = skip(query, i, opt); err != nil {
			return 0, err
		}
	}
	return len(query), nil
}

// skip returns where the literal, identifier or comment ends that begins at i,
// where a special byte is. What does not end takes the rest of the query.
func skip(query string, i int, opt *Options) (int, error) {
	switch query[i] {
	case '\'':
		return quoted(query, i, !opt.NoBackslashEscapes), nil
	case '"':
		return quoted(query, i, !opt.NoBackslashEscapes && !opt.ANSIQuotes), nil
	case '`':
		return quoted(query, i, false), nil
	case '#':
		return line(query, i), nil
	case '-':
		if isDashComment(query[i:]) {
			return line(query, i), nil
		}
	case '/':
		if strings.HasPrefix(query[i:], "/*") {
			return comment(query, i)
		}
	}
	return i + 1, nil
}

// quoted returns where the text in quotes ends that begins at i. A quote that
// is doubled ends one and begins another, which is the same in effect.
func quoted(query string, i int, escapes bool) int {
	quote := query[i]
	for i++; i < len(query); i++ {
		switch {
		case query[i] == quote:
			return i + 1
		case query[i] == '\\' && escapes:
			i++
		}
	}
	return len(query)
}

// line returns where the line ends that holds i.
func line(query string, i int) int {
	if n := strings.IndexByte(query[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(query)
}

// isDashComment reports whether s, which begins with a minus sign, is a comment:
// there must be a second one, and after it a space, a control character or
// nothing. 5--3 is 8.
func isDashComment(s string) bool {
	if len(s) < 2 || s[1] != '-' {
		return false
	}
	return len(s) == 2 || s[2] <= ' ' || s[2] == 0x7f
}

// comment returns where the comment ends that begins at i. Servers run what is
// in /*! or /*M!, if they find themselves new enough; then it must not matter
// whether they do.
func comment(query string, i int) (int, error) {
	text, _, found := strings.Cut(query[i+2:], "*/")
	end := len(query)
	if found {
		end = i + 2 + len(text) + 2
	}
	if !strings.HasPrefix(text, "!") && !strings.HasPrefix(text, "M!") {
		return end, nil
	}
	if strings.ContainsAny(text, "?'\"`#") || strings.Contains(text, "--") ||
		strings.Contains(text, "/*") || !found {
		return 0, ErrComment
	}
	return end, nil
}

// noMore returns an error when there is a placeholder from i on: args arguments
// are already in their places.
func noMore(query string, i, args int, opt *Options) error {
	first, err := placeholder(query, i, opt)
	if err != nil || first == len(query) {
		return err
	}
	n := 0
	for at := first; at < len(query); n++ {
		if at, err = placeholder(query, at+1, opt); err != nil {
			return err
		}
	}
	return &CountError{Placeholders: args + n, Args: args, Offset: first}
}
