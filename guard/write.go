package guard

import (
	"fmt"
	"slices"
	"strings"
)

// The units of the file. A spread is only written where there is one.
const (
	unitObjects       = "allocs/op"
	unitBytes         = "B/op"
	unitObjectsSpread = "spread-allocs/op"
	unitBytesSpread   = "spread-B/op"
)

const preamble = `# What each benchmark may allocate, measured by wring guard -update and checked by
# wring guard. Below each entry: the sites that it consists of, as objects and
# bytes per operation, function, and type.
`

// Format returns the file of b. The same budgets give the same bytes, sorted.
func Format(b *Budget) []byte {
	var out strings.Builder
	out.WriteString(preamble)
	for _, unit := range units(b) {
		fmt.Fprintf(&out, "Unit %s assume=exact\n", unit)
	}
	sections := slices.Clone(b.Sections)
	slices.SortFunc(sections, func(x, y *Section) int { return x.Key.compare(y.Key) })
	for _, s := range sections {
		formatSection(&out, s, optionalKeys(b))
	}
	return []byte(out.String())
}

// units returns the units that b uses; the first two always.
func units(b *Budget) []string {
	var objects, bytes bool
	for _, s := range b.Sections {
		for _, e := range s.Entries {
			objects = objects || e.Objects.Spread > 0
			bytes = bytes || e.Bytes.Spread > 0
		}
	}
	list := []string{unitObjects, unitBytes}
	if objects {
		list = append(list, unitObjectsSpread)
	}
	if bytes {
		list = append(list, unitBytesSpread)
	}
	return list
}

// optionalKeys returns the keys that only some builds have and b does. Keys stay
// in force in the benchmark format, so every section must say them then.
func optionalKeys(b *Budget) []string {
	has := func(value func(*Section) string) bool {
		return slices.ContainsFunc(b.Sections, func(s *Section) bool { return value(s) != "" })
	}
	var keys []string
	if has(func(s *Section) string { return s.Tags }) {
		keys = append(keys, "tags")
	}
	if has(func(s *Section) string { return s.Experiment }) {
		keys = append(keys, "goexperiment")
	}
	return keys
}

// formatSection writes one section, with those of the optional keys.
func formatSection(out *strings.Builder, s *Section, optional []string) {
	fmt.Fprintf(out, "\ngo: %s\ngoos: %s\ngoarch: %s\n", s.Go, s.GOOS, s.GOARCH)
	values := map[string]string{"tags": s.Tags, "goexperiment": s.Experiment}
	for _, key := range optional {
		fmt.Fprintln(out, strings.TrimSpace(key+": "+values[key]))
	}
	fmt.Fprintf(out, "toolchain: %s\n", s.Toolchain)
	entries := slices.Clone(s.Entries)
	slices.SortFunc(entries, Entry.compare)
	pkg := ""
	for _, e := range entries {
		if e.Package != pkg {
			pkg = e.Package
			fmt.Fprintf(out, "\npkg: %s\n", pkg)
		}
		fmt.Fprintln(out, e.format())
		for _, site := range e.Sites {
			fmt.Fprintf(out, "#   %s\n", site.format())
		}
	}
}

// format returns the line of the entry itself.
func (e Entry) format() string {
	line := fmt.Sprintf("%s %d %v %s %v %s", e.Name, e.N,
		e.Objects.Most, unitObjects, e.Bytes.Most, unitBytes)
	if e.Objects.Spread > 0 {
		line += fmt.Sprintf(" %v %s", e.Objects.Spread, unitObjectsSpread)
	}
	if e.Bytes.Spread > 0 {
		line += fmt.Sprintf(" %v %s", e.Bytes.Spread, unitBytesSpread)
	}
	return line
}

// format returns the site without what makes it a comment.
func (s Site) format() string {
	text := fmt.Sprintf("%v %v %s: %s", s.Objects, s.Bytes, s.Func, s.Type)
	if s.Leaf != "" {
		text += via + s.Leaf
	}
	return text
}

// via stands between the type and the function that called the allocator.
const via = " via "
