package differential

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/verify/differential/reach"
)

// earlier remembers the verdicts on functions by what they are before and after a change: they
// come again when some of its candidates are dropped. It may be used concurrently.
type earlier struct {
	mu       sync.Mutex
	verdicts map[string]alloc.Verdict
}

func (e *earlier) find(key string) (alloc.Verdict, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	v, ok := e.verdicts[key]
	return v, ok && key != ""
}

// note keeps a verdict that stays the same however often the function is compared.
func (e *earlier) note(key string, v alloc.Verdict) {
	if v.OutOfTime || v.Outcome == alloc.Rejected {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.verdicts == nil {
		e.verdicts = map[string]alloc.Verdict{}
	}
	e.verdicts[key] = v
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// versions returns a digest of what a function is before and after the change, and of all that
// differs and that it names, or that what it names names; "" if its declaration is not found.
func versions(pkg *reach.Package, fn string) string {
	fn = strings.NewReplacer("(*", "", ")", "").Replace(fn)
	if pkg.Old[fn].Func == nil || pkg.New[fn].Func == nil {
		return ""
	}
	parts := []string{pkg.Path}
	seen := differing(pkg, fn)
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		parts = append(parts, seen[name])
	}
	return digest.Hex(strings.Join(parts, "\x00"))
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
