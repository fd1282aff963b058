package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wring-go/wring/casebook/photos/view"
)

// shownUsers is how many users the page shows who can be banned.
const shownUsers = 50

// admin returns the page's viewer, or an error for who is no administrator.
func (s Site) admin(r *http.Request) (view.Viewer, error) {
	u, ok, err := s.visitor(r)
	if err != nil {
		return view.Viewer{}, err
	}
	if !ok || !u.Admin {
		return view.Viewer{}, refusal{http.StatusForbidden, "Not for you",
			"This page is for administrators."}
	}
	return viewer(u, true), nil
}

func (s Site) bans(w http.ResponseWriter, r *http.Request) error {
	who, err := s.admin(r)
	if err != nil {
		return err
	}
	users, err := s.Users.Newest(r.Context(), shownUsers)
	if err != nil {
		return err
	}
	page := view.Bans{Online: s.Sessions.Online()}
	for _, u := range users {
		page.Users = append(page.Users, view.Candidate{ID: u.ID, Name: u.Name})
	}
	body, err := s.View.Bans(nil, page)
	if err != nil {
		return err
	}
	return s.write(w, http.StatusOK, "Bans", who, body)
}

func (s Site) ban(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.admin(r); err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PostFormValue("user"), 10, 64)
	if err != nil {
		return notFound("There is no such user.")
	}
	ctx := context.WithoutCancel(r.Context()) // not half a ban, whoever leaves
	err = s.Users.Ban(ctx, id)
	s.Pages.Changed()
	if err != nil {
		return err
	}
	if err := s.Sessions.EndAll(ctx, id); err != nil {
		return err
	}
	http.Redirect(w, r, "/admin/bans", http.StatusSeeOther)
	return nil
}
