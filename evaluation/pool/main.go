// Command pool compares what wring pool predicts with what a real MariaDB sees
// under load:
//
//	go run ./evaluation/pool
//
// It starts a server of its own on loopback. A load of queries that arrive by
// chance runs first under the setting that a program has; from what was seen
// there, the arrivals and how long each query and each connect took, the model
// predicts the connects of other settings, and which is the cheapest that keeps
// a goal. Then each of these runs, with other arrivals, and the connects are
// counted. What else the machine does lengthens queries in one run more than in
// another; so the model is asked again with the times of that run.
//
// The command exits 1 when the model is off by more than a fifth, or when the
// advice cuts connects by a fifth more or less than predicted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/service/poolsim"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := plan{rate: 300, query: 20 * time.Millisecond, goal: "wait.p99<10ms"}
	flag.IntVar(&p.n, "n", 3000, "queries of each run")
	flag.Float64Var(&p.rate, "rate", p.rate, "queries a second")
	flag.DurationVar(&p.query, "query", p.query, "how long the server sleeps for each")
	flag.StringVar(&p.goal, "goal", p.goal, "of the advice, as wring pool has it")
	flag.Parse()
	rows, err := p.run(ctx)
	if err == nil {
		err = write(os.Stdout, rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluation/pool:", err)
		os.Exit(1)
	}
}

// plan is what is tried.
type plan struct {
	n     int
	rate  float64
	query time.Duration
	goal  string
}

// row is one setting: what was predicted from what was seen before, what the
// model says of the times that were seen then, and what happened.
type row struct {
	name                 string
	predicted, explained poolsim.Summary
	real                 observed
}

// off returns by how much the connects differ from those of the model, as a part
// of them.
func (r row) off() float64 {
	return float64(len(r.real.connects))/r.explained.Connects.Median - 1
}

// cut returns which part of the connects of a row another one saves: as it was
// predicted, and as it was counted.
func (r row) cut(by row) (predicted, counted float64) {
	return 1 - by.predicted.Connects.Median/r.predicted.Connects.Median,
		1 - float64(len(by.real.connects))/float64(len(r.real.connects))
}

func figure(i poolsim.Interval) string {
	return fmt.Sprintf("%.0f [%.0f, %.0f]", i.Median, i.Low, i.High)
}

// run runs the load under the setting that there is, under the one that is
// advised, and under some between.
func (p plan) run(ctx context.Context) ([]row, error) {
	server, err := mariadb.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer server.Close()
	now := poolsim.Setting{MaxOpen: 20, MaxIdle: poolsim.DefaultMaxIdle}
	seen, err := p.load(ctx, server, now, 1)
	if err != nil {
		return nil, err
	}
	model, err := seen.model()
	if err != nil {
		return nil, err
	}
	goals, err := poolsim.ParseGoals(p.goal)
	if err != nil {
		return nil, err
	}
	advice, err := poolsim.Cheapest(ctx, poolsim.Setting{}, model, goals, 20)
	if err != nil {
		return nil, err
	}
	// What is still to come arrives by chance, too.
	model.Arrivals = poolsim.Arrivals{Rate: p.rate}
	rows := []row{{name: "what there is", real: seen}}
	if rows[0].predicted, err = poolsim.Repeat(ctx, now, model, 100); err != nil {
		return nil, err
	}
	if err := rows[0].explain(ctx, now); err != nil {
		return nil, err
	}
	for _, try := range []struct {
		name string
		s    poolsim.Setting
	}{
		{"what is advised", advice.Best.Setting},
		{"more idle", poolsim.Setting{MaxOpen: 20, MaxIdle: 6}},
		{"with a lifetime", poolsim.Setting{MaxOpen: 20, MaxIdle: 20, MaxLifetime: time.Second}},
	} {
		r := row{name: try.name}
		if r.predicted, err = poolsim.Repeat(ctx, try.s, model, 100); err != nil {
			return nil, err
		}
		if r.real, err = p.load(ctx, server, try.s, uint64(len(rows)+1)); err != nil {
			return nil, err
		}
		if err := r.explain(ctx, try.s); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func (r *row) explain(ctx context.Context, s poolsim.Setting) error {
	model, err := r.real.model()
	if err != nil {
		return err
	}
	r.explained, err = poolsim.Repeat(ctx, s, model, 20)
	return err
}

// write prints a table, and reports whether something was off by too much.
func write(w io.Writer, rows []row) error {
	fmt.Fprintln(w, "| setting | | connects, predicted | from its own times | counted | off | "+
		"waits, from its own times | counted |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	worst := 0.0
	for _, r := range rows {
		s := r.predicted.Setting
		fmt.Fprintf(w, "| MaxOpen %d, MaxIdle %d, MaxLifetime %v | %s | %s | %s | %d | %+.0f %% | "+
			"%s | %d |\n", s.MaxOpen, s.MaxIdle, s.MaxLifetime, r.name,
			figure(r.predicted.Connects), figure(r.explained.Connects), len(r.real.connects),
			100*r.off(), figure(r.explained.WaitCount), r.real.stats.WaitCount)
		worst = max(worst, r.off(), -r.off())
	}
	predicted, counted := rows[0].cut(rows[1])
	fmt.Fprintf(w, "\nThe advice cuts connects by %.1f %%; predicted were %.1f %%.\n", 100*counted,
		100*predicted)
	if worst > 0.2 {
		return fmt.Errorf("the model was off by %.0f %%", 100*worst)
	}
	if counted < 0.8*predicted || counted > 1.2*predicted {
		return errors.New("the advice does not do what was predicted")
	}
	return nil
}
