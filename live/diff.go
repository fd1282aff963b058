package live

import (
	"cmp"
	"slices"
)

// Verdicts about a route or a conclusion.
const (
	Solved  = "solved" // a conclusion that is gone
	Better  = "better"
	Worse   = "worse"
	Same    = "same"
	Appears = "new"
	Gone    = "gone"    // a route that is not seen any more
	Unclear = "unclear" // too little was seen to tell
)

// Diff is two captures side by side.
type Diff struct {
	Version     int                `json:"version"` // 1
	Verb        string             `json:"verb"`    // "live"
	Seconds     [2]float64         `json:"seconds"`
	Routes      []RouteChange      `json:"routes"`
	Conclusions []ConclusionChange `json:"conclusions"`
	Warnings    []Warning          `json:"warnings"`
}

// RouteChange is a route before and after. Means are seconds per request, by the
// log, or by the goroutines where there was no log: then they are seconds within
// each second.
type RouteChange struct {
	Route   string     `json:"route"`
	Verdict string     `json:"verdict"`
	Count   [2]int64   `json:"count"`
	Mean    [2]float64 `json:"mean"`
	// Before and After are the intervals of the means.
	Before  [2]float64 `json:"before_interval"`
	After   [2]float64 `json:"after_interval"`
	InQuery [2]float64 `json:"in_query"` // part of the time
	Objects [2]float64 `json:"objects_per_request"`
}

// ConclusionChange is a conclusion before and after, by what it could save as a
// part of all requests' time. One that is not drawn any more is unclear if it might
// have saved nothing before.
type ConclusionChange struct {
	Code    string     `json:"code"`
	Place   string     `json:"place"`
	Verdict string     `json:"verdict"`
	Part    [2]float64 `json:"part"`
	Text    string     `json:"text"`
}

// Compare says what a change of the service brought.
func Compare(before, after Report) Diff {
	d := Diff{Version: 1, Verb: "live", Seconds: [2]float64{before.Seconds, after.Seconds},
		Routes: []RouteChange{}, Conclusions: []ConclusionChange{}, Warnings: []Warning{}}
	d.routes(before, after)
	d.conclusions(before, after)
	if before.Target.Module != after.Target.Module {
		d.Warnings = append(d.Warnings, Warning{"modules", "the captures are of different " +
			"programs: " + before.Target.Module + " and " + after.Target.Module})
	}
	return d
}

func (d *Diff) routes(before, after Report) {
	for _, b := range before.Routes {
		i := slices.IndexFunc(after.Routes, func(r Route) bool { return r.Route == b.Route })
		if i < 0 {
			c := RouteChange{Route: b.Route, Verdict: Gone}
			c.set(0, b, before.Seconds)
			d.Routes = append(d.Routes, c)
			continue
		}
		a := after.Routes[i]
		c := RouteChange{Route: b.Route, Verdict: Same}
		c.set(0, b, before.Seconds)
		c.set(1, a, after.Seconds)
		switch {
		case min(b.Count, a.Count) < fewRequests && b.Count+a.Count > 0:
			c.Verdict = Unclear
		case c.After[1] < c.Before[0]:
			c.Verdict = Better
		case c.After[0] > c.Before[1]:
			c.Verdict = Worse
		}
		d.Routes = append(d.Routes, c)
	}
	for _, a := range after.Routes {
		if !slices.ContainsFunc(before.Routes, func(r Route) bool { return r.Route == a.Route }) {
			c := RouteChange{Route: a.Route, Verdict: Appears}
			c.set(1, a, after.Seconds)
			d.Routes = append(d.Routes, c)
		}
	}
}

// fewRequests is how many requests a mean is compared of at least.
const fewRequests = 20

// set fills in one side.
func (c *RouteChange) set(side int, r Route, seconds float64) {
	per := float64(r.Count)
	if r.Count == 0 {
		per = max(seconds, 1e-9)
	}
	c.Count[side] = r.Count
	c.Mean[side] = r.Seconds / per
	relative := [2]float64{0, 3} // of what no look saw
	if r.Sampled > 0 {
		relative = [2]float64{r.SampledRange[0] / r.Sampled, r.SampledRange[1] / r.Sampled}
	}
	to := &c.Before
	if side == 1 {
		to = &c.After
	}
	*to = [2]float64{c.Mean[side] * relative[0], c.Mean[side] * relative[1]}
	if r.Sampled > 0 {
		c.InQuery[side] = r.InQuery / r.Sampled
	}
	c.Objects[side] = r.Objects
}

func (d *Diff) conclusions(before, after Report) {
	part := func(c Conclusion, r Report) float64 {
		return c.Expected / max(r.Total.Sampled, 1e-9)
	}
	all := flat(after.Conclusions)
	for _, b := range flat(before.Conclusions) {
		c := ConclusionChange{Code: b.Code, Place: b.Place, Verdict: Solved, Text: b.Text,
			Part: [2]float64{part(b, before), 0}}
		i := slices.IndexFunc(all, b.same)
		if i < 0 && b.Saves[0] < leastShare*before.Total.Sampled {
			c.Verdict = Unclear
		}
		if i >= 0 {
			a := all[i]
			c.Part[1], c.Verdict = part(a, after), Same
			switch whole := [2]float64{max(before.Total.Sampled, 1e-9),
				max(after.Total.Sampled, 1e-9)}; {
			case a.Saves[1]/whole[1] < b.Saves[0]/whole[0]:
				c.Verdict = Better
			case a.Saves[0]/whole[1] > b.Saves[1]/whole[0]:
				c.Verdict = Worse
			}
		}
		d.Conclusions = append(d.Conclusions, c)
	}
	for _, a := range all {
		if !slices.ContainsFunc(flat(before.Conclusions), a.same) {
			d.Conclusions = append(d.Conclusions, ConclusionChange{Code: a.Code, Place: a.Place,
				Verdict: Appears, Text: a.Text, Part: [2]float64{0, part(a, after)}})
		}
	}
	slices.SortStableFunc(d.Conclusions, func(a, b ConclusionChange) int {
		return cmp.Compare(max(b.Part[0], b.Part[1]), max(a.Part[0], a.Part[1]))
	})
}

// flat returns conclusions and what else would save the same, one after the other.
func flat(list []Conclusion) []Conclusion {
	all := []Conclusion{}
	for _, c := range list {
		all = append(append(all, c), c.Also...)
	}
	return all
}

// same reports whether two conclusions are about the same thing, whose line may
// have moved.
func (c Conclusion) same(o Conclusion) bool {
	if c.Code != o.Code {
		return false
	}
	return c.Place == o.Place || c.Statement != "" && c.Statement == o.Statement
}
