package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// figures are what was measured of one version.
type figures struct {
	Score float64 `json:"score"` // points per minute

	// PerCPU is points per second of processor time of the service, its commands
	// and the database. Unlike the score it does not depend on what else the
	// machine does; but it does not see who waits.
	PerCPU float64 `json:"per_cpu_second"`
}

// way is what was measured.
type way struct {
	Version    int       `json:"version"` // 1
	Go         string    `json:"go"`
	Processors int       `json:"processors"`
	Load       string    `json:"load"` // of the machine before the run, over a minute
	Data       seed.Data `json:"data"`
	Seconds    float64   `json:"seconds"` // that each score took at least
	First      figures   `json:"first"`   // without any step
	Last       figures   `json:"last"`    // with all
	Steps      []taken   `json:"steps"`

	// FirstAgain and LastAgain are those of the same two versions at the end:
	// what differs from First and Last is noise.
	FirstAgain figures `json:"first_again"`
	LastAgain  figures `json:"last_again"`
}

// taken is a step that was taken.
type taken struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	After   figures `json:"after"`   // with it and all steps before
	Alone   figures `json:"alone"`   // of the first version with only it
	Without figures `json:"without"` // of the last version without it
}

// measurement measures scores one after the other.
type measurement struct {
	command  command
	stage    *stage.Stage
	world    *visit.World
	progress io.Writer
	known    map[string]figures // by the steps
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
	m := &measurement{command: c, stage: s, world: visit.NewWorld(data), progress: progress,
		known: make(map[string]figures)}
	all, sofar := steps.Set{}, steps.Set{}
	for _, step := range steps.All() {
		if chosen.Has(step.Name) {
			all = all.With(step.Name)
		}
	}
	if w.First, err = m.figures(ctx, steps.Set{}); err != nil {
		return w, err
	}
	for _, step := range steps.All() {
		if !chosen.Has(step.Name) {
			continue
		}
		sofar = sofar.With(step.Name)
		t := taken{Name: string(step.Name), Title: step.Title}
		for _, s := range []struct {
			to *figures
			of steps.Set
		}{{&t.After, sofar}, {&t.Alone, steps.Set{}.With(step.Name)},
			{&t.Without, all.Without(step.Name)}} {
			if *s.to, err = m.figures(ctx, s.of); err != nil {
				return w, err
			}
		}
		w.Steps = append(w.Steps, t)
	}
	if w.Last, err = m.figures(ctx, all); err != nil {
		return w, err
	}
	clear(m.known)
	if w.LastAgain, err = m.figures(ctx, all); err != nil {
		return w, err
	}
	w.FirstAgain, err = m.figures(ctx, steps.Set{})
	return w, err
}

// figures returns those of a version, which is measured once.
func (m *measurement) figures(ctx context.Context, of steps.Set) (figures, error) {
	name := of.String()
	if f, ok := m.known[name]; ok {
		return f, nil
	}
	var f figures
	err := m.stage.Play(ctx, of, func(service *stage.Service) error {
		var used [2]time.Duration
		r, err := visit.Run(ctx, visit.Options{Base: service.Base, World: m.world,
			Clients: m.command.clients, Warmup: m.command.warmup, For: m.command.lasts,
			Least: m.command.enough(), Edge: func(end int) (err error) {
				used[end], err = processorTime(service.PID, m.stage.Server.PID)
				return err
			}})
		if err != nil {
			return err
		}
		f = figures{r.Score, float64(r.Points) / max(used[1]-used[0], time.Millisecond).Seconds()}
		return r.Err()
	})
	if err != nil {
		return f, fmt.Errorf("with the steps %s: %w", name, err)
	}
	m.known[name] = f
	fmt.Fprintf(m.progress, "descent: %10.0f a minute, %6.0f a CPU second: %s\n", f.Score,
		f.PerCPU, name)
	return f, nil
}

// enough returns how many answers a score should consist of: fewer where scores are
// short on purpose.
func (c command) enough() int {
	return min(visit.EnoughAnswers, int(250*c.lasts.Seconds()))
}

// processorTime returns what processes have used so far.
func processorTime(pids ...int) (sum time.Duration, err error) {
	for _, pid := range pids {
		used, err := generator.ProcessCPU(pid)
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
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
