package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/poolsim"
)

func poolVerb() verb {
	return verb{
		name: "pool", args: "[flags]",
		short: "what a setting of the connection pool would do",
		long:  poolManual,
		setup: func(fs *flag.FlagSet) action {
			p := &poolCommand{flags: fs}
			p.define(fs)
			return p.run
		},
	}
}

// poolCommand holds the flags of wring pool.
type poolCommand struct {
	flags    *flag.FlagSet
	setting  poolsim.Setting
	n        int
	rate     float64
	arrivals string
	times    string
	access   string
	route    string
	notes    []string // about the load
	connect  string
	query    string
	seeds    int
	sweeps   list
	goal     string
	release  string
	svg      string
	json     bool
	watching
}

func (p *poolCommand) define(fs *flag.FlagSet) {
	fs.IntVar(&p.setting.MaxOpen, "max-open", 0, "SetMaxOpenConns(`N`); 0 is without limit")
	fs.IntVar(&p.setting.MaxIdle, "max-idle", poolsim.DefaultMaxIdle, "SetMaxIdleConns(`N`)")
	fs.DurationVar(&p.setting.MaxLifetime, "max-lifetime", 0, "SetConnMaxLifetime(`TIME`)")
	fs.DurationVar(&p.setting.MaxIdleTime, "max-idle-time", 0, "SetConnMaxIdleTime(`TIME`)")
	fs.StringVar(&p.connect, "connect", "10ms", "`TIME` to connect; exp:10ms varies about it")
	fs.StringVar(&p.query, "query", "10ms", "`TIME` that a query keeps its connection; "+
		"exp:10ms varies about it, recorded takes those of -times or -access")
	fs.Float64Var(&p.rate, "rate", 1000, "queries a second: `R`")
	fs.IntVar(&p.n, "n", 1000, "`COUNT` of queries")
	fs.StringVar(&p.arrivals, "arrivals", "poisson", "`even|poisson|burst:K`")
	fs.StringVar(&p.times, "times", "", "`FILE` of recorded arrivals, one a line: seconds or a "+
		"time such as 2026-11-22T10:00:00.1Z, and the seconds it took")
	fs.StringVar(&p.access, "access", "", "`FILE` of an access log whose requests arrive; - is "+
		"standard input")
	fs.StringVar(&p.route, "route", "", "of -access only the requests of `ROUTE`, "+
		"as GET /posts/{id}")
	fs.IntVar(&p.seeds, "seeds", 0, "run `N` times (default 100, fewer if it takes long)")
	fs.Var(&p.sweeps, "sweep", "also try `SETTING=VALUES`, as max-idle=2,4,10 or "+
		"max-open=5..50:5; may be repeated")
	fs.StringVar(&p.goal, "goal", "", "find the cheapest setting that keeps `GOALS`, "+
		"as wait.p99<5ms,connects<100")
	fs.StringVar(&p.release, "go", slices.Max(poolsim.Releases()), "the pool of Go `RELEASE`: "+
		strings.Join(poolsim.Releases(), ", "))
	fs.StringVar(&p.svg, "svg", "", "draw the connections over time in `FILE`")
	fs.BoolVar(&p.json, "json", false, "print one JSON document")
	p.watching.define(fs)
}

func (p *poolCommand) run(ctx context.Context, e env) (int, error) {
	if err := atMost(0, e.args); err != nil {
		return exitTrouble, err
	}
	if p.url != "" {
		return p.watch(ctx, e, p.json)
	}
	q, err := p.question(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	r, err := poolsim.Answer(ctx, q)
	if err != nil {
		return exitTrouble, err
	}
	r.Warnings = append(r.Warnings, p.notes...)
	if p.json {
		err = json.WritePool(e.stdout, r)
	} else {
		err = text.Pool(e.stdout, r, text.Options{Width: 100})
	}
	if err == nil && p.svg != "" {
		err = writeFile(p.svg, func(w io.Writer) error {
			_, err := io.WriteString(w, text.PoolChart(r).SVG())
			return err
		})
	}
	if err == nil && p.goal != "" && !r.Advice.Found {
		return exitNo, nil
	}
	return exitOK, err
}

// question puts the flags together.
func (p *poolCommand) question(ctx context.Context, e env) (poolsim.Question, error) {
	q := poolsim.Question{Release: strings.TrimPrefix(p.release, "go"), Setting: p.setting,
		Seeds: p.seeds}
	if err := p.check(q.Release); err != nil {
		return q, err
	}
	var err error
	if q.Load, err = p.load(ctx, e); err != nil {
		return q, err
	}
	for i, sweep := range p.sweeps {
		if i == 0 {
			q.Settings = []poolsim.Setting{p.setting}
		}
		if q.Settings, err = poolsim.Vary(q.Settings, sweep); err != nil {
			return q, err
		}
	}
	if p.goal != "" {
		q.Goals, err = poolsim.ParseGoals(p.goal)
	}
	return q, err
}

func (p *poolCommand) check(release string) error {
	if !slices.Contains(poolsim.Releases(), release) {
		return fmt.Errorf("-go %s: wring knows the pools of Go %s", p.release,
			strings.Join(poolsim.Releases(), ", "))
	}
	s := p.setting
	if s.MaxOpen < 0 || s.MaxIdle < 0 || s.MaxLifetime < 0 || s.MaxIdleTime < 0 {
		return errors.New("a setting of the pool is 0 or more")
	}
	if p.seeds < 0 || p.seeds > 100_000 {
		return fmt.Errorf("-seeds %d: run 1 to 100000 times", p.seeds)
	}
	if p.rate <= 0 || p.n < 1 {
		return fmt.Errorf("-rate %v -n %d: both must be more than 0", p.rate, p.n)
	}
	return placeFor(p.svg)
}

func (p *poolCommand) load(ctx context.Context, e env) (poolsim.Load, error) {
	l := poolsim.Load{N: p.n}
	var err error
	if l.Connect, err = poolsim.ParseDuration(p.connect); err != nil {
		return l, fmt.Errorf("-connect: %w", err)
	}
	if p.query != "recorded" {
		if l.Query, err = poolsim.ParseDuration(p.query); err != nil {
			return l, fmt.Errorf("-query: %w", err)
		}
	}
	switch {
	case p.times != "" && p.access != "":
		return l, errors.New("-times and -access both say when queries arrive: give one")
	case p.times != "":
		return p.recorded(l)
	case p.access != "":
		return p.fromAccess(ctx, e, l)
	case p.route != "":
		return l, errors.New("-route chooses from an access log: name it with -access")
	case p.query == "recorded":
		return l, errors.New("-query recorded: nothing is, without -times or -access")
	}
	if l.Arrivals, err = poolsim.ParseArrivals(p.arrivals, p.rate); err != nil {
		return l, fmt.Errorf("-arrivals: %w", err)
	}
	return l, nil
}

// recorded takes the arrivals, and perhaps the times, from a file.
func (p *poolCommand) recorded(l poolsim.Load) (poolsim.Load, error) {
	f, err := os.Open(p.times)
	if err != nil {
		return l, err
	}
	defer f.Close()
	r, err := poolsim.ReadRecorded(f)
	if err != nil {
		return l, fmt.Errorf("%s: %w", p.times, err)
	}
	return replay(l, r, p.query == "recorded")
}

// replay gives a load the arrivals of a record and, if that is wanted, its times.
func replay(l poolsim.Load, r poolsim.Recorded, spent bool) (poolsim.Load, error) {
	l.N, l.Arrivals.Times = len(r.Times), r.Times
	if !spent {
		return l, nil
	}
	if r.Spent == nil {
		return l, errors.New("-query recorded: the record does not say how long a query took")
	}
	l.Query = poolsim.Duration{List: r.Spent}
	return l, nil
}

const poolManual = `
It simulates database/sql's pool in virtual time, exactly as Go 1.25 to 1.27 have
it: what is opened, what is closed and why, who waits and for how long.

    wring pool -max-open 20 -max-idle 4 -rate 1000 -query 10ms -connect 10ms
    wring pool -max-open 20 -sweep max-idle=2,4,10,20
    wring pool -goal 'wait.p99<5ms'

Arrivals are drawn, so a load is run with many seeds: a figure is the median, the
brackets hold 95 % of the runs. wait.p50 and wait.p99 are over all queries; one
that did not wait counts as 0. With -goal the answer is the setting with the
fewest connections, then the fewest connects, that keeps the goal in 97.5 % of the
runs; the exit code is 1 when none does. Figures that a goal may name: connects,
closes.max_idle, closes.idle_time, closes.lifetime, wait.count, wait.p50, wait.p99,
wait.max, delay.p50, delay.p99, delay.max, open.peak, open.mean. A delay is a wait
or the time to connect: what a query loses before it begins.

-watch reads sql.DBStats of a running process: from expvar, where the program has
published them (expvar.Publish("db", expvar.Func(func() any { return db.Stats() }))),
or from the handler of kit/vitals. It says what the setting costs now.
`
