package main

import (
	"fmt"
	"syscall"
)

// raiseLimit lets this process and those that it starts have as many open files as
// the system allows, which must be enough for a number of connections: the
// measurement of proxies has both ends of each in this process.
func raiseLimit(connections int) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	need := uint64(connections + 500)
	if limit.Max < need {
		return fmt.Errorf("%d open files are needed, and the limit is %d; raise it by ulimit -Hn, "+
			"or ask for fewer by -many, -tunnels and -chat", need, limit.Max)
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}
