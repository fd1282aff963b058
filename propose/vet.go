package propose

import (
	"context"

	"github.com/wring-go/wring/alloc"
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
		Env: opt.Env, Techniques: asked})
	if err != nil {
		return rep, err
	}
	for _, f := range answer.Found {
		rep.Candidates = append(rep.Candidates, f.Candidate)
	}
	rep.Warnings = append(append(rep.Warnings, answer.NotLoaded...), answer.Failed...)
	return rep, nil
}
