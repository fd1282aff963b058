// Command livecost measures what a capture by wring live costs the photo service:
// runs with a capture alternate with runs without.
//
//	go run ./casebook/photos/livecost                                      some six minutes
//	go run ./casebook/photos/livecost -rounds 2 -for 3s -scale 0.02        half a minute
//
// Each run has a fresh process with fresh data, and counts the points of the
// visitors while the capture goes on. It ends with 1 when a capture takes more of
// the score than -most, and with 2 when it could not do its work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("livecost", run) }

type command struct {
	scale, most     float64
	steps           string
	lasts, warmup   time.Duration
	rounds, clients int
	json            bool
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := serving.Flags("livecost", stderr)
	fs.Float64Var(&c.scale, "scale", 0.1, "how much data; 1 is 10,000 posts")
	fs.StringVar(&c.steps, "steps", "all", "of the version: `NAMES`, all, none, all,-index")
	fs.DurationVar(&c.lasts, "for", 15*time.Second, "how long answers count, and a capture goes on")
	fs.DurationVar(&c.warmup, "warmup", 2*time.Second, "how long before that they do not")
	fs.IntVar(&c.rounds, "rounds", 7, "how `OFTEN` there is a run with and one without")
	fs.IntVar(&c.clients, "clients", visit.DefaultClients, "visitors at once")
	fs.Float64Var(&c.most, "most", 0.02, "the `PART` of the score that a capture may take")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	if err := serving.Parse(fs, args); err != nil {
		return c, err
	}
	if c.lasts < time.Second || c.rounds <= 0 || c.clients <= 0 || c.scale <= 0 || c.warmup < 0 ||
		c.most <= 0 {
		return c, errors.New("-for wants 1s or more; -rounds, -clients, -scale and -most, more " +
			"than 0")
	}
	return c, nil
}

// costs is what was measured.
type costs struct {
	Version int       `json:"version"` // 1
	Steps   string    `json:"steps"`
	Seconds float64   `json:"seconds"` // of each run
	Without []float64 `json:"without"` // scores, in points per minute
	With    []float64 `json:"with"`
	// Ratios are those of the two runs of a round; Median is theirs.
	Ratios []float64 `json:"ratios"`
	Median float64   `json:"median"`
	Noise  float64   `json:"noise"` // by what part the scores without a capture differ
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	taken, err := steps.Parse(c.steps)
	if err != nil {
		return fmt.Errorf("-steps: %w", err)
	}
	got, err := c.measure(ctx, taken, stderr)
	if err != nil {
		return err
	}
	if c.json {
		err = json.NewEncoder(stdout).Encode(got)
	} else {
		err = got.write(stdout)
	}
	if err == nil && got.Median < 1-c.most {
		return serving.Refuted(fmt.Sprintf("a capture takes %.1f %% of the score, and may take "+
			"%.1f %%", 100*(1-got.Median), 100*c.most))
	}
	return err
}

func (c command) measure(ctx context.Context, taken steps.Set, progress io.Writer) (costs, error) {
	got := costs{Version: 1, Steps: taken.String(), Seconds: c.lasts.Seconds()}
	s, err := stage.Open(ctx, seed.New(c.scale))
	if err != nil {
		return got, err
	}
	defer s.Close()
	wring, err := looking.Wring(ctx, s.Dir())
	if err != nil {
		return got, err
	}
	m := measurement{command: c, stage: s, world: visit.NewWorld(s.Data), wring: wring}
	for i := range c.rounds {
		// Which of the two comes first changes, so that what drifts meets both.
		scores := [2]float64{}
		for _, with := range [][]int{{0, 1}, {1, 0}}[i%2] {
			if scores[with], err = m.score(ctx, taken, with == 1); err != nil {
				return got, err
			}
		}
		got.Without, got.With = append(got.Without, scores[0]), append(got.With, scores[1])
		got.Ratios = append(got.Ratios, scores[1]/scores[0])
		fmt.Fprintf(progress, "livecost: without %.0f, with %.0f\n", scores[0], scores[1])
	}
	got.Median = median(got.Ratios)
	got.Noise = visit.Apart(got.Without) / 100
	return got, nil
}

type measurement struct {
	command command
	stage   *stage.Stage
	world   *visit.World
	wring   string
}

// score returns that of one run, with a capture or without.
func (m *measurement) score(ctx context.Context, taken steps.Set, with bool) (score float64,
	err error) {
	log := filepath.Join(m.stage.Dir(), "access.log")
	if err := os.RemoveAll(log); err != nil {
		return 0, err
	}
	err = m.stage.Play(ctx, taken, func(service *stage.Service) error {
		r, err := looking.Used(ctx, visit.Options{Base: service.Base, World: m.world,
			Clients: m.command.clients, Warmup: m.command.warmup, For: m.command.lasts},
			func() error {
				if !with {
					return nil
				}
				_, err := looking.Look(ctx, m.wring, log, service, m.command.lasts, "-mysql",
					stage.DSN(m.stage.Server))
				return err
			})
		if err != nil {
			return err
		}
		score = r.Score
		return nil
	}, looking.Args(log)...)
	if err == nil && score <= 0 {
		err = errors.New("a run has no score; -for should be longer")
	}
	return score, err
}

func (c costs) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "| | median | lowest | highest |\n|---|--:|--:|--:|\n"+
		"| score without a capture | %.0f | %.0f | %.0f |\n"+
		"| score with one | %.0f | %.0f | %.0f |\n"+
		"| with / without, by round | %.3f | %.3f | %.3f |\n\nThe scores without a capture are "+
		"%.1f %% apart.\n", median(c.Without), slices.Min(c.Without), slices.Max(c.Without),
		median(c.With), slices.Min(c.With), slices.Max(c.With), c.Median, slices.Min(c.Ratios),
		slices.Max(c.Ratios), 100*c.Noise)
	return err
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
