package visit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/photos/store"
)

// commentsShown is how many comments a post has on a page with many posts.
const commentsShown = 3

// checker compares pages that were asked for at a mark with what they have to be.
type checker struct {
	world  *World
	ledger *Ledger
	mark   mark
}

// list checks the posts of a page: each of them, their order, and that none is
// of a banned user.
func (c checker) list(all []card) error {
	if len(all) > store.PageSize {
		return fmt.Errorf("%d posts on a page", len(all))
	}
	for i := range all {
		if i > 0 && !older(all[i], all[i-1]) {
			return fmt.Errorf("post %d is above post %d, which is not older", all[i-1].id,
				all[i].id)
		}
		if err := c.card(&all[i], commentsShown); err != nil {
			return err
		}
	}
	return nil
}

func older(a, b card) bool { return a.at.Before(b.at) || a.at.Equal(b.at) && a.id < b.id }

// card checks a post that shows as many comments.
func (c checker) card(p *card, shown int) error {
	if err := c.post(p); err != nil {
		return fmt.Errorf("post %d: %w", p.id, err)
	}
	if err := c.thread(p, shown); err != nil {
		return fmt.Errorf("the comments on post %d: %w", p.id, err)
	}
	return nil
}

func (c checker) post(p *card) error {
	want := post{author: "?"}
	if c.world.seeded(p.id) {
		want = c.world.posts[p.id]
	} else if w, ok := c.ledger.find(p.text); ok {
		want = post{author: w.author, text: w.text, extension: w.extension, at: p.at}
		if w.id != 0 && w.id != p.id {
			return fmt.Errorf("it has the text of post %d", w.id)
		}
	} else {
		return fmt.Errorf("no visitor has written %q", p.text)
	}
	switch {
	case p.author != want.author:
		return fmt.Errorf("by %q, want %q", p.author, want.author)
	case p.text != want.text:
		return fmt.Errorf("says %q, want %q", p.text, want.text)
	case p.extension != want.extension || !p.at.Equal(want.at):
		return fmt.Errorf("picture %s of %v, want %s of %v", p.extension, p.at, want.extension,
			want.at)
	case c.ledger.gone(c.mark, p.author):
		return fmt.Errorf("by %q, who is banned", p.author)
	}
	return nil
}

// thread checks the count of comments and those that are shown.
func (c checker) thread(p *card, shown int) error {
	var before []comment
	if c.world.seeded(p.id) {
		before = c.world.posts[p.id].comments
	}
	least, most := c.ledger.added(c.mark, p.id)
	if p.count < len(before)+least || p.count > len(before)+most {
		return fmt.Errorf("%d, want between %d and %d", p.count, len(before)+least,
			len(before)+most)
	}
	leaving := c.ledger.leaving(c.mark, p.id)
	if least, most := min(p.count-leaving, shown), min(p.count, shown); len(p.comments) < least ||
		len(p.comments) > most {
		return fmt.Errorf("%d are shown, want between %d and %d", len(p.comments), least, most)
	}
	// The version that asks for the count first may show what was said since, and
	// no longer shows what was hidden since.
	first := p.count - len(p.comments)
	err := c.shown(p, before, first)
	for since := -leaving; err != nil && since <= len(before)+most-p.count; since++ {
		if first+since >= 0 && c.shown(p, before, first+since) == nil {
			return nil
		}
	}
	return err
}

// shown checks the comments of a post, of which the first has that place among
// all. before are the seeded ones.
func (c checker) shown(p *card, before []comment, first int) error {
	var seen []string
	for i, said := range p.comments {
		if place := first + i; place < len(before) {
			if said != before[place] {
				return fmt.Errorf("number %d is %q, want %q", place, said, before[place])
			}
			continue
		}
		if c.ledger.gone(c.mark, said.author) {
			return fmt.Errorf("%q is by %q, who is banned", said.text, said.author)
		}
		author, ok := c.ledger.authorOf(p.id, said.text)
		if !ok || author != said.author || slices.Contains(seen, said.text) {
			return fmt.Errorf("%q was said by %q, not by %q, once", said.text, author, said.author)
		}
		seen = append(seen, said.text)
	}
	return nil
}

// present checks that the posts of visits are on a page: those that are newer
// than its last post, if it is full.
func (c checker) present(all []card, tag string) error {
	last := time.Time{}
	if len(all) == store.PageSize {
		last = all[len(all)-1].at
	}
	for _, w := range c.ledger.recent(c.mark, tag, store.PageSize) {
		there := slices.ContainsFunc(all, func(p card) bool { return p.id == w.id })
		if w.at.After(last) && !there {
			return fmt.Errorf("post %d of %v is missing; the page ends at %v", w.id, w.at, last)
		}
	}
	return nil
}

// exactly checks that a page has these posts.
func exactly(all []card, ids []int64) error {
	got := make([]int64, len(all))
	for i := range all {
		got[i] = all[i].id
	}
	if !slices.Equal(got, ids) {
		return fmt.Errorf("the page has posts %v, want %v", got, ids)
	}
	return nil
}

// each checks posts that show as many comments.
func (c checker) each(all []card, shown int) error {
	for i := range all {
		if err := c.card(&all[i], shown); err != nil {
			return err
		}
	}
	return nil
}

// tagged checks that each post has a tag.
func (c checker) tagged(all []card, tag string) error {
	for _, p := range all {
		if !strings.Contains(p.text, ">#"+tag+"</a>") {
			return fmt.Errorf("post %d does not have the tag %s", p.id, tag)
		}
	}
	return nil
}

// note checks how many posts and comments the page says that a user of the data
// has made.
func (c checker) note(page []byte, name string) error {
	posts, said := len(c.world.ofUser[name]), c.world.said[name]
	least, most := c.ledger.saidBy(c.mark, name)
	for n := least; n <= most; n++ {
		if wantNote(page, fmt.Sprintf("%d posts, %d comments", posts, said+n)) == nil {
			return nil
		}
	}
	return wantNote(page, fmt.Sprintf("%d posts, %d to %d comments", posts, said+least, said+most))
}

// wantNote checks the line below the name of a user.
func wantNote(page []byte, want string) error {
	c := cursor{rest: page}
	if got := c.between(`<p class="note">`, "</p>"); got != want {
		return fmt.Errorf("below the name is %q, want %q", got, want)
	}
	return nil
}

// loggedIn checks that a page is for a user who has logged in.
func loggedIn(page []byte, name string) error {
	if !bytes.Contains(page, []byte(`<a class="me" href="/users/`+name+`">`)) {
		return fmt.Errorf("the page is not for %s", name)
	}
	return nil
}

// says checks that a post has a comment.
func says(p card, want comment) error {
	if !slices.Contains(p.comments, want) {
		return fmt.Errorf("post %d does not show the comment %q of a moment ago", p.id, want.text)
	}
	return nil
}
