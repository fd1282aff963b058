package json

import (
	"io"

	"github.com/wring-go/wring/alloc"
)

// diffDocument is the JSON document of wring diff.
type diffDocument struct {
	alloc.Diff
	Verdict    alloc.Judgement `json:"verdict"` // worse when any benchmark is
	Benchmarks []diffBenchmark `json:"benchmarks"`
	Under      []diffDocument  `json:"under"`
}

// diffBenchmark has the usual units by name, besides the list of all.
type diffBenchmark struct {
	alloc.BenchmarkDiff
	Old      diffFigures                `json:"old"`
	New      diffFigures                `json:"new"`
	Ratio    *float64                   `json:"ratio,omitempty"` // of the times, new over old
	P        *float64                   `json:"p,omitempty"`     // likewise, corrected
	Verdict  alloc.Judgement            `json:"verdict"`
	Verdicts map[string]alloc.Judgement `json:"verdicts"` // by unit
}

// diffFigures are per operation; what was not measured is left out.
type diffFigures struct {
	Objects *float64 `json:"objects,omitempty"`
	Bytes   *float64 `json:"bytes,omitempty"`
	NS      *float64 `json:"ns,omitempty"`
	NSLow   *float64 `json:"ns_low,omitempty"`
	NSHigh  *float64 `json:"ns_high,omitempty"`
}

// WriteDiff writes d to w as Write does a report.
func WriteDiff(w io.Writer, d alloc.Diff) error {
	return encode(w, diffOf(d))
}

func diffOf(d alloc.Diff) diffDocument {
	d.Sites = alloc.SitesDiff{Gone: notNil(d.Sites.Gone), New: notNil(d.Sites.New),
		Changed: notNil(d.Sites.Changed)}
	d.OnlyOld, d.OnlyNew = notNil(d.OnlyOld), notNil(d.OnlyNew)
	d.Columns, d.Means = notNil(d.Columns), notNil(d.Means)
	d.Warnings = notNil(d.Warnings)
	doc := diffDocument{Diff: d, Verdict: alloc.Same, Benchmarks: []diffBenchmark{},
		Under: []diffDocument{}}
	for _, b := range d.Benchmarks {
		doc.Benchmarks = append(doc.Benchmarks, diffRow(b))
		if b.Judgement() == alloc.Better {
			doc.Verdict = alloc.Better
		}
	}
	if d.Worse() {
		doc.Verdict = alloc.Worse
	}
	for _, u := range d.Under {
		doc.Under = append(doc.Under, diffOf(u))
	}
	return doc
}

func diffRow(b alloc.BenchmarkDiff) diffBenchmark {
	b.Metrics = notNil(b.Metrics)
	row := diffBenchmark{BenchmarkDiff: b, Verdict: b.Judgement(),
		Verdicts: map[string]alloc.Judgement{}}
	for _, m := range b.Metrics {
		row.Verdicts[m.Unit] = m.Judgement
		switch m.Unit {
		case "allocs/op":
			row.Old.Objects, row.New.Objects = &m.Old.Center, &m.New.Center
		case "B/op":
			row.Old.Bytes, row.New.Bytes = &m.Old.Center, &m.New.Center
		case "sec/op":
			row.Old.time(m.Old)
			row.New.time(m.New)
			row.P = &m.P
			if m.Old.Center > 0 {
				ratio := m.New.Center / m.Old.Center
				row.Ratio = &ratio
			}
		}
	}
	return row
}

func (f *diffFigures) time(s alloc.Summary) {
	ns, low, high := s.Center*1e9, s.Low*1e9, s.High*1e9
	f.NS, f.NSLow, f.NSHigh = &ns, &low, &high
}

// WriteProfileDiff writes d to w as Write does a report.
func WriteProfileDiff(w io.Writer, d alloc.ProfileDiff) error {
	d.Totals, d.Lines, d.Warnings = notNil(d.Totals), notNil(d.Lines), notNil(d.Warnings)
	d.Old.Sources, d.New.Sources = notNil(d.Old.Sources), notNil(d.New.Sources)
	return encode(w, d)
}
