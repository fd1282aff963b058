// Package loadavg replays the account of a reader of the load averages.
package loadavg

import (
	"context"
	"fmt"
	"os"

	"github.com/wring-go/wring/casebook/diary"
	before "github.com/wring-go/wring/casebook/loadavg/before"
	fixed "github.com/wring-go/wring/casebook/loadavg/fixed"
)

// Cases returns the case. It reads the kernel's file, so it needs Linux.
func Cases() []diary.Case {
	var f *os.File
	return []diary.Case{{
		Name: "loadavg", Title: "the load averages of the machine",
		Published: diary.Published{Objects: [2]float64{5, 3}, Bytes: [2]float64{216, 128},
			TimeRatio: 0.66, Text: "9.39 → 6.22 µs"},
		Versions: []diary.Version{
			{Name: diary.Naive, Run: repeat(&f, before.Read)},
			{Name: diary.Fixed, Run: repeat(&f, fixed.Read)},
		},
		Setup: func(context.Context) (func(), error) {
			var err error
			if f, err = os.Open("/proc/loadavg"); err != nil {
				return nil, fmt.Errorf("%w: %w", diary.ErrMissing, err)
			}
			return func() { f.Close() }, nil
		},
	}}
}

// repeat returns a function that reads *f n times.
func repeat[T any](f **os.File, read func(*os.File) (T, error)) func(int) error {
	return func(n int) error {
		for range n {
			if _, err := read(*f); err != nil {
				return err
			}
		}
		return nil
	}
}
