package capture

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/routesource"
	"github.com/wring-go/wring/service/sqlsource"
)

// source looks up in the source of the program what the stacks do not say.
func (r *run) source(ctx context.Context) {
	world := gosource.New(gosource.Options{Source: folder(r.opt.Dir), Files: r.files()})
	out := &live.Source{Statements: []live.Statement{}, Handlers: []live.Handler{}}
	out.Lines = r.lines(world)
	dir, patterns := r.opt.Dir, r.opt.Source
	if len(patterns) == 0 {
		dir, patterns = r.module(world), []string{"./..."}
	}
	if dir == "" && len(r.opt.Source) == 0 {
		r.missing("source of the program", "-source ./..., in the folder of its module")
		return
	}
	out.Dir, _ = filepath.Abs(dir)
	r.out.Source = out
	list, problems, err := sqlsource.Find(ctx, dir, patterns)
	if err != nil {
		r.missing("statements in the source: "+err.Error(), "-source ./..., in the folder of its "+
			"module")
		return
	}
	if len(problems) > 0 {
		r.warn("source", "a part of the source cannot be read: "+strings.TrimSpace(problems[0]))
	}
	opt := mysqltext.Options{}
	if r.opt.Postgres {
		opt.Dialect = mysqltext.PostgreSQL
	}
	finger := mysqltext.Fingerprinter{Options: opt}
	for _, s := range list {
		var parts []string
		for _, p := range s.Parts {
			parts = append(parts, string(finger.Append(nil, []byte(p))))
		}
		text := strings.Join(parts, " … ")
		if len(s.Parts) == 1 {
			text = parts[0]
		}
		out.Statements = append(out.Statements,
			live.Statement{File: s.File, Line: s.Line, End: s.End, Text: text})
	}
	if r.out.SQL != nil {
		sqlsource.AddPlaces(&r.out.SQL.Report, list, opt)
	}
	r.handlers(out, dir, patterns)
	if r.opt.Rewrite != nil {
		if err := r.opt.Rewrite(ctx, out.Dir, out.Lines); err != nil {
			r.warn("rewrites", "no technique was asked: "+err.Error())
		}
	}
}

func folder(dir string) []string {
	if dir == "" {
		return nil
	}
	return []string{dir}
}

// files returns the files of all frames.
func (r *run) files() []string {
	seen := map[string]bool{}
	var list []string
	for _, f := range r.out.Frames {
		if f.File != "" && !seen[f.File] {
			seen[f.File] = true
			list = append(list, f.File)
		}
	}
	return list
}

// module returns the folder of the module that the handlers are in, if it is on
// this machine.
func (r *run) module(world *gosource.World) string {
	votes := map[string]int{}
	for _, f := range r.out.Frames {
		if !live.IsProgram(f) {
			continue
		}
		path := world.Locate(f.File)
		if path == "" {
			continue
		}
		for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				votes[dir]++
				break
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	best := ""
	for dir, n := range votes {
		if best == "" || n > votes[best] || n == votes[best] && dir < best {
			best = dir
		}
	}
	return best
}

// handlers notes the functions that are registered under routes.
func (r *run) handlers(out *live.Source, dir string, patterns []string) {
	routes, err := routesource.Find(dir, patterns...)
	if err != nil {
		return // there may be none
	}
	for _, route := range routes {
		if route.Handler != "" {
			out.Handlers = append(out.Handlers, live.Handler{Route: route.Pattern.String(),
				Func: route.Handler})
		}
	}
}
