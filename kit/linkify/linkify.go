// Package linkify turns the keywords of a text into links, as wikis do: plain
// text in, HTML out, in one pass and without allocation.
//
//	l, err := linkify.New(map[string]string{
//		"Go":     "/keyword/Go",
//		"Gopher": "/keyword/Gopher",
//	})
//	html = l.Append(html[:0], "A <Gopher> writes Go.")
//
// The rule: from left to right, at each place the longest keyword that begins
// there becomes a link, and the search goes on behind it. Everything else is
// escaped as [html.EscapeString] does. What has been written is never looked at
// again, so a keyword that occurs in a URL or in another keyword's link cannot
// break the markup. Keywords are compared byte by byte; case and Unicode forms
// are the caller's business, and so are the limits of words: "Go" is found in
// "Gold".
//
// A [Linker] does not change. Adding or removing a keyword gives a new one that
// shares with the old what stayed the same, which costs microseconds and not a
// rebuild; any number of goroutines may use either. A [Source] keeps the present
// one in step with a database.
//
// # What is not safe
//
// The text must be plain. HTML that is passed in comes out escaped, tags and
// all. URLs are escaped, and those with a scheme other than http, https and
// mailto are refused; where they lead is the caller's business.
package linkify

import (
	"errors"
	"fmt"
	"html"
	"iter"
	"strings"
)

// ErrEmpty is the error for a keyword without any bytes, which would be found
// everywhere.
var ErrEmpty = errors.New("linkify: the keyword is empty")

// Linker writes text as HTML with the keywords as links. The zero Linker has
// no keywords and only escapes.
type Linker struct {
	root node
	size int

	// stops tells the bytes at which something may have to be done. Text
	// between two of them is copied as it is.
	stops [256]bool
}

// New returns a linker for links: keywords and their URLs.
func New(links map[string]string) (*Linker, error) {
	return new(Linker).Update(links)
}

// Len returns the number of keywords.
func (l *Linker) Len() int { return l.size }

// URL returns where a keyword links to, and whether there is such a keyword.
func (l *Linker) URL(keyword string) (url string, ok bool) {
	if found := l.root.get(keyword); found != nil {
		return found.url, true
	}
	return "", false
}

// All yields the keywords in the order of their bytes, with their URLs.
func (l *Linker) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { l.root.all(yield) }
}

// With returns a linker that also links keyword to url, or does so instead of
// where keyword linked to before. The error says what is wrong with either.
func (l *Linker) With(keyword, url string) (*Linker, error) {
	root, err := l.root.linked(keyword, url)
	if err != nil {
		return nil, err
	}
	size := l.size
	if l.root.get(keyword) == nil {
		size++
	}
	return newLinker(root, size), nil
}

// Without returns a linker that does not know keyword.
func (l *Linker) Without(keyword string) *Linker {
	if l.root.get(keyword) == nil {
		return l
	}
	return newLinker(l.root.without(keyword), l.size-1)
}

// Update returns a linker for exactly links. It costs as much as they differ
// from those of l, plus a look at each. If they do not differ it returns l.
func (l *Linker) Update(links map[string]string) (*Linker, error) {
	root := &l.root
	for keyword := range l.All() {
		if _, stays := links[keyword]; !stays {
			root = root.without(keyword)
		}
	}
	for keyword, url := range links {
		if old, ok := l.URL(keyword); ok && old == url {
			continue
		}
		var err error
		if root, err = root.linked(keyword, url); err != nil {
			return nil, err
		}
	}
	if root == &l.root {
		return l, nil
	}
	return newLinker(root, len(links)), nil
}

// newLinker returns the linker with the keywords below root.
func newLinker(root *node, size int) *Linker {
	l := &Linker{root: *root, size: size}
	for i := range l.stops {
		l.stops[i] = l.root.child(byte(i)) != nil
	}
	return l
}

// A link is a keyword and what is written for it.
type link struct {
	keyword, url, html string
}

// linked returns the root n with keyword linked to url.
func (n *node) linked(keyword, url string) (*node, error) {
	if keyword == "" {
		return nil, ErrEmpty
	}
	if !safeURL(url) {
		return nil, fmt.Errorf("linkify: the URL of %q has a scheme that is not "+
			"http, https or mailto: %q", keyword, url)
	}
	text := `<a href="` + html.EscapeString(url) + `">` + html.EscapeString(keyword) + `</a>`
	return n.with(keyword, &link{keyword: keyword, url: url, html: text}), nil
}

// safeURL reports whether url is relative or has a scheme that cannot run a
// script. A browser finds the scheme before the first colon, unless a slash, a
// question mark or a hash comes first.
func safeURL(url string) bool {
	end := strings.IndexAny(url, ":/?#")
	if end < 0 || url[end] != ':' {
		return true
	}
	switch strings.ToLower(url[:end]) {
	case "http", "https", "mailto":
		return true
	}
	return false
}
