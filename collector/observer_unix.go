//go:build unix

package collector

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS returns the kernel's figure for a process that has ended.
func maxRSS(state *os.ProcessState) int64 {
	if state == nil {
		return 0
	}
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) // bytes there
	}
	return int64(usage.Maxrss) << 10
}
