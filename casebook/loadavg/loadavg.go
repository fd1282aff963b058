// Package loadavg replays the account of a program that reads the load averages
// of its machine.
package loadavg

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/wring-go/wring/casebook/diary"
	after "github.com/wring-go/wring/casebook/loadavg/after"
	before "github.com/wring-go/wring/casebook/loadavg/before"
	fixed "github.com/wring-go/wring/casebook/loadavg/fixed"
	"github.com/wring-go/wring/kit/procfs"
)

// Cases returns the case. It reads the kernel's own file, so it needs Linux.
func Cases() []diary.Case {
	var file, sample *os.File
	var kit *procfs.LoadavgFile
	return []diary.Case{{
		Name: "loadavg", Title: "the load averages of the machine",
		Published: diary.Published{Objects: [2]float64{5, 3}, Bytes: [2]float64{216, 128},
			TimeRatio: 0.66, Text: "9.39 → 6.22 µs"},
		Versions: []diary.Version{
			{Name: diary.Naive, Run: repeat(&file, before.Read),
				Counted: repeat(&sample, before.Read)},
			{Name: diary.Fixed, Run: repeat(&file, fixed.Read),
				Counted: repeat(&sample, fixed.Read)},
			{Name: diary.Tuned, What: "kit/procfs", Run: repeat(&kit, after.Read)},
		},
		Notes: []string{"most of the time is the kernel's, which writes the line anew for each " +
			"read"},
		Setup: func(context.Context) (func(), error) {
			var err1, err2, err3 error
			file, err1 = os.Open("/proc/loadavg")
			kit, err2 = procfs.OpenLoadavg()
			sample, err3 = writeSample()
			if err := errors.Join(err1, err2, err3); err != nil {
				return nil, fmt.Errorf("%w: %w", diary.ErrMissing, err)
			}
			return func() {
				file.Close()
				kit.Close()
				sample.Close()
			}, nil
		},
	}}
}

// writeSample returns an open file without a name that holds a line whose length
// does not depend on how busy this machine is.
func writeSample() (*os.File, error) {
	f, err := os.CreateTemp("", "loadavg")
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString("0.20 0.18 0.12 1/80 11206\n")
	return f, errors.Join(err, os.Remove(f.Name()))
}

// repeat returns a function that reads *f n times.
func repeat[F, T any](f **F, read func(*F) (T, error)) func(int) error {
	return func(n int) error {
		for range n {
			if _, err := read(*f); err != nil {
				return err
			}
		}
		return nil
	}
}
