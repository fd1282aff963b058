package app_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wring-go/wring/casebook/photos/app"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// TestWrongIsSeen puts something between the visitors and the service that does
// one thing wrong. They have to notice each.
func TestWrongIsSeen(t *testing.T) {
	db, world := prepare(t), visit.NewWorld(small())
	for what, broken := range map[string]func(http.Handler) http.Handler{
		"a timeline that is kept too long": stale,
		"a comment that is lost":           swallow("/comments", "/posts/"),
		"a ban that is lost":               swallow("/admin/bans", "/admin/bans"),
		"no 304":                           without("If-None-Match"),
		"a picture with another byte":      changed("/pictures/", "\xff\xd9", "\xff\xd8"),
		"a post by another author": changed("/posts/", `class="author" href="/users/`,
			`class="author" href="/users/x`),
		"an error now and then": sometimes,
	} {
		t.Run(what, func(t *testing.T) {
			if err := seed.Reset(t.Context(), db.DB, db.Data); err != nil {
				t.Fatal(err)
			}
			service, err := app.Open(t.Context(), app.Config{DSN: stage.DSN(db.Server),
				Pictures: t.TempDir(), Steps: steps.Full()})
			if err != nil {
				t.Fatal(err)
			}
			defer service.Close()
			server := httptest.NewServer(broken(service.Handler))
			defer server.Close()
			r, err := visit.Run(t.Context(), visit.Options{Base: server.URL, World: world,
				Clients: 2, Visits: 8})
			if err != nil || r.Errors == 0 {
				t.Errorf("%v, %d answers, and nobody has noticed", err, r.Answers)
			}
		})
	}
}

// stale answers with the first timeline again and again.
func stale(h http.Handler) http.Handler {
	var once sync.Once
	var kept *httptest.ResponseRecorder
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.RequestURI() != "/" {
			h.ServeHTTP(w, r)
			return
		}
		once.Do(func() {
			kept = httptest.NewRecorder()
			h.ServeHTTP(kept, r)
		})
		replay(w, kept, kept.Body.Bytes())
	})
}

func replay(w http.ResponseWriter, from *httptest.ResponseRecorder, body []byte) {
	for name, values := range from.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(from.Code)
	w.Write(body)
}

// swallow answers forms to a path as if it had taken them.
func swallow(path, then string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := r.Cookie("session")
			if r.Method != http.MethodPost || r.URL.Path != path || err != nil {
				h.ServeHTTP(w, r)
				return
			}
			to := then
			if strings.HasSuffix(to, "/") {
				to += r.PostFormValue("post")
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
		})
	}
}

// without hides a header of the request.
func without(name string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del(name)
			h.ServeHTTP(w, r)
		})
	}
}

// changed replaces something in answers to a path.
func changed(path, old, new string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Path, path) {
				h.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, r)
			replay(w, answer, bytes.ReplaceAll(answer.Body.Bytes(), []byte(old), []byte(new)))
		})
	}
}

// sometimes answers every 50th request with an error.
func sometimes(h http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1)%50 == 0 {
			http.Error(w, "not this time", http.StatusInternalServerError)
			return
		}
		h.ServeHTTP(w, r)
	})
}
