// Package loadavg reads the kernel's load averages as one writes it first: the
// file into a buffer, the buffer into a string, the string into fields.
package loadavg

import (
	"errors"
	"os"
	"strconv"
	"strings"
)

// Load is what /proc/loadavg says.
type Load struct {
	One, Five, Fifteen float64 // average number of runnable processes over so many minutes
	Running, Processes int
	LastPID            int
}

// ErrForm says that a line does not look like the kernel's.
var ErrForm = errors.New("loadavg: the line does not have five fields")

// Read reads the line in an open file from its beginning.
func Read(f *os.File) (Load, error) {
	buf := make([]byte, 128)
	n, err := f.ReadAt(buf, 0)
	if n == 0 {
		return Load{}, err
	}
	return Parse(buf[:n])
}

// Parse reads a line such as "0.20 0.18 0.12 1/80 11206".
func Parse(line []byte) (Load, error) {
	var l Load
	var fields [5]string
	nfields := 0
	for piece := range strings.FieldsSeq(string(line)) {
		if nfields < len(fields) {
			fields[nfields] = piece
		}
		nfields++
	}
	if nfields != 5 {
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
	before, after, found := strings.Cut(fields[3], "/")
	if !found || strings.Contains(after, "/") {
		return Load{}, ErrForm
	}
	if l.Running, err = strconv.Atoi(before); err != nil {
		return Load{}, err
	}
	if l.Processes, err = strconv.Atoi(after); err != nil {
		return Load{}, err
	}
	if l.LastPID, err = strconv.Atoi(fields[4]); err != nil {
		return Load{}, err
	}
	return l, nil
}
