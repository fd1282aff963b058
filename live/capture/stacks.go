package capture

import (
	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/live"
)

// routeLabels are the keys of labels that name a route, the first one by kit/route.
var routeLabels = [...]string{"route", "http.route", "endpoint", "handler"}

// maxFrames is how many frames of a stack are kept.
const maxFrames = 256

// routeOf returns the label of a sample's route. No other label is kept: labels
// may hold what is secret.
func routeOf(s *profile.Sample) string {
	for _, key := range routeLabels {
		if list := s.Label[key]; len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// add keeps the stack of a sample and returns its number.
func (r *run) add(s *profile.Sample) int32 {
	var frames []live.Frame
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil && len(frames) < maxFrames {
				frames = append(frames, live.Frame{Func: line.Function.Name,
					File: line.Function.Filename, Line: int(line.Line)})
			}
		}
	}
	return r.out.Add(frames, routeOf(s))
}

// sums are the values of a profile by stack.
type sums map[int32][2]int64

// values adds up two of the values of a profile, by the names of their types.
func (r *run) values(p *profile.Profile, names ...string) sums {
	r.mu.Lock()
	defer r.mu.Unlock()
	var at [2]int
	for i, name := range names {
		at[i] = -1
		for j, t := range p.SampleType {
			if t.Type == name {
				at[i] = j
			}
		}
		if at[i] < 0 {
			return sums{}
		}
	}
	all := sums{}
	for _, s := range p.Sample {
		stack := r.add(s)
		sum := all[stack]
		all[stack] = [2]int64{sum[0] + s.Value[at[0]], sum[1] + s.Value[at[1]]}
	}
	return all
}

// minus returns a profile of what is more than before.
func (s sums) minus(before sums, seconds float64) *live.Profile {
	p := &live.Profile{Seconds: seconds, Samples: []live.Sample{}}
	for stack, now := range s {
		was := before[stack]
		d := [2]int64{now[0] - was[0], now[1] - was[1]}
		if d[0] > 0 || d[1] > 0 {
			p.Samples = append(p.Samples, live.Sample{Stack: stack, Values: d})
		}
	}
	return p
}
