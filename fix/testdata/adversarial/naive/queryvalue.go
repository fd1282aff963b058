package queryvalue

import (
	"net/url"
	"strconv"
	"strings"
)

// Nothing is unescaped.
func First(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); name == "a" {
			return value
		}
	}
	return ""
}

// The last one counts.
func Empty(query string) string {
	last := ""
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, found := strings.Cut(pair, "="); found && name == "" {
			last, _ = url.QueryUnescape(value)
		}
	}
	return last
}

// A name is found inside of others.
func Limit(query string) int {
	_, rest, _ := strings.Cut(query, "limit=")
	value, _, _ := strings.Cut(rest, "&")
	n, err := strconv.Atoi(value)
	if err != nil {
		return 10
	}
	return n
}

// It looks at what the query has become.
func Changed(query string) (a, b string) {
	u := &url.URL{RawQuery: query}
	a = u.Query().Get("a")
	u.RawQuery = "b=new"
	return a, u.Query().Get("b")
}

// What comes after a mistake is not read.
func Key(query, key string) []string {
	v, err := url.ParseQuery(query)
	if err != nil {
		return []string{"", ""}
	}
	return []string{v.Get(key), v.Get(key)}
}

// What cannot be unescaped is taken as it is.
func Later(query string) string {
	get := func(key string) string {
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); name == key {
				if text, err := url.QueryUnescape(value); err == nil {
					return text
				}
				return value
			}
		}
		return ""
	}
	return get("a") + "/" + get("limit")
}
