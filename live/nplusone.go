package live

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/service/sqlsample"
)

// loopQueries is how many statements a loop sends for each request of its routes,
// from where on it is worth a conclusion.
const loopQueries = 5

// nPlusOne finds loops that send a SELECT each time around.
func nPlusOne(v *seen) []Conclusion {
	loops := map[place]bool{}
	for i := range v.stacks {
		if s := &v.stacks[i]; s.request() && v.selects(s) {
			if at, _, ok := v.loopOf(s); ok {
				loops[at] = true
			}
		}
	}
	var list []Conclusion
	for loop := range loops {
		is := func(s *stack) bool {
			at, _, ok := v.loopOf(s)
			return ok && at == loop && v.selects(s)
		}
		area := v.takes(is)
		each, known := v.callsPerRequest(is)
		if !area.enough() || known && each < loopQueries {
			continue
		}
		evidence := fmt.Sprintf("the loop at line %d takes %s of all time of requests for what it "+
			"asks", loop.line, v.of(area))
		if known {
			evidence += fmt.Sprintf("; it sends some %.0f statements for each request", each)
		}
		c := Conclusion{Code: NPlusOne, Evidence: evidence, about: is,
			Text:    "ask once for all rows, with IN or a join, instead of once for each",
			Command: "wring sql -for 30s -source ./...", Routes: v.routesOf(is)}
		if sites := v.sites(is); len(sites) > 0 {
			if st := v.statement(sites[0], true); st != nil {
				c.Statement = st.Text
			}
		}
		c.Place = v.site(v.within(is))
		low := 0.5 // what remains is to read the rows, and that may be half of it
		if v.wantsIndex(is) {
			low = 0.85 // but reading them without an index is done once
		}
		c.saves(area, low, 0.95)
		list = append(list, c)
	}
	return list
}

// wantsIndex reports whether most of what is waits for statements that read rows
// which an index would spare.
func (v *seen) wantsIndex(is func(*stack) bool) bool {
	missing := v.area(func(s *stack) bool {
		if s.state != Query || !is(s) {
			return false
		}
		q := v.queryOf(s)
		if q == nil {
			return false
		}
		a, ok := adviceOf(q, sqlsample.MissingIndex)
		return ok && !v.hasIndex(a.Text)
	})
	return missing.Mean > v.area(is).Mean/2
}

// within returns the line in the loop at which most of what is was seen.
func (v *seen) within(is func(*stack) bool) Frame {
	sums := map[Frame]int32{}
	var best Frame
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			s := &v.stacks[t.Stack]
			if !s.request() || !is(s) {
				continue
			}
			_, f, _ := v.loopOf(s)
			if sums[f] += t.N; sums[f] > sums[best] {
				best = f
			}
		}
	}
	return best
}

// callsPerRequest returns how many statements the stacks for which is holds send,
// for each request of the routes that they belong to: no more than all statements.
// Where the log does not know the routes, it is the mean of all requests.
func (v *seen) callsPerRequest(is func(*stack) bool) (each float64, known bool) {
	requests := int64(0)
	for _, route := range v.routesOf(is) {
		if r := v.counted[route]; r != nil {
			requests += r.Count
		}
	}
	if requests == 0 || v.SQL == nil || v.SQL.Statements < 0 {
		return v.queriesPerRequest()
	}
	n, ok := v.calls(is)
	if !ok {
		n = float64(v.SQL.Statements)
	}
	return n / float64(requests), ok || n < loopQueries*float64(requests)
}

// selects reports whether a stack sends a SELECT or waits for its first rows.
func (v *seen) selects(s *stack) bool {
	if s.state == PoolWait || s.state == LockWait || !s.inDatabase() {
		return false
	}
	if s.at < 0 || s.has("database/sql.(*Rows).") {
		return false
	}
	if s.sent != nil {
		return strings.HasPrefix(s.sent.Text, "select") || strings.HasPrefix(s.sent.Text, "with")
	}
	for _, f := range s.below() {
		if !strings.HasPrefix(f.Func, "database/sql.(*") {
			continue
		}
		if name := baseName(f.Func); strings.HasPrefix(name, "Query") {
			return true
		}
	}
	return false
}

// loopOf returns the loop of the program below the handler that a stack is in where
// it sends its statement, by its file and line, and the frame that is in it: that of
// the innermost function with one.
func (v *seen) loopOf(s *stack) (place, Frame, bool) {
	if s.at < 0 {
		return place{}, Frame{}, false
	}
	for _, f := range s.below()[s.at:] {
		if !IsProgram(f) {
			continue
		}
		if l := v.lines[place{f.File, f.Line}]; l != nil && l.Loop > 0 {
			return place{f.File, l.Loop}, f, true
		}
	}
	return place{}, Frame{}, false
}
