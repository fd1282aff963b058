package humans

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// The halves of a list of commits. Techniques are tuned on the one; how far
// they reach beyond what they were tuned on, the other measures, whose commits
// must not be looked at.
const (
	tuneHalf = "tune"
	heldHalf = "held"
)

// read are projects of the other half whose histories were read in November 2026 while a
// technique was widened. Nothing is measured with them any more.
var read = []string{"sirupsen/logrus", "go-kit/log"}

// halfOf returns the half that a project is in, by its name alone: so a project
// keeps its half when others join the list.
func halfOf(project string) string {
	if slices.Contains(read, strings.ToLower(project)) {
		return tuneHalf
	}
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(project))) // never fails
	if h.Sum32()%2 == 0 {
		return tuneHalf
	}
	return heldHalf
}

// inHalf returns the commits of the projects in one half; all for "".
func inHalf(list []commit, half string) ([]commit, error) {
	switch half {
	case "":
		return list, nil
	case tuneHalf, heldHalf:
	default:
		return nil, fmt.Errorf("-half is %q; it must be %s or %s", half, tuneHalf, heldHalf)
	}
	some := slices.DeleteFunc(slices.Clone(list), func(c commit) bool {
		return halfOf(c.project) != half
	})
	if len(some) == 0 {
		return nil, fmt.Errorf("none of the commits is in the half %q", half)
	}
	return some, nil
}
