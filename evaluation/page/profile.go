package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/google/pprof/profile"
)

// The measures of the profiles that are made: those of a large service.
const (
	functions = 20_000
	packages  = 200
	deepest   = 60
)

// large makes a CPU profile of so many samples on so many stacks, no two of them
// alike. Stacks share their outer frames, as those of a service do: each leaves
// the one before it at some depth and goes its own way. The same seed gives the
// same profile.
func large(samples, stacks int, seed uint64) *profile.Profile {
	random := rand.New(rand.NewPCG(seed, 0))
	p := &profile.Profile{DefaultSampleType: "cpu", SampleType: []*profile.ValueType{
		{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000}
	for i := range functions {
		pkg := i % packages
		f := &profile.Function{ID: uint64(i + 1),
			Name:     fmt.Sprintf("example.com/service/pkg%d.(*Type%d).Method%d", pkg, i%977, i),
			Filename: fmt.Sprintf("/src/service/pkg%d/file%d.go", pkg, i%31)}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: uint64(i + 1),
			Line: []profile.Line{{Function: f, Line: int64(10 + i%900)}}})
	}
	var path []*profile.Location // root first
	seen := make(map[string]bool)
	for len(p.Sample) < stacks {
		keep := min(len(path), 4+random.IntN(deepest-4))
		path = path[:keep]
		for n := 1 + random.IntN(8); n > 0 && len(path) < deepest; n-- {
			path = append(path, p.Location[random.IntN(functions)])
		}
		key := ""
		stack := make([]*profile.Location, len(path))
		for i, loc := range path {
			stack[len(path)-1-i] = loc
			key += string(rune(loc.ID))
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		p.Sample = append(p.Sample, &profile.Sample{Location: stack, Value: []int64{1, p.Period}})
	}
	for range samples - stacks {
		s := p.Sample[random.IntN(random.IntN(stacks)+1)] // few are hot, most are not
		s.Value[0]++
		s.Value[1] += p.Period
	}
	return p
}
