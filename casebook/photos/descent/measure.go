package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// way is what was measured. Scores are points per minute.
type way struct {
	Version    int       `json:"version"` // 1
	Go         string    `json:"go"`
	Processors int       `json:"processors"`
	Load       string    `json:"load"` // of the machine before the run, over a minute
	Data       seed.Data `json:"data"`
	Seconds    float64   `json:"seconds"` // that each score took at least
	First      float64   `json:"first"`   // the score without any step
	Last       float64   `json:"last"`    // with all
	Steps      []taken   `json:"steps"`

	// FirstAgain and LastAgain are the scores of the same two versions at the
	// end: what differs from First and Last is noise.
	FirstAgain float64 `json:"first_again"`
	LastAgain  float64 `json:"last_again"`
}

// taken is a step that was taken.
type taken struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Score   float64 `json:"score"`   // with it and all steps before
	Alone   float64 `json:"alone"`   // of the first version with only it
	Without float64 `json:"without"` // of the last version without it
}

// measurement measures scores one after the other.
type measurement struct {
	command  command
	stage    *stage.Stage
	world    *visit.World
	progress io.Writer
	known    map[string]float64 // scores by the steps
}

func measure(ctx context.Context, c command, chosen steps.Set, progress io.Writer) (way, error) {
	data := seed.New(c.scale)
	w := way{Version: 1, Go: runtime.Version(), Processors: runtime.GOMAXPROCS(0),
		Load: loadAverage(), Data: data, Seconds: c.lasts.Seconds()}
	fmt.Fprintf(progress, "descent: filling a database with %+v\n", data)
	s, err := stage.Open(ctx, data)
	if err != nil {
		return w, err
	}
	defer s.Close()
	m := &measurement{c, s, visit.NewWorld(data), progress, make(map[string]float64)}
	all, sofar := steps.Set{}, steps.Set{}
	for _, step := range steps.All() {
		if chosen.Has(step.Name) {
			all = all.With(step.Name)
		}
	}
	if w.First, err = m.score(ctx, steps.Set{}); err != nil {
		return w, err
	}
	for _, step := range steps.All() {
		if !chosen.Has(step.Name) {
			continue
		}
		sofar = sofar.With(step.Name)
		t := taken{Name: string(step.Name), Title: step.Title}
		for _, s := range []struct {
			score *float64
			of    steps.Set
		}{{&t.Score, sofar}, {&t.Alone, steps.Set{}.With(step.Name)},
			{&t.Without, all.Without(step.Name)}} {
			if *s.score, err = m.score(ctx, s.of); err != nil {
				return w, err
			}
		}
		w.Steps = append(w.Steps, t)
	}
	if w.Last, err = m.score(ctx, all); err != nil {
		return w, err
	}
	clear(m.known)
	if w.LastAgain, err = m.score(ctx, all); err != nil {
		return w, err
	}
	w.FirstAgain, err = m.score(ctx, steps.Set{})
	return w, err
}

// score returns the score of a version, which is measured once.
func (m *measurement) score(ctx context.Context, of steps.Set) (float64, error) {
	name := of.String()
	if score, ok := m.known[name]; ok {
		return score, nil
	}
	err := m.stage.Play(ctx, of, func(service *stage.Service) error {
		r, err := visit.Run(ctx, visit.Options{Base: service.Base, World: m.world,
			Clients: m.command.clients, Warmup: m.command.warmup, For: m.command.lasts,
			Least: visit.EnoughAnswers})
		if err != nil {
			return err
		}
		m.known[name] = r.Score
		return r.Err()
	})
	if err != nil {
		return 0, fmt.Errorf("with the steps %s: %w", name, err)
	}
	fmt.Fprintf(m.progress, "descent: %10.0f %s\n", m.known[name], name)
	return m.known[name], nil
}

// loadAverage returns what other work the machine has.
func loadAverage() string {
	data, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(data))
	if err != nil || len(fields) == 0 {
		return "unknown"
	}
	return fields[0]
}
