package scenario_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/scenario"
	"github.com/wring-go/wring/casebook/load/schedule"
)

// shop returns a server that admits clients that send back the token of the
// form and then have the cookie.
func shop() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /login", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `<form><input name="token" value="t-%s"></form>`, r.RemoteAddr)
	})
	mux.HandleFunc("POST /login", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("token") == "" {
			http.Error(w, "no token", http.StatusForbidden)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "session", Value: r.FormValue("token"), Path: "/"})
		http.Redirect(w, r, "/home", http.StatusSeeOther)
	})
	mux.HandleFunc("GET /home", func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("session"); err != nil {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `<a href="/item/1">one</a> <a href="/item/2">two</a>`)
	})
	return httptest.NewServer(mux)
}

// TestVisit follows a visitor through a login, with token, cookie, redirect and
// links, while others do the same.
func TestVisit(t *testing.T) {
	server := shop()
	defer server.Close()
	token, link := regexp.MustCompile(`value="([^"]+)"`), regexp.MustCompile(`href="([^"]+)"`)
	r := run(t, server.URL, func(v *scenario.Visit) error {
		page, err := v.Get("form", "/login")
		if err != nil {
			return err
		}
		value, err := page.Find(token)
		if err != nil {
			return err
		}
		v.Think(time.Millisecond)
		home, err := v.Post("login", "/login", url.Values{"token": {value}})
		if err != nil {
			return err
		}
		if cookie, ok := v.Cookie("session"); !ok || cookie != value {
			return fmt.Errorf("the cookie is %q, want %q", cookie, value)
		}
		if links := home.FindAll(link); len(links) != 2 || home.URL.Path != "/home" {
			return fmt.Errorf("%s has links %q", home.URL, links)
		}
		return nil
	})
	if r.Completed != 20 || len(r.Steps) != 2 || r.Steps[0].Name != "form" ||
		r.Steps[1].Latency.Count() != 20 {
		t.Errorf("%d visits completed, errors %v, steps %+v", r.Completed, r.Errors, r.Steps)
	}
}

// TestVisitFails wants a visitor who forgets the token to be counted as failed,
// at the step where it happened.
func TestVisitFails(t *testing.T) {
	server := shop()
	defer server.Close()
	r := run(t, server.URL, func(v *scenario.Visit) error {
		_, err := v.Post("login", "/login", url.Values{})
		return err
	})
	if r.Failed != 20 || r.Errors["login: status 403"] != 20 || r.Steps[0].Failed != 20 {
		t.Errorf("%d failed, errors %v, steps %+v", r.Failed, r.Errors, r.Steps)
	}
}

func run(t *testing.T, base string, visit func(*scenario.Visit) error) *generator.Result {
	t.Helper()
	dial, err := scenario.Dialer(scenario.Options{Base: base}, visit)
	if err != nil {
		t.Fatal(err)
	}
	r, err := generator.Run(t.Context(), generator.Options{Dial: dial,
		Schedule: schedule.Constant(200, 100*time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBadBase names a server that cannot be meant.
func TestBadBase(t *testing.T) {
	if _, err := scenario.Dialer(scenario.Options{Base: "127.0.0.1:80"}, nil); err == nil {
		t.Error("an address without a scheme is no error")
	}
}
