// Package expo writes measurements as lines of text.
package expo

import (
	"fmt"
	"strconv"
	"strings"
)

// Gauge is one measurement.
type Gauge struct {
	Name   string
	Labels []Label
	Value  int64
}

// Label tells gauges of one name apart.
type Label struct{ Name, Value string }

// Line returns a gauge as a line.
func Line(g Gauge) string {
	var labels []string
	for _, l := range g.Labels {
		labels = append(labels, l.Name+"="+strconv.Quote(l.Value))
	}
	return fmt.Sprintf("%s{%s} %d", g.Name, strings.Join(labels, ","), g.Value)
}

// All returns all gauges.
func All(list []Gauge) string {
	out := ""
	for _, g := range list {
		out += Line(g) + "\n"
	}
	return out
}

// Names returns each name once.
func Names(list []Gauge) []string {
	seen := map[string]bool{}
	var names []string
	for _, g := range list {
		if !seen[g.Name] {
			seen[g.Name] = true
			names = append(names, g.Name)
		}
	}
	return names
}

// Path returns the parts of a name.
func Path(name string) []string {
	var parts []string
	for _, p := range strings.Split(name, "_") {
		parts = append(parts, fmt.Sprintf("%s", p))
	}
	return parts
}
