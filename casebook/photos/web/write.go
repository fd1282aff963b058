package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
)

// maxText is how many bytes the text of a post or of a comment may have.
const maxText = 2000

// member returns who asks. For who has not logged in it sends them to the form,
// and ok is false.
func (s Site) member(w http.ResponseWriter, r *http.Request) (u store.User, ok bool, err error) {
	u, ok, err = s.visitor(r)
	if err == nil && !ok {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
	}
	return u, ok, err
}

func (s Site) newPost(w http.ResponseWriter, r *http.Request) error {
	u, ok, err := s.member(w, r)
	if err != nil || !ok {
		return err
	}
	up, err := s.Uploads(r, s.Pictures)
	if err != nil {
		return err
	}
	defer up.Picture.Close()
	if err := checkText(up.Text); err != nil {
		return err
	}
	id, err := s.Posts.Create(r.Context(), store.Post{UserID: u.ID, Text: up.Text, Kind: up.Kind,
		At: now()}, view.Tags(up.Text), up.Picture)
	s.Pages.Changed()
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/posts/"+strconv.FormatInt(id, 10), http.StatusSeeOther)
	return nil
}

func checkText(text string) error {
	if strings.TrimSpace(text) == "" {
		return unprocessable("There is no text.")
	}
	if len(text) > maxText {
		return unprocessable("The text is too long.")
	}
	return nil
}

func (s Site) newComment(w http.ResponseWriter, r *http.Request) error {
	u, ok, err := s.member(w, r)
	if err != nil || !ok {
		return err
	}
	id, err := strconv.ParseInt(r.PostFormValue("post"), 10, 64)
	if err != nil {
		return notFound("There is no such post.")
	}
	text := r.PostFormValue("text")
	if err := checkText(text); err != nil {
		return err
	}
	_, ok, err = s.Posts.Post(r.Context(), id)
	if err != nil {
		return err
	}
	if !ok {
		return notFound("There is no such post.")
	}
	err = s.Comments.Comment(r.Context(), store.Comment{PostID: id, UserID: u.ID, Text: text,
		At: now()})
	s.Pages.Changed()
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/posts/"+strconv.FormatInt(id, 10), http.StatusSeeOther)
	return nil
}

// now is the time as the database keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
