package pathshape

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Pattern is a route as the program registers it.
type Pattern struct {
	Method string // empty for any
	Route  string // as ServeMux writes it, without the method
	parts  []part
}

// part is a segment of a pattern.
type part struct {
	literal string
	rest    bool // the rest of the path, of any length
	end     bool // nothing, after a slash
	match   *regexp.Regexp
}

// String returns the pattern as ServeMux has it.
func (p Pattern) String() string { return strings.TrimSpace(p.Method + " " + p.Route) }

// ParsePatterns reads a pattern a line. Empty lines and those that begin with #
// are skipped.
func ParsePatterns(text string) ([]Pattern, error) {
	var patterns []Pattern
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := ParsePattern(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		patterns = append(patterns, p)
	}
	return patterns, lines.Err()
}

// ParsePattern reads a pattern of net/http's ServeMux, as GET /posts/{id}, of chi
// or gorilla/mux, as /posts/{id:[0-9]+}, or of echo or gin, as /posts/:id.
func ParsePattern(s string) (Pattern, error) {
	var p Pattern
	target := strings.TrimSpace(s)
	if method, rest, ok := strings.Cut(target, " "); ok && !strings.Contains(method, "/") {
		p.Method, target = strings.ToUpper(method), strings.TrimSpace(rest)
	}
	if p.Method == "ANY" || p.Method == "*" {
		p.Method = ""
	}
	i := strings.IndexByte(target, '/')
	if i < 0 || strings.ContainsAny(target[:i], "{:*") {
		return p, fmt.Errorf("%q is no route: write it as GET /posts/{id}", s)
	}
	segments, err := cutSegments(target[i+1:])
	if err != nil {
		return p, fmt.Errorf("%q: %w", s, err)
	}
	var route strings.Builder
	for j, seg := range segments {
		part, text, err := parsePart(seg, j == len(segments)-1, len(segments) == 1)
		if err != nil {
			return p, fmt.Errorf("%q: %w", s, err)
		}
		p.parts = append(p.parts, part)
		route.WriteString("/" + text)
	}
	p.Route = route.String()
	return p, nil
}

// cutSegments cuts at slashes outside braces.
func cutSegments(s string) ([]string, error) {
	var segments []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '/':
			if depth == 0 {
				segments = append(segments, s[from:i])
				from = i + 1
			}
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 {
		return nil, errors.New("the braces do not match")
	}
	return append(segments, s[from:]), nil
}

// parsePart reads a segment, and returns also how ServeMux writes it.
func parsePart(seg string, last, only bool) (part, string, error) {
	switch {
	case seg == "" && only:
		return part{end: true}, "", nil // what matches everything would say nothing
	case seg == "" && last:
		return part{rest: true}, "", nil
	case seg == "":
		return part{}, "", errors.New("nothing stands between two slashes")
	case seg == "{$}":
		return part{end: true}, "{$}", nil
	case seg == "*" && last:
		return part{rest: true}, "{path...}", nil
	case strings.HasPrefix(seg, "*"):
		return part{rest: true}, "{" + seg[1:] + "...}", nil
	case seg[0] == ':' && len(seg) > 1:
		return part{match: nil}, "{" + strings.TrimRight(seg[1:], "?") + "}", nil
	case !strings.ContainsAny(seg, "{"):
		return part{literal: seg}, seg, nil
	}
	return braces(seg)
}

// braces reads a segment that has variables in braces, with texts between.
func braces(seg string) (part, string, error) {
	var expr, text strings.Builder
	expr.WriteString("^(?:")
	alone := false
	for rest := seg; rest != ""; {
		open := strings.IndexByte(rest, '{')
		if open != 0 {
			if open < 0 {
				open = len(rest)
			}
			expr.WriteString(regexp.QuoteMeta(rest[:open]))
			text.WriteString(rest[:open])
			rest = rest[open:]
			continue
		}
		end := closing(rest)
		name, limit, limited := strings.Cut(rest[1:end], ":")
		if strings.HasSuffix(name, "...") && end == len(rest)-1 && rest == seg {
			return part{rest: true}, seg, nil
		}
		if limited {
			expr.WriteString("(?:" + limit + ")")
		} else {
			expr.WriteString(".+?")
			alone = rest == seg && end == len(rest)-1
		}
		text.WriteString("{" + name + "}")
		rest = rest[end+1:]
	}
	if alone {
		return part{}, text.String(), nil
	}
	expr.WriteString(")$")
	re, err := regexp.Compile(expr.String())
	return part{match: re}, text.String(), err
}

// closing returns where the brace closes that opens s.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s) - 1
}

// Match returns the number of the most specific pattern that matches, or -1. Of
// two the one is more specific that has a word where the other has a variable,
// at the first segment in which they differ.
func Match(patterns []Pattern, method, path string) int {
	best, most := -1, ""
	for i, p := range patterns {
		if p.Method != "" && p.Method != method && (p.Method != "GET" || method != "HEAD") {
			continue
		}
		if rank, ok := p.match(path); ok {
			if p.Method != "" {
				rank += "m"
			}
			if best < 0 || rank > most {
				best, most = i, rank
			}
		}
	}
	return best
}

// match returns how specific p is where it matches: a letter a segment.
func (p Pattern) match(path string) (rank string, ok bool) {
	rest, more := strings.TrimPrefix(path, "/"), true
	var ranks []byte
	for _, part := range p.parts {
		if part.rest {
			return string(append(ranks, 'a')), more
		}
		if !more {
			return "", false
		}
		var seg string
		seg, rest, more = strings.Cut(rest, "/")
		switch {
		case part.end:
			ranks = append(ranks, 'e')
			ok = seg == "" && !more
		case part.literal != "":
			ranks = append(ranks, 'd')
			ok = seg == part.literal
		case part.match != nil:
			ranks = append(ranks, 'c')
			ok = part.match.MatchString(example(seg))
		default:
			ranks = append(ranks, 'b')
			ok = seg != ""
		}
		if !ok {
			return "", false
		}
	}
	return string(ranks), !more
}

// example returns a segment itself, or a value of the class that it stands for.
func example(seg string) string {
	if seg == "" || seg[0] != marker {
		return seg
	}
	values := map[class]string{number: "12", uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		hash: "8f3a2b1c", date: "2006-01-02", token: "dQw4w9WgXcQ", classAt: "@name",
		lost: "name"}
	return values[class(seg[1])] + seg[2:]
}
