package live

import (
	"fmt"
	"strings"
)

// Of the requests, from how many on something is said about reading and writing,
// and what part may write.
const (
	readRequests = 50
	writePart    = 0.3
)

// readMostly finds SELECT statements of a service most of whose requests write
// nothing. How much of the time a copy in memory would save depends on what is
// written, and on whether there is memory for it: perhaps none.
func (v *seen) readMostly() []Conclusion {
	writes, all := v.written()
	if all < readRequests || float64(writes) > writePart*float64(all) || v.Source == nil {
		return nil
	}
	kept := 1 - float64(writes)/float64(all)
	var list []Conclusion
	for i := range v.Source.Statements {
		st := &v.Source.Statements[i]
		shape := v.shape(st.Text)
		if shape.Verb != "select" && shape.Verb != "with" ||
			strings.HasSuffix(st.Text, "for update") {
			continue
		}
		is := func(s *stack) bool {
			f, ok := s.program()
			return ok && s.inDatabase() && v.statement(f) == st
		}
		area := v.area(is)
		if !area.enough() {
			continue
		}
		list = append(list, Conclusion{Code: NoCache, Statement: st.Text, Routes: v.routesOf(is),
			Place: fmt.Sprintf("%s:%d", st.File, st.Line), Saves: area.Times(0, kept),
			Text: "keep in memory what it reads, with the database as the truth, and renew it " +
				"when something is written",
			Evidence: fmt.Sprintf("it takes %s of all time of requests, of which %d of %d may "+
				"have written something", v.of(area), writes, all),
			Command: "wring live -diff before.live after.live"})
	}
	return list
}

// written returns how many of the requests in the log may have written something:
// those that were not GET or HEAD and were not refused.
func (v *seen) written() (writes, all int64) {
	if v.Log == nil {
		return 0, 0
	}
	for _, r := range v.Log.Routes {
		all += r.Count
		if r.Method != "GET" && r.Method != "HEAD" && r.Method != "" {
			writes += r.Status[2] + r.Status[3] + r.Status[0]
		}
	}
	return writes, all
}
