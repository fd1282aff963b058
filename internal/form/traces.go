package form

import (
	"fmt"
	"regexp"
	"strings"
)

// local matches what only makes sense on the machine where a file was written:
// folders of people and jobs, and the hosts that serve modules and packages.
// A program asks the go command for both.
var local = regexp.MustCompile(`(?:^|[^\w.-])(/(?:home|root|Users|work|tmp|var/folders)/\w+)` +
	`|\b((?:proxy|sum|index)\.golang\.org|goproxy\.\w+|registry\.npmjs|deb\.debian|pypi\.org)\b`)

// invented is where made-up examples live.
var invented = regexp.MustCompile(`^/home/(u|me|user|gopher)$`)

// traces wants nothing in the repository that depends on whose machine it was
// written on.
func traces(t *Tree) []Problem {
	var problems []Problem
	for _, f := range t.Files {
		if strings.HasPrefix(f.Path, "internal/form/testdata/") {
			continue // the cases of this check
		}
		number := 0
		for line := range strings.Lines(string(f.Data)) {
			number++
			for _, found := range local.FindAllStringSubmatch(line, -1) {
				if invented.MatchString(found[1]) {
					continue
				}
				problems = append(problems, Problem{Path: f.Path, Line: number,
					Text: fmt.Sprintf("%q belongs to one machine", found[1]+found[2])})
			}
		}
	}
	return problems
}
