package blocks

import (
	"context"
	"errors"
	"fmt"

	"github.com/prometheus/procfs"

	"github.com/wring-go/wring/casebook/diary"
	kit "github.com/wring-go/wring/kit/procfs"
)

// procCases returns the files of this machine that a library reads, too. What it
// allocates depends on how much the kernel writes.
func procCases() []diary.Case {
	fs, err := procfs.NewDefaultFS()
	var load kit.Loadavg
	var mem kit.Meminfo
	var stat kit.Stat
	var status kit.Status
	var net kit.NetDev
	return []diary.Case{
		proc("Loadavg", err, kit.OpenLoadavg, (*kit.LoadavgFile).Read, &load, fs.LoadAvg),
		proc("Meminfo", err, kit.OpenMeminfo, (*kit.MeminfoFile).Read, &mem, fs.Meminfo),
		proc("Stat", err, kit.OpenStat, (*kit.StatFile).Read, &stat, fs.Stat),
		proc("Status", err, kit.OpenStatus, (*kit.StatusFile).Read, &status, selfStatus(fs)),
		proc("NetDev", err, kit.OpenNetDev, (*kit.NetDevFile).Read, &net, fs.NetDev),
	}
}

// selfStatus returns how the library reads what the kernel knows of this process.
func selfStatus(fs procfs.FS) func() (procfs.ProcStatus, error) {
	return func() (procfs.ProcStatus, error) {
		self, err := fs.Self()
		if err != nil {
			return procfs.ProcStatus{}, err
		}
		return self.NewStatus()
	}
}

// proc returns the case of one file. The kit's is opened once, as is its rule.
func proc[F interface{ Close() error }, V, L any](name string, missing error,
	open func() (F, error), read func(F, *V) error, into *V, library func() (L, error)) diary.Case {
	var f F
	return diary.Case{Name: "procfs." + name, Title: "a file of /proc, read again",
		Versions: []diary.Version{
			{Name: diary.Naive, What: "prometheus/procfs", About: true,
				Run: fallible(func() error { _, err := library(); return err })},
			{Name: diary.Tuned, What: "kit",
				Run: fallible(func() error { return read(f, into) })},
		},
		Setup: func(context.Context) (func(), error) {
			var err error
			f, err = open()
			if err := errors.Join(missing, err); err != nil {
				return nil, fmt.Errorf("%w: %w", diary.ErrMissing, err)
			}
			return func() { f.Close() }, nil
		},
	}
}

func fallible(f func() error) func(n int) error {
	return func(n int) error {
		for range n {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}
}
