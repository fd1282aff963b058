package server

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"runtime/pprof"
)

//go:embed page
var pages embed.FS

// Handler returns what serves the pages, the rooms, the metrics and whether the
// server is well.
func (s *Server) Handler() http.Handler {
	page := template.Must(template.ParseFS(pages, "page/*.html"))
	mux := http.NewServeMux()
	show := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Security-Policy",
				"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "+
					"form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
			h.Set("X-Content-Type-Options", "nosniff")
			page.ExecuteTemplate(w, name, r.PathValue("room")) // who does not read it misses it
		}
	}
	mux.HandleFunc("GET /{$}", show("index.html"))
	mux.HandleFunc("GET /rooms", func(w http.ResponseWriter, r *http.Request) {
		if name := r.FormValue("room"); validName(name) {
			http.Redirect(w, r, "/rooms/"+url.PathEscape(name), http.StatusSeeOther)
			return
		}
		http.Error(w, "that is no name of a room", http.StatusBadRequest)
	})
	mux.HandleFunc("GET /rooms/{room}", show("room.html"))
	mux.HandleFunc("GET /rooms/{room}/ws", s.join)
	for _, name := range []string{"chat.js", "chat.css"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, pages, "page/"+name)
		})
	}
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /healthz", s.health)
	return labelled(mux)
}

// health says 503 as soon as the server is to end, so that no new client is
// sent here.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	select {
	case <-s.stopped:
		http.Error(w, "ending", http.StatusServiceUnavailable)
	default:
		w.Write([]byte("ok\n"))
	}
}

// labelled labels the goroutines of a request with its route, so that profiles can
// be told apart by it. Goroutines inherit labels: those of clients have theirs.
func labelled(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, route := mux.Handler(r)
		pprof.Do(r.Context(), pprof.Labels("route", route), func(ctx context.Context) {
			mux.ServeHTTP(w, r.WithContext(ctx))
		})
	})
}
