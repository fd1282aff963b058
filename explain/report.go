package explain

import "github.com/wring-go/wring/alloc"

// Report turns a record into the report of a verb: its sites with causes,
// heaviest first. With leaf, sites are the frames that called the allocator,
// wherever they are.
func Report(rec *alloc.Record, verb string, leaf bool) (alloc.Report, Coverage) {
	findings, labels := findings(rec, Options{Leaf: leaf})
	if verb != "why" {
		for i := range findings {
			findings[i].Proposals = nil // their names are enough
		}
	}
	return alloc.Report{
		Version: alloc.ReportVersion, Verb: verb, Exact: rec.Exact,
		Go: rec.Go, GOOS: rec.GOOS, GOARCH: rec.GOARCH, Module: rec.Module,
		Benchmarks: rec.Benchmarks, Sites: findings, Warnings: rec.Warnings, Lost: rec.Lost,
		Labels: byLabels(rec, findings, labels),
	}, Cover(rec, findings)
}
