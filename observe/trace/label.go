package trace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// What the tracer in a program has room for; see overlay/runtime/wring_label.go.
const (
	MaxLabelKeys  = 8    // keys that can be asked for
	maxLabelSets  = 4096 // sets of values that are told apart
	maxLabelValue = 1024 // bytes of a value
)

// askFor notes the keys of labels that objects are told apart by.
func (b *builder) askFor(keys []string) {
	if len(keys) == 0 {
		return
	}
	b.rec.LabelKeys = keys
	b.labels[""] = 0
	b.rec.LabelSets = []alloc.LabelSet{{Labels: []alloc.Label{}}}
}

// labelSet returns the index in the record of a set of labels in d.
func (b *builder) labelSet(d *decoder, id uint64) int {
	if id == 0 {
		return 0
	}
	set := alloc.LabelSet{Labels: d.labels[id], Other: len(d.labels[id]) == 0}
	var key strings.Builder
	for _, l := range set.Labels {
		fmt.Fprintf(&key, "%q=%q ", l.Key, l.Value)
	}
	if set.Other {
		key.WriteString("other")
	}
	i, ok := b.labels[key.String()]
	if !ok {
		i = len(b.rec.LabelSets)
		b.labels[key.String()] = i
		b.rec.LabelSets = append(b.rec.LabelSets, set)
	}
	return i
}

// labelSets adds the sets of labels under which nothing was allocated.
func (b *builder) labelSets(d *decoder) {
	for _, id := range slices.Sorted(maps.Keys(d.labels)) {
		b.labelSet(d, id)
	}
}

// labelDoubts adds warnings about keys that no goroutine had, and about sets that
// found no room.
func (b *builder) labelDoubts(pkg string, d *decoder) {
	var never []string
	for _, key := range b.rec.LabelKeys {
		if !d.hasLabel(key) {
			never = append(never, key)
		}
	}
	if len(never) > 0 {
		b.warn(alloc.Warning{Code: alloc.WarnNoLabel, Package: pkg, Text: fmt.Sprintf(
			"no goroutine of %s had the label %s: set it with pprof.Do, or let kit/route set "+
				"route for each handler", pkg, strings.Join(never, " or "))})
	}
	if i, ok := b.labels["other"]; ok {
		var objects uint64
		for _, c := range b.rec.Samples {
			if c.Labels == i {
				objects += c.Objects
			}
		}
		b.warn(alloc.Warning{Code: alloc.WarnManyLabels, Package: pkg, Text: fmt.Sprintf(
			"%d objects are booked to (other): the tracer tells %d sets of labels apart, with "+
				"values of at most %d bytes: label with the pattern of a route, not with a path",
			objects, maxLabelSets, maxLabelValue)})
	}
}

// hasLabel reports whether some goroutine had a label with that key. A program
// whose labels found no room has it, too.
func (d *decoder) hasLabel(key string) bool {
	for id, set := range d.labels {
		if id != 0 && len(set) == 0 ||
			slices.ContainsFunc(set, func(l alloc.Label) bool { return l.Key == key }) {
			return true
		}
	}
	return false
}
