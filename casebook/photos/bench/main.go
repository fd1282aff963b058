// Command bench puts the photo service to the test and prints its score.
//
//	go run ./casebook/photos/bench                    the first version, with a MariaDB of its own
//	go run ./casebook/photos/bench -steps all         the last one
//	go run ./casebook/photos/bench -steps all -aa 3   what is noise here?
//	go run ./casebook/photos/bench -url URL -scale 1  a service that runs, with such data
//
// It ends with 1 when an answer was wrong, and with 2 when it could not do its work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/wring-go/wring/casebook/load/report"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("bench", run) }

type command struct {
	url, steps      string
	scale           float64
	lasts, warmup   time.Duration
	clients, rounds int
	json            bool
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := serving.Flags("bench", stderr)
	fs.StringVar(&c.url, "url", "", "a service at `URL` instead of one of its own")
	fs.StringVar(&c.steps, "steps", "none", "of its own service: `NAMES`, all, none, all,-index")
	fs.Float64Var(&c.scale, "scale", 1, "how much data; 1 is 10,000 posts")
	fs.DurationVar(&c.lasts, "for", 20*time.Second, "how long answers count")
	fs.DurationVar(&c.warmup, "warmup", 3*time.Second, "how long before that they do not")
	fs.IntVar(&c.clients, "clients", visit.DefaultClients, "visitors at once")
	fs.IntVar(&c.rounds, "aa", 1, "run so many `TIMES` and show how far scores are apart")
	fs.BoolVar(&c.json, "json", false, "print a JSON document for each run")
	if err := serving.Parse(fs, args); err != nil {
		return c, err
	}
	if c.lasts <= 0 || c.rounds <= 0 || c.clients <= 0 || c.scale <= 0 || c.warmup < 0 {
		return c, errors.New("-for, -aa, -clients and -scale want more than 0")
	}
	return c, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	data := seed.New(c.scale)
	world := visit.NewWorld(data)
	try := func(ctx context.Context, base string, ledger *visit.Ledger) (*visit.Result, error) {
		return visit.Run(ctx, visit.Options{Base: base, World: world, Ledger: ledger,
			Clients: c.clients, Warmup: c.warmup, For: c.lasts, Least: visit.EnoughAnswers})
	}
	var scores []float64
	wrong := false
	show := func(r *visit.Result) error {
		scores, wrong = append(scores, r.Score), wrong || r.Errors > 0
		return c.show(stdout, r)
	}
	if c.url != "" {
		err = c.other(ctx, try, show)
	} else {
		err = c.own(ctx, data, try, show)
	}
	if err != nil {
		return err
	}
	if len(scores) > 1 && !c.json {
		fmt.Fprintf(stdout, "scores %.0f, %.1f %% apart\n", scores, visit.Apart(scores))
	}
	if wrong {
		return serving.Refuted("answers were wrong")
	}
	return nil
}

type trying func(ctx context.Context, base string, ledger *visit.Ledger) (*visit.Result, error)

// other tries a service that runs. All rounds share a ledger: its data is not
// reset in between.
func (c command) other(ctx context.Context, try trying, show func(*visit.Result) error) error {
	ledger := visit.NewLedger(0)
	for range c.rounds {
		r, err := try(ctx, c.url, ledger)
		if err != nil {
			return err
		}
		if err := show(r); err != nil {
			return err
		}
	}
	return nil
}

// own tries a service of its own, fresh for each round.
func (c command) own(ctx context.Context, data seed.Data, try trying,
	show func(*visit.Result) error) error {
	taken, err := steps.Parse(c.steps)
	if err != nil {
		return fmt.Errorf("-steps: %w", err)
	}
	s, err := stage.Open(ctx, data)
	if err != nil {
		return err
	}
	defer s.Close()
	for range c.rounds {
		err := s.Play(ctx, taken, func(service *stage.Service) error {
			r, err := try(ctx, service.Base, visit.NewLedger(0))
			if err != nil {
				return err
			}
			return show(r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c command) show(w io.Writer, r *visit.Result) error {
	if c.json {
		return json.NewEncoder(w).Encode(r)
	}
	fmt.Fprintf(w, "score %.0f per minute: %d points for %d answers in %.1f s, %d errors\n",
		r.Score, r.Points, r.Answers, r.Seconds, r.Errors)
	for i, m := range r.Mistakes {
		if i == 10 {
			fmt.Fprintf(w, "  and %d others\n", len(r.Mistakes)-i)
			break
		}
		fmt.Fprintf(w, "  %d times: %s\n", m.Count, m.Text)
	}
	fmt.Fprintf(w, "%-28s %10s %10s %10s %10s\n", "answer", "count", "p50", "p99", "max")
	for _, l := range r.Latency {
		fmt.Fprintf(w, "%-28s %10d %10s %10s %10s\n", l.Name, l.Count, report.Duration(l.P50),
			report.Duration(l.P99), report.Duration(l.Max))
	}
	return nil
}
