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

import "golang.org/x/tools/go/analysis"

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
	// LastResort says that its rewrites are tried only after those of other
	// techniques for the same code, because they keep state between calls.
	LastResort bool
	// ObjectsOnly says that its rewrites are worth it where they make fewer objects; fewer
	// bytes alone could keep another technique from doing that.
	ObjectsOnly bool

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
