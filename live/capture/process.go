package capture

import (
	"debug/buildinfo"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// process is what this machine knows of the target, where it runs here.
type process struct {
	pid           int // 0 if it does not
	cpu, children float64
	busy, total   float64 // ticks of the machine's processors, without what wring takes
}

// hertz is how many clock ticks /proc counts in a second, on every Linux.
const hertz = 100

// findProcess finds the process behind an address of this machine. A number that
// the process itself gave is believed if it listens there.
func findProcess(host string, pid int) process {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "80"
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	if name != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return process{}
	}
	// To ask all processes takes a hundred times as long as to ask one.
	if n, err := strconv.Atoi(port); err == nil && !slices.Contains(listening(pid), n) {
		if found := listener(n); found > 0 {
			pid = found
		}
	}
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/stat", pid)); pid == 0 || err != nil {
		return process{}
	}
	return measure(pid)
}

// measure reads the counters of a process and of the machine.
func measure(pid int) process {
	p := process{pid: pid, cpu: -1, children: -1}
	if f := statFields(pid); len(f) > 16 {
		n := func(i int) float64 { v, _ := strconv.ParseFloat(f[i], 64); return v / hertz }
		p.cpu, p.children = n(11)+n(12), n(13)+n(14)
	}
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return p
	}
	line, _, _ := strings.Cut(string(data), "\n")
	for i, text := range strings.Fields(line) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || i > 8 { // what guests took is in the others
			continue
		}
		p.total += v
		if i != 4 && i != 5 { // idle, and waiting for a disk
			p.busy += v
		}
	}
	p.busy -= hertz * ownCPU()
	return p
}

// statFields returns what follows the name in /proc/PID/stat.
func statFields(pid int) []string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	i := strings.LastIndexByte(string(data), ')')
	if err != nil || i < 0 {
		return nil
	}
	return strings.Fields(string(data[i+1:]))
}

// listener returns the process of this machine that listens on a TCP port, or 0.
func listener(port int) int {
	inodes := map[string]bool{}
	for inode, at := range sockets() {
		inodes[inode] = at == port
	}
	names, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, name := range names {
		if link, err := os.Readlink(name); err == nil && inodes[link] {
			pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
			return pid
		}
	}
	return 0
}

// listening returns the TCP ports on which a process listens.
func listening(pid int) []int {
	all := sockets()
	var list []int
	names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, name := range names {
		link, err := os.Readlink(name)
		if port, ok := all[link]; err == nil && ok && !slices.Contains(list, port) {
			list = append(list, port)
		}
	}
	return list
}

// sockets returns the ports of those that listen, by what links to them say.
func sockets() map[string]int {
	all := map[string]int{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		data, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			const listening = "0A"
			if len(f) < 10 || f[3] != listening {
				continue
			}
			_, text, _ := strings.Cut(f[1], ":")
			if port, err := strconv.ParseUint(text, 16, 16); err == nil {
				all["socket:["+f[9]+"]"] = int(port)
			}
		}
	}
	return all
}

// settings are the variables of the environment that are kept. Others may be
// secret.
var settings = []string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG", "GOTRACEBACK"}

// endProcess keeps what a process took meanwhile, and of what it was built.
func (r *run) endProcess(before process, v vitals) {
	t := &r.out.Target
	t.CPU, t.Children, t.Busy = -1, -1, -1
	if before.pid == 0 {
		r.missing("the process itself", "run wring on its machine, for the VCS revision, settings "+
			"and CPU of the process")
		return
	}
	t.PID, t.Processors = before.pid, runtime.NumCPU()
	now := measure(before.pid)
	if before.cpu >= 0 && now.cpu >= before.cpu {
		t.CPU, t.Children = now.cpu-before.cpu, max(now.children-before.children, 0)
	}
	if d := now.total - before.total; d > 0 {
		t.Busy = min(max((now.busy-before.busy)/d, 0), 1)
	}
	r.environment(before.pid)
	r.built(before.pid)
	if t.Go == "" {
		t.Go = v.Go
	}
}

func (r *run) environment(pid int) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return
	}
	for pair := range strings.SplitSeq(string(data), "\x00") {
		name, value, ok := strings.Cut(pair, "=")
		if ok && slices.Contains(settings, name) && r.out.Target.Settings[name] == "" {
			r.set(name, value)
		}
	}
}

// built reads the module, the revision and the Go release from the binary.
func (r *run) built(pid int) {
	info, err := buildinfo.ReadFile(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return
	}
	t := &r.out.Target
	t.Module = info.Main.Path
	if t.Go == "" {
		t.Go = info.GoVersion
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			t.Revision = s.Value
		case "vcs.modified":
			t.Modified = s.Value == "true"
		}
	}
	if t.Revision == "" {
		r.missing("VCS revision", "go build ./cmd/name in a clone, without -buildvcs=false")
	}
}

// ownCPU returns what this process has taken so far.
func ownCPU() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
