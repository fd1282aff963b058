package live

import (
	"fmt"
	"strings"
)

// Repeats of a route, from where on they are worth a conclusion: the part of its
// requests, and their number.
const (
	repeatPart  = 0.3
	repeatCount = 20
)

// repeats reports whether many requests of a route got what was sent before.
func (r *LogRoute) repeats() bool {
	return (r.Method == "GET" || r.Method == "") && r.Repeats >= repeatCount &&
		float64(r.Repeats) >= repeatPart*float64(r.Count)
}

// isFile reports whether most requests of a route are for what is called like a
// file.
func (r *LogRoute) isFile() bool { return r.Files*2 > r.Count }

// notModified finds files that are sent again and again, and never answered by
// 304.
func notModified(v *seen) []Conclusion {
	var list []Conclusion
	for _, r := range v.counted {
		if r.Route == "" || !r.isFile() || !r.repeats() || r.Same > 0 {
			continue
		}
		c, ok := v.again(r)
		if !ok {
			continue
		}
		c.Code = NotModified
		c.Text = "send ETag or Last-Modified with Cache-Control, and answer 304 to who has it: " +
			"http.ServeContent does"
		c.Evidence += fmt.Sprintf(", %d bytes in all, and none was answered by 304", r.RepeatBytes)
		c.Command = "curl -sI the address twice, the second time with If-None-Match"
		list = append(list, c)
	}
	return list
}

// noCache finds pages that are made again although they are as they were, and
// statements that are asked again although hardly anything is written.
func noCache(v *seen) []Conclusion {
	list := v.readMostly()
	for _, r := range v.counted {
		if r.Route == "" || r.isFile() || !r.repeats() || strings.Contains(r.Route, "/debug/") {
			continue
		}
		c, ok := v.again(r)
		if !ok {
			continue
		}
		c.Code = NoCache
		c.Text = "keep the answer, or what it is made of, until something changes"
		c.Command = "wring access -by path the log"
		list = append(list, c)
	}
	return list
}

// again says what the repeats of a route take. What they would not take is not
// certain: answers of one length may differ, and clients may not keep them.
func (v *seen) again(r *LogRoute) (Conclusion, bool) {
	is := func(s *stack) bool {
		return s.route == r.Route && (s.state == Running || s.state == Query || s.state == PoolWait)
	}
	area := v.takes(is)
	if !area.enough() || r.Count == 0 {
		return Conclusion{}, false
	}
	part := float64(r.Repeats) / float64(r.Count)
	if r.Seconds > 0 {
		part = r.RepeatTime / r.Seconds
	}
	c := Conclusion{Place: r.Route, Routes: []string{r.Route}, about: is,
		Evidence: fmt.Sprintf("%d of %d requests, for %d addresses, got as many bytes as the one "+
			"before for the same address", r.Repeats, r.Count, r.Paths)}
	c.saves(area, 0, part) // as long is not the same, and may have to be new
	return c, true
}
