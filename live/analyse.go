package live

import (
	"fmt"
	"math"
	"slices"
)

// Analyse says what a capture shows.
func Analyse(c *Capture) Report {
	v := look(c)
	v.queue()
	r := Report{Version: 1, Verb: "live", Seconds: c.Seconds, Target: c.Target,
		Routes: v.routes(), Conclusions: v.conclude(),
		Missing:  append([]Missing{}, c.Missing...),
		Warnings: append([]Warning{}, c.Warnings...), Cost: v.cost(), Work: v.work()}
	if r.Target.Settings == nil {
		r.Target.Settings = map[string]string{}
	}
	r.Total = v.route("all", func(*stack) bool { return true })
	for _, l := range r.Routes {
		r.Total.Count += l.Count
	}
	r.Total.Seconds = v.logged(r.Total)
	r.Total.Statements = -1
	if each, ok := v.queriesPerRequest(); ok {
		r.Total.Statements = each
	}
	r.Warnings = append(append(r.Warnings, v.compare(r)...), v.workers()...)
	return r
}

// cost adds what the target's CPU profile says that the capture took.
func (v *seen) cost() Cost {
	cost := v.Cost
	cost.Measured = -1
	if v.CPU == nil || v.CPU.Seconds <= 0 {
		return cost
	}
	cost.Measured = v.onCPU(func(s *stack) bool { return s.own }, true) / v.CPU.Seconds
	return cost
}

// logged returns the time of all requests by the log, or as it was sampled.
func (v *seen) logged(total Route) float64 {
	if v.Log == nil || !v.Log.Timed {
		return total.Sampled
	}
	sum := 0.0
	for _, r := range v.Log.Routes {
		sum += r.Seconds
	}
	return sum
}

// noted is what part of its time work waits for processors, from where on that is
// worth a warning.
const noted = 0.3

// workers says whose work requests wait for, where no processor is idle: then that
// divides their time.
func (v *seen) workers() []Warning {
	waits := v.saturation()
	if waits < noted {
		return nil
	}
	p := v.powers()
	text := fmt.Sprintf("processors are busy for %.0f %%, so that work waits for them in %.0f %% "+
		"of its time; of the work for requests %.0f %% is the service's", 100*v.Target.Busy,
		100*waits, 100*p.Service)
	if p.Database > 0 {
		text += fmt.Sprintf(", %.0f %% the database's", 100*p.Database)
	}
	if p.Commands > 0 {
		text += fmt.Sprintf(", %.0f %% that of its commands", 100*p.Commands)
	}
	return []Warning{{"busy", text}}
}

// compare warns where the goroutines and the log say different things.
func (v *seen) compare(r Report) []Warning {
	if v.Log == nil || !v.Log.Timed || len(v.Looks) == 0 {
		return nil
	}
	var list []Warning
	t := r.Total
	text := fmt.Sprintf("goroutines were seen for %.3g s of requests (%.3g to %.3g), and the log "+
		"has %.3g s: %+.1f %%", t.Sampled, t.SampledRange[0], t.SampledRange[1], t.Seconds,
		100*(t.Sampled/max(t.Seconds, 1e-9)-1))
	list = append(list, Warning{"log-check", text})
	if t.Seconds < t.SampledRange[0]/1.5 || t.Seconds > t.SampledRange[1]*1.5 {
		list = append(list, Warning{"log-differs", "the log is not of this process alone, or of " +
			"other requests: its routes and those of the goroutines may not be the same"})
	}
	return list
}

// routes returns every route that was seen or logged, the most time first.
func (v *seen) routes() []Route {
	list := []Route{}
	have := map[string]bool{}
	by := map[string]string{}
	for i := range v.stacks {
		if s := &v.stacks[i]; s.request() && !have[s.route] {
			have[s.route] = true
			by[s.route] = s.by
		}
	}
	for name := range v.counted {
		if !have[name] {
			have[name], by[name] = true, byLog
		}
	}
	objects := v.objects()
	for name := range have {
		r := v.route(name, func(s *stack) bool { return s.route == name })
		r.By, r.Statements = by[name], -1
		n, counted := v.calls(func(s *stack) bool { return s.route == name })
		if r.Seconds = r.Sampled; v.counted[name] != nil {
			r.Count = v.counted[name].Count
			if v.Log.Timed {
				r.Seconds = v.counted[name].Seconds
			}
		}
		if counted && r.Count > 0 {
			r.Statements = n / float64(r.Count)
		}
		if o := objects[name]; r.Count > 0 {
			r.Objects = float64(o[0]) / float64(r.Count)
			r.Bytes = float64(o[1]) / float64(r.Count)
			r.Exact = v.Books != nil
		}
		if r.Count > 0 || r.Sampled > 0 {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Route) int {
		switch x, y := max(a.Seconds, a.Sampled), max(b.Seconds, b.Sampled); {
		case x > y:
			return -1
		case x < y:
			return 1
		case a.Route < b.Route:
			return -1
		}
		return 1
	})
	return list
}

// route adds up the stacks for which is holds.
func (v *seen) route(name string, is func(*stack) bool) Route {
	r := Route{Route: name, States: []StateTime{}, Lines: []LineTime{}}
	whole := v.area(is)
	r.Sampled, r.SampledRange = whole.Mean, [2]float64{whole.Low, whole.High}
	sums := v.states(is)
	for state, s := range sums {
		r.States = append(r.States, StateTime{state, s})
	}
	slices.SortFunc(r.States, func(a, b StateTime) int {
		if a.Seconds != b.Seconds {
			return int(math.Copysign(1, b.Seconds-a.Seconds))
		}
		return 0
	})
	r.OnCPU, r.InQuery = sums[Running], sums[Query]
	r.PoolWait, r.LockWait = sums[PoolWait]+sums[Connecting], sums[LockWait]
	r.Network = sums[Network]
	r.Other = max(r.Sampled-r.OnCPU-r.InQuery-r.PoolWait-r.LockWait-r.Network, 0)
	r.Lines = v.linesOf(is)
	return r
}

// states returns the time in each state.
func (v *seen) states(is func(*stack) bool) map[State]float64 {
	sums := map[State]float64{}
	if len(v.Looks) == 0 {
		return sums
	}
	each := v.Seconds / float64(len(v.Looks))
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			if s := &v.stacks[t.Stack]; s.request() && is(s) {
				sums[s.state] += float64(t.N) * each
			}
		}
	}
	return sums
}

// objects returns what routes allocated, objects and bytes: by the books, or else
// by the profile.
func (v *seen) objects() map[string][2]int64 {
	sums := map[string][2]int64{}
	if v.Books != nil {
		for _, b := range v.Books.Routes {
			sums[b.Route] = [2]int64{b.Objects, b.Bytes}
		}
		return sums
	}
	if v.Allocs == nil {
		return sums
	}
	for _, s := range v.Allocs.Samples {
		if st := &v.stacks[s.Stack]; st.request() {
			sum := sums[st.route]
			sums[st.route] = [2]int64{sum[0] + s.Values[0], sum[1] + s.Values[1]}
		}
	}
	return sums
}

// onCPU returns the seconds that the CPU profile has of the stacks for which is
// holds; of requests only, unless all is set.
func (v *seen) onCPU(is func(*stack) bool, all bool) float64 {
	if v.CPU == nil {
		return 0
	}
	sum := int64(0)
	for _, s := range v.CPU.Samples {
		if st := &v.stacks[s.Stack]; (all || st.request()) && is(st) {
			sum += s.Values[1]
		}
	}
	return float64(sum) / 1e9
}

// queriesPerRequest returns how many statements a request sends on average.
func (v *seen) queriesPerRequest() (each float64, known bool) {
	if v.SQL == nil || v.SQL.Statements < 0 || v.Log == nil || v.Log.Booked == 0 {
		return 0, false
	}
	return float64(v.SQL.Statements) / float64(v.Log.Booked), true
}
