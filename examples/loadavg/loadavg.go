// Package loadavg reads the line that the kernel shows as /proc/loadavg.
package loadavg

import (
	"errors"
	"strconv"
	"strings"
)

// Load is how busy a machine is.
type Load struct {
	One, Five, Fifteen float64 // average number of runnable processes over so many minutes
	Running, Processes int
	LastPID            int
}

// ErrForm says that a line does not look like the kernel's.
var ErrForm = errors.New("loadavg: the line does not have five fields")

// Parse reads a line such as "0.20 0.18 0.12 1/80 11206".
func Parse(buf []byte) (Load, error) {
	var l Load
	fields := strings.Fields(string(buf))
	if len(fields) != 5 {
		return Load{}, ErrForm
	}
	var err error
	if l.One, err = strconv.ParseFloat(fields[0], 64); err != nil {
		return Load{}, err
	}
	if l.Five, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return Load{}, err
	}
	if l.Fifteen, err = strconv.ParseFloat(fields[2], 64); err != nil {
		return Load{}, err
	}
	tasks := strings.Split(fields[3], "/")
	if len(tasks) != 2 {
		return Load{}, ErrForm
	}
	if l.Running, err = strconv.Atoi(tasks[0]); err != nil {
		return Load{}, err
	}
	if l.Processes, err = strconv.Atoi(tasks[1]); err != nil {
		return Load{}, err
	}
	if l.LastPID, err = strconv.Atoi(fields[4]); err != nil {
		return Load{}, err
	}
	return l, nil
}
