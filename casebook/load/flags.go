package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/load/target"
)

type command struct {
	rate, speed                 float64
	poisson, http2              bool
	aa, json, merge, quiet      bool
	ramp, steps, arrivals, svg  string
	body, method, source        string
	closed, clients, limit, pid int
	threads                     int
	seed                        uint64
	duration, warmup, timeout   time.Duration
	header                      http.Header
	args                        []string
}

func parse(args []string, stderr io.Writer) (command, error) {
	c := command{header: http.Header{}}
	fs := flag.NewFlagSet("load", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: load [flags] URL\n       load -merge FILE.json...")
		fs.PrintDefaults()
	}
	c.modelFlags(fs)
	c.requestFlags(fs)
	fs.BoolVar(&c.aa, "aa", false, "run the same load twice, interleaved, to see what is noise")
	fs.BoolVar(&c.json, "json", false, "print one JSON document, with histograms that merge")
	fs.BoolVar(&c.merge, "merge", false, "add up the JSON documents of several machines")
	fs.BoolVar(&c.quiet, "quiet", false, "show no progress")
	fs.StringVar(&c.svg, "svg", "", "draw the latency over time into `FILE`")
	fs.IntVar(&c.threads, "threads", 0, "run on `N` processors; 0 is all, or half of them when "+
		"the server is on this machine and clients are not served together")
	fs.IntVar(&c.pid, "pid", 0, "show the processor time of the server with process id `PID`")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return c, err
		}
		return c, fmt.Errorf("%w; -h lists the flags", err)
	}
	c.args = fs.Args()
	if c.threads < 0 {
		return c, fmt.Errorf("-threads %d: it is a number of processors, or 0", c.threads)
	}
	if !c.merge && len(c.args) != 1 {
		return c, fmt.Errorf("one URL is wanted after the flags, and there are %d", len(c.args))
	}
	return c, nil
}

func (c *command) modelFlags(fs *flag.FlagSet) {
	fs.Float64Var(&c.rate, "rate", 100, "requests per second, whatever the server does")
	fs.BoolVar(&c.poisson, "poisson", false, "by chance instead of at even distances")
	fs.StringVar(&c.ramp, "ramp", "", "from one rate to another, as in `100:2000`")
	fs.StringVar(&c.steps, "steps", "", "rates one after the other, as in `100,200,400`")
	fs.StringVar(&c.arrivals, "arrivals", "", "as requests came in the access log `FILE`")
	fs.Float64Var(&c.speed, "speed", 1, "play the access log back `TIMES` as fast")
	fs.IntVar(&c.closed, "closed", 0, "closed model: `CLIENTS` that wait for answers")
	fs.IntVar(&c.clients, "clients", 10, "how many clients connect before the first request")
	fs.IntVar(&c.limit, "limit", 10_000, "drop requests when as many are under way")
	fs.Uint64Var(&c.seed, "seed", 1, "of what is done by chance")
	fs.DurationVar(&c.duration, "d", 10*time.Second, "how long to go on, with the warm-up")
	fs.DurationVar(&c.warmup, "warmup", time.Second, "how long from the beginning not to count")
	fs.DurationVar(&c.timeout, "timeout", 30*time.Second, "how long an answer may take")
}

func (c *command) requestFlags(fs *flag.FlagSet) {
	fs.StringVar(&c.method, "method", "GET", "the `METHOD` of HTTP")
	fs.StringVar(&c.body, "body", "", "what to send; @FILE sends a file")
	fs.BoolVar(&c.http2, "http2", false, "HTTP/2, also without TLS")
	fs.StringVar(&c.source, "source", "", "connect from `ADDRESS`")
	fs.Func("H", "a `HEADER` to send, as in 'Name: value'; may be repeated", func(s string) error {
		name, value, ok := strings.Cut(s, ":")
		if !ok {
			return errors.New("write it like 'Name: value'")
		}
		c.header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		return nil
	})
}

// options returns what the generator is to do.
func (c *command) options(stderr io.Writer) (generator.Options, error) {
	request := target.Request{URL: c.args[0], Method: c.method, Header: c.header,
		Body: []byte(c.body), HTTP2: c.http2, Timeout: c.timeout, Source: c.source}
	if name, ok := strings.CutPrefix(c.body, "@"); ok {
		data, err := os.ReadFile(name)
		if err != nil {
			return generator.Options{}, err
		}
		request.Body = data
	}
	dial, err := target.Dialer(request)
	if err != nil {
		return generator.Options{}, err
	}
	if c.duration <= c.warmup && c.arrivals == "" {
		return generator.Options{}, fmt.Errorf(
			"after a warm-up of %v nothing is left of %v; give more time with -d", c.warmup,
			c.duration)
	}
	opt := generator.Options{Dial: dial, Clients: c.clients, Limit: c.limit, Warmup: c.warmup,
		Duration: c.duration, Timeout: c.timeout, ServerPID: c.pid}
	if !c.quiet && isTerminal(stderr) {
		opt.Progress = func(p generator.Progress) { showProgress(stderr, p) }
	}
	if c.closed > 0 {
		opt.Clients = c.closed
		return opt, nil
	}
	opt.Schedule, err = c.schedule()
	return opt, err
}

// schedule returns the schedule that the flags name.
func (c *command) schedule() (iter.Seq[time.Duration], error) {
	switch {
	case c.ramp != "":
		from, to, _ := strings.Cut(c.ramp, ":")
		a, err1 := strconv.ParseFloat(from, 64)
		b, err2 := strconv.ParseFloat(to, 64)
		if err := errors.Join(err1, err2); err != nil || a < 0 || b < 0 {
			return nil, fmt.Errorf("-ramp: write it like 100:2000, not %q", c.ramp)
		}
		return schedule.Ramp(a, b, c.duration), nil
	case c.steps != "":
		var rates []float64
		for text := range strings.SplitSeq(c.steps, ",") {
			rate, err := strconv.ParseFloat(text, 64)
			if err != nil || rate < 0 {
				return nil, fmt.Errorf("-steps: write it like 100,200,400, not %q", c.steps)
			}
			rates = append(rates, rate)
		}
		return schedule.Steps(rates, c.duration/time.Duration(len(rates))), nil
	case c.arrivals != "":
		return c.played()
	}
	if c.rate <= 0 {
		return nil, fmt.Errorf("-rate: nothing would be sent at %v per second", c.rate)
	}
	if c.poisson {
		return schedule.Poisson(c.rate, c.duration, c.seed), nil
	}
	return schedule.Constant(c.rate, c.duration), nil
}

// played returns the arrivals of an access log.
func (c *command) played() (iter.Seq[time.Duration], error) {
	if c.speed <= 0 {
		return nil, fmt.Errorf("-speed: %v is not a speed", c.speed)
	}
	f, err := os.Open(c.arrivals)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	log, err := schedule.ReadLog(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.arrivals, err)
	}
	if log.Skipped > 0 {
		fmt.Fprintf(os.Stderr, "load: %s: %d lines without a time were skipped\n", c.arrivals,
			log.Skipped)
	}
	return schedule.Times(log.Offsets, c.speed), nil
}
