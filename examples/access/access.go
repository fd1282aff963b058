// Package access sums up a web server's access log in the common log format.
//
// It is an example to try wring on: correct, tested, and allocating more than
// it needs to. The tests pin down the output, so that it can be improved
// without fear.
package access

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Entry is one line of a log.
type Entry struct {
	Host   string
	Time   time.Time
	Method string
	Path   string
	Status int
	Bytes  int
}

// ParseLine reads one line, without the newline.
func ParseLine(line string) (*Entry, error) {
	parts := strings.Split(line, `"`) // who and when, the request, the answer
	if len(parts) != 3 {
		return nil, fmt.Errorf("not in the common log format: %q", line)
	}
	client := strings.Fields(parts[0])
	request := strings.Split(parts[1], " ")
	answer := strings.Fields(parts[2])
	if len(client) != 5 || len(request) != 3 || len(answer) != 2 {
		return nil, fmt.Errorf("not in the common log format: %q", line)
	}
	when, err := time.Parse("[02/Jan/2006:15:04:05 -0700]", client[3]+" "+client[4])
	if err != nil {
		return nil, fmt.Errorf("bad time in %q: %w", line, err)
	}
	status, err := strconv.Atoi(answer[0])
	if err != nil {
		return nil, fmt.Errorf("bad status in %q: %w", line, err)
	}
	size := 0
	if answer[1] != "-" {
		if size, err = strconv.Atoi(answer[1]); err != nil {
			return nil, fmt.Errorf("bad size in %q: %w", line, err)
		}
	}
	return &Entry{
		Host:   client[0],
		Time:   when,
		Method: request[0],
		Path:   request[1],
		Status: status,
		Bytes:  size,
	}, nil
}

// Section is what happened below one top folder with one method.
type Section struct {
	Name   string // "GET /img"
	Hits   int
	Bytes  int
	Errors int // status 400 and above
}

// Summarize reads a whole log and returns its sections, the busiest first.
func Summarize(log string) ([]Section, error) {
	var entries []*Entry
	for _, line := range strings.Split(log, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		e, err := ParseLine(line)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	byName := make(map[string]*Section)
	for _, e := range entries {
		name := fmt.Sprintf("%s %s", e.Method, topFolder(e.Path))
		s := byName[name]
		if s == nil {
			s = &Section{Name: name}
			byName[name] = s
		}
		s.Hits++
		s.Bytes += e.Bytes
		if e.Status >= 400 {
			s.Errors++
		}
	}
	return busiest(byName), nil
}

// topFolder returns the first element of an absolute path, query left out.
func topFolder(path string) string {
	path = strings.Split(path, "?")[0]
	parts := strings.Split(path, "/")
	if len(parts) < 2 {
		return "/"
	}
	return "/" + parts[1]
}

func busiest(byName map[string]*Section) []Section {
	var sections []Section
	for _, s := range byName {
		sections = append(sections, *s)
	}
	sort.Slice(sections, func(i, j int) bool {
		if sections[i].Hits != sections[j].Hits {
			return sections[i].Hits > sections[j].Hits
		}
		return sections[i].Name < sections[j].Name
	})
	return sections
}

// Select returns the sections whose name matches a regular expression.
func Select(sections []Section, pattern string) ([]Section, error) {
	var selected []Section
	for _, s := range sections {
		match, err := regexp.MatchString(pattern, s.Name)
		if err != nil {
			return nil, err
		}
		if match {
			selected = append(selected, s)
		}
	}
	return selected, nil
}

// Text renders sections as a table.
func Text(sections []Section) string {
	text := "section              hits    bytes errors\n"
	for _, s := range sections {
		text += fmt.Sprintf("%-18s %6d %8d %6d\n", s.Name, s.Hits, s.Bytes, s.Errors)
	}
	return text
}
