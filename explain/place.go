package explain

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	symbols "github.com/wring-go/wring/internal/symbol"
)

// Find returns the sites of rep at a place, heaviest first. A place is a site's
// id or the beginning of one, FILE:LINE, or a function as pprof prints it, with
// or without the folders before the package. No site there is an error.
func Find(rep alloc.Report, place string) ([]alloc.Finding, error) {
	matches := atFunc(place)
	if file, line, ok := fileLine(place); ok {
		matches = atLine(file, line)
	}
	var found []alloc.Finding
	for _, f := range rep.Sites {
		if matches(f) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil, nothingAt(rep, place)
	}
	return found, nil
}

func nothingAt(rep alloc.Report, place string) error {
	file, _, ok := fileLine(place)
	if lines := linesIn(rep, file); len(lines) > 0 {
		return fmt.Errorf("nothing was allocated at %s: in that file, allocations were booked "+
			"to line %s", place, strings.Join(lines, ", "))
	}
	what := "a function or site"
	if ok {
		what = "a line"
	}
	return fmt.Errorf("nothing was allocated at %q, taken as %s; places look like "+
		"3f9c1a, p/join.go:17 or p.(*T).Join, and wring top lists them", place, what)
}

// linesIn returns the lines of a file that have sites, at most twenty.
func linesIn(rep alloc.Report, file string) []string {
	if file == "" {
		return nil
	}
	lines := map[int]bool{}
	for _, f := range rep.Sites {
		if endsWith(f.File, file) {
			lines[f.Line] = true
		}
	}
	var out []string
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, strconv.Itoa(line))
	}
	return out[:min(20, len(out))]
}

// fileLine splits FILE:LINE.
func fileLine(place string) (file string, line int, ok bool) {
	at := strings.LastIndexByte(place, ':')
	if at <= 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(place[at+1:])
	return place[:at], line, err == nil && line > 0
}

// atLine matches sites whose own line or leaf is in file, which may be a path
// or just the end of one.
func atLine(file string, line int) func(alloc.Finding) bool {
	same := func(f string, l int) bool { return l == line && endsWith(f, file) }
	return func(f alloc.Finding) bool {
		return same(f.File, f.Line) || same(f.Leaf.File, f.Leaf.Line)
	}
}

// endsWith reports whether whole ends with the path end, or the reverse when
// whole is relative and end is not.
func endsWith(whole, end string) bool {
	whole, end = path.Clean(whole), path.Clean(end)
	return whole == end || strings.HasSuffix(whole, "/"+end) || strings.HasSuffix(end, "/"+whole)
}

// atFunc matches sites by id or by function.
func atFunc(place string) func(alloc.Finding) bool {
	isID := len(place) >= 4 && strings.Trim(place, "0123456789abcdef") == ""
	return func(f alloc.Finding) bool {
		if isID && strings.HasPrefix(f.ID, place) {
			return true
		}
		return sameFunc(f.Func, place) || sameFunc(f.Leaf.Func, place)
	}
}

// sameFunc reports whether fn, a full name, is what was asked for: by its full
// name, from the package's name on, or by the name alone.
func sameFunc(fn, asked string) bool {
	if fn == asked || strings.HasSuffix(fn, "/"+asked) {
		return true
	}
	return symbols.Local(fn) == asked
}
