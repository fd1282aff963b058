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
	loops := map[Frame]bool{}
	for i := range v.stacks {
		if s := &v.stacks[i]; s.request() && v.selects(s) {
			if f, ok := v.loopOf(s); ok {
				loops[f] = true
			}
		}
	}
	var list []Conclusion
	for loop := range loops {
		is := func(s *stack) bool {
			f, ok := v.loopOf(s)
			return ok && f == loop && v.selects(s)
		}
		area := v.area(is)
		if !area.enough() {
			continue
		}
		evidence := fmt.Sprintf("it is within the loop at line %d, and takes %s of all time of "+
			"requests", v.lines[place{loop.File, loop.Line}].Loop, v.of(area))
		if known {
			evidence += fmt.Sprintf("; a request sends %.0f statements on average", each)
		}
		c := Conclusion{Code: NPlusOne, Place: v.site(loop), Saves: area.Times(0.5, 0.95),
			Text:     "ask once for all rows, with IN or a join, instead of once for each",
			Evidence: evidence, Command: "wring sql -for 30s -source ./...",
			Routes: v.routesOf(is)}
		if sites := v.sites(is); len(sites) > 0 {
			if st := v.statement(sites[0]); st != nil {
				c.Statement = st.Text
			}
		}
		list = append(list, c)
	}
	return list
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

// loopOf returns the innermost frame of the program below the handler whose line
// is in a loop.
func (v *seen) loopOf(s *stack) (Frame, bool) {
	for _, f := range s.below() {
		if !IsProgram(f) {
			continue
		}
		if l := v.lines[place{f.File, f.Line}]; l != nil && l.Loop > 0 {
			return f, true
		}
	}
	return Frame{}, false
}
