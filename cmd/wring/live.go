package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/live/capture"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/report/web"
	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

func liveVerb() verb {
	return verb{
		name: "live", args: "[flags] TARGET, or -- COMMAND",
		short: "one capture of a running service, from the route down to the line",
		long:  liveManual,
		setup: func(fs *flag.FlagSet) action {
			l := &liveCommand{}
			l.define(fs)
			return l.run
		},
	}
}

// liveCommand holds the flags of wring live.
type liveCommand struct {
	showing
	opt             capture.Options
	mysql, postgres string
	source, maxCost string
	out, from, html string
	diff            bool
}

func (l *liveCommand) define(fs *flag.FlagSet) {
	fs.DurationVar(&l.opt.For, "for", capture.DefaultFor, "capture for `TIME`")
	fs.StringVar(&l.opt.Access, "access", "", "the access log that the service writes to `FILE`")
	fs.StringVar(&l.mysql, "mysql", "", "its MySQL or MariaDB: `DSN`, - for that in WRING_DSN")
	fs.StringVar(&l.postgres, "postgres", "", "its PostgreSQL: `DSN`, - for that in WRING_DSN")
	fs.StringVar(&l.source, "source", "", "the program is in these Go `PACKAGES`, separated by "+
		"commas (default those of the profiles, if they are on this machine)")
	fs.StringVar(&l.opt.Dir, "C", "", "look for -source in `DIR`")
	fs.StringVar(&l.out, "o", "", "keep the capture in `FILE`")
	fs.StringVar(&l.from, "from", "", "capture nothing, and show what `FILE` holds")
	fs.BoolVar(&l.diff, "diff", false, "compare two captures: BEFORE AFTER")
	fs.StringVar(&l.maxCost, "max-cost", "1%", "profiles of goroutines take at most `PART` of one "+
		"of the target's processors, by an estimate")
	fs.BoolVar(&l.opt.Redact, "redact", false, "keep no literal of a statement")
	fs.BoolVar(&l.json, "json", false, "print one JSON document")
	fs.StringVar(&l.html, "html", "", "write a page to `FILE` instead of text")
	fs.StringVar(&l.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
}

func (l *liveCommand) run(ctx context.Context, e env) (int, error) {
	if err := l.check(e); err != nil {
		return exitTrouble, err
	}
	switch {
	case l.diff:
		return l.compare(e)
	case l.from != "":
		c, err := readLive(l.from)
		if err != nil {
			return exitTrouble, err
		}
		return exitOK, l.print(e, c)
	}
	c, err := l.capture(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	if l.out != "" {
		err := writeFile(l.out, func(w io.Writer) error { return live.Write(w, c) })
		if err != nil {
			return exitTrouble, err
		}
	}
	return exitOK, l.print(e, c)
}

func (l *liveCommand) check(e env) error {
	if err := firstError(l.showing.check(), placeFor(l.out), placeFor(l.html)); err != nil {
		return err
	}
	var err error
	if l.opt.MaxCost, err = parsePart(l.maxCost); err != nil {
		return fmt.Errorf("-max-cost: %w", err)
	}
	if l.source != "" {
		l.opt.Source = names(l.source)
	}
	switch {
	case l.diff && (len(e.args) != 2 || l.from != ""):
		return errors.New("-diff compares two captures: wring live -diff BEFORE AFTER")
	case l.diff:
		return nil
	case l.from != "" && len(e.args) > 0:
		return errors.New("-from shows a capture that there is: leave the target away")
	case l.from != "":
		return nil
	case l.opt.For < time.Second:
		return fmt.Errorf("-for %v: capture for a second at least", l.opt.For)
	case l.mysql != "" && l.postgres != "":
		return errors.New("-mysql and -postgres: name one server")
	case e.dash < 0 && len(e.args) == 0:
		return errors.New("live needs the address of net/http/pprof, as in " +
			"http://127.0.0.1:6060, or -- COMMAND")
	case e.dash < 0:
		return atMost(1, e.args)
	case e.dash > 0 || len(e.args) == 0:
		return errors.New("live takes an address or -- COMMAND, and not both")
	}
	return nil
}

// parsePart reads a part such as 1% or 0.01.
func parsePart(s string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		v /= 100
	}
	if err != nil || v <= 0 || v > 1 {
		return 0, fmt.Errorf("%q is not a part such as 1%% or 0.01, of more than nothing", s)
	}
	return v, nil
}

// capture looks at the target, or starts the command and looks at that.
func (l *liveCommand) capture(ctx context.Context, e env) (*live.Capture, error) {
	db, hide, err := l.database(ctx)
	if err != nil {
		return nil, err
	}
	if db != nil {
		defer db.Close()
	}
	show := newProgress(e.stderr)
	defer show.clear()
	l.opt.Books = liveBooks
	l.opt.Show = func(text string) { show.update("live", text) }
	l.opt.Rewrite = rewrites
	l.opt.Alone = true
	if e.dash < 0 {
		l.opt.Target = e.args[0]
		c, err := capture.Take(ctx, l.opt)
		return c, hide(err)
	}
	p, err := capture.Start(ctx, e.args, e.stderr)
	if err != nil {
		return nil, err
	}
	defer p.Stop()
	l.opt.Target = p.Address
	c, err := capture.Take(ctx, l.opt)
	return c, hide(err)
}

// database opens the server that is named, if one is.
func (l *liveCommand) database(ctx context.Context) (*sql.DB, func(error) error, error) {
	dsn := l.mysql + l.postgres
	if dsn == "" {
		return nil, func(err error) error { return err }, nil
	}
	if dsn == "-" {
		if dsn = os.Getenv(dsnVariable); dsn == "" {
			return nil, nil, fmt.Errorf("%s is not set: it holds the DSN when that is -",
				dsnVariable)
		}
	}
	t, err := parseDSN(dsn)
	if err != nil {
		return nil, nil, err
	}
	if l.opt.Postgres = t.driver == "postgres"; l.opt.Postgres != (l.postgres != "") {
		return nil, nil, errors.New("the DSN is of another kind of server than the flag: -mysql " +
			"also means MariaDB")
	}
	db, err := sql.Open(t.driver, t.dsn)
	if err != nil {
		return nil, nil, t.hide(err)
	}
	first, cancel := context.WithTimeout(ctx, 2*connectPatience)
	defer cancel()
	if err = db.PingContext(first); err == nil {
		l.opt.Text = mysqltext.Options{Dialect: mysqltext.PostgreSQL}
		if !l.opt.Postgres {
			l.opt.Text, err = sqlsample.Dialect(first, db)
		}
	}
	if err != nil {
		db.Close()
		return nil, nil, t.hide(fmt.Errorf("%s cannot be asked: %w", t.name, err))
	}
	l.opt.DB = db
	return db, t.hide, nil
}

// readLive reads a capture.
func readLive(name string) (*live.Capture, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
	}
	defer f.Close()
	c, err := live.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// print writes what a capture shows in the form that was asked for.
func (l *liveCommand) print(e env, c *live.Capture) error {
	if l.html != "" {
		err := l.page(web.Input{Name: cmp.Or(l.from, c.Target.Address), Live: c})
		if err != nil || !l.json {
			return err
		}
	}
	r := live.Analyse(c)
	if l.json {
		return json.WriteLive(e.stdout, r)
	}
	return text.Live(e.stdout, r, l.options(e))
}

// page writes captures as one page that needs nothing else.
func (l *liveCommand) page(captures ...web.Input) error {
	page, err := web.New(captures, web.Options{})
	if err != nil {
		return err
	}
	return writeFile(l.html, page.WriteFile)
}

// compare shows two captures side by side.
func (l *liveCommand) compare(e env) (int, error) {
	var captures [2]web.Input
	var reports [2]live.Report
	for i, name := range e.args {
		c, err := readLive(name)
		if err != nil {
			return exitTrouble, err
		}
		captures[i] = web.Input{Name: filepath.Base(name), Live: c}
		reports[i] = live.Analyse(c)
	}
	if l.html != "" {
		if err := l.page(captures[:]...); err != nil || !l.json {
			return exitOK, err
		}
	}
	d := live.Compare(reports[0], reports[1])
	if l.json {
		return exitOK, json.WriteLiveDiff(e.stdout, d)
	}
	return exitOK, text.LiveDiff(e.stdout, d, l.options(e))
}
