package measure

import "github.com/wring-go/wring/observe/trace"

// Attached is a running program whose books are switched from outside.
type Attached = trace.Attached

// Attach returns a process that [Program] started with FromStart false. Close it.
func Attach(pid int) (*Attached, error) { return trace.Attach(pid) }
