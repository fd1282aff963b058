package guard

import (
	"errors"
	"fmt"
	"go/version"
	"slices"
	"strconv"
	"strings"
)

// Parse reads a budget file. The error names every line, up to ten, that is not
// exactly as Format could have written it, comments and order aside.
func Parse(data []byte) (*Budget, error) {
	r := &reader{units: map[string]bool{}}
	if !strings.HasSuffix(string(data), "\n") && len(data) > 0 {
		return nil, fmt.Errorf("%s is cut short: its last line does not end; %s", FileName, remedy)
	}
	for line := range strings.Lines(string(data)) {
		r.line++
		if err := r.read(strings.TrimSuffix(line, "\n")); err != nil {
			r.errs = append(r.errs, fmt.Errorf("%s:%d: %w", FileName, r.line, err))
		}
	}
	r.endSection()
	if len(r.errs) == 0 && r.entries == 0 {
		return nil, fmt.Errorf("%s holds no budget at all: %s", FileName, remedy)
	}
	if n := len(r.errs); n > 10 {
		r.errs = append(r.errs[:10], fmt.Errorf("and %d more", n-10))
	}
	return &r.budget, errors.Join(r.errs...)
}

const remedy = "wring guard -update writes it"

// reader reads a budget file line by line.
type reader struct {
	budget  Budget
	section *Section
	pkg     string
	seen    []string // the keys of the section so far
	units   map[string]bool
	entries int
	line    int
	errs    []error
}

func (r *reader) read(line string) error {
	switch {
	case strings.TrimSpace(line) == "":
		return nil
	case strings.HasPrefix(line, "#   "):
		return r.site(line[4:])
	case strings.HasPrefix(line, "#"):
		return nil
	case strings.HasPrefix(line, "Unit "):
		return r.unit(strings.Fields(line)[1:])
	case strings.HasPrefix(line, "Benchmark"):
		return r.benchmark(strings.Fields(line))
	}
	key, value, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(key, " \t") {
		return fmt.Errorf("%q is neither a key, nor a unit, nor a benchmark", line)
	}
	return r.key(key, strings.TrimSpace(value))
}

func (r *reader) unit(words []string) error {
	if len(words) == 0 || !slices.Contains(allUnits(), words[0]) {
		return fmt.Errorf("unknown unit %q; there are %s",
			strings.Join(words[:min(1, len(words))], ""), strings.Join(allUnits(), ", "))
	}
	if len(words) != 2 || words[1] != "assume=exact" {
		return fmt.Errorf("the unit %s must be assume=exact, and nothing else", words[0])
	}
	if r.units[words[0]] {
		return fmt.Errorf("the unit %s is declared twice", words[0])
	}
	r.units[words[0]] = true
	return nil
}

func allUnits() []string {
	return []string{unitObjects, unitBytes, unitObjectsSpread, unitBytesSpread}
}

// key reads a line "key: value". The key go begins a section.
func (r *reader) key(key, value string) error {
	if key == "go" {
		r.endSection()
		r.section, r.seen, r.pkg = &Section{Line: r.line}, nil, ""
	}
	if r.section == nil {
		return fmt.Errorf("the key %s comes before the first section, which the key go begins", key)
	}
	if value == "" && key != "tags" && key != "goexperiment" {
		return fmt.Errorf("the key %s has no value", key)
	}
	if key != "pkg" && slices.Contains(r.seen, key) {
		return fmt.Errorf("the key %s is there twice in this section", key)
	}
	r.seen = append(r.seen, key)
	switch key {
	case "go":
		if version.Lang(value) != value {
			return fmt.Errorf("go: %s: a release such as go1.26 is wanted", value)
		}
		r.section.Go = value
	case "goos":
		r.section.GOOS = value
	case "goarch":
		r.section.GOARCH = value
	case "tags":
		r.section.Tags = value
	case "goexperiment":
		r.section.Experiment = value
	case "toolchain":
		r.section.Toolchain = value
	case "pkg":
		r.pkg = value
	default:
		return fmt.Errorf("unknown key %q; there are go, goos, goarch, tags, goexperiment, "+
			"toolchain, pkg", key)
	}
	return nil
}

// endSection checks the section that ends here and adds it to the budget.
func (r *reader) endSection() {
	s := r.section
	if s == nil {
		return
	}
	fail := func(format string, args ...any) {
		r.errs = append(r.errs, fmt.Errorf("%s:%d: %w", FileName, s.Line,
			fmt.Errorf(format, args...)))
	}
	for _, key := range []string{"goos", "goarch", "toolchain"} {
		if !slices.Contains(r.seen, key) {
			fail("the section lacks the key %s", key)
		}
	}
	if len(s.Entries) == 0 {
		fail("the section for %s is empty: %s", s.Key, remedy)
	}
	if other := r.budget.Section(s.Key); other != nil {
		fail("a section for %s is there already, in line %d", s.Key, other.Line)
	}
	slices.SortStableFunc(s.Entries, Entry.compare)
	for i := range s.Entries[min(1, len(s.Entries)):] {
		if a, b := s.Entries[i], s.Entries[i+1]; a.compare(b) == 0 {
			r.errs = append(r.errs, fmt.Errorf("%s:%d: %s is there already, in line %d",
				FileName, b.Line, b.FullName(), a.Line))
		}
	}
	r.budget.Sections = append(r.budget.Sections, s)
}

// benchmark reads the line of an entry: name, iterations, pairs of value and unit.
func (r *reader) benchmark(words []string) error {
	if r.section == nil || r.pkg == "" {
		return errors.New("the benchmark comes before the key go or pkg, " +
			"so it belongs to no section")
	}
	if len(words)%2 != 0 || len(words) < 4 {
		return errors.New("a benchmark is its name, its iterations, and pairs of value and unit")
	}
	e := Entry{Package: r.pkg, Name: words[0], Line: r.line}
	var err error
	if e.N, err = strconv.ParseUint(words[1], 10, 64); err != nil || e.N == 0 {
		return fmt.Errorf("%s: %q is no number of iterations", e.Name, words[1])
	}
	given := map[string]bool{}
	for pair := range slices.Chunk(words[2:], 2) {
		if err := r.value(&e, pair[0], pair[1], given); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	if !given[unitObjects] || !given[unitBytes] {
		return fmt.Errorf("%s: %s and %s are wanted", e.Name, unitObjects, unitBytes)
	}
	r.entries++
	r.section.Entries = append(r.section.Entries, e)
	return nil
}

func (r *reader) value(e *Entry, value, unit string, given map[string]bool) error {
	rate, err := ParseRate(value)
	if err != nil {
		return err
	}
	switch unit {
	case unitObjects:
		e.Objects.Most = rate
	case unitBytes:
		e.Bytes.Most = rate
	case unitObjectsSpread:
		e.Objects.Spread = rate
	case unitBytesSpread:
		e.Bytes.Spread = rate
	default:
		return fmt.Errorf("unknown unit %q; there are %s", unit, strings.Join(allUnits(), ", "))
	}
	switch {
	case given[unit]:
		return fmt.Errorf("%s is given twice", unit)
	case !r.units[unit]:
		return fmt.Errorf("the line \"Unit %s assume=exact\" is missing above", unit)
	}
	given[unit] = true
	return nil
}

// site reads what Site.format wrote.
func (r *reader) site(text string) error {
	if r.section == nil || len(r.section.Entries) == 0 {
		return errors.New("the site belongs to no benchmark")
	}
	words := strings.SplitN(text, " ", 3)
	if len(words) < 3 {
		return fmt.Errorf("%q is no site: objects, bytes, function and type are wanted", text)
	}
	var s Site
	var err error
	if s.Objects, err = ParseRate(words[0]); err != nil {
		return err
	}
	if s.Bytes, err = ParseRate(words[1]); err != nil {
		return err
	}
	fn, typ, ok := strings.Cut(words[2], ": ")
	if !ok {
		return fmt.Errorf("%q is no site: a colon stands between function and type", text)
	}
	s.Func, s.Type = fn, typ
	if at := strings.LastIndex(typ, via); at >= 0 {
		s.Type, s.Leaf = typ[:at], typ[at+len(via):]
	}
	e := &r.section.Entries[len(r.section.Entries)-1]
	e.Sites = append(e.Sites, s)
	return nil
}
