package server

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/web"
)

// begin runs f after the request has been answered, unless something else is
// running. What f returns is shown on the page.
func (s *Server) begin(w http.ResponseWriter, r *http.Request,
	f func(ctx context.Context) (notice string, err error)) {
	if !s.start() {
		http.Error(w, "something is running already: wait for it to end", http.StatusConflict)
		return
	}
	s.work.Go(func() { s.end(f(s.ctx)) })
	http.Redirect(w, r, "./#fix", http.StatusSeeOther)
}

// start reports whether nothing was running, and notes that something is now.
func (s *Server) start() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy {
		return false
	}
	s.busy, s.notice = true, ""
	return true
}

// end notes what something came to and shows it.
func (s *Server) end(notice string, err error) {
	if s.ctx.Err() != nil {
		return
	}
	if err != nil {
		notice = err.Error()
	}
	s.mu.Lock()
	s.busy, s.notice = false, notice
	s.mu.Unlock()
	if err := s.renew(); err != nil {
		s.news.send("progress", err.Error())
		return
	}
	s.news.send("page", "")
}

func (s *Server) progress(phase, what string) {
	s.news.send("progress", strings.TrimSpace(phase+" "+what))
}

// watch measures again each time that sources have changed.
func (s *Server) watch() {
	for s.site.Wait(s.ctx) == nil {
		if !s.start() {
			continue // a rewrite is being tried, which ends with a change of its own
		}
		s.end(s.measure(s.ctx))
	}
}

func (s *Server) measure(ctx context.Context) (string, error) {
	inputs, err := s.site.Measure(ctx, s.progress)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	s.inputs = inputs
	s.mu.Unlock()
	return "Measured again.", nil
}

func (s *Server) fix(w http.ResponseWriter, r *http.Request) {
	if s.site.Fix == nil {
		http.NotFound(w, r)
		return
	}
	s.begin(w, r, func(ctx context.Context) (string, error) {
		rep, err := s.site.Fix(ctx, s.progress, nil)
		if err != nil {
			return "", err
		}
		s.keep(rep)
		return fmt.Sprintf("%d rewrites are proven, %d were dropped.", len(rep.Accepted()),
			len(rep.Trials)-len(rep.Accepted())), nil
	})
}

func (s *Server) keep(rep alloc.FixReport) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fixed = &web.Input{Name: "rewrites", Fix: &rep}
	if rep.Written {
		s.written = &rep
	}
}

func (s *Server) apply(w http.ResponseWriter, r *http.Request) {
	if s.site.Fix == nil {
		http.NotFound(w, r)
		return
	}
	choice := r.PostForm["choice"]
	if len(choice) == 0 {
		http.Error(w, "no rewrite was chosen", http.StatusBadRequest)
		return
	}
	s.begin(w, r, func(ctx context.Context) (string, error) {
		rep, err := s.site.Fix(ctx, s.progress, choice)
		if err != nil {
			return "", err
		}
		s.keep(rep)
		if !rep.Written {
			return "Nothing was written: " + why(rep), nil
		}
		return "Written: " + strings.Join(rep.Files, ", ") + ".", nil
	})
}

// why returns why nothing was written.
func why(rep alloc.FixReport) string {
	for _, t := range rep.Trials {
		if t.Reason != "" {
			return t.Reason
		}
	}
	return "nothing of what was chosen could be proven."
}

func (s *Server) undo(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	rep := s.written
	s.mu.Unlock()
	if s.site.Undo == nil || rep == nil {
		http.NotFound(w, r)
		return
	}
	s.begin(w, r, func(ctx context.Context) (string, error) {
		if err := s.site.Undo(ctx, *rep); err != nil {
			return "", err
		}
		s.mu.Lock()
		s.written, s.fixed = nil, nil
		s.mu.Unlock()
		return "Undone.", nil
	})
}
