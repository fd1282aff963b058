// Package queryvalue looks parameters up in queries that are hard to read.
package queryvalue

import (
	"net/url"
	"strconv"
)

// First has the first of several, of which some cannot be unescaped.
func First(query string) string {
	u := &url.URL{RawQuery: query}
	return u.Query().Get("a")
}

// Empty has the one without a name.
func Empty(query string) string {
	u := &url.URL{RawQuery: query}
	return u.Query().Get("")
}

// Limit is a number, or 10.
func Limit(query string) int {
	u := &url.URL{RawQuery: query}
	n, err := strconv.Atoi(u.Query().Get("limit"))
	if err != nil {
		return 10
	}
	return n
}

// Changed looks up after the query has changed.
func Changed(query string) (a, b string) {
	u := &url.URL{RawQuery: query}
	q := u.Query()
	a = q.Get("a")
	u.RawQuery = "b=new"
	return a, q.Get("b")
}

// Key looks up what is asked for, twice.
func Key(query, key string) []string {
	u := &url.URL{RawQuery: query}
	q := u.Query()
	var out []string
	for range 2 {
		out = append(out, q.Get(key))
	}
	return out
}

// Later looks up when it is asked to.
func Later(query string) string {
	u := &url.URL{RawQuery: query}
	q := u.Query()
	get := func(key string) string { return q.Get(key) }
	u = nil
	return get("a") + "/" + get("limit")
}

// Kept gives parameters that its caller may change.
func Kept(query string) (url.Values, string) {
	u := &url.URL{RawQuery: query}
	q := u.Query()
	return q, q.Get("a")
}
