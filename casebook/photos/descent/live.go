package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// led is a descent that wring live leads: at each version its first conclusion is
// taken, and held against what every step that is still open gains.
type led struct {
	Version    int       `json:"version"` // 1
	Go         string    `json:"go"`
	Processors int       `json:"processors"`
	Load       string    `json:"load"`
	Data       seed.Data `json:"data"`
	Seconds    float64   `json:"seconds"` // of each score and each capture, at least
	Noise      float64   `json:"noise"`   // between two scores of a version, by agree
	Looks      []look    `json:"looks"`
	First      figures   `json:"first"`
	Last       figures   `json:"last"` // after the last step that was taken
}

// look is what wring live concluded about one version, and what was measured of it.
type look struct {
	Steps       string      `json:"steps"` // of the version
	Score       float64     `json:"score"`
	Again       float64     `json:"again"`       // the score once more, after those of the steps
	Requests    int         `json:"requests"`    // that were captured
	Conclusions []concluded `json:"conclusions"` // in wring live's order
	// First are the open steps of the first conclusion: its own, and those of what it
	// says would save the same. Best is the step that gains most.
	First    []string `json:"first"`
	Best     string   `json:"best"`
	BestGain float64  `json:"best_gain"`
	// Agrees says that Best is one of First, or gains more by no more than two
	// scores of one version differ.
	Agrees bool   `json:"agrees"`
	Taken  string `json:"taken"` // the first of First, or else Best
	// Gains are by what the score is multiplied by each step that is open.
	Gains map[string]float64 `json:"gains"`
	// Predicted is what conclusions promise of each step that they stand for.
	Predicted map[string]float64 `json:"predicted_gains"`
}

// concluded is a conclusion with the step that it stands for.
type concluded struct {
	Code      string  `json:"code"`
	Place     string  `json:"place"`
	Also      bool    `json:"also"` // it would save the same as the one before
	Step      string  `json:"step"` // "" for none that is open
	Predicted float64 `json:"predicted_gain"`
}

// follow goes down from the first version as wring live says, until no step that
// is open gains more than least.
func follow(ctx context.Context, c command, chosen steps.Set, progress io.Writer) (led, error) {
	data := seed.New(c.scale)
	d := led{Version: 1, Go: runtime.Version(), Processors: runtime.GOMAXPROCS(0),
		Load: loadAverage(), Data: data, Seconds: c.lasts.Seconds(), Looks: []look{}}
	fmt.Fprintf(progress, "descent: filling a database with %+v\n", data)
	s, err := stage.Open(ctx, data)
	if err != nil {
		return d, err
	}
	defer s.Close()
	m := &measurement{command: c, stage: s, world: visit.NewWorld(data), progress: progress,
		known: make(map[string]figures)}
	wring, err := looking.Wring(ctx, s.Dir())
	if err != nil {
		return d, err
	}
	if d.First, err = m.figures(ctx, steps.Set{}); err != nil {
		return d, err
	}
	d.Last = d.First
	for taken := (steps.Set{}); ; {
		l, err := m.look(ctx, wring, taken, chosen)
		if err != nil {
			return d, err
		}
		if l.Best == "" || len(d.Looks) > 0 && l.BestGain < c.least {
			break
		}
		d.Looks = append(d.Looks, l)
		if len(d.Looks) == c.versions {
			break
		}
		taken = taken.With(steps.Name(l.Taken))
		if d.Last, err = m.figures(ctx, taken); err != nil {
			return d, err
		}
	}
	d.agree()
	return d, nil
}

// agree sets by how much two scores of a version differ, and where wring live was
// right.
func (d *led) agree() {
	squares := 0.0
	for _, l := range d.Looks {
		apart := visit.Apart([]float64{l.Score, l.Again}) / 100
		squares += apart * apart
	}
	d.Noise = math.Sqrt(squares / float64(max(len(d.Looks), 1)))
	for i := range d.Looks {
		l := &d.Looks[i]
		l.Agrees = slices.ContainsFunc(l.First, func(step string) bool {
			return step == l.Best || l.Gains[step]*(1+d.Noise) >= l.BestGain
		})
	}
}

// look captures a version, and measures it with each of the open steps.
func (m *measurement) look(ctx context.Context, wring string, taken, chosen steps.Set) (look,
	error) {
	l := look{Steps: taken.String(), Conclusions: []concluded{}, First: []string{},
		Gains: map[string]float64{}, Predicted: map[string]float64{}}
	before, err := m.figures(ctx, taken)
	if err != nil {
		return l, err
	}
	l.Score = before.Score
	open := []steps.Name{}
	for _, step := range steps.All() {
		if !chosen.Has(step.Name) || taken.Has(step.Name) {
			continue
		}
		open = append(open, step.Name)
		after, err := m.figures(ctx, taken.With(step.Name))
		if err != nil {
			return l, err
		}
		l.Gains[string(step.Name)] = after.Score
	}
	if len(open) == 0 {
		return l, nil
	}
	delete(m.known, taken.String())
	again, err := m.figures(ctx, taken)
	if err != nil {
		return l, err
	}
	l.Again = again.Score
	for _, step := range open {
		gain := l.Gains[string(step)] / ((l.Score + l.Again) / 2)
		l.Gains[string(step)] = gain
		if gain > l.BestGain {
			l.Best, l.BestGain = string(step), gain
		}
	}
	said, err := m.capture(ctx, wring, taken)
	if err != nil {
		return l, err
	}
	l.judge(said, open, m.command.clients)
	fmt.Fprintf(m.progress, "descent: wring live says %s, most gains %s (%.2f): %s\n",
		strings.Join(l.First, " or "), l.Best, l.BestGain, l.Steps)
	return l, nil
}

// judge holds what wring live said against what was measured.
func (l *look) judge(said looking.Report, open []steps.Name, clients int) {
	l.Requests = said.Total.Count
	saved := map[string]float64{} // by step: of what saves the same the most, and the sum
	for i, c := range said.Conclusions {
		most := map[string]float64{}
		for j, one := range append([]looking.Conclusion{c}, c.Also...) {
			step := string(stepOf(one, open))
			l.Conclusions = append(l.Conclusions, concluded{Code: one.Code, Place: one.Place,
				Also: j > 0, Step: step, Predicted: said.Gain(one.Expected, clients)})
			if step == "" {
				continue
			}
			most[step] = max(most[step], one.Expected)
			if i == 0 && !slices.Contains(l.First, step) {
				l.First = append(l.First, step)
			}
		}
		for step, seconds := range most {
			saved[step] += seconds
		}
	}
	for step, seconds := range saved {
		l.Predicted[step] = said.Gain(seconds, clients)
	}
	l.Taken = l.Best
	if len(l.First) > 0 {
		l.Taken = l.First[0]
	}
}

// captured is how long a capture goes on at least: looks are few in a second.
const captured = 10 * time.Second

// capture runs wring live on a version while visitors use it.
func (m *measurement) capture(ctx context.Context, wring string,
	taken steps.Set) (said looking.Report, err error) {
	lasts := max(m.command.lasts, captured)
	log := filepath.Join(m.stage.Dir(), fmt.Sprintf("access-%d.log", len(m.known)))
	err = m.stage.Play(ctx, taken, func(service *stage.Service) error {
		_, err := looking.Used(ctx, visit.Options{Base: service.Base, World: m.world,
			Clients: m.command.clients, Warmup: m.command.warmup,
			For: lasts + looking.Slack(lasts)}, func() (err error) {
			said, err = looking.Look(ctx, wring, log, service, lasts, "-mysql",
				stage.DSN(m.stage.Server))
			return err
		})
		return err
	}, looking.Args(log)...)
	if err != nil {
		return said, fmt.Errorf("looking at the steps %s: %w", taken, err)
	}
	return said, nil
}
