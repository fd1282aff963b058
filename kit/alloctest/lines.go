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
// that does not allocate gives "". Like [Count] it panics while tests run that
// called t.Parallel.
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
			"without pointers", perCall(total-seen))
	}
	return b.String()
}

// stack is where objects of one size were allocated.
type stack struct {
	frames  []string // the line that allocates first, f or the goroutine's begin last
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
		if objects <= 0 {
			continue
		}
		frames := below(r.Stack())
		if len(frames) == 0 {
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

// own begins the names of this package's functions on a stack; marker is traced's.
const (
	own    = "github.com/wring-go/wring/kit/alloctest."
	marker = own + "traced"
)

// place is a stack of the profile and a size.
type place struct {
	stack [32]uintptr
	size  int64
}

// records returns the profile up to now. What was allocated shows in it only
// after a collection. Stacks that differ only further out than is looked at are
// one.
func records() map[place]runtime.MemProfileRecord {
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
		key := place{r.Stack0, size}
		r.AllocObjects += all[key].AllocObjects
		r.AllocBytes += all[key].AllocBytes
		all[key] = r
	}
	return all
}

// below returns the frames of a stack down to the function that was called by
// traced, the allocator's own left out. A stack that does not lead there says
// why. It returns nothing for what this package allocates itself.
func below(stack []uintptr) (list []string) {
	frames := runtime.CallersFrames(stack)
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == marker:
			return list
		case strings.HasPrefix(frame.Function, own):
			return nil
		case frame.Function == "runtime.goexit":
		case len(list) > 0 || !strings.HasPrefix(frame.Function, "runtime."):
			list = append(list, text(frame))
		}
		if more {
			continue
		}
		if len(list) > 0 && len(stack) == len(place{}.stack) {
			return append(list, "more calls than the profiler keeps")
		}
		if len(list) > 0 {
			list[len(list)-1] += ", in another goroutine"
		}
		return list
	}
}

// text shows a frame, with the last folder of its file.
func text(frame runtime.Frame) string {
	dir, file := path.Split(frame.File)
	return fmt.Sprintf("%s (%s/%s:%d)", frame.Function, path.Base(dir), file, frame.Line)
}
