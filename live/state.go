package live

import "strings"

// State is what a goroutine does.
type State string

// The states.
const (
	Running    State = "running"    // or ready to
	Query      State = "query"      // waits for the answer of a database
	Connecting State = "connecting" // to a database
	PoolWait   State = "pool"       // waits for a connection that others have
	LockWait   State = "lock"       // a mutex
	Network    State = "network"    // anything else on the other side of a connection
	Timer      State = "timer"      // sleeps
	Collecting State = "collector"  // helps the garbage collector, or waits for it
	Commanding State = "command"    // starts a command or waits for one
	Waiting    State = "goroutine"  // waits for another goroutine
	File       State = "file"       // reads or writes one, or is in another system call
)

// databases begin the names of functions of database drivers and their pools.
var databases = [...]string{"database/sql.", "github.com/go-sql-driver/mysql.",
	"github.com/lib/pq.", "github.com/jackc/pgx", "github.com/jackc/pgconn",
	"github.com/jackc/puddle", "github.com/mattn/go-sqlite3.", "modernc.org/sqlite",
	"github.com/microsoft/go-mssqldb", "github.com/denisenkom/go-mssqldb",
	"github.com/sijms/go-ora", "github.com/uptrace/bun/driver", "go.mongodb.org/mongo-driver"}

func isDatabase(fn string) bool { return begins(fn, databases[:]) }

func begins(s string, list []string) bool {
	for _, prefix := range list {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

// stateOf classifies a stack. What is parked by the scheduler waits; all else runs
// or is ready to, but for commands, whose system calls take as long as they do.
func stateOf(frames []Frame) State {
	has := func(prefixes ...string) bool {
		for _, f := range frames {
			if begins(f.Func, prefixes) {
				return true
			}
		}
		return false
	}
	if has("os/exec.", "os.(*Process).", "syscall.forkExec", "os.StartProcess") {
		return Commanding
	}
	if len(frames) == 0 || frames[0].Func != "runtime.gopark" {
		return running(frames)
	}
	top := frames[:min(len(frames), 12)]
	for _, f := range top {
		switch {
		case strings.HasPrefix(f.Func, "runtime.gc"), f.Func == "runtime.GC":
			return Collecting
		case f.Func == "time.Sleep":
			return Timer
		case strings.HasPrefix(f.Func, "sync.(*WaitGroup)"),
			strings.HasPrefix(f.Func, "sync.(*Cond)"):
			return Waiting
		case isLock(f.Func):
			return LockWait
		}
	}
	if s, ok := databaseState(frames); ok {
		return s
	}
	if has("internal/poll.runtime_pollWait", "net/http.(*Transport).", "net/http.(*Client).",
		"net/http.(*persistConn).roundTrip") {
		return Network
	}
	return Waiting
}

// running tells a system call that may take long from what runs.
func running(frames []Frame) State {
	for _, f := range frames[:min(len(frames), 8)] {
		if strings.HasPrefix(f.Func, "runtime.gcAssist") || f.Func == "runtime.GC" {
			return Collecting
		}
	}
	if len(frames) > 0 && strings.HasSuffix(frames[0].Func, "runtime/syscall.Syscall6") ||
		len(frames) > 0 && strings.HasPrefix(frames[0].Func, "syscall.") {
		for _, f := range frames {
			if strings.HasPrefix(f.Func, "os.(*File).") || strings.HasPrefix(f.Func, "os.Open") {
				return File
			}
		}
	}
	return Running
}

func isLock(fn string) bool {
	return strings.HasPrefix(fn, "sync.(*Mutex)") || strings.HasPrefix(fn, "sync.(*RWMutex)") ||
		strings.HasPrefix(fn, "internal/sync.(*Mutex)") || strings.HasPrefix(fn, "sync.(*Once)")
}

// databaseState tells what is waited for by a goroutine that is parked within the
// code of a database.
func databaseState(frames []Frame) (State, bool) {
	inner := -1 // the innermost function of a database
	conn := false
	for i, f := range frames {
		if !isDatabase(f.Func) {
			continue
		}
		if inner < 0 {
			inner = i
		}
		switch {
		case f.Func == "database/sql.(*DB).conn", strings.Contains(f.Func, "puddle"):
			conn = true
		}
	}
	switch {
	case inner < 0:
		return "", false
	case frames[inner].Func == "database/sql.(*DB).conn",
		strings.Contains(frames[inner].Func, "puddle"):
		return PoolWait, true
	case conn:
		return Connecting, true
	}
	return Query, true
}
