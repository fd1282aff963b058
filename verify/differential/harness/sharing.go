package harness

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// region is memory that a value refers to.
type region struct {
	path       string
	start, end uintptr
	fixed      bool // not writable through this value: a string
	sealed     bool // not writable at all: an error as errors.New and fmt.Errorf make it
}

// maxRegions bounds the regions that are compared.
const maxRegions = 80

// regionsOf returns the memory that values refer to, slices up to their
// capacity.
func regionsOf(values []reflect.Value, name string) []region {
	f := finder{seen: map[uintptr]bool{}}
	for i, v := range values {
		f.find(v, fmt.Sprintf("%s %d", name, i), 0)
	}
	return f.regions
}

type finder struct {
	regions []region
	seen    map[uintptr]bool
	steps   int
}

func (f *finder) add(path string, start uintptr, size uintptr, fixed bool) {
	if size > 0 && len(f.regions) < maxRegions {
		f.regions = append(f.regions, region{path: path, start: start, end: start + size,
			fixed: fixed})
	}
}

func (f *finder) find(v reflect.Value, path string, depth int) {
	f.steps++
	if depth > 8 || f.steps > 3000 || !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		s := v.String()
		if len(s) > 0 {
			f.add(path, uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&s))[0]), uintptr(len(s)), true)
		}
	case reflect.Interface:
		f.find(v.Elem(), path, depth)
	case reflect.Slice:
		f.slice(v, path, depth)
	case reflect.Array:
		if v.CanAddr() {
			f.elements(v, path, depth)
		}
	case reflect.Map:
		f.table(v, path, depth)
	case reflect.Ptr:
		f.pointer(v, path, depth)
	case reflect.Struct:
		f.fields(v, path, depth)
	}
}

func (f *finder) slice(v reflect.Value, path string, depth int) {
	if v.IsNil() {
		return
	}
	f.add(path, v.Pointer(), uintptr(v.Cap())*v.Type().Elem().Size(), false)
	f.elements(v, path, depth)
}

func (f *finder) elements(v reflect.Value, path string, depth int) {
	if !refers(v.Type().Elem()) {
		return
	}
	for i := 0; i < v.Len() && i < 40; i++ {
		f.find(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
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

func (f *finder) table(v reflect.Value, path string, depth int) {
	if v.IsNil() || f.seen[v.Pointer()] {
		return
	}
	f.seen[v.Pointer()] = true
	f.add(path, v.Pointer(), 1, false)
	for i, key := range sortedKeys(v) {
		if i == 20 {
			break
		}
		f.find(v.MapIndex(key), path+"["+keyText(key)+"]", depth+1)
	}
}

func keyText(v reflect.Value) string {
	w := &canon{}
	w.dynamic(v, 0)
	return cut(string(w.buf), 40)
}

func (f *finder) pointer(v reflect.Value, path string, depth int) {
	if v.IsNil() || f.seen[v.Pointer()] || inside[v.Type().Elem().PkgPath()] {
		return
	}
	f.seen[v.Pointer()] = true
	n := len(f.regions)
	f.add(path, v.Pointer(), v.Type().Elem().Size(), false)
	if len(f.regions) > n {
		pkg := v.Type().Elem().PkgPath()
		f.regions[n].sealed = pkg == "errors" || pkg == "fmt"
	}
	f.find(v.Elem(), path, depth+1)
}

func (f *finder) fields(v reflect.Value, path string, depth int) {
	if inside[v.Type().PkgPath()] || v.Type() == timeType || v.Type().Implements(mockedType) {
		return
	}
	v = addressable(v)
	for i := 0; i < v.NumField(); i++ {
		f.find(writable(v.Field(i)), path+"."+v.Type().Field(i).Name, depth+1)
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
				text += "\n" + a.path + " has memory of an earlier " + b.path
			}
		}
	}
	return text
}

// sharing puts into words which results and arguments lie in memory that an
// argument had before the call, and which results overlap each other.
func sharing(before, results, after []region) string {
	var lines []string
	for _, out := range append(append([]region{}, results...), after...) {
		for _, in := range before {
			if in.fixed || out.path == in.path && out.start == in.start ||
				out.start >= in.end || in.start >= out.end {
				continue
			}
			from, to := int64(out.start)-int64(in.start), int64(out.end)-int64(in.start)
			lines = append(lines, fmt.Sprintf("%s shares bytes %d to %d of %s",
				out.path, from, to, in.path))
		}
	}
	for i, a := range results {
		for _, b := range results[i+1:] {
			if a.start < b.end && b.start < a.end && !(a.fixed && b.fixed) {
				lines = append(lines, fmt.Sprintf("%s and %s overlap", a.path, b.path))
			}
		}
	}
	return strings.Join(lines, "\n")
}
