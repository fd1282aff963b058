// Package steps names what was done to the photo service on the way from its
// first version to its last. Each step can be taken alone.
package steps

import (
	"fmt"
	"slices"
	"strings"
)

// Name is the name of a step, as on a command line.
type Name string

// The steps, in the order in which they are taken.
const (
	Index       Name = "index"
	Limit       Name = "limit"
	Hash        Name = "hash"
	Join        Name = "join"
	Templates   Name = "templates"
	Fix         Name = "fix"
	TagScan     Name = "tagscan"
	Interpolate Name = "interpolate"
	Pool        Name = "pool"
	SessionLock Name = "sessionlock"
	Files       Name = "files"
	Validators  Name = "validators"
	Users       Name = "users"
	Comments    Name = "comments"
	Posts       Name = "posts"
	Sessions    Name = "sessions"
	Append      Name = "append"
	Pages       Name = "pages"
	Buffers     Name = "buffers"
	Stream      Name = "stream"
	GOGC        Name = "gogc"
)

// Step is a step with what it does, in a few words.
type Step struct {
	Name  Name
	Title string
}

// All returns the steps in the order in which they are taken.
func All() []Step {
	return []Step{
		{Index, "indexes on what is asked for"},
		{Limit, "LIMIT instead of all posts"},
		{Hash, "passwords hashed in the process"},
		{Join, "one query for a page instead of one per row"},
		{Templates, "templates parsed once"},
		{Fix, "what wring fix rewrites: an expression compiled once, text appended"},
		{TagScan, "tags found by a scan instead of an expression"},
		{Interpolate, "interpolateParams instead of a statement prepared per query"},
		{Pool, "as many idle connections as open ones"},
		{SessionLock, "the lock of the sessions not held over a query"},
		{Files, "pictures as files"},
		{Validators, "ETag, 304 and Cache-Control"},
		{Users, "users in memory"},
		{Comments, "comments in memory"},
		{Posts, "posts in memory"},
		{Sessions, "sessions in memory"},
		{Append, "appended HTML instead of templates"},
		{Pages, "pages kept until something changes, renewed with kit/coalesce"},
		{Buffers, "buffers of pages used again, with kit/pool"},
		{Stream, "uploads read as a stream"},
		{GOGC, "GOGC=400"},
	}
}

// Set is the steps that are taken.
type Set map[Name]bool

// Has reports whether a step is taken.
func (s Set) Has(n Name) bool { return s[n] }

// Full returns the set of all steps.
func Full() Set {
	s := Set{}
	for _, step := range All() {
		s[step.Name] = true
	}
	return s
}

// With returns s with one step more.
func (s Set) With(n Name) Set { return s.set(n, true) }

// Without returns s with one step less.
func (s Set) Without(n Name) Set { return s.set(n, false) }

func (s Set) set(n Name, taken bool) Set {
	c := Set{n: taken}
	for name, had := range s {
		if name != n {
			c[name] = had
		}
	}
	return c
}

// String returns s as Parse reads it.
func (s Set) String() string {
	var names, others []string
	for _, step := range All() {
		if s[step.Name] {
			names = append(names, string(step.Name))
		} else {
			others = append(others, "-"+string(step.Name))
		}
	}
	switch {
	case len(names) == 0:
		return "none"
	case len(names) > len(others):
		return strings.Join(append([]string{"all"}, others...), ",")
	}
	return strings.Join(names, ",")
}

// Parse reads names with commas between. "all" is every step and "none" no step;
// a name with a minus sign before it is left out, as in "all,-index".
func Parse(text string) (Set, error) {
	s := Set{}
	for part := range strings.SplitSeq(text, ",") {
		name, left := strings.CutPrefix(strings.TrimSpace(part), "-")
		switch {
		case name == "" || name == "none":
		case name == "all":
			s = Full()
		case slices.ContainsFunc(All(), func(step Step) bool { return string(step.Name) == name }):
			s[Name(name)] = !left
		default:
			return nil, fmt.Errorf("there is no step %q; there are all, none, %s", name, names())
		}
	}
	return s, nil
}

func names() string {
	var all []string
	for _, step := range All() {
		all = append(all, string(step.Name))
	}
	return strings.Join(all, ", ")
}
