package web

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/wring-go/wring/casebook/photos/store"
	"github.com/wring-go/wring/casebook/photos/view"
)

func registerForm() view.Form {
	return view.Form{Title: "Register", Action: "/register", Button: "Register", Other: "/login",
		OtherText: "I have a name already"}
}

func loginForm() view.Form {
	return view.Form{Title: "Log in", Action: "/login", Button: "Log in", Other: "/register",
		OtherText: "I am new here"}
}

func (s Site) form(w http.ResponseWriter, status int, form view.Form, problem string) error {
	form.Problem = problem
	body, err := s.View.Form(nil, form)
	if err != nil {
		return err
	}
	return s.write(w, status, form.Title, view.Viewer{}, body)
}

func (s Site) registerForm(w http.ResponseWriter, _ *http.Request) error {
	return s.form(w, http.StatusOK, registerForm(), "")
}

func (s Site) loginForm(w http.ResponseWriter, _ *http.Request) error {
	return s.form(w, http.StatusOK, loginForm(), "")
}

// validName reports whether a user can have a name.
func validName(name string) bool {
	return len(name) >= 3 && len(name) <= 30 &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func (s Site) register(w http.ResponseWriter, r *http.Request) error {
	name, password := r.PostFormValue("name"), r.PostFormValue("password")
	if !validName(name) || len(password) < 6 || len(password) > 100 {
		return s.form(w, http.StatusUnprocessableEntity, registerForm(), "A name has 3 to 30 of "+
			"a-z, 0-9 and _, and a password 6 to 100 characters.")
	}
	hash, err := s.Hash(r.Context(), name, password)
	if err != nil {
		return err
	}
	id, err := s.Users.Create(r.Context(), name, hash)
	if errors.Is(err, store.ErrTaken) {
		return s.form(w, http.StatusConflict, registerForm(), "This name is taken.")
	}
	if err != nil {
		return err
	}
	return s.begin(w, r, id)
}

func (s Site) login(w http.ResponseWriter, r *http.Request) error {
	name, password := r.PostFormValue("name"), r.PostFormValue("password")
	u, ok, err := s.Users.ByName(r.Context(), name)
	if err != nil {
		return err
	}
	if ok && !u.Banned {
		hash, err := s.Hash(r.Context(), name, password)
		if err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(hash), []byte(u.Hash)) == 1 {
			return s.begin(w, r, u.ID)
		}
	}
	return s.form(w, http.StatusForbidden, loginForm(), "The name or the password is wrong.")
}

// begin begins a session and shows the timeline.
func (s Site) begin(w http.ResponseWriter, r *http.Request, user int64) error {
	token, err := s.Sessions.Begin(r.Context(), user)
	if err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: token, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

func (s Site) logout(w http.ResponseWriter, r *http.Request) error {
	if c, err := r.Cookie(cookie); err == nil {
		if err := s.Sessions.End(r.Context(), c.Value); err != nil {
			return err
		}
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Path: "/", MaxAge: -1, HttpOnly: true})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
