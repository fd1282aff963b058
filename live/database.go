package live

import "github.com/wring-go/wring/service/sqlsample"

// leastSights is how many statements the server must have been seen at.
const leastSights = 20

// partOfDatabase returns the part of the server's time that is spent on what the
// requests for which is holds wait for. The server was seen at statements; where
// several lines send one, and while it is prepared, who waits divides.
func (v *seen) partOfDatabase(is func(*stack) bool) Area {
	all, asked := map[*sqlsample.Query]float64{}, map[*sqlsample.Query]float64{}
	prepared := new(sqlsample.Query) // to prepare any takes as little as to prepare another
	sum := 0.0
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			s := &v.stacks[t.Stack]
			if !s.request() || s.state != Query {
				continue
			}
			q := v.queryOf(s)
			if s.has(preparing[:]...) {
				q = prepared
			}
			all[q] += float64(t.N)
			sum += float64(t.N)
			if is(s) {
				asked[q] += float64(t.N)
			}
		}
	}
	if sum == 0 {
		return Area{}
	}
	known := v.SQL != nil && v.sights() >= leastSights
	rest := 1.0 // of statements of which no line is known
	if known {
		for q := range all {
			if q != nil && q != prepared {
				rest -= v.share(q).Mean
			}
		}
	}
	cheap := all[prepared] / sum
	if v.SQL != nil && v.SQL.CPU > 0 && v.SQL.Prepares >= 0 && v.SQL.RoundTrip > 0 {
		cheap = min(cheap, float64(v.SQL.Prepares)*v.SQL.RoundTrip/v.SQL.CPU)
	}
	a := Area{}
	for q, n := range asked {
		part := n / all[q]
		one := Area{Mean: all[q] / sum, Low: all[q] / sum, High: all[q] / sum}
		switch {
		case q == prepared:
			one = Area{Mean: cheap, Low: cheap, High: cheap}
		case known && q != nil:
			one = v.share(q)
		case known:
			r := min(max(rest, 0), all[q]/sum)
			one = Area{Mean: r, Low: r, High: r}
		}
		a.Mean += part * one.Mean
		a.Low += part * one.Low
		a.High += part * one.High
	}
	a.High = min(a.High, 1)
	return a
}

// queryOf returns the query that a stack waits for, or nil.
func (v *seen) queryOf(s *stack) *sqlsample.Query {
	list := v.queriesOf(s.sent)
	if len(list) == 0 {
		return nil
	}
	return list[0]
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

// share returns the part of the server's work that a query takes: of its time,
// without what it is seen to wait.
func (v *seen) share(q *sqlsample.Query) Area {
	works, all := working(q), 0.0
	for i := range v.SQL.Report.Queries {
		all += v.SQL.Report.Queries[i].Share * working(&v.SQL.Report.Queries[i])
	}
	if all <= 0 {
		return Area{}
	}
	a := Area{Mean: q.Share * works / all, Low: q.Share * works / all, High: q.Share * works / all}
	if len(q.ShareRange) == 2 {
		a.Low, a.High = q.ShareRange[0]*works/all, min(q.ShareRange[1]*works/all, 1)
	}
	return a
}

// working returns the part of a query's sightings in which it did not wait.
func working(q *sqlsample.Query) float64 {
	all, waited := 0.0, 0.0
	for _, s := range q.States {
		all += s.Count
		if begins(s.Name, idle[:]) {
			waited += s.Count
		}
	}
	if all == 0 {
		return 1
	}
	return 1 - waited/all
}

// idle begin the states in which a server's thread waits: those of MySQL and
// MariaDB, and the kinds of waits of PostgreSQL.
var idle = [...]string{"User sleep", "Waiting for", "Locked", "Lock: ", "IO: ", "IPC: ",
	"Timeout: ", "Client: ", "LWLock: ", "BufferPin: ", "Extension: ", "Activity: "}

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

// calls estimates how many statements the stacks for which is holds sent: all that
// the server counted, divided as the processor time of sending is, which hardly
// depends on what is asked. ok is false where too little was seen.
func (v *seen) calls(is func(*stack) bool) (n float64, ok bool) {
	if v.SQL == nil || v.SQL.Statements <= 0 || v.CPU == nil {
		return 0, false
	}
	sent, all := int64(0), int64(0)
	for _, sample := range v.CPU.Samples {
		s := &v.stacks[sample.Stack]
		if !s.request() || !s.inDatabase() || s.has("database/sql.(*Rows).") {
			continue
		}
		all += sample.Values[0]
		if is(s) {
			sent += sample.Values[0]
		}
	}
	if all < leastCPU {
		return 0, false
	}
	return float64(v.SQL.Statements) * float64(sent) / float64(all), true
}

// cheap estimates what n statements take that read next to nothing: as long as the
// fastest answers that wring itself got, and longer by as much as all wait for
// processors.
func (v *seen) cheap(n float64) float64 {
	if v.SQL == nil {
		return 0
	}
	longer := 1.0
	if v.databaseHere() {
		work := v.work()
		longer = 1 - work.Waits + work.Waits*max(v.worked()/max(work.sum(), 1e-9), 1)
	}
	return n * v.SQL.RoundTrip * longer
}
