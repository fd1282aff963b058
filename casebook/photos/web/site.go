// Package web answers the requests of the photo service. What it answers does
// not depend on which stores and views it is given.
package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/wring-go/wring/casebook/photos/passhash"
	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
	"github.com/wring-go/wring/kit/route"
)

// Parts are what a site is made of. All are needed.
type Parts struct {
	Users    store.Users
	Posts    store.Posts
	Comments store.Comments
	Sessions store.Sessions
	Pictures pictures.Store
	Hash     passhash.Func
	View     view.View
	Pages    Pages
	Uploads  Uploads
	Caching  Caching
	Scratch  Scratch
	Errors   io.Writer // gets requests that failed; io.Discard drops them
}

// Site answers requests.
type Site struct{ Parts }

// Handler returns the handler of a site, which labels goroutines with their routes.
func Handler(p Parts) http.Handler {
	s := Site{p}
	mux := route.NewMux()
	for pattern, h := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}":             s.timeline,
		"POST /{$}":            s.newPost,
		"GET /posts/{id}":      s.post,
		"GET /users/{name}":    s.user,
		"GET /tags/{tag}":      s.tag,
		"GET /pictures/{file}": s.picture,
		"POST /comments":       s.newComment,
		"GET /register":        s.registerForm,
		"POST /register":       s.register,
		"GET /login":           s.loginForm,
		"POST /login":          s.login,
		"POST /logout":         s.logout,
		"GET /admin/bans":      s.bans,
		"POST /admin/bans":     s.ban,
		"GET /static/{file}":   s.static,
	} {
		mux.Handle(pattern, s.handle(h))
	}
	return mux
}

// maxBody is how many bytes a request may have: a picture, and what is around it.
const maxBody = pictures.MaxSize + 1<<16

// handle answers with a page of its own when h returns an error.
func (s Site) handle(h func(http.ResponseWriter, *http.Request) error) http.Handler {
	protected := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; "+
			"style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := h(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
	return new(http.CrossOriginProtection).Handler(protected)
}

// refusal is an error that the visitor can do something about.
type refusal struct {
	status      int
	title, text string
}

func (r refusal) Error() string { return r.text }

func notFound(what string) error {
	return refusal{http.StatusNotFound, "Not found", what}
}

func unprocessable(text string) error {
	return refusal{http.StatusUnprocessableEntity, "That did not work", text}
}

func (s Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	var no refusal
	if !errors.As(err, &no) {
		if r.Context().Err() == nil {
			fmt.Fprintf(s.Errors, "photos: %s %s: %v\n", r.Method, r.URL.Path, err)
		}
		no = refusal{http.StatusInternalServerError, "Something is wrong",
			"This page cannot be shown at the moment. Try again in a while."}
	}
	body, err := s.View.Problem(nil, view.Problem{Title: no.title, Text: no.text})
	if err == nil {
		err = s.write(w, no.status, no.title, view.Viewer{}, body)
	}
	if err != nil {
		http.Error(w, no.text, no.status)
	}
}

// write writes a page around body.
func (s Site) write(w http.ResponseWriter, status int, title string, who view.Viewer,
	body []byte) error {
	var failed error
	s.Scratch(func(buf *[]byte) {
		page, err := s.View.Page((*buf)[:0], title, who, body)
		if err != nil {
			failed = err
			return
		}
		*buf = page
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		w.Write(page) // whoever left does not read it
	})
	return failed
}
