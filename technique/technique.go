// Package technique is the contract between those who propose rewrites and
// those who ask for them.
//
// A technique is an ordinary [analysis.Analyzer] with suggested fixes, wrapped
// in what wring wants to know besides. Each lives in a folder of its own below
// this one; technique/all lists them, technique/techtest runs their cases.
//
// A technique looks at one package, by syntax and types. It may not use facts
// about other packages: wring loads those without syntax. It reports each
// proposal with [Report], at the expression that allocates, because that is
// the line that was measured; and it proposes only what it would defend
// without the judges. They are there to catch what it did not think of.
package technique

import (
	"errors"
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"
)

// Technique is one way to get rid of allocations.
type Technique struct {
	*analysis.Analyzer
	// Title says what is done, as an order: "Give a slice its capacity".
	Title string
	// Causes are the names of the causes that it answers, as wring help causes
	// lists them; never empty.
	Causes []string
	Risk   Risk
	// Off says why it must be asked for by name; "" when it need not.
	Off string

	// overlay is the text of files that were loaded with other text than is on
	// disk; nil for none.
	overlay map[string][]byte
}

// Risk says how far a technique's proposals can be trusted when their matcher
// is right.
type Risk string

// The risks.
const (
	// Safe rewrites do the same for every program.
	Safe Risk = "safe"
	// Checked rewrites do the same for every sensible program; what they
	// assume, the manual page says and the judges check.
	Checked Risk = "checked"
	// Ask rewrites change something that other code could rely on.
	Ask Risk = "ask"
)

// Allows reports whether who accepts r accepts a technique with risk other.
func (r Risk) Allows(other Risk) bool { return rank(other) <= rank(r) }

// rank orders risks; unknown ones come last.
func rank(r Risk) int {
	switch r {
	case Safe:
		return 0
	case Checked:
		return 1
	case Ask:
		return 2
	}
	return 3
}

// properName is what techniques, and so the folders, are called.
var properName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// Validate reports everything that is wrong with the declarations of the
// techniques.
func Validate(list []Technique) error {
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
		errs = append(errs, t.validate()...)
	}
	if len(errs) == 0 {
		return analysis.Validate(analyzers)
	}
	return errors.Join(errs...)
}

func (t Technique) validate() []error {
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
	if rank(t.Risk) > rank(Ask) {
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
