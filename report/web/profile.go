package web

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/pprofstacks"
)

// Profile is a pprof profile of any kind.
type Profile struct {
	stacks *pprofstacks.Profile
	data   []byte
}

// ReadProfile reads a profile in any format that pprof knows.
func ReadProfile(data []byte) (*Profile, error) {
	stacks, err := pprofstacks.Parse(data)
	if err == nil {
		return &Profile{stacks, data}, nil
	}
	old, errOld := profile.ParseData(data) // one of the formats from before
	if errOld != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := old.Write(&out); err != nil {
		return nil, err
	}
	if stacks, err = pprofstacks.Parse(out.Bytes()); err != nil {
		return nil, err
	}
	return &Profile{stacks, out.Bytes()}, nil
}

// Data returns the profile in the format of profile.proto, which may be compressed.
func (p *Profile) Data() []byte { return p.data }

// The bounds of what is shown of a profile's labels: more of them cannot be told
// apart by colour, and each of their combinations is a tag.
const (
	maxLabels = 6
	maxTags   = 5000
)

// stacksOfProfile returns the stacks of a profile, with its labels as kinds.
// Negative values, which differences have, are left out.
func stacksOfProfile(p *pprofstacks.Profile) stackSet {
	s := stackSet{Kinds: labels(p), Stacks: p.Stacks}
	order := unitOrder(p)
	for _, i := range order {
		s.Units = append(s.Units, unit(p.Types[i]))
	}
	for _, f := range p.Frames {
		s.Frames = append(s.Frames, alloc.Frame(f))
	}
	tags := tagsOf(p, s.Kinds, &s)
	values := make([]int64, len(p.Samples)*len(order))
	s.Samples = make([]weight, len(p.Samples))
	for i, sample := range p.Samples {
		w := values[i*len(order) : (i+1)*len(order) : (i+1)*len(order)]
		for j, at := range order {
			w[j] = max(0, sample.Values[at])
		}
		s.Samples[i] = weight{sample.Stack, tags[sample.Labels], w}
	}
	return s
}

// tagsOf returns the tag of each set of labels, and adds the tags to s.
func tagsOf(p *pprofstacks.Profile, kinds []string, s *stackSet) []int {
	var tags tagger
	list := make([]int, len(p.Labels))
	for i, set := range p.Labels {
		values := make([]string, len(kinds))
		for j, kind := range kinds {
			if len(tags.tags) < maxTags {
				values[j] = labelOf(set, kind)
			}
		}
		list[i] = tags.tag(values...)
	}
	s.Tags = tags.tags
	return list
}

// unitOrder returns the indices of the sample types, the one that pprof shows
// first in front: the default one, else the last.
func unitOrder(p *pprofstacks.Profile) []int {
	var order []int
	for i, t := range p.Types {
		if t.Name == p.Default {
			order = slices.Insert(order, 0, i)
		} else {
			order = append(order, i)
		}
	}
	if p.Default == "" {
		slices.Reverse(order)
	}
	return order
}

// labels returns the keys of the labels, the most frequent first.
func labels(p *pprofstacks.Profile) []string {
	seen := make(map[string]int)
	for _, s := range p.Samples {
		for _, l := range p.Labels[s.Labels] {
			seen[l.Key]++
		}
	}
	var keys []string
	for key := range seen {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a, b))
	})
	return keys[:min(maxLabels, len(keys))]
}

func labelOf(set []pprofstacks.Label, key string) string {
	for _, l := range set {
		if l.Key == key {
			return l.Value
		}
	}
	return "none"
}
