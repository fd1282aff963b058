package live

import (
	"fmt"
	"slices"
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
	for _, table := range v.tablesRead() {
		is := func(s *stack) bool { return v.tableOf(s) == table }
		area := v.takes(is)
		places, first := v.statementsAt(is)
		if !area.enough() || len(places) == 0 {
			continue
		}
		c := Conclusion{Code: NoCache, Statement: first, Routes: v.routesOf(is), about: is,
			Place: strings.Join(places, ", "),
			Text: "keep in memory what is read of " + table + ", with the database as the truth, " +
				"and renew it when something is written",
			Evidence: fmt.Sprintf("reading %s takes %s of all time of requests, of which %d of %d "+
				"may have written something", table, v.of(area), writes, all),
			Command: "wring live -diff before.live after.live"}
		low, likely := 0.0, kept/3 // there may be no room
		if size, ok := v.sizeOf(table); ok {
			c.Evidence += fmt.Sprintf("; it has %.3g MB", float64(size)/1e6)
			if size <= smallTable {
				low, likely = 0.2*kept, 0.8*kept // it is looked up still
			}
		}
		c.saves(area, low, kept)
		c.Expected = area.Mean * likely
		list = append(list, c)
	}
	return list
}

// smallTable is how many bytes a table may have that surely fits into the memory
// of a service.
const smallTable = 256 << 20

// sizeOf returns the bytes of a table, by the server.
func (v *seen) sizeOf(table string) (size int64, ok bool) {
	if v.SQL == nil {
		return 0, false
	}
	for _, t := range v.SQL.Tables {
		if strings.EqualFold(t.Name, table) {
			return t.Bytes, true
		}
	}
	return 0, false
}

// tableOf returns the first table of the SELECT that a stack sends or whose rows
// it reads, or "".
func (v *seen) tableOf(s *stack) string {
	st := s.sent
	if st == nil || strings.HasSuffix(st.Text, "for update") {
		return ""
	}
	shape := v.shape(st.Text)
	if shape.Verb != "select" && shape.Verb != "with" {
		return ""
	}
	if _, blob := v.blobIn(st.Text); blob {
		return "" // better a file
	}
	if _, inner, ok := strings.Cut(st.Text, " from (select "); ok {
		_, from, _ := strings.Cut(inner, " from ")
		name, _, _ := strings.Cut(from, " ")
		return name
	}
	if len(shape.Tables) > 0 {
		return shape.Tables[0].Name
	}
	return ""
}

// tablesRead returns the tables that requests read.
func (v *seen) tablesRead() []string {
	found := map[string]float64{}
	for i := range v.stacks {
		if s := &v.stacks[i]; s.request() && s.inDatabase() {
			if table := v.tableOf(s); table != "" {
				found[table]++
			}
		}
	}
	return descending(found)
}

// statementsAt returns the lines of the statements for which is holds, and the
// first statement, both by the time that is spent there.
func (v *seen) statementsAt(is func(*stack) bool) (places []string, first string) {
	for _, f := range v.profiled(is) {
		st := v.statement(f, true)
		if st == nil {
			continue
		}
		if first == "" {
			first = st.Text
		}
		if place := fmt.Sprintf("%s:%d", st.File, st.Line); !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places, first
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
