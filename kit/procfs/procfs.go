// Package procfs reads files of Linux' /proc again and again without
// allocating: the load, the memory, the processors, the process itself, the
// network interfaces and the disks.
//
//	f, err := procfs.OpenLoadavg()
//	...
//	var load procfs.Loadavg
//	for range time.Tick(time.Second) {
//		if err := f.Read(&load); err != nil { ... }
//	}
//
// The rule: open a file once, keep it open, and read into the same value each
// time. A file is read anew from its beginning until the kernel says that it
// ends, however little it gives at a time, into a buffer on the stack. Larger
// files, such as /proc/stat on a machine with many interrupts, get a buffer that
// is kept with the file. Slices and strings in the value are reused: after the
// first reads nothing is allocated unless something has changed its name or
// there is more of it.
//
// Every field that the kernel documents has a name here. A kernel that writes
// fewer leaves the others 0; fields that are newer than this package go to
// Other, where lines have names, and are passed over at the ends of lines that
// have none. A line that has a place and cannot be understood is an error that
// shows it, and never a value of 0; what was read into is then of no use.
//
// Amounts of memory are in bytes, though the kernel writes kB. Times of
// processors are in ticks, of which Linux has 100 in a second for all programs.
//
// # What is not safe
//
// A file must not be read by two goroutines at once: it has one buffer. A value
// that was read into must be copied with its slices before it is read into
// again, if both are wanted.
//
// Parse believes that its text is whole. Of text that was cut it reads what is
// there, and half a number is a number; Read never cuts.
package procfs

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A file is an open file that is read from the beginning each time.
type file struct {
	f    *os.File
	kept []byte // for what does not fit the reader's own buffer
}

func open(path string) (file, error) {
	f, err := os.Open(path)
	return file{f: f}, err
}

// Close closes the file.
func (f *file) Close() error { return f.f.Close() }

// read returns what the file holds now, in buf if that is large enough.
func (f *file) read(buf []byte) ([]byte, error) {
	if len(f.kept) == 0 {
		n, err := f.f.ReadAt(buf, 0)
		if errors.Is(err, io.EOF) {
			return buf[:n], nil
		}
		if err != nil {
			return nil, err
		}
		f.kept = make([]byte, 4*len(buf))
	}
	for {
		n, err := f.f.ReadAt(f.kept, 0)
		if errors.Is(err, io.EOF) {
			return f.kept[:n], nil
		}
		if err != nil {
			return nil, err
		}
		f.kept = make([]byte, 2*len(f.kept))
	}
}

// Error is a line that this package does not understand.
type Error struct {
	File string // as "loadavg"
	Line int    // from 1
	Text string // the line
}

// Error says where the line is and shows it.
func (e *Error) Error() string {
	return fmt.Sprintf("procfs: cannot understand line %d of %s: %q", e.Line, e.File, e.Text)
}

// misread returns the error for a line of a file.
func misread(name string, number int, line []byte) error {
	return &Error{File: name, Line: number, Text: string(line)}
}

// Amount is a line of a file that this package has no name for.
type Amount struct {
	Name  string
	Value uint64
	Text  string // what stands there if it is no amount; Value is 0 then
}

func (a *Amount) set(name []byte, value uint64, isAmount bool, text []byte) {
	keep(&a.Name, name)
	if isAmount {
		a.Value, a.Text = value, ""
		return
	}
	a.Value = 0
	keep(&a.Text, trim(text))
}

// keep sets *s to text, without allocating if it is so already.
func keep(s *string, text []byte) { *s = same(*s, text) }

// same returns text as a string: old itself, if that says the same.
func same(old string, text []byte) string {
	if old == string(text) {
		return old
	}
	return string(text)
}

// extend returns s with one element more: one that was there before, so that
// what it owns can be used again, or else a zero one.
func extend[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero T
	return append(s, zero)
}
