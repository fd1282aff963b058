package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
)

// followUp returns a function that gives the command line for asking something
// more about the same books: from the record when there is one, and else by
// measuring the same again.
func (m *measuring) followUp(patterns []string) func(verb string, args ...string) []string {
	return func(verb string, args ...string) []string {
		words := []string{"wring", verb}
		if file := cmp.Or(m.from, m.out); file != "" {
			return append(append(words, "-from", file), args...)
		}
		for _, name := range []string{"C", "bench", "run", "tags", "n", "timeout", "sampled"} {
			words = append(words, m.given(name)...)
		}
		for _, source := range m.live.profiles {
			words = append(words, "-profile", source)
		}
		if m.live.revision != "" {
			words = append(words, "-revision", m.live.revision)
		}
		return append(append(words, args...), patterns...)
	}
}

// given returns a flag as it was given, or nothing.
func (m *measuring) given(name string) []string {
	var words []string
	m.flags.Visit(func(f *flag.Flag) {
		switch value := f.Value.String(); {
		case f.Name != name:
		case value == "true":
			words = []string{"-" + name}
		default:
			words = []string{"-" + name, value}
		}
	})
	return words
}

// refuse returns an error for the first of the flags that was given.
func (m *measuring) refuse(why string, names ...string) error {
	var err error
	m.flags.Visit(func(f *flag.Flag) {
		if err == nil && slices.Contains(names, f.Name) {
			err = fmt.Errorf("%s: leave -%s away", why, f.Name)
		}
	})
	return err
}
