package sqlsample

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/loghist"
	"github.com/wring-go/wring/service/mysqltext"
)

// Report returns what is booked so far. The book can go on.
func (b *Book) Report(source string) Report {
	for _, c := range b.conns {
		c.end()
		c.now, c.before, c.run = nil, nil, 0
	}
	r := Report{Source: source, Dialect: dialectName(b.opt.Text.Dialect), Weight: "time",
		Seconds: b.total, QuantileError: loghist.Bound, Statements: b.statements,
		Booked: b.booked, NotUnderstood: append([]NotUnderstood{}, b.missed...),
		Queries: []Query{}, Advice: []Advice{}, Warnings: []Warning{}}
	slices.SortStableFunc(r.NotUnderstood, func(a, b NotUnderstood) int {
		return cmp.Compare(b.Count, a.Count)
	})
	if b.sampled {
		r.Weight = "samples"
		r.Warnings = append(r.Warnings, b.looking())
	}
	if b.cut > 0 {
		r.Warnings = append(r.Warnings, Warning{"cut-statement", fmt.Sprintf(
			"%s without an end, booked by what is there of it", times(b.cut, "statement"))})
	}
	for _, q := range b.order {
		r.Queries = append(r.Queries, b.query(q))
	}
	sortQueries(r.Queries)
	if b.full {
		r.Warnings = append(r.Warnings, Warning{"too-many-fingerprints",
			"there are more different statements than were kept apart; the rest is booked as " +
				other})
	}
	return r
}

// Looks returns how often a server was looked at.
func (b *Book) Looks() int64 { return b.looks }

// looking says how the samples came about, and what they cost.
func (b *Book) looking() Warning {
	average := time.Duration(0)
	if b.looks > 0 {
		average = b.lookCost / time.Duration(b.looks)
	}
	return Warning{"sampled", fmt.Sprintf("%s, of %v on average and %v at most; calls and times "+
		"are of the executions that were seen, so short ones are rarer than they are, and each "+
		"seems to take at least the interval", times(b.looks, "look"),
		average.Round(time.Microsecond), b.lookMax.Round(time.Microsecond))}
}

func dialectName(d mysqltext.Dialect) string {
	if d == mysqltext.PostgreSQL {
		return "postgresql"
	}
	return "mysql"
}

func sortQueries(list []Query) {
	slices.SortStableFunc(list, func(a, b Query) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(b.Samples, a.Samples),
			cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
}

func (b *Book) query(q *entry) Query {
	n := float64(q.calls)
	out := Query{Fingerprint: q.print, Calls: q.calls, Samples: q.samples, Seconds: q.seconds,
		Mean: q.seconds / n, P99: q.quantile(0.99), Max: q.max, LockSeconds: q.lock,
		RowsExamined: q.examined, RowsSent: q.sent, RowsAffected: q.affected,
		BytesSent: q.volume, Sorts: q.filesort, Databases: sorted(q.databases),
		Users: sorted(q.users), States: sorted(q.states), Runs: q.runs,
		Plan: []string{}, Places: []Place{}, Advice: []Advice{}}
	out.Share, out.ShareRange = b.share(q)
	half := z95 * math.Sqrt(max(q.squares/n-out.Mean*out.Mean, 0)/n)
	out.MeanRange = []float64{max(out.Mean-half, 0), out.Mean + half}
	out.Example = valid(q.example)
	out.ExampleDB = string(q.exampleDB)
	if b.opt.Redact {
		out.Example = q.print
	}
	most := int64(0)
	for e, count := range q.before {
		if count > most || count == most && e.print < out.Runs.Before {
			most, out.Runs.Before = count, e.print
		}
	}
	return out
}

// valid returns text that can be printed: binary literals are in the log as they
// are.
func valid(text []byte) string {
	return strings.ToValidUTF8(string(bytes.TrimSpace(text)), "\ufffd")
}

// z95 is how many standard deviations 95 % are within.
const z95 = 1.959964

// share returns the part of all seconds that q took. The interval is that of a
// ratio of sums: each execution is a draw, and what is not q counts nothing.
func (b *Book) share(q *entry) (float64, []float64) {
	if b.sampled || b.total == 0 {
		return proportion(float64(q.samples), float64(b.samples))
	}
	p := q.seconds / b.total
	variance := (q.squares*(1-2*p) + p*p*b.squares) / (b.total * b.total)
	half := z95 * math.Sqrt(max(variance, 0))
	return p, []float64{max(p-half, 0), min(p+half, 1)}
}

// proportion returns k of n with Wilson's interval.
func proportion(k, n float64) (float64, []float64) {
	if n == 0 {
		return 0, []float64{0, 1}
	}
	p, z := k/n, z95*z95
	center := (p + z/(2*n)) / (1 + z/n)
	half := z95 / (1 + z/n) * math.Sqrt(p*(1-p)/n+z/(4*n*n))
	return p, []float64{max(center-half, 0), min(center+half, 1)}
}

// sorted returns the tallies, the largest first.
func sorted(list []Tally) []Tally {
	list = append([]Tally{}, list...)
	slices.SortFunc(list, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	return list
}
