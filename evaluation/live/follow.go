package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/serving"
)

// problem is one that is planted: its solution, and the conclusion that asks for it,
// by its code and, where several have that, words of which it has one.
type problem struct {
	solution, code string
	words          []string
}

func planted() []problem {
	return []problem{
		{"index", "missing-index", nil},
		{"join", "n-plus-one", nil},
		{"sum", "unbounded-query", nil},
		{"parsed", "templates-per-request", nil},
		{"inprocess", "command-per-request", nil},
		{"files", "blob-in-database", nil},
		{"unlocked", "lock-held-over-wait", nil},
		{"prepared", "prepared-once", nil},
		{"seats", "no-cache", []string{"read of seats"}},
		{"totals", "no-cache", []string{"read of sales", "GET /takings", "GET /shows/{id}"}},
		{"halls", "no-cache", []string{"read of halls"}},
	}
}

// solutionOf returns what solves what a conclusion is about, or "".
func solutionOf(c looking.Conclusion) string {
	for _, p := range planted() {
		if p.code == c.Code && (p.words == nil || slices.ContainsFunc(p.words, func(w string) bool {
			return c.Place == w || strings.Contains(c.Text, w+",")
		})) {
			return p.solution
		}
	}
	return ""
}

// result is what was found of all versions.
type result struct {
	Version  int       `json:"version"` // 1
	Noise    float64   `json:"noise"`   // by what part two measurements of one version differ
	Versions []version `json:"versions"`
}

// version is what was concluded about a version, and what was measured.
type version struct {
	Solved []string           `json:"solved"`
	First  []string           `json:"first"` // solutions of the first conclusion
	Code   string             `json:"code"`
	Place  string             `json:"place"`
	Best   string             `json:"best"` // the solution that gains most
	Agrees bool               `json:"agrees"`
	Gains  map[string]float64 `json:"gains"` // by solution, and what was predicted:
	Said   map[string]float64 `json:"predicted_gains"`
	Apart  float64            `json:"apart"` // by what part its two measurements differ
}

// follow goes from the first version to the last as wring live says.
func (t *trial) follow(ctx context.Context) (result, error) {
	r := result{Version: 1, Versions: []version{}}
	// The first start fills the database.
	if _, err := t.rate(ctx, nil); err != nil {
		return r, err
	}
	for solved := []string{}; len(solved) < len(planted()); {
		v, err := t.version(ctx, solved)
		if err != nil {
			return r, err
		}
		if v.Gains[v.Best] < t.least {
			break
		}
		if r.Versions = append(r.Versions, v); len(r.Versions) == t.versions {
			break
		}
		next := v.Best
		if len(v.First) > 0 {
			next = v.First[0]
		}
		fmt.Fprintf(t.progress, "live: wring live says %s (%.2f), most gains %s (%.2f): %v\n",
			strings.Join(v.First, " or "), v.Said[next], v.Best, v.Gains[v.Best], solved)
		solved = append(slices.Clone(solved), next)
	}
	r.agree()
	return r, nil
}

// agree sets by how much two measurements of a version differ, and where wring live
// was right.
func (r *result) agree() {
	squares := 0.0
	for _, v := range r.Versions {
		squares += v.Apart * v.Apart
	}
	r.Noise = math.Sqrt(squares / float64(max(len(r.Versions), 1)))
	for i := range r.Versions {
		v := &r.Versions[i]
		v.Agrees = slices.ContainsFunc(v.First, func(solution string) bool {
			return v.Gains[solution]*(1+r.Noise) >= v.Gains[v.Best]
		})
	}
}

// version measures a version before and after those with one more problem solved.
func (t *trial) version(ctx context.Context, solved []string) (v version, err error) {
	v = version{Solved: solved, First: []string{}, Gains: map[string]float64{},
		Said: map[string]float64{}}
	before, err := t.rate(ctx, solved)
	if err != nil {
		return v, err
	}
	with := map[string]float64{}
	for _, p := range planted() {
		next := p.solution
		if slices.Contains(solved, next) {
			continue
		}
		if with[next], err = t.rate(ctx, append(slices.Clone(solved), next)); err != nil {
			return v, err
		}
	}
	after, err := t.rate(ctx, solved)
	if err != nil {
		return v, err
	}
	said, err := t.capture(ctx, solved)
	if err != nil {
		return v, err
	}
	for next, rate := range with {
		v.Gains[next] = rate / ((before + after) / 2)
		if v.Best == "" || v.Gains[next] > v.Gains[v.Best] {
			v.Best = next
		}
	}
	v.Apart = max(before, after)/min(before, after) - 1
	v.judge(said, t.clients)
	return v, nil
}

// judge holds what wring live said against what was measured.
func (v *version) judge(said looking.Report, clients int) {
	for i, c := range said.Conclusions {
		if i == 0 {
			v.Code, v.Place = c.Code, c.Place
		}
		for _, one := range append([]looking.Conclusion{c}, c.Also...) {
			solution := solutionOf(one)
			if v.Gains[solution] == 0 {
				continue // none, or one that was solved before
			}
			v.Said[solution] = max(v.Said[solution], said.Gain(one.Expected, clients))
			if i == 0 && !slices.Contains(v.First, solution) {
				v.First = append(v.First, solution)
			}
		}
	}
}

// rate returns the answers per second of a version.
func (t *trial) rate(ctx context.Context, solved []string) (rate float64, err error) {
	err = t.play(ctx, strings.Join(solved, ","), func(s *stage.Service, _ string) error {
		var done atomic.Int64
		stop := use(ctx, s, t.clients, &done)
		pause(ctx, t.lasts/4)
		begin, n := time.Now(), done.Load()
		pause(ctx, t.lasts)
		rate = float64(done.Load()-n) / time.Since(begin).Seconds()
		return errors.Join(stop(), ctx.Err())
	})
	if err == nil && rate <= 0 {
		err = errors.New("nothing was answered; -for should be longer")
	}
	return rate, err
}

// capture returns what wring live says of a version.
func (t *trial) capture(ctx context.Context, solved []string) (said looking.Report, err error) {
	err = t.play(ctx, strings.Join(solved, ","), func(s *stage.Service, log string) (err error) {
		var done atomic.Int64
		stop := use(ctx, s, t.clients, &done)
		pause(ctx, t.lasts/4)
		flags := []string{"-postgres", t.dsn}
		if t.keep != "" {
			name := fmt.Sprintf("%d.live", len(solved)+1)
			flags = append(flags, "-o", filepath.Join(t.keep, name))
		}
		said, err = looking.Look(ctx, t.wring, log, s, max(2*t.lasts, 5*time.Second), flags...)
		return errors.Join(err, stop())
	})
	return said, err
}

// write writes the tables as Markdown.
func (r result) write(w io.Writer) error {
	var out strings.Builder
	agreed := 0
	for _, v := range r.Versions {
		if v.Agrees {
			agreed++
		}
	}
	fmt.Fprintf(&out, "The first conclusion was the problem whose solution gains most in %d of %d "+
		"versions. Two measurements\nof one version are %.1f %% apart (root mean square).\n\n"+
		"| solved | "+
		"first conclusion | at | predicted | measured | gains most | by | agrees |\n"+
		"|---|---|---|--:|--:|---|--:|---|\n", agreed, len(r.Versions), 100*r.Noise)
	var apart []float64
	for i, v := range r.Versions {
		last := "nothing"
		if i > 0 {
			last = v.Solved[len(v.Solved)-1]
		}
		said, measured := "-", "-"
		if len(v.First) > 0 {
			said = fmt.Sprintf("%.2f", v.Said[v.First[0]])
			measured = fmt.Sprintf("%.2f", v.Gains[v.First[0]])
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %.2f | %s |\n", last, v.Code, v.Place,
			said, measured, v.Best, v.Gains[v.Best],
			map[bool]string{true: "yes", false: "no"}[v.Agrees])
		for solution, predicted := range v.Said {
			apart = append(apart, math.Abs(predicted/v.Gains[solution]-1))
		}
	}
	if len(apart) > 0 {
		slices.Sort(apart)
		fmt.Fprintf(&out, "\nMedian error of a prediction: %.0f %% of the measured gain, over %d "+
			"of them.\n", 100*apart[len(apart)/2], len(apart))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// chance is by how many times what two measurements of a version differ a solution
// must make the service slower to be called that.
const chance = 2

// verdict returns an error when wring live was wrong too often.
func (r result) verdict() error {
	wrong := 0
	var list []string
	for i, v := range r.Versions {
		if !v.Agrees {
			wrong++
		}
		for solution := range v.Said {
			if v.Gains[solution] < 1-chance*r.Noise {
				list = append(list, fmt.Sprintf("%s makes version %d slower", solution, i+1))
			}
		}
	}
	if 5*wrong > len(r.Versions) {
		list = append(list, fmt.Sprintf("the first conclusion was another in %d of %d versions",
			wrong, len(r.Versions)))
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return serving.Refuted(strings.Join(list, "; "))
}
