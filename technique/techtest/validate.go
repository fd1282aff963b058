package techtest

import (
	"errors"
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// properName is what techniques, and so the folders, are called.
var properName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// Validate reports everything that is wrong with the declarations of the
// techniques.
func Validate(list []technique.Technique) error {
	var errs []error
	var analyzers []*analysis.Analyzer
	seen := make(map[string]bool)
	for _, t := range list {
		if t.Analyzer == nil {
			errs = append(errs, fmt.Errorf("technique %q has no analyzer", t.Title))
			continue
		}
		if seen[t.Name] {
			errs = append(errs, fmt.Errorf("two techniques are called %s", t.Name))
		}
		seen[t.Name] = true
		analyzers = append(analyzers, t.Analyzer)
		errs = append(errs, validate(t)...)
	}
	if len(errs) == 0 {
		return analysis.Validate(analyzers)
	}
	return errors.Join(errs...)
}

// validate reports what is wrong with the declaration of one technique.
func validate(t technique.Technique) []error {
	var errs []error
	complain := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("technique "+t.Name+": "+format, args...))
	}
	if !properName.MatchString(t.Name) {
		complain("the name must be lower-case letters and digits, like its folder")
	}
	if t.Title == "" || t.Doc == "" {
		complain("it needs a title and a doc")
	}
	if len(t.Causes) == 0 {
		complain("it must name the causes that it answers")
	}
	if !technique.Ask.Allows(t.Risk) {
		complain("the risk is %q, and must be safe, checked or ask", t.Risk)
	}
	if a := usesFacts(t.Analyzer); a != nil {
		complain("%s uses facts, and dependencies have no syntax", a.Name)
	}
	return errs
}

// usesFacts returns the first analyzer that a needs, itself included, which
// has facts about packages.
func usesFacts(a *analysis.Analyzer) *analysis.Analyzer {
	if len(a.FactTypes) > 0 {
		return a
	}
	for _, need := range a.Requires {
		if found := usesFacts(need); found != nil {
			return found
		}
	}
	return nil
}
