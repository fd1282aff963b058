package web

import (
	"slices"
	"strconv"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
)

// The bounds of what is shown of a profile's labels: more of them cannot be told
// apart by colour, and each of their combinations is a tag.
const (
	maxLabels = 6
	maxTags   = 5000
)

// stacksOfProfile returns the stacks of a pprof profile of any kind, with its
// labels as kinds. Negative values, which differences have, are left out.
func stacksOfProfile(p *profile.Profile) stackSet {
	var s stackSet
	order := unitOrder(p)
	for _, i := range order {
		s.Units = append(s.Units, unit{p.SampleType[i].Type, p.SampleType[i].Unit})
	}
	s.Kinds = labels(p)
	b := profileBuilder{frames: map[alloc.Frame]int{}, stacks: map[string]int{}}
	var tags tagger
	for _, sample := range p.Sample {
		w := weight{Stack: b.stack(sample), Values: make([]int64, len(order))}
		for i, at := range order {
			w.Values[i] = max(0, sample.Value[at])
		}
		values := make([]string, len(s.Kinds))
		for i, kind := range s.Kinds {
			values[i] = labelOf(sample, kind)
		}
		if len(tags.tags) >= maxTags {
			clear(values)
		}
		w.Tag = tags.tag(values...)
		s.Samples = append(s.Samples, w)
	}
	s.Frames, s.Stacks, s.Tags = b.list, b.all, tags.tags
	return s
}

// unitOrder returns the indices of the sample types, the one that pprof shows
// first in front: the default one, else the last.
func unitOrder(p *profile.Profile) []int {
	var order []int
	for i, t := range p.SampleType {
		if t.Type == p.DefaultSampleType {
			order = slices.Insert(order, 0, i)
		} else {
			order = append(order, i)
		}
	}
	if p.DefaultSampleType == "" {
		slices.Reverse(order)
	}
	return order
}

// labels returns the keys of the labels, the most frequent first.
func labels(p *profile.Profile) []string {
	seen := make(map[string]int)
	for _, s := range p.Sample {
		for key := range s.Label {
			seen[key]++
		}
	}
	var keys []string
	for key := range seen {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if seen[a] != seen[b] {
			return seen[b] - seen[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
	return keys[:min(maxLabels, len(keys))]
}

func labelOf(s *profile.Sample, key string) string {
	if values := s.Label[key]; len(values) > 0 {
		return values[0]
	}
	return "none"
}

// profileBuilder gives numbers to frames and stacks.
type profileBuilder struct {
	frames map[alloc.Frame]int
	list   []alloc.Frame
	stacks map[string]int
	all    [][]int
	key    []byte
}

func (b *profileBuilder) stack(s *profile.Sample) int {
	b.key = b.key[:0]
	for _, loc := range s.Location {
		b.key = strconv.AppendUint(b.key, loc.ID, 36)
		b.key = append(b.key, ' ')
	}
	if at, ok := b.stacks[string(b.key)]; ok {
		return at
	}
	var stack []int
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			stack = append(stack, b.frame(line))
		}
		if len(loc.Line) == 0 {
			name := "0x" + strconv.FormatUint(loc.Address, 16)
			stack = append(stack, b.at(alloc.Frame{Func: name}))
		}
	}
	b.stacks[string(b.key)] = len(b.all)
	b.all = append(b.all, stack)
	return len(b.all) - 1
}

func (b *profileBuilder) frame(line profile.Line) int {
	f := alloc.Frame{Line: int(line.Line)}
	if line.Function != nil {
		f.Func, f.File = line.Function.Name, line.Function.Filename
	}
	return b.at(f)
}

func (b *profileBuilder) at(f alloc.Frame) int {
	at, ok := b.frames[f]
	if !ok {
		at = len(b.list)
		b.frames[f] = at
		b.list = append(b.list, f)
	}
	return at
}
