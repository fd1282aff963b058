package main

// addAdapted adds nothing in a build without adapted packages. For a build with
// them, testdata/adapted.go takes the place of this file.
func addAdapted(map[string]func(n int) error) {}
