package live

import (
	"fmt"
	"regexp"
	"strings"
)

// fileBytes is how long answers are on average that files have.
const fileBytes = 4096

// blobInDatabase finds statements that read large binary columns for routes whose
// answers are long.
func blobInDatabase(v *seen) []Conclusion {
	if v.SQL == nil || len(v.SQL.Blobs) == 0 || v.Source == nil {
		return nil
	}
	var list []Conclusion
	for i := range v.Source.Statements {
		st := &v.Source.Statements[i]
		column, ok := v.blobIn(st.Text)
		if !ok {
			continue
		}
		is := func(s *stack) bool {
			return s.inDatabase() && s.sent == st && v.long(s.route)
		}
		area := v.takes(is)
		if !area.enough() {
			continue
		}
		route := v.routesOf(is)
		evidence := fmt.Sprintf("it reads %s.%s, which is for large binary values, and takes %s "+
			"of all time of requests", column.Table, column.Name, v.of(area))
		if len(route) > 0 && v.counted[route[0]] != nil {
			r := v.counted[route[0]]
			evidence += fmt.Sprintf("; an answer of %s has %d bytes on average", route[0],
				r.Bytes/max(r.Count, 1))
		}
		c := Conclusion{Code: BlobInDatabase, Statement: st.Text, Routes: route, about: is,
			Place: fmt.Sprintf("%s:%d", st.File, st.Line),
			Text: "keep the bytes as files and let the kernel send them, with the database for " +
				"what is asked about them", Evidence: evidence, Command: "wring sql -for 30s"}
		c.saves(area, 0.6, 0.95) // a file is opened and read still
		list = append(list, c)
	}
	return list
}

// long reports whether the answers of a route are as long as files.
func (v *seen) long(route string) bool {
	r := v.counted[route]
	return r != nil && r.Count > 0 && r.Bytes/r.Count >= fileBytes
}

// words are the names in a statement.
var words = regexp.MustCompile(`[a-z_][a-z0-9_$]*|\*`)

// blobIn returns a column for large binary values that a SELECT reads.
func (v *seen) blobIn(text string) (Column, bool) {
	shape := v.shape(text)
	if shape.Verb != "select" || v.SQL == nil {
		return Column{}, false
	}
	chosen, _, ok := strings.Cut(text, " from ")
	if !ok {
		return Column{}, false
	}
	names := map[string]bool{}
	for _, w := range words.FindAllString(strings.ToLower(chosen), -1) {
		names[w] = true
	}
	for _, c := range v.SQL.Blobs {
		for _, t := range shape.Tables {
			if !strings.EqualFold(t.Name, c.Table) {
				continue
			}
			if shape.Star || names[strings.ToLower(c.Name)] {
				return c, true
			}
		}
	}
	return Column{}, false
}
