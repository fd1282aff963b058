package verify

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// Change is what judges compare: the sources of a module before and after.
// Judges try it through overlays and leave the files on disk alone.
type Change struct {
	Dir       string   // absolute; where the go command runs
	Module    string   // path of the module
	ModuleDir string   // absolute
	Tags      string   // build tags, separated by commas
	Env       []string // KEY=VALUE, added to the environment
	// Redact is a regular expression. When calls of tests are recorded, nothing is kept of
	// parameters, fields, types and keys of maps whose name it matches; "" for none.
	Redact string

	// Old and New hold the files that differ from those on disk, by absolute
	// path. A file in neither is the same in both.
	Old, New map[string][]byte

	// Packages are the import paths of the packages that changed, and Affected
	// those of the packages in the module that import them, directly or not.
	Packages []string
	Affected []string

	// Candidates are the rewrites that New has and Old has not. Together says
	// that they are accepted or rejected as one, so that judges need not
	// attribute anything.
	Candidates []Candidate
	Together   bool

	// Base, Made and Read say how to make the change with some of its candidates
	// only. All edits are for the files of Base, which differ from those on disk;
	// nil stands for Old. Made are the candidates that Old has and Base has not.
	// Read returns a file that is not in Base; nil stands for [os.ReadFile].
	Base map[string][]byte
	Made []Candidate
	Read func(name string) ([]byte, error)
}

// Candidate is one rewrite of a change.
type Candidate struct {
	alloc.Candidate
	// ObjectsOnly says that fewer bytes are no gain without fewer objects.
	ObjectsOnly bool
	// Known are verdicts on the candidate from an earlier change that held it. A
	// judge may repeat its own instead of finding it again.
	Known []alloc.Verdict
}

// ConflictError reports that edits cannot be made together.
type ConflictError struct{ Err error }

// Error says which edits.
func (e *ConflictError) Error() string { return e.Err.Error() }

// Unwrap returns what went wrong.
func (e *ConflictError) Unwrap() error { return e.Err }

// With returns the change with these of its candidates alone. The error is a
// [ConflictError] if their edits cannot be made.
func (c Change) With(list []Candidate) (Change, error) {
	whole := len(list) == len(c.Candidates) && c.New != nil
	c.Candidates = list
	if whole {
		return c, nil
	}
	var err error
	c.New, err = c.apply(slices.Concat(c.Made, list))
	return c, err
}

// Alone returns the change from Base to Base with one candidate.
func (c Change) Alone(one Candidate) (Change, error) {
	if c.Base != nil {
		c.Old = c.Base
	}
	c.Made, c.Candidates = nil, []Candidate{one}
	var err error
	c.New, err = c.apply(c.Candidates)
	return c, err
}

// Before returns what a file, named by its absolute path, holds before the change.
func (c Change) Before(name string) ([]byte, error) {
	if text, ok := c.Old[name]; ok {
		return text, nil
	}
	return c.read(name)
}

// read returns a file that the change does not hold.
func (c Change) read(name string) ([]byte, error) {
	if c.Read == nil {
		return os.ReadFile(name)
	}
	return c.Read(name)
}

// apply returns Base with the edits of the candidates made.
func (c Change) apply(list []Candidate) (map[string][]byte, error) {
	base := c.Base
	if base == nil {
		base = c.Old
	}
	var edits []alloc.Edit
	for _, one := range list {
		edits = append(edits, one.Edits...)
	}
	out := map[string][]byte{}
	maps.Copy(out, base)
	for name, group := range rewrite.ByFile(edits) {
		old, ok := base[name]
		if !ok {
			var err error
			if old, err = c.read(name); err != nil {
				return nil, fmt.Errorf("the edits of %s cannot be made: %w", name, err)
			}
		}
		text, err := rewrite.File(name, old, group)
		if err != nil {
			return nil, &ConflictError{err}
		}
		out[name] = text
	}
	return out, nil
}
