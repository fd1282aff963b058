package capture

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// trips is of how many answers the fastest tells what one costs.
const trips = 30

// roundTrip returns the time of the fastest answer to a statement that reads
// nothing, in seconds; 0 when there is none.
func (r *run) roundTrip(ctx context.Context) float64 {
	fastest := 0.0
	for range trips {
		begin := time.Now()
		var one int
		if r.opt.DB.QueryRowContext(ctx, "SELECT 1").Scan(&one) != nil {
			break
		}
		if took := time.Since(begin).Seconds(); fastest == 0 || took < fastest {
			fastest = took
		}
	}
	return fastest
}

// processes are those of a database's server: one, and its children.
type processes struct {
	pid      int // 0 for a server elsewhere
	children bool
}

// cpu returns what the processes have taken so far, in seconds.
func (p processes) cpu() float64 {
	if p.pid == 0 {
		return 0
	}
	sum := taken(statFields(p.pid), true)
	if !p.children {
		return sum
	}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
		if f := statFields(pid); len(f) > 16 && f[1] == strconv.Itoa(p.pid) {
			sum += taken(f, false)
		}
	}
	return sum
}

// taken returns the processor time in what follows the name in /proc/PID/stat.
func taken(f []string, ended bool) float64 {
	if len(f) <= 16 {
		return 0
	}
	n := func(i int) float64 { v, _ := strconv.ParseFloat(f[i], 64); return v / hertz }
	sum := n(11) + n(12)
	if ended { // children that have
		sum += n(13) + n(14)
	}
	return sum
}

// databaseProcesses finds the server's processes, if they are on this machine and
// may be found.
func (r *run) databaseProcesses(ctx context.Context) processes {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	host, _ := os.Hostname()
	ask := func(query string, to ...any) bool {
		return r.opt.DB.QueryRowContext(ctx, query).Scan(to...) == nil
	}
	if r.opt.Postgres {
		var dir, port string
		ask("SHOW data_directory", &dir) // not everyone may ask
		if pid := namedIn(filepath.Join(dir, "postmaster.pid"), "postgres"); pid > 0 {
			return processes{pid, true}
		}
		ask("SHOW port", &port)
		return processes{listeningAs(port, "postgres"), true}
	}
	var name, port, dir, file string
	if !ask("SELECT @@hostname, @@port, @@datadir, @@pid_file", &name, &port, &dir, &file) ||
		name != host {
		return processes{}
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if pid := namedIn(file, "mariadbd", "mysqld"); pid > 0 {
		return processes{pid: pid}
	}
	return processes{pid: listeningAs(port, "mariadbd", "mysqld")}
}

// namedIn returns the process whose number is in the first line of a file, if it
// is called by one of the names; or else 0.
func namedIn(file string, names ...string) int {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(data), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || !isCalled(pid, names) {
		return 0
	}
	return pid
}

// listeningAs returns the process that listens on a port of this machine, if it is
// called by one of the names; or else 0.
func listeningAs(port string, names ...string) int {
	n, err := strconv.Atoi(port)
	if err != nil || n == 0 {
		return 0
	}
	if pid := listener(n); pid > 0 && isCalled(pid, names) {
		return pid
	}
	return 0
}

func isCalled(pid int, names []string) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/comm")
	if err != nil {
		return false
	}
	for _, name := range names {
		if strings.TrimSpace(string(data)) == name {
			return true
		}
	}
	return false
}
