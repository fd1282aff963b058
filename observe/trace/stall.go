package trace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
)

// stall watches a process that may wait for something that never comes.
type stall struct {
	pid   int
	spent int64     // clock ticks of processor time
	since time.Time // from when on it has only waited
	next  time.Time // when it is looked at again
}

// lookEvery is how often a process is looked at, and fewTicks what the runtime alone may take
// meanwhile.
const (
	lookEvery = 200 * time.Millisecond
	fewTicks  = 2
)

// lasts returns how long the process has only waited: no thread runs, or wants to. Where the
// system does not tell, it never waits.
func (s *stall) lasts() time.Duration {
	now := time.Now()
	if now.Before(s.next) {
		return now.Sub(s.since)
	}
	s.next = now.Add(lookEvery)
	spent, waits := threads(s.pid)
	if !waits || spent >= s.spent+fewTicks {
		s.since, s.spent = now, spent
	}
	return now.Sub(s.since)
}

// again says that the process has just done something.
func (s *stall) again() { s.since = time.Now() }

// threads returns the processor time of a process's threads, and whether all of them wait.
func threads(pid int) (ticks int64, wait bool) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		// After the name in parentheses come the state, and from the twelfth field on the time
		// in the program and in the system.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) < 13 || fields[0] != "S" {
			return ticks, false
		}
		for _, field := range fields[11:13] {
			n, _ := strconv.ParseInt(field, 10, 64)
			ticks += n
		}
	}
	return ticks, len(files) > 0
}

// replaysCall reports whether the process is at a call that was recorded: it takes no longer
// than a moment, and nothing that it could wait for is there.
func (p *process) replaysCall() bool {
	fn, replays := alloc.Benchmark{Name: p.begun()}.Replays()
	return replays && !strings.HasPrefix(fn, alloc.WholeTests)
}
