package generator

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// usage is processor time at one moment.
type usage struct {
	own, server time.Duration
}

// ticksPerSecond is the unit of /proc/PID/stat, which Linux fixes for programs
// whatever the kernel's own.
const ticksPerSecond = 100

func takeUsage(server int) usage {
	u := usage{own: processorTime()}
	if server != 0 {
		u.server, _ = ProcessCPU(server)
	}
	return u
}

func (r *Result) addUsage(before, after usage, elapsed time.Duration) {
	r.CPU = (after.own - before.own).Seconds()
	r.ServerCPU = max(after.server-before.server, 0).Seconds()
}

// ProcessCPU returns the processor time that a process has used, with that of
// its children that have ended.
func ProcessCPU(pid int) (time.Duration, error) {
	name := fmt.Sprintf("/proc/%d/stat", pid)
	data, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	// The name of the program is in parentheses and may hold anything.
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 15 {
		return 0, fmt.Errorf("%s holds %d fields, want more", name, len(fields)+2)
	}
	total := 0
	for _, f := range fields[11:15] {
		n, err := strconv.Atoi(string(f))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		total += n
	}
	return time.Duration(total) * time.Second / ticksPerSecond, nil
}
