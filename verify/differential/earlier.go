package differential

import (
	"regexp"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/differential/reach"
)

// earlier remembers the verdicts on functions by what they and what they name are before and
// after a change: they come again when some of its candidates are dropped. It may be used
// concurrently.
type earlier struct {
	mu       sync.Mutex
	verdicts map[string][]compared // by package and function
}

// compared is a verdict on a function with what differed then.
type compared struct {
	differed map[string]string // as [differing] returns it
	verdict  alloc.Verdict
}

// find returns the verdict on a function from when it was the same, and all that differs now
// and that it names differed in the same way. More may have differed then: what was no
// difference with it is none without it.
func (e *earlier) find(pkg *reach.Package, fn string) (alloc.Verdict, bool) {
	now, ok := versions(pkg, fn)
	if !ok {
		return alloc.Verdict{}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, was := range e.verdicts[pkg.Path+"."+fn] {
		if contains(was.differed, now) {
			return was.verdict, true
		}
	}
	return alloc.Verdict{}, false
}

// contains reports whether all has each entry of some.
func contains(all, some map[string]string) bool {
	for name, text := range some {
		if was, ok := all[name]; !ok || was != text {
			return false
		}
	}
	return true
}

// note keeps a verdict that stays the same however often the function is compared.
func (e *earlier) note(pkg *reach.Package, fn string, v alloc.Verdict) {
	now, ok := versions(pkg, fn)
	if !ok || v.OutOfTime || v.Outcome == alloc.Rejected {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.verdicts == nil {
		e.verdicts = map[string][]compared{}
	}
	name := pkg.Path + "." + fn
	e.verdicts[name] = append(e.verdicts[name], compared{now, v})
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// versions returns what a function is before and after the change, with all that differs and that
// it names, or that what it names names. It reports false if its declaration is not found.
func versions(pkg *reach.Package, fn string) (map[string]string, bool) {
	fn = strings.NewReplacer("(*", "", ")", "").Replace(fn)
	if pkg.Old[fn].Func == nil || pkg.New[fn].Func == nil {
		return nil, false
	}
	return differing(pkg, fn), true
}

// differing returns both versions of a function, and of all that differs and that it names, or
// that what it names names, by the names of their declarations.
func differing(pkg *reach.Package, fn string) map[string]string {
	differ := map[string][]string{} // declarations, by the last part of their names
	for _, name := range pkg.Differing() {
		plain := reach.PlainName(name)
		differ[plain] = append(differ[plain], name)
	}
	seen := map[string]string{}
	var look func(name string)
	look = func(name string) {
		if _, ok := seen[name]; ok {
			return
		}
		old, now := pkg.Old[name], pkg.New[name]
		seen[name] = strings.Join([]string{name, old.Signature, old.Body, now.Signature, now.Body},
			"\x00")
		for _, id := range word.FindAllString(seen[name], -1) {
			for _, other := range differ[id] {
				look(other)
			}
		}
	}
	look(fn)
	return seen
}
