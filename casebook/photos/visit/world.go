// Package visit uses the photo service as people do, and checks every answer
// against what it has to be: what the data begins with, and what the visits
// themselves have written since.
package visit

import (
	"html"
	"slices"
	"time"

	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/view"
)

// World is what the service holds, as far as it is known. Several runs against
// the same data can use the same World one after the other, each with a ledger
// of its own.
type World struct {
	data    seed.Data
	users   []seed.User // by number; 0 is none
	posts   []post      // by number; 0 is none
	ofUser  map[string][]int64
	said    map[string]int // comments by user
	picture func(n int) seed.Picture
}

// post is a post as pages have to show it.
type post struct {
	author    string
	text      string // HTML
	extension string
	at        time.Time
	comments  []comment // the oldest first
}

// comment is a comment as pages have to show it, escaped.
type comment struct{ author, text string }

// NewWorld computes what the pages of the data have to hold.
func NewWorld(data seed.Data) *World {
	w := &World{data: data, users: make([]seed.User, data.Users+1),
		posts: make([]post, data.Posts+1), ofUser: make(map[string][]int64),
		said: make(map[string]int), picture: seed.Gallery()}
	for n := 1; n <= data.Users; n++ {
		w.users[n] = data.User(n)
	}
	for n := 1; n <= data.Posts; n++ {
		p := data.Post(n)
		author := w.users[p.User].Name
		w.posts[n] = post{author: author, text: shownText(p.Text), at: p.At,
			extension: pictures.Extensions()[seed.KindOf(n)]}
		w.ofUser[author] = append(w.ofUser[author], int64(n))
	}
	for n := 1; n <= data.Comments; n++ {
		c := data.Comment(n)
		author := w.users[c.User].Name
		w.posts[c.Post].comments = append(w.posts[c.Post].comments,
			comment{author, escape(c.Text)})
		w.said[author]++
	}
	return w
}

// seeded reports whether a post is one that the data begins with.
func (w *World) seeded(id int64) bool { return id >= 1 && id <= int64(w.data.Posts) }

// shownText returns the text of a post as it stands in a page.
func shownText(text string) string { return string(view.TaggedByScan(text)) }

// escape returns the text of a comment as it stands in a page, in one of the ways
// to write it; see plain.
func escape(text string) string { return html.EscapeString(text) }

// newestOf returns the newest posts of a user of the data, as a page shows them.
func (w *World) newestOf(name string, size int) []int64 {
	all := w.ofUser[name]
	page := slices.Clone(all[max(len(all)-size, 0):])
	slices.Reverse(page)
	return page
}
