package locks

import (
	"strings"

	"github.com/wring-go/wring/service/stackdump"
)

// wait is what a goroutine waits for.
type wait struct {
	ref     lockRef
	act     *activation // of the function that called Lock, or nil
	frame   *stackdump.Frame
	mode    byte
	addr    uint64 // exact, or 0
	pending bool   // a writer that has its turn and waits for readers
	kind    string
	named   variable
	// inner and innerRef are the lock as the function names it that called Lock.
	inner    *activation
	innerRef lockRef
}

// lockFrames are the functions between the caller of a lock and the runtime.
var lockFrames = map[string]string{
	"sync.(*Mutex).Lock":                    "Mutex",
	"sync.(*Mutex).lockSlow":                "Mutex",
	"internal/sync.(*Mutex).Lock":           "Mutex",
	"internal/sync.(*Mutex).lockSlow":       "Mutex",
	"sync.(*RWMutex).Lock":                  "RWMutex",
	"sync.(*RWMutex).RLock":                 "RWMutex",
	"sync.(*rlocker).Lock":                  "RWMutex",
	"sync.runtime_SemacquireMutex":          "Mutex",
	"internal/sync.runtime_SemacquireMutex": "Mutex",
	"sync.runtime_SemacquireRWMutex":        "RWMutex",
	"sync.runtime_SemacquireRWMutexR":       "RWMutex",
	"sync.runtime_Semacquire":               "",

	"golang.org/x/sync/semaphore.(*Weighted).Acquire": semaphore,
	"syscall.Flock":               fileLock,
	"golang.org/x/sys/unix.Flock": fileLock,
}

// fileLock is the kind of the locks that the system keeps of files.
const fileLock = "file lock"

// semaphore is the kind of a lock that several goroutines hold at once.
const semaphore = "semaphore"

// waitingStates are the states of goroutines that wait for a mutex.
var waitingStates = map[string]bool{
	"sync.Mutex.Lock": true, "sync.RWMutex.Lock": true, "sync.RWMutex.RLock": true,
	"semacquire": true,
	"select":     true, // a semaphore
	"syscall":    true, // a file's lock
}

// waitOf returns what a goroutine waits for, if that is a mutex.
func (t *table) waitOf(s *stack) *wait {
	if !waitingStates[s.g.State] {
		return nil
	}
	w := &wait{mode: writing}
	last := -1
	for i := range s.g.Frames {
		f := &s.g.Frames[i]
		kind, ok := lockFrames[f.Func]
		if !ok {
			if last >= 0 || !strings.HasPrefix(f.Func, "runtime.") &&
				!strings.HasPrefix(f.Func, "sync.runtime_") && !isSyscall(f.Func) {
				break
			}
			continue
		}
		last = i
		w.note(f, kind)
	}
	if last < 0 || w.kind == "" || last+1 >= len(s.g.Frames) {
		return nil
	}
	w.pending = s.g.State == "sync.RWMutex.Lock"
	w.frame = &s.g.Frames[last+1]
	for _, a := range s.acts {
		if a.frame == w.frame {
			w.act = a
			t.refOf(w)
		}
	}
	return w
}

// isSyscall reports whether a function makes any system call.
func isSyscall(name string) bool {
	switch name {
	case "syscall.Syscall", "syscall.RawSyscall", "syscall.RawSyscall6", "syscall.syscall",
		"golang.org/x/sys/unix.Syscall":
		return true
	}
	return strings.HasPrefix(name, "internal/runtime/syscall")
}

// note takes from a frame of package sync what it says.
func (w *wait) note(f *stackdump.Frame, kind string) {
	if kind != "" && w.kind != "RWMutex" {
		w.kind = kind
	}
	switch {
	case strings.HasSuffix(f.Func, ").RLock") || strings.HasSuffix(f.Func, "RWMutexR"):
		w.mode = reading
	case strings.HasSuffix(f.Func, "rlocker).Lock"), kind == semaphore:
		w.mode = reading
	}
	if strings.Contains(f.Func, "runtime_") || f.Inlined || len(f.Args) == 0 {
		return
	}
	if a := f.Args[0]; !a.Uncertain && a.Value >= minPointer && w.addr == 0 {
		w.addr = a.Value
	}
}

// refOf finds in the source which lock is waited for.
func (t *table) refOf(w *wait) {
	if w.act.site.call == nil {
		return
	}
	if o, ok := t.eng.lockCall(w.act.site.fn, w.act.site.call); ok {
		w.inner, w.innerRef = w.act, o.ref
		w.act, w.ref = t.outward(w.act, o.ref)
		if w.kind == "Mutex" && w.ref.isOnce() {
			w.kind = "Once"
		}
	}
}

// isOnce reports whether the lock is the one inside of a sync.Once.
func (l lockRef) isOnce() bool {
	n := len(l.target.path.steps)
	return n > 0 && l.target.path.steps[n-1].owner == "sync.(*Once)"
}
