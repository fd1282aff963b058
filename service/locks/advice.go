package locks

import (
	"fmt"
	"strings"
)

// crowd is the number of waiters from which on a lock is worth splitting.
const crowd = 10

// advice says what would help, from what is seen in the dump alone.
func (t *table) advice(g *group) []string {
	list := []string{}
	if g.kind == semaphore {
		return list // it is there to be held for long
	}
	for _, c := range g.claims {
		if c.grade == Possible {
			continue
		}
		if what := outside(c.stack.g.State); what != "" {
			list = append(list, fmt.Sprintf("goroutine %d %s while it holds the lock (%s:%d): "+
				"do that before Lock or after Unlock", c.stack.g.ID, what,
				shortFile(c.act.frame.File), c.act.frame.Line))
		}
		break
	}
	switch {
	case g.class == "database/sql.(*Stmt).mu":
		list = append(list, fmt.Sprintf("one prepared statement is shared by all, and %s for "+
			"its lock: prepare one per connection or goroutine, or let the driver put the "+
			"arguments into the text", waitFor(len(g.waiters))))
	case g.class == "database/sql.(*DB).mu":
		list = append(list, "connections come and go: wring pool finds a setting that keeps them")
	case g.kind == "RWMutex" && g.writer:
		list = append(list, "a writer waits for the readers, and every new reader for the writer: "+
			"hold the read lock for less time")
	case len(g.waiters) >= crowd && !strings.HasSuffix(g.class, "[]"):
		list = append(list, fmt.Sprintf("%d goroutines wait for one lock: split it by key, or "+
			"do less under it", len(g.waiters)))
	}
	return list
}

// outside says what a goroutine does that needs no lock, by its state, or "".
func outside(state string) string {
	switch state {
	case "IO wait", "syscall":
		return "does I/O"
	case "sleep":
		return "sleeps"
	case "chan receive", "chan send", "select":
		return "waits for a channel"
	}
	return ""
}
