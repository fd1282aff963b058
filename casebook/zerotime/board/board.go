// Package board is a message board whose page is expensive to render.
package board

import (
	"bytes"
	"fmt"
	"html"
	"sync"
)

// Shown is how many posts a page holds: the latest.
const Shown = 200

// Board holds the latest posts. Any number of goroutines may use it.
type Board struct {
	mu       sync.Mutex
	posts    [Shown]string
	number   int
	rendered int
}

// Page is a board as HTML.
type Page struct {
	Last int // the number of the latest post in it
	HTML []byte
}

// Post adds a post and returns its number, from 1.
func (b *Board) Post(text string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posts[b.number%Shown] = text
	b.number++
	return b.number
}

// Render returns the page with every post that was made before the call.
func (b *Board) Render() Page {
	b.mu.Lock()
	posts, last := b.posts, b.number
	b.rendered++
	b.mu.Unlock()
	var page bytes.Buffer
	page.WriteString("<ol>\n")
	for i := max(0, last-Shown); i < last; i++ {
		fmt.Fprintf(&page, "<li id=%d>%s</li>\n", i+1, html.EscapeString(posts[i%Shown]))
	}
	page.WriteString("</ol>\n")
	return Page{Last: last, HTML: page.Bytes()}
}

// Rendered returns how often the page was rendered.
func (b *Board) Rendered() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rendered
}
