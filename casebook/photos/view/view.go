// Package view writes the pages of the photo service: by html/template, or by
// appending bytes. Both write the same.
package view

import (
	"time"
)

// Viewer is who looks at a page. The zero Viewer has not logged in.
type Viewer struct {
	Name  string
	Admin bool
}

// In reports whether the viewer has logged in.
func (v Viewer) In() bool { return v.Name != "" }

// Card is a post as pages show it.
type Card struct {
	ID           int64
	Author, Text string
	Extension    string // of the picture's file
	At           time.Time
	Count        int // of all comments
	Comments     []Comment
}

// Comment is a comment as pages show it.
type Comment struct {
	Author, Text string
	At           time.Time
}

// List is the part of a page that holds posts. It depends on the reader only in
// whether they may write.
type List struct {
	Title   string // "" on the timeline
	Note    string // below the title
	Form    bool   // a form to post a picture
	Reply   bool   // a form to comment on each post
	Cards   []Card
	Older   string // address of the page with older posts; "" if there is none
	Missing string // what is said where there are no posts
}

// Form is the page on which one logs in or registers.
type Form struct {
	Title, Action, Button string
	Problem               string // why it did not work
	Other, OtherText      string // a link to the other form
}

// Bans is the page on which an administrator bans.
type Bans struct {
	Online int
	Users  []Candidate
}

// Candidate is a user who can be banned.
type Candidate struct {
	ID   int64
	Name string
}

// Problem is a page that says why there is no other.
type Problem struct {
	Title, Text string
}

// View appends pages to dst. Body is what Cards or another function appended.
type View interface {
	Page(dst []byte, title string, who Viewer, body []byte) ([]byte, error)
	Cards(dst []byte, list List) ([]byte, error)
	Form(dst []byte, form Form) ([]byte, error)
	Bans(dst []byte, bans Bans) ([]byte, error)
	Problem(dst []byte, problem Problem) ([]byte, error)
}
