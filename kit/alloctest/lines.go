package alloctest

import (
	"cmp"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
)

// Lines returns the lines on which f allocates, heaviest first, as text: each
// on a line of its own that begins with a line break and a tab, with the calls
// that lead there. It ends with what the heap profiler did not see. A function
// that does not allocate gives "".
func Lines(f func()) string {
	stacks := profile(f)
	var b strings.Builder
	var seen uint64
	for _, s := range stacks {
		seen += s.objects
		fmt.Fprintf(&b, "\n\t%s of %d bytes at %s", perCall(s.objects), s.size, s.frames[0])
		for _, frame := range s.frames[1:] {
			fmt.Fprintf(&b, "\n\t\tcalled from %s", frame)
		}
	}
	if total := Count(calls, f); total > seen {
		fmt.Fprintf(&b, "\n\t%s that the profiler does not see: objects of less than 16 bytes "+
			"without pointers, or below more than 30 calls", perCall(total-seen))
	}
	return b.String()
}

// stack is where objects of one size were allocated.
type stack struct {
	frames  []string // the line that allocates first, f last
	size    int64
	objects uint64
}

// profile calls f with the heap profiler at its highest rate.
func profile(f func()) []stack {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before := records()
	runtime.MemProfileRate = 1
	for range calls {
		traced(f)
	}
	runtime.MemProfileRate = 0
	sums := map[string]*stack{}
	for key, r := range records() {
		objects := r.AllocObjects - before[key].AllocObjects
		bytes := r.AllocBytes - before[key].AllocBytes
		frames, ok := below(r.Stack())
		if objects <= 0 || !ok {
			continue
		}
		s := stack{frames: frames, size: bytes / objects}
		name := fmt.Sprint(s.size, strings.Join(frames, "\n"))
		if sums[name] == nil {
			sums[name] = &s
		}
		sums[name].objects += uint64(objects)
	}
	var list []stack
	for _, s := range sums {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b stack) int {
		return cmp.Or(cmp.Compare(b.objects, a.objects), cmp.Compare(b.size, a.size),
			slices.Compare(a.frames, b.frames))
	})
	return list
}

// traced calls f. Its frame marks the stacks that are of interest.
//
//go:noinline
func traced(f func()) { f() }

// marker is traced's name on a stack.
const marker = "github.com/wring-go/wring/kit/alloctest.traced"

// place is a stack of the profile and a size.
type place struct {
	stack [32]uintptr
	size  int64
}

// records returns the profile up to now. What was allocated since the last
// collection but one shows only after two more.
func records() map[place]runtime.MemProfileRecord {
	runtime.GC()
	runtime.GC()
	runtime.GC()
	list := make([]runtime.MemProfileRecord, 100)
	for {
		n, ok := runtime.MemProfile(list, true)
		if ok {
			list = list[:n]
			break
		}
		list = make([]runtime.MemProfileRecord, n+100)
	}
	all := make(map[place]runtime.MemProfileRecord, len(list))
	for _, r := range list {
		size := int64(0)
		if r.AllocObjects > 0 {
			size = r.AllocBytes / r.AllocObjects
		}
		all[place{r.Stack0, size}] = r
	}
	return all
}

// below returns the frames of a stack down to the function that was called by
// traced, the allocator's own left out. It reports false for other stacks.
func below(stack []uintptr) (list []string, ok bool) {
	frames := runtime.CallersFrames(stack)
	for {
		frame, more := frames.Next()
		if frame.Function == marker {
			return list, len(list) > 0
		}
		if len(list) > 0 || !strings.HasPrefix(frame.Function, "runtime.") {
			dir, file := path.Split(frame.File)
			list = append(list, fmt.Sprintf("%s (%s/%s:%d)", frame.Function, path.Base(dir), file,
				frame.Line))
		}
		if !more {
			return list, false // cut, or somebody else's
		}
	}
}
