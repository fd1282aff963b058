//go:build !goexperiment.arenas

package main

// addExperiment adds nothing in a build without the experiment.
func addExperiment(map[string]func(n int) error, int) {}
