// Package loadavg reads the kernel's load averages with kit/procfs: into a
// buffer on the stack, and number by number from there.
package loadavg

import "github.com/wring-go/wring/kit/procfs"

// Load is what /proc/loadavg says.
type Load struct {
	One, Five, Fifteen float64
	Running, Processes int
	LastPID            int
}

// Read reads the file from its beginning. It allocates nothing.
func Read(f *procfs.LoadavgFile) (Load, error) {
	var l procfs.Loadavg
	if err := f.Read(&l); err != nil {
		return Load{}, err
	}
	return load(&l), nil
}

// Parse reads a line such as "0.20 0.18 0.12 1/80 11206".
func Parse(line []byte) (Load, error) {
	var l procfs.Loadavg
	if err := l.Parse(line); err != nil {
		return Load{}, err
	}
	return load(&l), nil
}

func load(l *procfs.Loadavg) Load {
	return Load{One: l.One, Five: l.Five, Fifteen: l.Fifteen, Running: int(l.Running),
		Processes: int(l.Tasks), LastPID: int(l.LastPID)}
}
