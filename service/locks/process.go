package locks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// loadProcess reads the dump of a process from a pprof endpoint that it serves on
// this machine. It never sends a signal: SIGQUIT would end the process.
func loadProcess(ctx context.Context, pid int) (Dump, error) {
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err != nil {
		return Dump{}, fmt.Errorf("no process %d is known here: give its pprof URL, or a "+
			"file with its dump", pid)
	}
	for _, port := range ports(pid) {
		try, cancel := context.WithTimeout(ctx, 5*time.Second)
		d, err := loadURL(try, fmt.Sprintf("http://127.0.0.1:%d", port))
		cancel()
		if err == nil {
			return d, nil
		}
	}
	return Dump{}, fmt.Errorf("process %d serves no /debug/pprof/ on this machine; kill -QUIT %d "+
		"prints its stacks to its standard error AND ENDS IT: then wring locks FILE", pid, pid)
}

// ports returns the TCP ports on which a process listens.
func ports(pid int) []int {
	sockets := map[string]bool{}
	names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, name := range names {
		link, err := os.Readlink(name)
		if inode, ok := strings.CutPrefix(link, "socket:["); err == nil && ok {
			sockets[strings.TrimSuffix(inode, "]")] = true
		}
	}
	var list []int
	for _, table := range []string{"tcp", "tcp6"} {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			fields := strings.Fields(line)
			const listening = "0A"
			if len(fields) < 10 || fields[3] != listening || !sockets[fields[9]] {
				continue
			}
			_, port, _ := strings.Cut(fields[1], ":")
			if n, err := strconv.ParseUint(port, 16, 16); err == nil {
				list = append(list, int(n))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
