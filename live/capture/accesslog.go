package capture

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"os"
	"path"
	"strings"

	"github.com/wring-go/wring/internal/pathshape"
	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/accesslog"
)

// logMark is how long the log was when the capture began.
type logMark struct {
	info os.FileInfo // nil without a log
	// end is where to stop: how long it was when the books were closed, so that its
	// requests and their objects are those of the same time. 0 is its present end.
	end int64
}

// close marks the end of the log.
func (m *logMark) close(name string) {
	if now, err := os.Stat(name); m.info != nil && err == nil && os.SameFile(m.info, now) {
		m.end = now.Size()
	}
}

func (r *run) markLog() logMark {
	if r.opt.Access == "" {
		r.missing("access log", "-access FILE; without one: log := route.Log{To: file} of "+
			"kit/route")
		return logMark{}
	}
	info, err := os.Stat(r.opt.Access)
	if err != nil {
		r.missing("access log: "+err.Error(), "-access FILE, of this machine")
		return logMark{}
	}
	return logMark{info: info}
}

// endLog reads what the log has grown by.
func (r *run) endLog(ctx context.Context, from logMark) {
	if from.info == nil {
		return
	}
	f, err := os.Open(r.opt.Access)
	if err != nil {
		r.missing("access log: "+err.Error(), "-access FILE that wring may read")
		return
	}
	defer f.Close()
	start := from.info.Size()
	now, err := f.Stat()
	if err == nil && (!os.SameFile(from.info, now) || now.Size() < start) {
		start = 0
		r.warn("log-rotated", r.opt.Access+" was begun anew meanwhile: what was written before "+
			"that is not counted")
	}
	if _, err := f.Seek(start, io.SeekStart); err != nil {
		r.missing("access log: "+err.Error(), "-access FILE, a regular file")
		return
	}
	g := &growth{byAddress: map[address]*requests{}, seed: maphash.MakeSeed()}
	books := accesslog.NewBooks(accesslog.By{}, nil)
	var in io.Reader = f
	if from.end > start {
		in = io.LimitReader(f, from.end-start)
	}
	err = books.Read(ctx, in, r.opt.Access, accesslog.Options{Extra: []string{"route"},
		Where: g.take})
	rep := books.Report(pathshape.Options{})
	out := &live.Log{Lines: int64(rep.Lines + rep.Filtered), Booked: g.booked, Timed: rep.Timed,
		HasRoutes: g.named > 0, Routes: []live.LogRoute{}}
	for _, n := range rep.NotUnderstood {
		out.NotUnderstood += int64(n.Count)
	}
	if err != nil {
		r.warn("log", err.Error())
	}
	if g.booked == 0 {
		r.missing("access log: no request was written to "+r.opt.Access+" meanwhile",
			"-access FILE that the service writes, or load on the service")
	}
	r.growth, r.out.Log = g, out
	if out.Booked > 0 && !out.Timed {
		r.missing("times of requests in the log", "$request_time in nginx's log_format, %D in "+
			"Apache's LogFormat")
	}
}

// nameLog adds the requests up by route, once the labels and the source are known.
func (r *run) nameLog() {
	if r.growth != nil {
		r.out.Log.Routes = r.growth.routes(r.patterns())
	}
}

// patterns returns the routes that labels name, or else the source.
func (r *run) patterns() []pathshape.Pattern {
	var list []pathshape.Pattern
	seen := map[string]bool{"": true}
	add := func(route string) {
		if seen[route] {
			return
		}
		seen[route] = true
		if p, err := pathshape.ParsePattern(route); err == nil {
			list = append(list, p)
		}
	}
	for _, s := range r.out.Stacks {
		add(s.Route)
	}
	if len(list) == 0 && r.out.Source != nil {
		for _, h := range r.out.Source.Handlers {
			add(h.Route)
		}
	}
	return list
}

// address is a method and path, with the route that the log names.
type address struct{ method, path, route string }

// requests are those for one address. Queries are told apart by their hashes.
type requests struct {
	live.LogRoute
	last map[uint64]int64 // bytes of the answer before, by query
}

// growth adds up the requests that a log grew by.
type growth struct {
	byAddress map[address]*requests
	booked    int64
	named     int64
	seed      maphash.Seed
}

// maxAddresses is how many addresses are told apart.
const maxAddresses = 200_000

// take adds a request. Its signature is that of accesslog.Options.Where.
func (g *growth) take(e *accesslog.Entry) (bool, error) {
	a := address{string(e.Method), string(e.Path), string(e.Extra[0])}
	if a.route == "-" {
		a.route = ""
	}
	if a.route != "" {
		g.named++
	}
	q := g.byAddress[a]
	if q == nil {
		if len(g.byAddress) >= maxAddresses {
			return false, errors.New("the log has more than 200,000 different paths in this " +
				"time: capture for less long")
		}
		q = &requests{last: map[uint64]int64{}}
		g.byAddress[a] = q
	}
	g.booked++
	seconds := float64(e.Nanos) / 1e9
	q.Count++
	q.Seconds += seconds
	q.Bytes += e.Bytes
	if class := e.Status / 100; class > 0 && class < 6 {
		q.Status[class]++
	} else {
		q.Status[0]++
	}
	if e.Status == 304 {
		q.Same++
	}
	if isFileName(a.path) {
		q.Files++
	}
	if e.Status != 200 {
		return true, nil
	}
	query := maphash.Bytes(g.seed, e.Query)
	before, ok := q.last[query]
	if ok && before == e.Bytes && e.Bytes > 0 {
		q.Repeats++
		q.RepeatTime += seconds
		q.RepeatBytes += e.Bytes
	}
	q.last[query] = e.Bytes
	return true, nil
}

// isFileName reports whether a path ends as that of a file does.
func isFileName(p string) bool {
	ext := path.Ext(p)
	if len(ext) < 3 || len(ext) > 6 {
		return false
	}
	switch strings.ToLower(ext) {
	case ".html", ".htm", ".php", ".json", ".xml", ".cgi":
		return false
	}
	return strings.Trim(strings.ToLower(ext[1:]), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// routes adds the addresses up by route: as the log names it, as the labels do, or
// as it is learned from the paths.
func (g *growth) routes(patterns []pathshape.Pattern) []live.LogRoute {
	var paths []pathshape.Path
	var from []address
	names := map[address]string{}
	for a, q := range g.byAddress {
		if a.route != "" {
			names[a] = a.route
		} else if n := pathshape.Match(patterns, a.method, a.path); n >= 0 {
			names[a] = patterns[n].String()
		} else {
			from = append(from, a)
			paths = append(paths, pathshape.Path{Method: a.method, Text: a.path,
				Count: uint64(q.Count), Failed: uint64(q.Status[4] + q.Status[5]),
				Bytes: uint64(q.Bytes)})
		}
	}
	learned := pathshape.Learn(paths, pathshape.Options{})
	for i, a := range from {
		names[a] = strings.TrimSpace(a.method + " " + learned.Routes[i])
	}
	at := map[string]int{}
	list := []live.LogRoute{}
	for a, q := range g.byAddress {
		i, ok := at[names[a]]
		if !ok {
			i = len(list)
			at[names[a]] = i
			list = append(list, live.LogRoute{Route: names[a], Method: a.method})
		}
		q.Paths = int64(len(q.last))
		list[i].Add(q.LogRoute)
	}
	return list
}
