// Package propose asks the techniques about packages, for all who want to know
// what could be rewritten. Nothing here measures, and nothing is proven.
package propose

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
)

// Choose returns the techniques of these names; without names, those that are
// not off by default.
func Choose(names []string) ([]technique.Technique, error) {
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

// renamed holds the present names of techniques by their former ones, which keep
// working for one release.
var renamed = map[string]string{
	"asis":        "reuseinput",
	"bytesstring": "dropconv",
	"constant":    "constvar",
	"deadslice":   "unreadslice",
	"formatcall":  "nofmt",
	"scratch":     "stackbuf",
	"timeformat":  "appendtime",
}

// Technique returns the technique of that name, which may be its former one.
func Technique(name string) (technique.Technique, error) {
	if now, ok := renamed[name]; ok {
		name = now
	}
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
