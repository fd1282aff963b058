// Package server hands out the page of package web on an address of this machine,
// measures again when asked to, and lets the user try rewrites. It measures and
// writes nothing itself: [Site] holds the functions that do.
//
// A request needs the token that is in the address; see [New] for what else is
// refused.
package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/web"
)

const pprofPath = "/pprof/"

// keptPages is how many pages keep their graphs: a browser may ask for those of
// one that was made anew meanwhile.
const keptPages = 4

// Progress receives what a function works on. It may be called at any time until
// the function returns.
type Progress func(phase, what string)

// Site is what is served.
type Site struct {
	Inputs  []web.Input // shown at first
	Options web.Options // without what this package fills in

	// Pprof returns pprof's own page for the inputs, as handlers by path, and the
	// profile; nil for none.
	Pprof func([]web.Input) (http.Handler, []byte, error)

	// Measure measures again; nil where there is nothing to measure.
	Measure func(ctx context.Context, progress Progress) ([]web.Input, error)
	// Wait returns when sources have changed; nil not to watch.
	Wait func(ctx context.Context) error

	// Fix tries rewrites. With a choice it writes those that are proven, of the
	// candidates whose [web.TrialKey] it holds; with nil it writes nothing.
	Fix func(ctx context.Context, progress Progress, choice []string) (alloc.FixReport, error)
	// Undo takes back what Fix has written.
	Undo func(ctx context.Context, rep alloc.FixReport) error
}

// Server serves a site. It may be used concurrently.
type Server struct {
	site Site
	ctx  context.Context // of what requests start, which outlives them
	news news
	work sync.WaitGroup

	mu      sync.Mutex
	busy    bool
	notice  string
	inputs  []web.Input
	fixed   *web.Input // what the last search for rewrites found
	written *alloc.FixReport
	pages   []*web.Page // the newest last; see keptPages
	pprof   func() (pprofSide, error)
}

// pprofSide is pprof's own page and the profile that it shows.
type pprofSide struct {
	page    http.Handler
	profile []byte
}

// New returns a server of the site that works until ctx ends.
func New(ctx context.Context, site Site, token string) (*Server, error) {
	s := &Server{site: site, ctx: ctx, inputs: site.Inputs}
	s.site.Options.Token = token
	s.site.Options.Watch = site.Wait != nil || site.Fix != nil
	s.site.Options.Fixable = site.Fix != nil
	s.site.Options.Pprof = site.Pprof != nil
	return s, s.renew()
}

// Serve answers requests on l until the server's context ends. It refuses
// requests without the token, under another name than the listener's, and from
// pages of others.
func (s *Server) Serve(l net.Listener) error {
	server := &http.Server{
		Handler:           guard{s.site.Options.Token, l.Addr(), s.routes()},
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
	}
	if s.site.Wait != nil {
		s.work.Go(s.watch)
	}
	stop := context.AfterFunc(s.ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(l)
	s.work.Wait()
	if s.ctx.Err() != nil {
		return nil
	}
	return err
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.index)
	mux.HandleFunc("GET /style.css", text("text/css; charset=utf-8", web.Style()))
	mux.HandleFunc("GET /script.js", text("text/javascript; charset=utf-8", web.Script()))
	mux.HandleFunc("GET /graph/{page}/{number}", s.graph)
	mux.Handle("GET /events", &s.news)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent) // the page of pprof lets browsers ask for one
	})
	mux.HandleFunc("GET "+pprofPath, s.servePprof)
	for _, name := range []string{"profile", "heap", "allocs"} {
		mux.HandleFunc("GET /debug/pprof/"+name, s.serveProfile)
	}
	mux.HandleFunc("POST /fix", s.fix)
	mux.HandleFunc("POST /apply", s.apply)
	mux.HandleFunc("POST /undo", s.undo)
	return mux
}

func text(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, body)
	}
}

func (s *Server) index(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	page := s.pages[len(s.pages)-1]
	s.mu.Unlock()
	var out bytes.Buffer
	if err := page.Write(&out); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(out.Bytes())
}

func (s *Server) graph(w http.ResponseWriter, r *http.Request) {
	n, errPage := strconv.Atoi(r.PathValue("page"))
	i, errGraph := strconv.Atoi(r.PathValue("number"))
	s.mu.Lock()
	var page *web.Page
	if n >= max(0, len(s.pages)-keptPages) && n < len(s.pages) {
		page = s.pages[n]
	}
	s.mu.Unlock()
	if errPage != nil || errGraph != nil || page == nil || i < 0 || i >= page.Graphs() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(page.Graph(i))
}

func (s *Server) servePprof(w http.ResponseWriter, r *http.Request) {
	if side, ok := s.pprofSide(w); ok {
		side.page.ServeHTTP(w, r)
	}
}

// pprofSide returns what there is for pprof, or answers why there is nothing. It
// is made when it is asked for: it takes longer than the page.
func (s *Server) pprofSide(w http.ResponseWriter) (pprofSide, bool) {
	s.mu.Lock()
	side := s.pprof
	s.mu.Unlock()
	made, err := side()
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case made.page == nil:
		http.Error(w, "nothing here has stacks", http.StatusNotFound)
	default:
		return made, true
	}
	return made, false
}

func (s *Server) serveProfile(w http.ResponseWriter, r *http.Request) {
	if side, ok := s.pprofSide(w); ok {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(side.profile)
	}
}

// renew makes the page from what is known now. The caller holds no lock.
func (s *Server) renew() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	inputs := s.inputs
	if s.fixed != nil {
		inputs = append(inputs[:len(inputs):len(inputs)], *s.fixed)
	}
	opt := s.site.Options
	opt.Notice = s.notice
	opt.Graphs = fmt.Sprintf("graph/%d/", len(s.pages))
	if s.written != nil {
		opt.Undo = fmt.Sprintf("%d files were written.", len(s.written.Files))
	}
	page, err := web.New(inputs, opt)
	if err != nil {
		return err
	}
	s.pages = append(s.pages, page)
	if old := len(s.pages) - keptPages - 1; old >= 0 {
		s.pages[old] = nil
	}
	s.pprof = sync.OnceValues(func() (side pprofSide, err error) {
		if s.site.Pprof != nil {
			side.page, side.profile, err = s.site.Pprof(inputs)
		}
		return side, err
	})
	return nil
}
