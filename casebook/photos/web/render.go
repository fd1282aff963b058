package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
)

// Sources are what bodies are made of.
type Sources struct {
	Users    store.Users
	Authors  store.Authors
	Lists    store.Lists
	Threads  store.Threads
	Posts    store.Posts
	Comments store.Comments
	View     view.View
}

// commentsShown is how many comments a post has on a page with many posts.
const commentsShown = 3

// Body renders a body.
func (s Sources) Body(ctx context.Context, key Key) (Body, error) {
	list := view.List{Reply: key.Reply, Missing: "There is nothing here yet."}
	var posts []store.Post
	var err error
	title, shown, found := "", commentsShown, true
	switch {
	case key.Post != 0:
		var p store.Post
		p, found, err = s.Posts.Post(ctx, key.Post)
		posts, shown = []store.Post{p}, store.All
		title = "Post " + strconv.FormatInt(key.Post, 10)
	case key.User != "":
		title = key.User
		list.Title, list.Note = key.User, ""
		key.Query.UserID, list.Note, found, err = s.person(ctx, key.User)
	case key.Query.Tag != "":
		title = "#" + key.Query.Tag
		list.Title = title
	default:
		list.Form = key.Reply
	}
	if err != nil || !found {
		return Body{}, err
	}
	if key.Post == 0 {
		if posts, err = s.Lists.Posts(ctx, key.Query); err != nil {
			return Body{}, err
		}
		list.Older = older(key, posts)
	}
	if list.Cards, err = s.cards(ctx, posts, shown); err != nil {
		return Body{}, err
	}
	html, err := s.View.Cards(nil, list)
	return Body{title, html, true}, err
}

// person returns the number of a user who is not banned, and the head of their
// page.
func (s Sources) person(ctx context.Context, name string) (int64, string, bool, error) {
	u, ok, err := s.Users.ByName(ctx, name)
	if err != nil || !ok || u.Banned {
		return 0, "", false, err
	}
	posts, err := s.Posts.CountBy(ctx, u.ID)
	if err != nil {
		return 0, "", false, err
	}
	comments, err := s.Comments.CountCommentsBy(ctx, u.ID)
	note := strconv.Itoa(posts) + " posts, " + strconv.Itoa(comments) + " comments"
	return u.ID, note, err == nil, err
}

// older returns the address of the page behind a full one.
func older(key Key, posts []store.Post) string {
	if len(posts) < store.PageSize {
		return ""
	}
	path := "/"
	switch {
	case key.User != "":
		path = "/users/" + url.PathEscape(key.User)
	case key.Query.Tag != "":
		path = "/tags/" + url.PathEscape(key.Query.Tag)
	}
	return path + "?before=" + strconv.FormatInt(posts[len(posts)-1].ID, 10)
}

// cards returns posts with their authors and comments.
func (s Sources) cards(ctx context.Context, posts []store.Post, shown int) ([]view.Card, error) {
	ids := make([]int64, len(posts))
	for i, p := range posts {
		ids[i] = p.ID
	}
	threads, err := s.Threads.Threads(ctx, ids, shown)
	if err != nil {
		return nil, err
	}
	var people []int64
	for _, p := range posts {
		people = append(people, p.UserID)
		for _, c := range threads[p.ID].Last {
			people = append(people, c.UserID)
		}
	}
	names, err := s.Authors.Authors(ctx, people)
	if err != nil {
		return nil, err
	}
	extensions := pictures.Extensions()
	cards := make([]view.Card, len(posts))
	for i, p := range posts {
		cards[i] = view.Card{ID: p.ID, Author: names[p.UserID].Name, Text: p.Text, At: p.At,
			Extension: extensions[p.Kind], Count: threads[p.ID].Count}
		for _, c := range threads[p.ID].Last {
			cards[i].Comments = append(cards[i].Comments,
				view.Comment{Author: names[c.UserID].Name, Text: c.Text, At: c.At})
		}
	}
	return cards, nil
}

// validTag reports whether there can be posts with a tag.
func validTag(tag string) bool {
	return tag != "" && len(tag) <= view.MaxTag &&
		strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
