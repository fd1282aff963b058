// Package pprof writes a record as profile.proto, the format of `go tool pprof`,
// speedscope, Pyroscope and others. The profile is exact: its totals are those
// of the record, and each sample carries its benchmark, type and sizes as
// labels, so that -tagfocus and -tagroot work on them.
package pprof

import (
	"fmt"
	"io"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
)

// Write writes rec to w as a compressed profile. The same record gives the same
// profile: the time of measuring is not in it.
//
// Figures are totals over all operations of each benchmark, first-use objects
// included; the profile's comments tell the operations if benchmarks are few.
func Write(w io.Writer, rec *alloc.Record) error {
	if err := rec.Check(); err != nil {
		return fmt.Errorf("cannot write the record as a profile: %w", err)
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{
			{Type: "alloc_objects", Unit: "count"},
			{Type: "alloc_space", Unit: "bytes"},
		},
		DefaultSampleType: "alloc_objects",
		// One sample per byte is how the runtime's profiler says that
		// nothing was left out.
		PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"},
		Period:     1,
		Comments:   comments(rec),
	}
	addPlaces(p, rec)
	addSamples(p, rec)
	return p.Write(w)
}

// listed is how many benchmarks the comments name: pprof prints them above
// everything.
const listed = 4

// comments says what `pprof -comments` shows: how the profile came about.
func comments(rec *alloc.Record) []string {
	trust := "exact"
	if !rec.Exact {
		trust = "SAMPLED, counts are estimates"
	}
	head := []string{"wring", trust, rec.Module, rec.Go, rec.GOOS, rec.GOARCH}
	lines := []string{strings.Join(strings.Fields(strings.Join(head, " ")), " ")}
	if len(rec.Benchmarks) > listed {
		return append(lines, fmt.Sprintf("%d benchmarks: -tags lists them", len(rec.Benchmarks)))
	}
	for _, b := range rec.Benchmarks {
		lines = append(lines, fmt.Sprintf("%s: %d operations, %d objects, %d bytes",
			b.FullName(), b.N, b.Objects, b.Bytes))
	}
	return lines
}

// addPlaces adds a location for each frame of rec, with IDs that are one more
// than the frame's index. An inlined call has a location of its own: the
// record does not say which calls share an instruction.
func addPlaces(p *profile.Profile, rec *alloc.Record) {
	// Says that there is nothing left to find out from a binary.
	mapping := &profile.Mapping{
		ID: 1, File: rec.Module,
		HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true,
	}
	p.Mapping = []*profile.Mapping{mapping}
	type name struct{ fn, file string }
	functions := make(map[name]*profile.Function)
	for i, frame := range rec.Frames {
		key := name{frame.Func, frame.File}
		fn := functions[key]
		if fn == nil {
			fn = &profile.Function{
				ID:         uint64(len(p.Function) + 1),
				Name:       frame.Func,
				SystemName: frame.Func,
				Filename:   frame.File,
			}
			functions[key] = fn
			p.Function = append(p.Function, fn)
		}
		p.Location = append(p.Location, &profile.Location{
			ID:      uint64(i + 1),
			Mapping: mapping,
			Line:    []profile.Line{{Function: fn, Line: int64(frame.Line)}},
		})
	}
}

// addSamples adds the samples of rec, to the locations of addPlaces.
func addSamples(p *profile.Profile, rec *alloc.Record) {
	stacks := make([][]*profile.Location, len(rec.Stacks))
	for i, stack := range rec.Stacks {
		for _, frame := range stack {
			stacks[i] = append(stacks[i], p.Location[frame])
		}
	}
	for _, s := range rec.Samples {
		sample := &profile.Sample{
			Location: stacks[s.Stack],
			Value:    []int64{int64(s.Objects), int64(s.Bytes())},
			Label:    map[string][]string{"benchmark": {rec.Benchmarks[s.Benchmark].FullName()}},
			NumLabel: map[string][]int64{
				"bytes": {int64(s.Charged)}, // the label that the runtime's profiler uses
				"size":  {int64(s.Size)},
			},
			NumUnit: map[string][]string{"bytes": {"bytes"}, "size": {"bytes"}},
		}
		if s.Type != "" {
			sample.Label["type"] = []string{s.Type}
		}
		if s.Labels < len(rec.LabelSets) {
			addLabels(sample, rec.LabelSets[s.Labels])
		}
		p.Sample = append(p.Sample, sample)
	}
}

// addLabels adds the profiler labels of the goroutine. Those that would be taken
// for what a sample says itself get another name.
func addLabels(sample *profile.Sample, set alloc.LabelSet) {
	for _, l := range set.Labels {
		key := l.Key
		switch key {
		case "benchmark", "type", "size", "bytes":
			key = "label " + key
		}
		sample.Label[key] = []string{l.Value}
	}
}
