package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
)

// cookie is the name of that of a session.
const cookie = "session"

// visitor returns who asks; ok is false for who has not logged in.
func (s Site) visitor(r *http.Request) (u store.User, ok bool, err error) {
	c, err := r.Cookie(cookie)
	if errors.Is(err, http.ErrNoCookie) {
		return u, false, nil
	}
	id, ok, err := s.Sessions.Find(r.Context(), c.Value)
	if err != nil || !ok {
		return u, false, err
	}
	u, ok, err = s.Users.ByID(r.Context(), id)
	return u, ok && !u.Banned, err
}

func viewer(u store.User, in bool) view.Viewer {
	if !in {
		return view.Viewer{}
	}
	return view.Viewer{Name: u.Name, Admin: u.Admin}
}

// show answers with the page of a key, as it is for who asks.
func (s Site) show(w http.ResponseWriter, r *http.Request, key Key) error {
	u, in, err := s.visitor(r)
	if err != nil {
		return err
	}
	if text := r.URL.Query().Get("before"); text != "" && key.Post == 0 {
		key.Query.Before, err = strconv.ParseInt(text, 10, 64)
		if err != nil || key.Query.Before <= 0 {
			return notFound("There is no such page.")
		}
	}
	key.Reply = in
	body, err := s.Pages.Body(r.Context(), key)
	if err != nil {
		return err
	}
	if !body.Found {
		return notFound("There is no such page.")
	}
	return s.write(w, http.StatusOK, body.Title, viewer(u, in), body.HTML)
}

func (s Site) timeline(w http.ResponseWriter, r *http.Request) error { return s.show(w, r, Key{}) }

func (s Site) post(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id <= 0 {
		return notFound("There is no such post.")
	}
	return s.show(w, r, Key{Post: id})
}

func (s Site) user(w http.ResponseWriter, r *http.Request) error {
	return s.show(w, r, Key{User: r.PathValue("name")})
}

func (s Site) tag(w http.ResponseWriter, r *http.Request) error {
	tag := r.PathValue("tag")
	if !validTag(tag) {
		return notFound("There is no such tag.")
	}
	return s.show(w, r, Key{Query: store.Query{Tag: tag}})
}

func (s Site) picture(w http.ResponseWriter, r *http.Request) error {
	number, extension, _ := strings.Cut(r.PathValue("file"), ".")
	id, err := strconv.ParseInt(number, 10, 64)
	kind, ok := pictures.Kind(extension)
	if err != nil || !ok {
		return notFound("There is no such picture.")
	}
	return s.Caching(w, r, Asset{Tag: `"picture-` + number + `"`, Kind: kind,
		Open: func() (pictures.File, bool, error) {
			return s.Pictures.Open(r.Context(), id, kind)
		}})
}

func (s Site) static(w http.ResponseWriter, r *http.Request) error {
	file, ok := stylesheet(r.PathValue("file"))
	if !ok {
		return notFound("There is no such file.")
	}
	return s.Caching(w, r, file)
}
