// Package scanlist has sets that are made of lists, and asked for one value, or for more.
package scanlist

import "strings"

// Known reports whether a list has a name.
func Known(list []string, name string) bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set[name]
}

// Taken reports whether a list had a name before it was written over.
func Taken(list []string, name string) (bool, []string) {
	list = append([]string(nil), list...)
	set := make(map[string]struct{}, len(list))
	for _, s := range list {
		set[s] = struct{}{}
	}
	mark(list, name)
	_, ok := set[name]
	return ok, list
}

func mark(list []string, name string) {
	for i, s := range list {
		if s == name {
			list[i] = s + "!"
		} else {
			list[i] = name
		}
	}
}

// Folded reports whether a list has a name in lower case.
func Folded(list []string, name string) bool {
	set := map[string]bool{}
	for _, s := range list {
		set[strings.ToLower(s)] = true
	}
	return set[name]
}

// Distinct returns how many names there are, and whether one of them is this.
func Distinct(list []string, name string) (int, bool) {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	n := len(set)
	return n, set[name]
}

// Some reports whether a list has a name behind the first one that is empty.
func Some(list []string, name string) bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = s != ""
	}
	return set[name]
}

// First reports whether a list has a name, and returns the rest of it.
func First(list []string, name string) (in bool, rest []string) {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	if len(list) > 0 {
		list = list[1:]
	}
	return set[name], list
}

// Number tells what kind a number is.
func Number(odd []int, n int) string {
	set := make(map[int]bool)
	for _, x := range odd {
		set[x] = true
	}
	if _, ok := set[n]; !ok {
		return "even"
	}
	return "odd"
}

// Behind follows the pointer to a list whether or not it is asked.
func Behind(list *[]string, name string) bool {
	set := map[string]bool{}
	for _, s := range *list {
		set[s] = true
	}
	return len(name) > 3 && set[name]
}
