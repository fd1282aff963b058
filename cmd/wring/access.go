package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/pathshape"
	"github.com/wring-go/wring/report/csv"
	"github.com/wring-go/wring/report/html"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/markdown"
	"github.com/wring-go/wring/report/svg"
	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/accesslog"
	"github.com/wring-go/wring/service/routesource"
)

func accessVerb() verb {
	return verb{
		name: "access", args: "[flags] [FILE...]",
		short: "which routes take the time of a service, from its access log",
		long:  accessManual,
		setup: func(fs *flag.FlagSet) action {
			a := &accessCommand{roles: map[string]string{}}
			a.define(fs)
			return a.run
		},
	}
}

// accessCommand holds the flags of wring access.
type accessCommand struct {
	showing
	flags         *flag.FlagSet
	logFormat     string
	fields        string
	roles         map[string]string
	unit          string
	since, until  string
	where         string
	by, sort      string
	top, slow     int
	many          int
	routesFile    string
	source        string
	output        string
	out           string
	positions     string
	follow, merge bool
	length        time.Duration
	every         time.Duration
	alpha         float64
	opt           accesslog.Options
	group         accesslog.By
	named         []pathshape.Pattern
}

// accessOutputs are the values of -as.
var accessOutputs = []string{"text", "json", "markdown", "csv", "html", "svg"}

func (a *accessCommand) define(fs *flag.FlagSet) {
	a.flags = fs
	fs.StringVar(&a.logFormat, "format", "", "read lines of `FORMAT`: a name, or a log_format of "+
		"nginx, LogFormat of Apache or format of Envoy; without it the first lines tell")
	fs.StringVar(&a.fields, "fields", "", "the `NAMES` of the columns of a tab-separated log, "+
		"separated by commas")
	fs.Func("map", "what fields mean, as `ROLE=FIELD,...`: time=reqtime", a.addRoles)
	fs.StringVar(&a.unit, "unit", "", "the `UNIT` of the times: s, ms, us or ns")
	fs.StringVar(&a.since, "since", "", "only what was logged at `TIME` or later: "+
		"2026-11-20T10:00:00Z, or as long ago as 90m")
	fs.StringVar(&a.until, "until", "", "only what was logged before `TIME`")
	fs.StringVar(&a.where, "where", "", "only requests for which `EXPR` holds: "+
		"status >= 500 && path startsWith \"/api\"")
	fs.StringVar(&a.by, "by", "route", "add up by `NAME`: "+
		strings.Join(accesslog.ByNames(), ", ")+", or field:NAME")
	fs.StringVar(&a.sort, "sort", "seconds", "sort by `NAME`: "+
		strings.Join(accesslog.Orders(), ", "))
	fs.IntVar(&a.top, "top", 0, "show `COUNT` rows; 0, the default but for text, shows all")
	fs.IntVar(&a.slow, "slowest", 10, "show the `COUNT` slowest single requests")
	fs.IntVar(&a.many, "many", 20, "how many different `WORDS` at one place are a variable")
	fs.StringVar(&a.routesFile, "routes", "", "take the routes in `FILE` first, one a line: "+
		"GET /posts/{id}, or /posts/:id")
	fs.StringVar(&a.source, "from-source", "", "take the routes first that the program in the "+
		"`PACKAGES` registers, such as ./...")
	fs.StringVar(&a.output, "as", "text", "print as `NAME`: "+strings.Join(accessOutputs, ", "))
	fs.BoolVar(&a.json, "json", false, "print one JSON document, as -as json does")
	fs.StringVar(&a.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.StringVar(&a.out, "o", "", "keep the sums in `FILE`, to be added up or compared later")
	fs.StringVar(&a.positions, "pos", "", "read what is new since the last time, which `FILE` "+
		"remembers")
	fs.BoolVar(&a.follow, "follow", false, "go on with what is added to the file, until Ctrl-C")
	fs.DurationVar(&a.length, "for", 0, "end -follow after `DURATION`")
	fs.DurationVar(&a.every, "every", 2*time.Second, "with -follow on a terminal, show anew each "+
		"`DURATION`")
	fs.BoolVar(&a.merge, "merge", false, "the files are results of -o, to be added up")
	fs.Float64Var(&a.alpha, "alpha", 0.05, "of two logs, a difference is shown when p is below "+
		"`ALPHA`")
}

// addRoles reads a value of -map.
func (a *accessCommand) addRoles(s string) error {
	for pair := range strings.SplitSeq(s, ",") {
		r, field, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("%q is not like time=reqtime", pair)
		}
		a.roles[strings.TrimSpace(field)] = strings.TrimSpace(r)
	}
	return nil
}

func (a *accessCommand) check(e env) error {
	if a.json {
		a.output = "json"
	}
	if err := firstError(a.showing.check(), oneOf("as", a.output, accessOutputs...),
		oneOf("sort", a.sort, accesslog.Orders()...), placeFor(a.out),
		placeFor(a.positions)); err != nil {
		return err
	}
	switch {
	case a.follow && len(e.args) != 1:
		return errors.New("-follow takes one file")
	case a.follow && (a.merge || a.positions != "" || e.dash >= 0):
		return errors.New("-follow goes with neither -merge, -pos nor two logs")
	case a.length != 0 && !a.follow:
		return errors.New("-for says how long to -follow: give that, too")
	case a.alpha <= 0 || a.alpha >= 1:
		return fmt.Errorf("-alpha %v: it is a probability, such as 0.05", a.alpha)
	case a.every <= 0 || a.length < 0 || a.top < 0 || a.slow < 0 || a.many < 1:
		return errors.New("-every, -for, -top, -slowest and -many take no negative numbers")
	case e.dash == 0 || e.dash == len(e.args) && e.dash > 0:
		return errors.New("two logs are compared as OLD -- NEW: one side is missing")
	case e.dash >= 0 && a.output == "svg":
		return errors.New("two logs have no plot: -as takes text, json, markdown, csv or html")
	}
	return a.prepare(e)
}

// prepare turns flags into options.
func (a *accessCommand) prepare(e env) (err error) {
	unit, ok := accesslog.ParseUnit(a.unit)
	if !ok {
		return fmt.Errorf("-unit %s: it is s, ms, us or ns", a.unit)
	}
	a.opt = accesslog.Options{Format: a.logFormat, Map: a.roles, Unit: unit}
	if a.fields != "" {
		a.opt.Fields = strings.Split(a.fields, ",")
	}
	if field, ok := strings.CutPrefix(a.by, "field:"); ok {
		a.opt.Extra = append(a.opt.Extra, field)
		a.group, err = accesslog.ByField(field, a.opt.Extra)
	} else {
		a.group, err = accesslog.ParseBy(a.by, a.opt.Extra)
	}
	if err != nil {
		return err
	}
	if a.where != "" {
		if err := a.compileWhere(); err != nil {
			return err
		}
	}
	if a.opt.Since, err = moment("since", a.since); err != nil {
		return err
	}
	if a.opt.Until, err = moment("until", a.until); err != nil {
		return err
	}
	return firstError(a.opt.Check(), a.nameRoutes())
}

// moment reads the value of -since or -until.
func moment(name, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	if d, err := time.ParseDuration(s); err == nil {
		return time.Now().Add(-d.Abs()).UnixNano(), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05",
		"2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, s, time.UTC); err == nil {
			return t.UnixNano(), nil
		}
	}
	return 0, fmt.Errorf("-%s %s: it is a time, such as 2026-11-20T10:00:00Z, or as long ago "+
		"as 90m", name, s)
}

// nameRoutes reads the routes that the user or the program names.
func (a *accessCommand) nameRoutes() error {
	if a.routesFile != "" {
		data, err := os.ReadFile(a.routesFile)
		if err != nil {
			return fmt.Errorf("-routes: %w", err)
		}
		if a.named, err = pathshape.ParsePatterns(string(data)); err != nil {
			return fmt.Errorf("-routes %s: %w", a.routesFile, err)
		}
	}
	if a.source == "" {
		return nil
	}
	found, err := routesource.Find("", strings.Fields(strings.ReplaceAll(a.source, ",", " "))...)
	if err != nil {
		return fmt.Errorf("-from-source: %w", err)
	}
	for _, r := range found {
		a.named = append(a.named, r.Pattern)
	}
	return nil
}

func (a *accessCommand) run(ctx context.Context, e env) (int, error) {
	// What is kept stays below this; only what a report takes for a moment goes
	// beyond, and is to be collected. Below it, collecting gains little memory.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(44 << 20))
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	if err := a.check(e); err != nil {
		return exitTrouble, err
	}
	if e.dash >= 0 {
		return a.compare(ctx, e)
	}
	if a.follow {
		return a.watch(ctx, e)
	}
	marks, err := a.marks()
	if err != nil {
		return exitTrouble, err
	}
	books, failure := a.read(ctx, e, e.args, marks)
	if ctx.Err() != nil {
		return exitTrouble, ctx.Err()
	}
	if failure != nil && books.Lines == 0 {
		return exitTrouble, failure // there is nothing to report
	}
	if err := a.finish(e, books, marks); err != nil {
		return exitTrouble, err
	}
	if failure != nil {
		return exitTrouble, failure
	}
	return exitOK, nil
}

func (a *accessCommand) marks() (accesslog.Marks, error) {
	if a.positions == "" {
		return nil, nil
	}
	return accesslog.LoadMarks(a.positions)
}

// read books all files, also those after one that fails, and returns the first
// failure.
func (a *accessCommand) read(ctx context.Context, e env, files []string,
	marks accesslog.Marks) (*accesslog.Books, error) {
	books := accesslog.NewBooks(a.group, a.named)
	if len(files) == 0 {
		files = []string{"-"}
	}
	var failure error
	for _, name := range files {
		if err := a.readFile(ctx, e, &books, name, marks); err != nil && failure == nil {
			failure = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return books, failure
}

// readFile books a log, or adds a result that was kept.
func (a *accessCommand) readFile(ctx context.Context, e env, books **accesslog.Books,
	name string, marks accesslog.Marks) error {
	if marks != nil && name != "-" {
		return (*books).ReadNew(ctx, name, marks, a.opt)
	}
	r, err := accesslog.Open(name, e.stdin)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
	}
	defer r.Close()
	saved, rest, ok, err := accesslog.Load(r)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case !ok && a.merge:
		return fmt.Errorf("%s is no result of wring access -o, and -merge adds those up", name)
	case !ok:
		return (*books).Read(ctx, rest, name, a.opt)
	}
	if (*books).Lines+(*books).Filtered == 0 && len((*books).Formats) == 0 {
		*books = saved // whatever it is by
		return nil
	}
	if err := (*books).Merge(saved); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// finish keeps and prints what was read.
func (a *accessCommand) finish(e env, books *accesslog.Books, marks accesslog.Marks) error {
	if a.out != "" {
		if err := writeFile(a.out, books.Save); err != nil {
			return err
		}
	}
	if err := a.print(e, books, e.stdout); err != nil {
		return err
	}
	if marks != nil {
		return writeFile(a.positions, marks.Save)
	}
	return nil
}

func (a *accessCommand) print(e env, books *accesslog.Books, w io.Writer) error {
	rep := books.Report(pathshape.Options{Many: a.many})
	rep.Slowest = rep.Slowest[:min(a.slow, len(rep.Slowest))]
	accesslog.SortRoutes(rep.Routes, a.sort)
	if a.top > 0 && a.output != "text" {
		rep.Routes = rep.Routes[:min(a.top, len(rep.Routes))]
	}
	switch a.output {
	case "json":
		return json.WriteAccess(w, rep)
	case "markdown":
		return markdown.Access(w, rep)
	case "csv":
		return csv.Access(w, rep)
	case "html":
		var image strings.Builder
		if err := svg.Series(&image, rep.Series); err != nil {
			return err
		}
		return html.Access(w, rep, image.String())
	case "svg":
		return svg.Series(w, rep.Series)
	}
	opt := text.AccessOptions{Options: a.options(e), Sort: a.sort, Slow: a.slow}
	opt.Top = a.top
	if a.top == 0 && !a.given("top") {
		opt.Top = 30
	}
	return text.Access(w, rep, opt)
}

func (a *accessCommand) given(name string) bool {
	found := false
	a.flags.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// compare prints two logs side by side.
func (a *accessCommand) compare(ctx context.Context, e env) (int, error) {
	old, err := a.read(ctx, e, e.args[:e.dash], nil)
	if err != nil {
		return exitTrouble, err
	}
	new, err := a.read(ctx, e, e.args[e.dash:], nil)
	if err != nil {
		return exitTrouble, err
	}
	c := accesslog.Compare(old, new, pathshape.Options{Many: a.many}, a.alpha)
	switch a.output {
	case "json":
		err = json.WriteAccessComparison(e.stdout, c)
	case "markdown":
		err = markdown.AccessComparison(e.stdout, c)
	case "csv":
		err = csv.AccessComparison(e.stdout, c)
	case "html":
		err = html.AccessComparison(e.stdout, c)
	default:
		opt := text.AccessOptions{Options: a.options(e)}
		opt.Top = a.top
		err = text.AccessComparison(e.stdout, c, opt)
	}
	if err != nil {
		return exitTrouble, err
	}
	if c.Slower() {
		return exitNo, nil
	}
	return exitOK, nil
}
