// Package guard holds budgets of allocations: their file, the directives in
// source code, and what there is to say when a measurement is held against
// them. It measures nothing and opens no file.
//
// The file is in the Go benchmark format, so benchstat reads it; what that
// format leaves to the reader is strict here. Whatever is unknown, doubled or
// missing is said, and never passed over: a gate that cannot fail is none.
package guard

import (
	"cmp"
	"go/version"
	"slices"
	"strings"
)

// FileName is the name of the budget file, at the root of a module.
const FileName = "wring.budget"

// Budget is a budget file.
type Budget struct {
	Sections []*Section
}

// Key says which build a section is for.
type Key struct {
	Go     string // the release, without the patch: "go1.26"
	GOOS   string
	GOARCH string
	Tags   string // build tags, sorted, separated by commas

	// Experiment is the build's GOEXPERIMENT, sorted, separated by commas: another
	// runtime allocates otherwise.
	Experiment string
}

// KeyOf returns the key of a build: b with the release in place of the version,
// and its lists in order.
func KeyOf(b Key) Key {
	b.Go = version.Lang(b.Go)
	b.Tags, b.Experiment = inOrder(b.Tags), inOrder(b.Experiment)
	return b
}

// inOrder sorts a list and drops what it names twice.
func inOrder(list string) string {
	words := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	slices.Sort(words)
	return strings.Join(slices.Compact(words), ",")
}

// String returns the key in words: "go1.26 linux/amd64".
func (k Key) String() string {
	text := k.Go + " " + k.GOOS + "/" + k.GOARCH
	if k.Tags != "" {
		text += " with -tags=" + k.Tags
	}
	if k.Experiment != "" {
		text += " with GOEXPERIMENT=" + k.Experiment
	}
	return text
}

func (k Key) compare(o Key) int {
	return cmp.Or(version.Compare(k.Go, o.Go), cmp.Compare(k.GOOS, o.GOOS),
		cmp.Compare(k.GOARCH, o.GOARCH), cmp.Compare(k.Tags, o.Tags),
		cmp.Compare(k.Experiment, o.Experiment))
}

// Section holds the budgets of one build, sorted by package and name.
type Section struct {
	Key
	Toolchain string // that measured: "go1.26.8"
	Line      int    // in the file; 0 when it comes from none
	Entries   []Entry
}

// Entry is what one benchmark may allocate.
type Entry struct {
	Package string
	Name    string
	N       uint64 // iterations that it was measured with
	Objects Figure
	Bytes   Figure
	Sites   []Site // heaviest first
	Line    int    // in the file; 0 when it comes from none
}

// FullName returns the package path, a dot, and the benchmark's name.
func (e Entry) FullName() string { return e.Package + "." + e.Name }

func (e Entry) compare(o Entry) int {
	return cmp.Or(cmp.Compare(e.Package, o.Package), cmp.Compare(e.Name, o.Name))
}

// Figure is the most that was measured, and how far runs of the same code were
// apart: 0 for code that allocates the same each time.
type Figure struct {
	Most, Spread Rate
}

// Limit is the highest amount that keeps the budget. A figure that varies may
// go beyond what was seen by as much as what was seen varied.
func (f Figure) Limit() Rate { return f.Most.plus(f.Spread) }

// Floor is the lowest amount that does not make the budget too generous.
func (f Figure) Floor() Rate { return f.Most.minus(f.Spread).minus(f.Spread) }

// Site is a part of an entry: what one function allocates of one type. It
// names no line, so code that moves stays the same.
type Site struct {
	Objects Rate
	Bytes   Rate
	Func    string // in the packages asked for
	Type    string // "?" when unknown
	Leaf    string // the function that called the allocator; "" when it is Func
}

// key identifies a site within an entry.
func (s Site) key() Site { return Site{Func: s.Func, Type: s.Type, Leaf: s.Leaf} }

// Section returns the section for a build, or nil.
func (b *Budget) Section(k Key) *Section {
	for _, s := range b.Sections {
		if s.Key == k {
			return s
		}
	}
	return nil
}

// Entry returns the entry of a benchmark.
func (s *Section) Entry(pkg, name string) (Entry, bool) {
	i, ok := slices.BinarySearchFunc(s.Entries, Entry{Package: pkg, Name: name}, Entry.compare)
	if !ok {
		return Entry{}, false
	}
	return s.Entries[i], true
}
