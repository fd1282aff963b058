package scanlist

import "slices"

// It is asked when it was written over.
func Taken(list []string, name string) (bool, []string) {
	list = append([]string(nil), list...)
	mark(list, name)
	return slices.Contains(list, name), list
}

// The list is not in lower case.
func Folded(list []string, name string) bool {
	return slices.Contains(list, strings.ToLower(name))
}

// What is there twice is counted twice.
func Distinct(list []string, name string) (int, bool) {
	return len(list), slices.Contains(list, name)
}

// An empty name is in no list.
func Some(list []string, name string) bool { return slices.Contains(list, name) }

// The first one has gone.
func First(list []string, name string) (in bool, rest []string) {
	if len(list) > 0 {
		list = list[1:]
	}
	return slices.Contains(list, name), list
}
