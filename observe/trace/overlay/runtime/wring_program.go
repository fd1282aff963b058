//go:build wring_overlay

package runtime

import (
	"internal/runtime/atomic"
)

// What the process was asked to trace.
const (
	wringOff     = iota
	wringBench   // benchmarks: package testing begins and ends sections
	wringTests   // tests: likewise
	wringProgram // one section from before the first init to the end
	wringWaiting // the same, but SIGUSR1 starts and stops booking
)

var wringMode int

// wringMillis is how long the counted iterations of one benchmark may take; 0 when nothing is
// said of it.
var wringMillis int

// wringProg is the one section of a whole program.
var wringProg struct {
	mem     MemStats
	booking bool   // owned by whoever holds turn
	objects uint64 // over the parts already closed
	bytes   uint64
	turn    uint32 // 1 while a goroutine switches
	ended   uint32 // 1 from when a goroutine closes the books
	closed  uint32 // 1 when they are closed
	closer  guintptr
}

// wringWatch wakes a goroutine from a signal handler: the handler can only wake
// a thread, and only a goroutine can stop the world.
var wringWatch struct {
	lock    mutex
	note    note
	awake   uint32 // 1 from a wake-up until the thread has seen it
	idle    bool
	g       guintptr
	sig     uint32 // the signal by which the program is to die
	since   int64  // nanotime of its arrival; 0 until it is stored
	toggles uint32 // SIGUSR1 not yet obeyed
	ready   uint32
}

// wringInit reads WRING_TRACE=MODE:FILE, WRING_LABELS=KEY,... and WRING_BUDGET, a number of
// milliseconds, and hides them from the program and from its children. It runs before any init
// function of the program.
func wringInit() {
	wringParse(wringTakeEnv("WRING_TRACE="))
	for _, c := range []byte(wringTakeEnv("WRING_BUDGET=")) {
		wringMillis = 10*wringMillis + int(c-'0')
	}
	if keys := wringTakeEnv("WRING_LABELS="); keys != "" && wringFile.open {
		wringSetKeys(keys)
	}
	if wringMode < wringProgram || !wringFile.open {
		return
	}
	go wringWatcher()
	for atomic.Load(&wringWatch.ready) == 0 {
		Gosched()
	}
	systemstack(func() { newm(wringThread, nil, -1) })
	if wringMode == wringWaiting {
		testSigusr1 = wringUsr1
		return
	}
	wringBegin("")
	wringToggle()
}

// wringTakeEnv returns what key, which ends in "=", is set to, and takes it out
// of the environment.
func wringTakeEnv(key string) string {
	for i, kv := range envs {
		if len(kv) < len(key) || kv[:len(key)] != key {
			continue
		}
		copy(envs[i:], envs[i+1:])
		envs = envs[:len(envs)-1]
		return kv[len(key):]
	}
	return ""
}

func wringParse(s string) {
	modes := [...]string{
		wringBench: "bench", wringTests: "test", wringProgram: "run", wringWaiting: "wait"}
	for mode, name := range modes {
		n := len(name)
		if n == 0 || len(s) <= n || s[:n] != name || s[n] != ':' {
			continue
		}
		var path [4096]byte
		if copy(path[:len(path)-1], s[n+1:]) == len(s)-n-1 {
			wringMode = mode
			wringOpen(&path[0])
		}
	}
}

// wringToggle starts booking, or stops it and adds up what the counters say. Where
// signals do so, the file says each time that a section begins, and what was booked
// in all when it ends: who reads the file meanwhile can take the difference.
func wringToggle() {
	p := &wringProg
	for !atomic.Cas(&p.turn, 0, 1) {
		Gosched()
	}
	objects, bytes := p.mem.Mallocs, p.mem.TotalAlloc
	if p.booking {
		wringSwitch(&p.mem, wringStop)
		p.objects += p.mem.Mallocs - objects
		p.bytes += p.mem.TotalAlloc - bytes
		if wringMode == wringWaiting && atomic.Load(&p.ended) == 0 {
			wringEnd("", 1, p.objects, p.bytes)
		}
	} else if atomic.Load(&p.ended) == 0 {
		if wringMode == wringWaiting {
			wringBegin("")
		}
		wringSwitch(&p.mem, wringStart)
	}
	p.booking = !p.booking
	atomic.Store(&p.turn, 0)
}

// wringExit closes the books of a whole program. Every way out of the process
// comes through here: return from main, os.Exit, a panic, a deadly signal. Who
// comes second waits, for its way out would end the process before the books
// are closed. It reports whether the caller was the first.
func wringExit() bool {
	p := &wringProg
	if wringMode < wringProgram {
		return true
	}
	if !atomic.Cas(&p.ended, 0, 1) {
		for atomic.Load(&p.closed) == 0 && p.closer.ptr() != getg() {
			Gosched()
		}
		return false
	}
	p.closer.set(getg())
	if p.booking {
		wringToggle()
	}
	wringEnd("", 1, p.objects, p.bytes)
	atomic.Store(&p.closed, 1)
	return true
}

// wringTwice is for how long, in nanoseconds, a signal that arrives again counts
// as the same one: the terminal sends it to the whole group, and whoever
// forwards signals sends it once more.
const wringTwice = 1e9

// wringDie is called by the signal handler for a signal that would kill the
// program. It reports whether the program lives on until its books are closed.
// Another signal, or the same one later, kills at once.
func wringDie(sig uint32) bool {
	w := &wringWatch
	if atomic.Load(&w.ready) == 0 {
		return false
	}
	if atomic.Cas(&w.sig, 0, sig) {
		atomic.Storeint64(&w.since, nanotime())
		wringWake()
		return true
	}
	since := atomic.Loadint64(&w.since)
	return atomic.Load(&w.sig) == sig && (since == 0 || nanotime()-since < wringTwice)
}

func wringUsr1(*g) bool {
	atomic.Xadd(&wringWatch.toggles, 1)
	wringWake()
	return true
}

func wringWake() {
	if atomic.Cas(&wringWatch.awake, 0, 1) {
		notewakeup(&wringWatch.note)
	}
}

// wringThread is a thread without a P, like sysmon: it does not keep a
// deadlock from being noticed.
//
//go:nowritebarrierrec
func wringThread() {
	lock(&sched.lock)
	sched.nmsys++
	checkdead()
	unlock(&sched.lock)
	w := &wringWatch
	for {
		notesleep(&w.note)
		noteclear(&w.note)
		atomic.Store(&w.awake, 0)
		lock(&w.lock)
		if w.idle {
			w.idle = false
			var list gList
			list.push(w.g.ptr())
			injectglist(&list)
		}
		unlock(&w.lock)
	}
}

// wringWatcher does what signals ask for.
func wringWatcher() {
	w := &wringWatch
	w.g.set(getg())
	dying := false // w.sig has been obeyed
	for {
		lock(&w.lock)
		if (atomic.Load(&w.sig) == 0 || dying) && atomic.Load(&w.toggles) == 0 {
			w.idle = true
			atomic.Store(&w.ready, 1)
			goparkunlock(&w.lock, waitReasonForceGCIdle, traceBlockSystemGoroutine, 1)
			continue
		}
		unlock(&w.lock)
		for atomic.Load(&w.toggles) != 0 {
			atomic.Xadd(&w.toggles, -1)
			wringToggle()
		}
		if sig := atomic.Load(&w.sig); sig != 0 && !dying {
			dying = true
			// Else the program ends by itself, with its own exit code.
			if wringExit() {
				systemstack(func() { dieFromSignal(sig) })
			}
		}
	}
}
