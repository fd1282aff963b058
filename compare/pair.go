package compare

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/internal/symbol"
)

// pair finds for each site of one side the same site of the other. Sites are
// the same if they do the same, wherever they are: function and expression
// count, line numbers do not. The criteria are tried from the strictest on, and
// a site keeps the first partner that it finds.
func pair(old, new []*site) {
	for _, same := range criteria() {
		before := group(old, same)
		for key, after := range group(new, same) {
			for i := range min(len(before[key]), len(after)) {
				before[key][i].match, after[i].match = after[i], before[key][i]
			}
		}
	}
}

// shortest is the length at which a line is distinctive: "return x" and "}"
// occur everywhere.
const shortest = 12

// criteria return what two sites must have in common, as one text, or "" if a
// criterion does not apply to a site.
func criteria() []func(*site) string {
	join := func(parts ...string) string { return strings.Join(parts, "\x00") }
	return []func(*site) string{
		func(s *site) string { // the same line in the same function
			return join(s.pkg, function(s), line(s), s.Type)
		},
		func(s *site) string { // the same expression on a line that was edited
			if len(s.Reasons) == 0 {
				return ""
			}
			return join(s.pkg, function(s), s.Reasons[0], s.Type)
		},
		func(s *site) string { // the same line in another function
			if len(line(s)) < shortest {
				return ""
			}
			return join(s.pkg, line(s), s.Type)
		},
		func(s *site) string { // a line that was edited, for the same cause
			return join(s.pkg, function(s), s.Type, s.Cause)
		},
	}
}

// closure is the number that the compiler gives a function without a name.
var closure = regexp.MustCompile(`\.(func|gowrap|deferwrap)[0-9.]+`)

// function is a site's function without the path of its package and without the
// numbers of closures, which change when one is added before them.
func function(s *site) string {
	return closure.ReplaceAllString(symbol.Short(s.Func), ".$1")
}

// line is the text of a site's line, without what formatting changes.
func line(s *site) string { return strings.Join(strings.Fields(s.Source), " ") }

// group returns the sites without partner by what they have in common, each
// list in the order in which the sites stand.
func group(list []*site, same func(*site) string) map[string][]*site {
	groups := map[string][]*site{}
	for _, s := range list {
		if s.match != nil {
			continue
		}
		if key := same(s); key != "" {
			groups[key] = append(groups[key], s)
		}
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b *site) int {
			return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
		})
	}
	return groups
}
