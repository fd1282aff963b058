package harness

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// region is memory that a value refers to.
type region struct {
	at         *place
	start, end uintptr
	fixed      bool // not writable through this value: a string
	object     bool // all that a pointer leads to
	sealed     bool // not writable at all: an error as errors.New and fmt.Errorf make it
	// variable is where the slice itself lies that refers to the memory; 0 where that is
	// unknown, or it is none.
	variable uintptr
}

// place is where a value is found: in another place, or by its name.
type place struct {
	in    *place
	name  string // ".field" or "[key]"; "" for an element, which has a number
	index int
}

func (p *place) String() string {
	switch {
	case p.in == nil:
		return fmt.Sprintf("%s %d", p.name, p.index)
	case p.name == "":
		return fmt.Sprintf("%s[%d]", p.in, p.index)
	}
	return p.in.String() + p.name
}

// same reports whether both are written the same.
func (p *place) same(q *place) bool {
	for a, b := p, q; a.index == b.index && a.name == b.name; a, b = a.in, b.in {
		if a == b || a.in == nil && b.in == nil {
			return true
		}
		if a.in == nil || b.in == nil {
			break
		}
	}
	return p.String() == q.String()
}

// maxRegions bounds the regions that are compared.
const maxRegions = 80

// regionsOf returns the memory that values refer to, slices up to their
// capacity.
func regionsOf(values []reflect.Value, name string) []region {
	f := finder{}
	for i, v := range values {
		if refers(v.Type()) {
			f.find(v, &place{name: name, index: i}, 0)
		}
	}
	return f.regions
}

type finder struct {
	regions []region
	own     []region // of fields that only the new code has: callers do not see them
	seen    map[uintptr]bool
	steps   int
	all     bool // nothing is left out
}

// first reports whether what lies at an address was not met before.
func (f *finder) first(at uintptr) bool {
	if f.seen[at] {
		return false
	}
	if f.seen == nil {
		f.seen = map[uintptr]bool{}
	}
	f.seen[at] = true
	return true
}

// mostSteps returns how many values are looked at.
func (f *finder) mostSteps() int {
	if f.all {
		return 30000
	}
	return 3000
}

func (f *finder) add(at *place, start uintptr, size uintptr, fixed bool) {
	if size > 0 && (f.all || len(f.regions) < maxRegions) {
		f.regions = append(f.regions, region{at: at, start: start, end: start + size,
			fixed: fixed})
	}
}

func (f *finder) find(v reflect.Value, at *place, depth int) {
	f.steps++
	if f.steps > f.mostSteps() || depth > 8 && !f.all || !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		s := v.String()
		if len(s) > 0 {
			f.add(at, uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&s))[0]), uintptr(len(s)), true)
		}
	case reflect.Interface:
		f.find(v.Elem(), at, depth)
	case reflect.Slice:
		f.slice(v, at, depth)
	case reflect.Array:
		if v.CanAddr() {
			f.elements(v, at, depth)
		}
	case reflect.Map:
		f.table(v, at, depth)
	case reflect.Ptr:
		f.pointer(v, at, depth)
	case reflect.Struct:
		f.fields(v, at, depth)
	}
}

func (f *finder) slice(v reflect.Value, at *place, depth int) {
	if v.IsNil() {
		return
	}
	n := len(f.regions)
	f.add(at, v.Pointer(), uintptr(v.Cap())*v.Type().Elem().Size(), false)
	if len(f.regions) > n && v.CanAddr() {
		f.regions[n].variable = v.UnsafeAddr()
	}
	f.elements(v, at, depth)
}

func (f *finder) elements(v reflect.Value, at *place, depth int) {
	if !refers(v.Type().Elem()) {
		return
	}
	for i := 0; i < v.Len() && (f.all || i < 40); i++ {
		f.find(v.Index(i), &place{in: at, index: i}, depth+1)
	}
}

// refers reports whether values of t can refer to memory elsewhere.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Interface, reflect.Slice, reflect.Map, reflect.Ptr, reflect.Struct:
		return true
	case reflect.Array:
		return refers(t.Elem())
	}
	return false
}

func (f *finder) table(v reflect.Value, at *place, depth int) {
	if v.IsNil() || !f.first(v.Pointer()) {
		return
	}
	f.add(at, v.Pointer(), 1, false)
	for i, key := range sortedKeys(v) {
		if i == 20 && !f.all {
			break
		}
		f.find(v.MapIndex(key), &place{in: at, name: "[" + keyText(key) + "]"}, depth+1)
	}
}

func keyText(v reflect.Value) string {
	w := &canon{}
	w.dynamic(v, 0)
	return cut(string(w.buf), 40)
}

func (f *finder) pointer(v reflect.Value, at *place, depth int) {
	if v.IsNil() || sealed(v.Type().Elem()) || !f.first(v.Pointer()) {
		return
	}
	n := len(f.regions)
	f.add(at, v.Pointer(), v.Type().Elem().Size(), false)
	if len(f.regions) > n {
		pkg := v.Type().Elem().PkgPath()
		f.regions[n].object = true
		f.regions[n].sealed = pkg == "errors" || pkg == "fmt"
	}
	if refers(v.Type().Elem()) {
		f.find(v.Elem(), at, depth+1)
	}
}

// sealed reports whether nothing in values of t, or behind a pointer to one, is followed.
func sealed(t reflect.Type) bool {
	return inside[t.PkgPath()] && visible[t.PkgPath()+"."+t.Name()] == nil
}

func (f *finder) fields(v reflect.Value, at *place, depth int) {
	t := v.Type()
	if held, ok := holds(v); ok {
		if held.CanAddr() {
			f.add(at, held.UnsafeAddr(), held.Type().Size(), false)
		}
		f.find(held, at, depth+1)
		return
	}
	if sealed(t) || t == timeType {
		return
	}
	layout := layoutOf(t)
	if layout.mocked {
		return
	}
	v = addressable(v)
	for i, field := range layout.fields {
		if field.grown {
			f.grown(v.Field(i), at, depth)
			continue
		}
		if !field.refers || inside[t.PkgPath()] && !field.exported && !field.visible {
			f.steps++
			continue
		}
		f.find(writable(v.Field(i)), &place{in: at, name: "." + field.name}, depth+1)
	}
}

// common describes the memory that a call shares with an earlier call. Sharing
// an immutable error matters only to callers that compare errors, and those are
// targets themselves.
func common(now, earlier []region) string {
	text := ""
	for _, a := range now {
		for _, b := range earlier {
			if a.start < b.end && b.start < a.end && !a.fixed && !b.fixed && !a.sealed {
				text += "\n" + a.at.String() + " has memory of an earlier " + b.at.String()
			}
		}
	}
	return text
}

// sharing puts into words which results and arguments lie in memory that an
// argument had before the call, and which results overlap each other. That a variable has the
// memory that it had is clear where it is shared itself: room that is left in a slice tells
// nothing, then.
func sharing(before, results, after []region) string {
	var lines []string
	for _, out := range append(append([]region{}, results...), after...) {
		for _, in := range before {
			if in.fixed || out.start >= in.end || in.start >= out.end ||
				out.start == in.start && out.at.same(in.at) ||
				in.variable != 0 && out.variable == in.variable {
				continue
			}
			if out.object && in.object && out.start == in.start && out.end == in.end {
				// Its type may have another size in the new code.
				lines = append(lines, fmt.Sprintf("%s has the memory of %s", out.at, in.at))
				continue
			}
			from, to := int64(out.start)-int64(in.start), int64(out.end)-int64(in.start)
			lines = append(lines, fmt.Sprintf("%s shares bytes %d to %d of %s",
				out.at, from, to, in.at))
		}
	}
	for i, a := range results {
		for _, b := range results[i+1:] {
			if a.start < b.end && b.start < a.end && !(a.fixed && b.fixed) {
				lines = append(lines, fmt.Sprintf("%s and %s overlap", a.at, b.at))
			}
		}
	}
	return strings.Join(lines, "\n")
}
