package visit

import (
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/load/scenario"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
)

// page returns the timeline of the data as the service writes it, after change has
// changed it.
func page(t *testing.T, w *World, change func(*view.List)) []card {
	t.Helper()
	data := w.data
	said := make(map[int][]view.Comment)
	for n := 1; n <= data.Comments; n++ {
		c := data.Comment(n)
		said[c.Post] = append(said[c.Post],
			view.Comment{Author: w.users[c.User].Name, Text: c.Text, At: c.At})
	}
	var list view.List
	for n := data.Posts; len(list.Cards) < store.PageSize; n-- {
		p := w.posts[n]
		c := view.Card{ID: int64(n), Author: p.author, Text: data.Post(n).Text,
			Extension: p.extension, At: p.at, Count: len(p.comments), Comments: said[n]}
		c.Comments = c.Comments[max(len(c.Comments)-commentsShown, 0):]
		list.Cards = append(list.Cards, c)
	}
	change(&list)
	html, err := view.Appended{Tagged: view.TaggedByScan}.Cards(nil, list)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cards(html)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestChecker has pages with one thing wrong each, and one that is right.
func TestChecker(t *testing.T) {
	data := seed.New(0.006)
	world, last := NewWorld(data), int64(data.Posts)
	for what, c := range map[string]struct {
		change func(*view.List)
		before func(*Ledger) // the mark
		want   string        // in the error; "" for none
	}{
		"as it is": {},
		"another order": {want: "not older",
			change: func(l *view.List) { slices.Reverse(l.Cards) }},
		"a post twice": {want: "not older",
			change: func(l *view.List) { l.Cards[1] = l.Cards[0] }},
		"a post is missing": {want: "19 posts",
			change: func(l *view.List) { l.Cards = l.Cards[1:] }},
		"another author": {want: "by \"x\"",
			change: func(l *view.List) { l.Cards[3].Author = "x" }},
		"another text": {want: "says",
			change: func(l *view.List) { l.Cards[3].Text += "." }},
		"another picture": {want: "picture gif",
			change: func(l *view.List) { l.Cards[3].Extension = "gif" }},
		"a post that nobody wrote": {want: "has written",
			change: func(l *view.List) { l.Cards[0].ID = last + 1 }},
		"one comment too many": {want: "the comments",
			change: func(l *view.List) { l.Cards[0].Count++ }},
		"a comment is not shown": {want: "are shown",
			change: func(l *view.List) { c := &l.Cards[0]; c.Comments = c.Comments[1:] }},
		"another comment": {want: "number",
			change: func(l *view.List) { l.Cards[0].Comments[0].Text += "." }},
		"comments in another order": {want: "number",
			change: func(l *view.List) { slices.Reverse(l.Cards[0].Comments) }},
		"a comment that was answered is missing": {want: "the comments",
			before: func(l *Ledger) {
				l.beginComment(last, "ann", "hello")
				l.settleComment(last, "ann")
			}},
		"a comment on its way may be missing": {
			before: func(l *Ledger) { l.beginComment(last, "ann", "hello") }},
		"a comment on its way may be there": {
			before: func(l *Ledger) { l.beginComment(last, "ann", "hello") },
			change: func(l *view.List) {
				c := &l.Cards[0]
				c.Count++
				c.Comments = append(c.Comments[1:], view.Comment{Author: "ann", Text: "hello"})
			}},
		"a comment said since it was counted may be there": {
			before: func(l *Ledger) { l.beginComment(last, "ann", "hello") },
			change: func(l *view.List) {
				c := &l.Cards[0]
				c.Comments = append(c.Comments[1:], view.Comment{Author: "ann", Text: "hello"})
			}},
		"a comment hidden since it was counted may be gone": {
			before: func(l *Ledger) {
				l.beginComment(last, "ann", "hello")
				l.beginBan("ann")
			},
			change: func(l *view.List) { l.Cards[0].Count++ }},
		"a counted comment that no ban hides is gone": {want: "the comments",
			before: func(l *Ledger) { l.beginComment(last, "ann", "hello") },
			change: func(l *view.List) { l.Cards[0].Count++ }},
		"a comment not counted that was never said": {want: "the comments",
			change: func(l *view.List) {
				c := &l.Cards[0]
				c.Comments = append(c.Comments[1:], view.Comment{Author: "ann", Text: "hello"})
			}},
		"a comment in another name": {want: "not by",
			before: func(l *Ledger) { l.beginComment(last, "ann", "hello") },
			change: func(l *view.List) {
				c := &l.Cards[0]
				c.Count++
				c.Comments = append(c.Comments[1:], view.Comment{Author: "bob", Text: "hello"})
			}},
		"a post that was answered is missing": {want: "is missing",
			before: func(l *Ledger) {
				w := &written{author: "ann", text: "hello"}
				l.beginPost(w)
				l.settlePost(w, last+1, data.Post(int(last)).At.AddDate(0, 0, 1))
			}},
		"a post of somebody who is being banned may be missing": {
			before: func(l *Ledger) {
				w := &written{author: "ann", text: "hello"}
				l.beginPost(w)
				l.settlePost(w, last+1, data.Post(int(last)).At.AddDate(0, 0, 1))
				l.beginBan("ann")
			}},
		"somebody who is banned": {want: "banned",
			before: func(l *Ledger) {
				author := data.User(data.Post(int(last)).User).Name
				l.beginBan(author)
				l.settleBan(author)
			}},
	} {
		t.Run(what, func(t *testing.T) {
			ledger := NewLedger(0)
			if c.before != nil {
				c.before(ledger)
			}
			if c.change == nil {
				c.change = func(*view.List) {}
			}
			err := checkTimeline(checker{world, ledger, ledger.mark()}, scenario.Page{},
				page(t, world, c.change))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// TestLater has what is settled after the mark be allowed to be missing.
func TestLater(t *testing.T) {
	data, ledger := seed.New(0.006), NewLedger(0)
	world := NewWorld(data)
	before := ledger.mark()
	ledger.beginComment(int64(data.Posts), "ann", "hello")
	ledger.settleComment(int64(data.Posts), "ann")
	all := page(t, world, func(*view.List) {})
	early := checker{world, ledger, before}
	if err := checkTimeline(early, scenario.Page{}, all); err != nil {
		t.Error(err)
	}
	after := checker{world, ledger, ledger.mark()}
	if err := checkTimeline(after, scenario.Page{}, all); err == nil {
		t.Error("a comment of a moment ago may be missing")
	}
}

// TestParse has articles that cannot be read.
func TestParse(t *testing.T) {
	for _, text := range []string{articleBegin, articleBegin + `1"></article>`,
		articleBegin + `1"><a class="author" href="/users/a">b</a></article>`} {
		if _, err := cards([]byte(text)); err == nil {
			t.Errorf("%q can be read", text)
		}
	}
}

func FuzzCards(f *testing.F) {
	f.Add([]byte(articleBegin + `1"><a class="author" href="/users/a">a</a></article>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		cards(text) // must come to an end
	})
}
