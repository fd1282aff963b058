package visit

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

// card is a post as a page shows it.
type card struct {
	id                      int64
	author, text, extension string // text is HTML; see plain
	at                      time.Time
	count                   int
	comments                []comment
}

// cursor reads a page from its beginning to its end.
type cursor struct {
	rest []byte
	err  error
}

// after moves behind a text, and notes an error if it does not come.
func (c *cursor) after(text string) {
	if i := bytes.Index(c.rest, []byte(text)); i >= 0 {
		c.rest = c.rest[i+len(text):]
		return
	}
	if c.err == nil {
		c.err = fmt.Errorf("the page has no %q where it should", text)
	}
	c.rest = nil
}

// until returns what comes before a text, and moves behind it.
func (c *cursor) until(text string) string {
	i := bytes.Index(c.rest, []byte(text))
	if i < 0 {
		c.after(text)
		return ""
	}
	s := string(c.rest[:i])
	c.rest = c.rest[i+len(text):]
	return s
}

// between returns what comes between two texts, the first of which may not be
// near.
func (c *cursor) between(from, to string) string {
	c.after(from)
	return c.until(to)
}

// The places of a page that are looked at.
const (
	articleBegin = `<article class="post" id="post-`
	articleEnd   = `</article>`
)

// cards returns the posts of a page.
func cards(page []byte) ([]card, error) {
	var all []card
	for {
		_, rest, ok := bytes.Cut(page, []byte(articleBegin))
		if !ok {
			return all, nil
		}
		article, behind, ok := bytes.Cut(rest, []byte(articleEnd))
		if !ok {
			return nil, errors.New("a post on the page does not end")
		}
		c, err := parseCard(article)
		if err != nil {
			return nil, err
		}
		all, page = append(all, c), behind
	}
}

func parseCard(article []byte) (card, error) {
	c := cursor{rest: article}
	var p card
	id := c.until(`"`)
	p.author = c.between(`<a class="author" href="/users/`, `"`)
	if name := c.between(">", "<"); name != p.author {
		return p, fmt.Errorf("post %s is by %q, and the link says %q", id, name, p.author)
	}
	at := c.between(`<time datetime="`, `"`)
	file := c.between(`<img src="/pictures/`, `"`)
	number, extension, _ := strings.Cut(file, ".")
	p.extension = extension
	p.text = plain(c.between(`<p class="text">`, `</p>`))
	count := c.between(`<b>`, `</b> comments`)
	c.after(`<ul class="comments">`)
	for bytes.HasPrefix(bytes.TrimSpace(c.rest), []byte("<li>")) {
		said := comment{author: c.between(`<a class="author" href="/users/`, `"`)}
		said.text = plain(c.between("<span>", "</span>"))
		c.after("</li>")
		p.comments = append(p.comments, said)
	}
	var err1, err2, err3 error
	p.id, err1 = strconv.ParseInt(id, 10, 64)
	p.at, err2 = time.Parse(time.RFC3339Nano, at)
	p.count, err3 = strconv.Atoi(count)
	if err := errors.Join(c.err, err1, err2, err3); err != nil {
		return p, fmt.Errorf("post %q: %w", id, err)
	}
	if number != id {
		return p, fmt.Errorf("post %s has the picture %q", id, file)
	}
	return p, nil
}

// plain returns text with characters escaped in one way only: whether a plus sign
// is written as &#43; does not matter.
func plain(text string) string {
	if !strings.Contains(text, "&#43;") {
		return text
	}
	return html.EscapeString(html.UnescapeString(text))
}
