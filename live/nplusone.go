package live

import (
	"fmt"
	"strings"
)

// loopQueries is how many statements a request sends on average, from where on a
// loop around one is worth a conclusion.
const loopQueries = 5

// nPlusOne finds loops that send a SELECT each time around.
func nPlusOne(v *seen) []Conclusion {
	each, known := v.queriesPerRequest()
	if known && each < loopQueries {
		return nil
	}
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
		area := v.spent(is)
		if !area.enough() {
			continue
		}
		evidence := fmt.Sprintf("the loop at line %d takes %s of all time of requests for what it "+
			"asks", loop.line, v.of(area))
		if known {
			evidence += fmt.Sprintf("; a request sends %.0f statements on average", each)
		}
		c := Conclusion{Code: NPlusOne, Saves: area.Times(0.5, 0.95), Evidence: evidence,
			Text:    "ask once for all rows, with IN or a join, instead of once for each",
			Command: "wring sql -for 30s -source ./...", Routes: v.routesOf(is)}
		if sites := v.sites(is); len(sites) > 0 {
			if st := v.statement(sites[0]); st != nil {
				c.Statement = st.Text
			}
		}
		c.Place = v.site(v.within(is))
		list = append(list, c)
	}
	return list
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

// queriesPerRequest returns how many statements a request sends on average.
func (v *seen) queriesPerRequest() (each float64, known bool) {
	if v.SQL == nil || v.SQL.Statements < 0 || v.Log == nil || v.Log.Booked == 0 {
		return 0, false
	}
	return float64(v.SQL.Statements) / float64(v.Log.Booked), true
}

// selects reports whether a stack sends a SELECT or waits for its first rows.
func (v *seen) selects(s *stack) bool {
	if s.state == PoolWait || s.state == LockWait || !s.inDatabase() {
		return false
	}
	f, ok := s.program()
	if !ok || s.has("database/sql.(*Rows).") {
		return false
	}
	if st := v.statement(f); st != nil {
		return strings.HasPrefix(st.Text, "select") || strings.HasPrefix(st.Text, "with")
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

// loopOf returns the innermost loop of the program below the handler that a stack
// is in, by its file and line, and the frame that is in it.
func (v *seen) loopOf(s *stack) (place, Frame, bool) {
	for _, f := range s.below() {
		if !IsProgram(f) {
			continue
		}
		if l := v.lines[place{f.File, f.Line}]; l != nil && l.Loop > 0 {
			return place{f.File, l.Loop}, f, true
		}
	}
	return place{}, Frame{}, false
}
