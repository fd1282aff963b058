package propose

import (
	"cmp"
	"context"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// VetOptions say which packages to look at.
type VetOptions struct {
	Dir      string   // where patterns are read; "" for the current folder
	Patterns []string // as for the go command
	Tags     string   // build tags, separated by commas
	Env      []string // KEY=VALUE, added to the environment of the go command

	// Techniques are the names of those to ask; none means all that are not off
	// by default.
	Techniques []string

	// Weigh, when not nil, returns which part of production the lines of a
	// candidate have, and a weight by which the candidates are put in order.
	Weigh func(file string, lines [][2]int) (*alloc.Portion, float64)
}

// VetReport is what techniques propose for packages by their text alone.
// Nothing of it is measured or proven.
type VetReport struct {
	Version    int               `json:"version"`
	Verb       string            `json:"verb"`
	Candidates []alloc.Candidate `json:"candidates"`
	Warnings   []alloc.Warning   `json:"warnings"`
}

// Vet asks the techniques about the packages. Lists in the report are never nil.
func Vet(ctx context.Context, opt VetOptions) (VetReport, error) {
	rep := VetReport{Version: alloc.ReportVersion, Verb: "vet",
		Candidates: []alloc.Candidate{}, Warnings: []alloc.Warning{}}
	asked, err := Choose(opt.Techniques)
	if err != nil {
		return rep, err
	}
	answer, err := Ask(ctx, Question{Dir: opt.Dir, Patterns: opt.Patterns, Tags: opt.Tags,
		Env: opt.Env, Techniques: asked, Leading: true})
	if err != nil {
		return rep, err
	}
	if opt.Weigh != nil {
		if err := opt.weigh(answer.Found); err != nil {
			return rep, err
		}
	}
	for _, f := range answer.Found {
		rep.Candidates = append(rep.Candidates, f.Candidate)
	}
	rep.Warnings = append(append(rep.Warnings, answer.NotLoaded...), answer.Failed...)
	return rep, nil
}

// weigh adds to what was found its part of production, and puts the heaviest
// first.
func (opt VetOptions) weigh(found []Found) error {
	weights := make(map[int]float64, len(found))
	texts := rewrite.Files{}
	order := make([]int, len(found))
	for i, f := range found {
		lines, err := helped(f, texts)
		if err != nil {
			return err
		}
		found[i].Production, weights[i] = opt.Weigh(f.File, lines)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(weights[b], weights[a])
	})
	sorted := make([]Found, len(found))
	for i, from := range order {
		sorted[i] = found[from]
	}
	copy(found, sorted)
	return nil
}
