// Command livecost measures what a capture by wring live costs the photo service:
// while visitors use it, slices of time with a capture alternate with slices without.
//
//	go run ./casebook/photos/livecost                                      some seven minutes
//	go run ./casebook/photos/livecost -rounds 2 -for 3s -scale 0.02        half a minute
//
// A slice with a capture begins when wring is started and ends when the capture
// does; what wring reads of the source after that belongs to no slice. It ends with
// 1 when a capture takes more of the score than -most, and with 2 when it could not
// do its work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/diary"
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
	fs.DurationVar(&c.lasts, "for", 30*time.Second, "how long a slice is, and a capture goes on, "+
		"as wring live captures by default")
	fs.DurationVar(&c.warmup, "warmup", 2*time.Second, "how long visitors come before the first")
	fs.IntVar(&c.rounds, "rounds", 6, "how `OFTEN` there is a slice with a capture")
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
	Version int     `json:"version"` // 1
	Steps   string  `json:"steps"`
	Seconds float64 `json:"seconds"` // of each slice
	// Without and With are scores of slices, in points per minute. Slice i with a
	// capture came between the slices i and i+1 without.
	Without []float64 `json:"without"`
	With    []float64 `json:"with"`
	// Ratios are those of each slice with a capture to the mean of its neighbours,
	// Median is theirs, and Range its 95 % confidence interval.
	Ratios []float64  `json:"ratios"`
	Median float64    `json:"median"`
	Range  [2]float64 `json:"median_interval"`
	// Noise is by what part two slices without a capture that follow each other
	// differ, in the median.
	Noise float64 `json:"noise"`
}

// compare sets what is computed.
func (c *costs) compare() {
	var apart []float64
	for i, with := range c.With {
		before, after := c.Without[i], c.Without[i+1]
		c.Ratios = append(c.Ratios, with/((before+after)/2))
		apart = append(apart, visit.Apart([]float64{before, after})/100)
	}
	c.Median, c.Noise = diary.Median(c.Ratios), diary.Median(apart)
	sorted := slices.Sorted(slices.Values(c.Ratios))
	// The order statistics between which the median is, by the binomial distribution.
	n := float64(len(sorted))
	cut := max(int(math.Floor(n/2-1.96*math.Sqrt(n)/2)), 0)
	c.Range = [2]float64{sorted[cut], sorted[len(sorted)-1-cut]}
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
	log := filepath.Join(s.Dir(), "access.log")
	err = s.Play(ctx, taken, func(service *stage.Service) error {
		m := measurement{command: c, dsn: stage.DSN(s.Server), wring: wring, log: log,
			service: service}
		return m.alternate(ctx, visit.NewWorld(s.Data), &got, progress)
	}, looking.Args(log)...)
	if err != nil {
		return got, err
	}
	got.compare()
	return got, nil
}

type measurement struct {
	command         command
	dsn, wring, log string
	service         *stage.Service
	points          atomic.Int64 // so far
}

// alternate has visitors use the service all the time, and measures slices.
func (m *measurement) alternate(ctx context.Context, world *visit.World, got *costs,
	progress io.Writer) error {
	visiting, leave := context.WithCancel(ctx)
	defer leave()
	counting, left := make(chan struct{}), make(chan error, 1)
	go func() {
		r, err := visit.Run(visiting, visit.Options{Base: m.service.Base, World: world,
			Clients: m.command.clients, Warmup: m.command.warmup, For: 24 * time.Hour,
			Each: func(points int) { m.points.Add(int64(points)) },
			Edge: func(end int) error {
				if end == 0 {
					close(counting)
				}
				return nil
			}})
		if r != nil && (err == nil || visiting.Err() != nil && ctx.Err() == nil) {
			err = r.Err()
		}
		left <- err
	}()
	select {
	case <-counting:
	case err := <-left:
		return err
	}
	err := m.slices(ctx, got, progress)
	leave()
	return errors.Join(err, <-left)
}

// slices measures them: one without a capture first and last, and between the others.
func (m *measurement) slices(ctx context.Context, got *costs, progress io.Writer) error {
	first, err := m.slice(ctx, false)
	if err != nil {
		return err
	}
	got.Without = append(got.Without, first)
	for range m.command.rounds {
		with, err := m.slice(ctx, true)
		if err != nil {
			return err
		}
		without, err := m.slice(ctx, false)
		if err != nil {
			return err
		}
		got.With, got.Without = append(got.With, with), append(got.Without, without)
		fmt.Fprintf(progress, "livecost: with %.0f, without %.0f\n", with, without)
	}
	return nil
}

// slice returns the score of one.
func (m *measurement) slice(ctx context.Context, with bool) (score float64, err error) {
	ended := make(chan error, 1)
	begin, points := time.Now(), m.points.Load()
	go func() {
		if !with {
			ended <- nil
			return
		}
		_, err := looking.Look(ctx, m.wring, m.log, m.service, m.command.lasts, "-mysql", m.dsn)
		ended <- err
	}()
	timer := time.NewTimer(m.command.lasts)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
	score = float64(m.points.Load()-points) / time.Since(begin).Minutes()
	if err = errors.Join(<-ended, ctx.Err()); err == nil && score <= 0 {
		err = errors.New("a slice has no score; -for should be longer")
	}
	return score, err
}

func (c costs) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "| | median | lowest | highest |\n|---|--:|--:|--:|\n"+
		"| score without a capture | %.0f | %.0f | %.0f |\n"+
		"| score with one | %.0f | %.0f | %.0f |\n"+
		"| with / without, of neighbours | %.3f | %.3f | %.3f |\n\nThe median of %d ratios is "+
		"between %.3f and %.3f, at 95 %%. Neighbours without a capture are %.1f %% apart in the "+
		"median.\n", diary.Median(c.Without), slices.Min(c.Without), slices.Max(c.Without),
		diary.Median(c.With), slices.Min(c.With), slices.Max(c.With), c.Median,
		slices.Min(c.Ratios), slices.Max(c.Ratios), len(c.Ratios), c.Range[0],
		c.Range[1], 100*c.Noise)
	return err
}
