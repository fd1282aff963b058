package wring

import (
	"context"
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
	"github.com/wring-go/wring/technique/vettool"
)

// VetOptions say what to look at.
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
	asked, err := chooseTechniques(opt.Techniques)
	if err != nil {
		return rep, err
	}
	pkgs, warnings, err := load.Typed(ctx, load.Config{
		Dir: opt.Dir, Patterns: opt.Patterns, Tags: opt.Tags, Env: opt.Env})
	if err != nil {
		return rep, err
	}
	rep.Warnings = append(rep.Warnings, warnings...)
	found, warnings := technique.Propose(pkgs, asked)
	rep.Candidates = append(rep.Candidates, found...)
	rep.Warnings = append(rep.Warnings, warnings...)
	return rep, nil
}

// chooseTechniques returns the techniques of these names; without names, those
// that are not off by default.
func chooseTechniques(names []string) ([]technique.Technique, error) {
	var chosen []technique.Technique
	if len(names) == 0 {
		for _, t := range all.All {
			if t.Off == "" {
				chosen = append(chosen, t)
			}
		}
		return chosen, nil
	}
	for _, name := range names {
		t, err := Technique(name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, t)
	}
	return chosen, nil
}

// Techniques returns every technique, by name.
func Techniques() []technique.Technique { return all.All }

// Technique returns the technique of that name.
func Technique(name string) (technique.Technique, error) {
	var names []string
	for _, t := range all.All {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return technique.Technique{}, fmt.Errorf("no technique is named %q; there are %s",
		name, strings.Join(names, ", "))
}

// TechniquePage returns the manual page of a technique, in Markdown.
func TechniquePage(name string) (page string, ok bool) { return all.Page(name) }

// IsVetTool reports whether a process with these arguments was started by go
// vet -vettool, or another build system, to look at one package.
func IsVetTool(args []string) bool { return vettool.Called(args) }

// VetTool does what the arguments of such a process want, and ends it.
func VetTool() { vettool.Main() }
