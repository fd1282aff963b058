package json

import (
	"io"

	"github.com/wring-go/wring/internal/pathshape"
	"github.com/wring-go/wring/service/accesslog"
)

// accessDocument is the JSON document of wring access. Times are in seconds.
type accessDocument struct {
	Version       int              `json:"version"`
	Verb          string           `json:"verb"`
	Format        string           `json:"format"`
	By            string           `json:"by"`
	Files         []accessFile     `json:"files"`
	Lines         uint64           `json:"lines"`
	Booked        uint64           `json:"booked"`
	Filtered      uint64           `json:"filtered"`
	NotUnderstood []accessCount    `json:"not_understood"`
	Noted         []accessCount    `json:"noted"`
	Seconds       float64          `json:"seconds"`
	ErrorBound    float64          `json:"error_bound"` // of quantiles, relative
	Routes        []accessRoute    `json:"routes"`
	Variables     []accessVariable `json:"variables"`
	Slowest       []accessRequest  `json:"slowest"`
	Series        accessSeries     `json:"series"`
	Warnings      []accessWarning  `json:"warnings"`
}

type accessFile struct {
	File    string `json:"file"`
	Format  string `json:"format"`
	Time    string `json:"time"` // the field; empty when there is none
	Unit    string `json:"unit"`
	UnitWhy string `json:"unit_why"`
}

type accessCount struct {
	Kind  string            `json:"kind"`
	Count uint64            `json:"count"`
	First accesslog.Example `json:"first"`
}

type accessRoute struct {
	Route   string            `json:"route"`
	Method  string            `json:"method"`
	Named   bool              `json:"named"`
	Count   uint64            `json:"count"`
	Seconds float64           `json:"seconds"`
	Mean    float64           `json:"mean"`
	P50     float64           `json:"p50"`
	P90     float64           `json:"p90"`
	P99     float64           `json:"p99"`
	Max     float64           `json:"max"`
	Bytes   uint64            `json:"bytes"`
	Status  map[string]uint64 `json:"status"`
	Same    uint64            `json:"not_modified"`
	Errors  uint64            `json:"errors"`
	Tail    *accessTail       `json:"tail,omitempty"`
}

type accessTail struct {
	Slow   int           `json:"slow"`
	Of     int           `json:"of"`
	Above  float64       `json:"above"`
	Common []accessTrait `json:"common"`
}

type accessTrait struct {
	What  string  `json:"what"`
	Tail  float64 `json:"tail"`
	Usual float64 `json:"usual"`
	Lift  float64 `json:"lift"`
}

type accessVariable struct {
	Route  string   `json:"route"`
	Name   string   `json:"name"`
	Values int      `json:"values"`
	First  []string `json:"first"`
}

type accessRequest struct {
	Seconds float64 `json:"seconds"`
	Method  string  `json:"method"`
	Path    string  `json:"path"`
	Query   string  `json:"query"`
	Status  int     `json:"status"`
	Bytes   int64   `json:"bytes"`
	At      float64 `json:"at"`
	accesslog.Example
}

type accessSeries struct {
	First int64        `json:"first"`
	Width int64        `json:"width"`
	Slots []accessSlot `json:"slots"`
	Knee  *accessKnee  `json:"knee"`
}

type accessSlot struct {
	PerSecond   float64 `json:"per_second"`
	Mean        float64 `json:"mean"`
	Errors      float64 `json:"errors"`
	Concurrency float64 `json:"concurrency"`
}

type accessKnee struct {
	Concurrency float64 `json:"concurrency"`
	PerSecond   float64 `json:"per_second"`
	Below       float64 `json:"mean_below"`
	Beyond      float64 `json:"mean_beyond"`
}

type accessWarning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// WriteAccess writes what a log says.
func WriteAccess(w io.Writer, rep accesslog.Report) error {
	doc := accessDocument{Version: 1, Verb: "access", Format: rep.Format, By: rep.By,
		Files: []accessFile{}, Lines: rep.Lines, Booked: rep.Booked, Filtered: rep.Filtered,
		NotUnderstood: accessCounts(rep.NotUnderstood), Noted: accessCounts(rep.Noted),
		Seconds: rep.All.Seconds(), ErrorBound: rep.Bound, Routes: []accessRoute{},
		Variables: []accessVariable{}, Slowest: []accessRequest{},
		Series: accessSeriesOf(rep.Series), Warnings: []accessWarning{}}
	for _, f := range rep.Formats {
		doc.Files = append(doc.Files,
			accessFile{f.File, f.Name, f.Timed, f.Unit.String(), f.Why})
	}
	for i := range rep.Routes {
		doc.Routes = append(doc.Routes, accessRouteOf(&rep.Routes[i]))
	}
	for _, v := range rep.Variables {
		doc.Variables = append(doc.Variables, accessVariableOf(v))
	}
	for _, s := range rep.Slowest {
		doc.Slowest = append(doc.Slowest, accessRequest{Seconds: float64(s.Nanos) / 1e9,
			Method: s.Method, Path: s.Path, Query: s.Query, Status: s.Status, Bytes: s.Bytes,
			At: float64(s.At) / 1e9, Example: s.Example})
	}
	for _, warning := range rep.Warnings {
		doc.Warnings = append(doc.Warnings, accessWarning(warning))
	}
	return encode(w, doc)
}

func accessCounts(counts []accesslog.Count) []accessCount {
	list := []accessCount{}
	for _, c := range counts {
		list = append(list, accessCount{c.Kind, c.Count, c.First})
	}
	return list
}

func accessVariableOf(v pathshape.Variable) accessVariable {
	return accessVariable{v.Route, v.Name, v.Values, notNil(v.First)}
}

func accessRouteOf(r *accesslog.Route) accessRoute {
	out := accessRoute{Route: r.Name, Method: r.Method, Named: r.Named, Count: r.Count,
		Seconds: r.Seconds(), Mean: r.Mean(), P50: r.Quantile(0.5), P90: r.Quantile(0.9),
		P99: r.Quantile(0.99), Max: r.Quantile(1), Bytes: r.Bytes, Same: r.Same,
		Errors: r.Failed(), Status: map[string]uint64{"2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0}}
	for class, name := range [...]string{"other", "1xx", "2xx", "3xx", "4xx", "5xx"} {
		if n := r.Tally.Status[class]; n > 0 {
			out.Status[name] = n
		}
	}
	if t := r.Tail; t != nil {
		out.Tail = &accessTail{t.Slow, t.Of, t.Above, []accessTrait{}}
		for _, c := range t.Common {
			out.Tail.Common = append(out.Tail.Common, accessTrait(c))
		}
	}
	return out
}

func accessSeriesOf(s accesslog.Series) accessSeries {
	out := accessSeries{First: s.First, Width: s.Width, Slots: []accessSlot{}}
	for _, slot := range s.Slots {
		out.Slots = append(out.Slots, accessSlot(slot))
	}
	if s.Knee != nil {
		knee := accessKnee(*s.Knee)
		out.Knee = &knee
	}
	return out
}

// accessComparison is the JSON document of two logs.
type accessComparison struct {
	Version int            `json:"version"`
	Verb    string         `json:"verb"`
	Alpha   float64        `json:"alpha"`
	Slower  bool           `json:"slower"`
	Old     accessSide     `json:"old"`
	New     accessSide     `json:"new"`
	Routes  []accessChange `json:"routes"`
	Gone    []accessRoute  `json:"gone"`
	Came    []accessRoute  `json:"came"`
}

// accessSide is one of two logs.
type accessSide struct {
	Format        string        `json:"format"`
	Lines         uint64        `json:"lines"`
	Booked        uint64        `json:"booked"`
	NotUnderstood []accessCount `json:"not_understood"`
}

type accessChange struct {
	Route   string           `json:"route"`
	Old     uint64           `json:"old_count"`
	New     uint64           `json:"new_count"`
	Mean    accessDifference `json:"mean"`
	P50     accessDifference `json:"p50"`
	P99     accessDifference `json:"p99"`
	Verdict string           `json:"verdict"`
}

type accessDifference struct {
	Old     float64 `json:"old"`
	New     float64 `json:"new"`
	Low     float64 `json:"low"` // of the difference
	High    float64 `json:"high"`
	P       float64 `json:"p"`
	Verdict string  `json:"verdict"`
}

// WriteAccessComparison writes two logs side by side.
func WriteAccessComparison(w io.Writer, c accesslog.Comparison) error {
	doc := accessComparison{Version: 1, Verb: "access", Alpha: c.Alpha, Slower: c.Slower(),
		Old: accessSideOf(c.Old), New: accessSideOf(c.New), Routes: []accessChange{},
		Gone: accessRoutes(c.Gone), Came: accessRoutes(c.Came)}
	for _, r := range c.Routes {
		doc.Routes = append(doc.Routes, accessChange{r.Name, r.Old.Count, r.New.Count,
			accessDifferenceOf(r.Mean), accessDifferenceOf(r.P50), accessDifferenceOf(r.P99),
			string(r.Verdict)})
	}
	return encode(w, doc)
}

func accessSideOf(rep accesslog.Report) accessSide {
	return accessSide{rep.Format, rep.Lines, rep.Booked, accessCounts(rep.NotUnderstood)}
}

func accessRoutes(routes []accesslog.Route) []accessRoute {
	list := []accessRoute{}
	for i := range routes {
		list = append(list, accessRouteOf(&routes[i]))
	}
	return list
}

func accessDifferenceOf(d accesslog.Difference) accessDifference {
	return accessDifference{d.Old, d.New, d.Low, d.High, d.P, string(d.Verdict)}
}
