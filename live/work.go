package live

import (
	"slices"

	"github.com/wring-go/wring/service/sqlsample"
)

// Between these parts of the processors that are busy, time in queries is
// divided less and less by who waits, and more and more by what the server does:
// who waits for a short statement on a busy machine waits for a processor, and
// will wait for it elsewhere.
const (
	busyFrom = 0.7
	busyTo   = 0.95
)

// leastSights is how many statements the server must have been seen at.
const leastSights = 20

// queryTime estimates what the requests for which is holds wait for statements.
func (v *seen) queryTime(is func(*stack) bool) Area {
	waits := v.area(func(s *stack) bool { return s.state == Query && is(s) })
	full := v.saturation()
	if full == 0 || v.SQL == nil || v.sights() < leastSights {
		return waits
	}
	var asked []*sqlsample.Query
	for i := range v.stacks {
		s := &v.stacks[i]
		if !s.request() || s.state != Query || !is(s) {
			continue
		}
		f, ok := s.program()
		if !ok {
			continue
		}
		for _, q := range v.queriesOf(v.statement(f)) {
			if !slices.Contains(asked, q) {
				asked = append(asked, q)
			}
		}
	}
	if len(asked) == 0 {
		return waits
	}
	all := v.area(func(s *stack) bool { return s.state == Query })
	part := Area{}
	for _, q := range asked {
		one := v.share(q)
		part.Mean, part.Low, part.High = part.Mean+one.Mean, part.Low+one.Low, part.High+one.High
	}
	mix := func(wait, whole, share float64) float64 {
		return (1-full)*wait + full*whole*min(share, 1)
	}
	return Area{Mean: mix(waits.Mean, all.Mean, part.Mean), Low: mix(waits.Low, all.Low, part.Low),
		High: mix(waits.High, all.High, part.High), N: waits.N, In: waits.In}
}

// saturation is 0 where processors are idle, and 1 where none is.
func (v *seen) saturation() float64 {
	if v.Target.Busy < 0 {
		return 0
	}
	return min(max((v.Target.Busy-busyFrom)/(busyTo-busyFrom), 0), 1)
}

// sights is how often the server was seen at a statement, or how often one ended
// where it counts them itself.
func (v *seen) sights() int64 {
	n := int64(0)
	for i := range v.SQL.Report.Queries {
		n += max(v.SQL.Report.Queries[i].Samples, v.SQL.Report.Queries[i].Calls)
	}
	return n
}

// share returns the part of the server's time that a query took.
func (v *seen) share(q *sqlsample.Query) Area {
	a := Area{Mean: q.Share, Low: q.Share, High: q.Share}
	if len(q.ShareRange) == 2 {
		a.Low, a.High = q.ShareRange[0], q.ShareRange[1]
	}
	return a
}

// queriesOf returns the queries of the server's report that a statement sends.
func (v *seen) queriesOf(st *Statement) []*sqlsample.Query {
	if v.SQL == nil || st == nil {
		return nil
	}
	var list []*sqlsample.Query
	for i := range v.SQL.Report.Queries {
		q := &v.SQL.Report.Queries[i]
		for _, p := range q.Places {
			if p.File == st.File && p.Line == st.Line {
				list = append(list, q)
				break
			}
		}
	}
	return list
}

// spent estimates the time of the requests for which is holds: in queries as
// queryTime does, and the rest as timeIn does.
func (v *seen) spent(is func(*stack) bool) Area {
	query := v.queryTime(is)
	rest := v.timeIn(func(s *stack) bool { return s.state != Query && is(s) })
	return Area{Mean: query.Mean + rest.Mean, Low: query.Low + rest.Low,
		High: query.High + rest.High, N: query.N + rest.N, In: query.In + rest.In}
}
