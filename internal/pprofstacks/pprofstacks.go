// Package pprofstacks reads the stacks of a pprof profile with their values and
// labels, and nothing else. It takes a small part of the time that package profile
// of github.com/google/pprof needs, which keeps all that a profile says.
package pprofstacks

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Profile is the stacks of a profile.
type Profile struct {
	Types   []Type // of the values, at least one
	Default string // name of the type to show first, "" where the profile does not say
	Frames  []Frame
	Stacks  [][]int // each leaf first, as indices into Frames
	Labels  [][]Label
	Samples []Sample
}

// Type is what values count.
type Type struct{ Name, Unit string }

// Frame is a call. A location without symbols is named by its address.
type Frame struct {
	Func, File string
	Line       int
}

// Label is a label with a text. Those with numbers are left out.
type Label struct{ Key, Value string }

// Sample is what a stack weighs under some labels. Two may share stack and labels.
type Sample struct {
	Stack, Labels int     // indices
	Values        []int64 // one for each type
}

// maxSize bounds what a compressed profile may become.
const maxSize = 4 << 30

// errDamaged is the error for data that end too early or hold too large numbers.
var errDamaged = errors.New("it is cut off or damaged")

// Parse reads a profile in the format of profile.proto, compressed or not.
func Parse(data []byte) (*Profile, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		var plain bytes.Buffer
		plain.Grow(4 * len(data))
		n, err := io.Copy(&plain, io.LimitReader(z, maxSize))
		if err != nil {
			return nil, err
		}
		if n == maxSize {
			return nil, errors.New("it is larger than any profile")
		}
		data = plain.Bytes()
	}
	d := decoder{text: string(data)}
	if err := d.tables(); err != nil {
		return nil, err
	}
	return &d.Profile, d.samples()
}

// Numbers of fields in profile.proto.
const (
	fieldType, fieldSample, fieldLocation, fieldFunction, fieldString = 1, 2, 4, 5, 6
	fieldDefault                                                      = 14
)

// decoder reads all tables before the samples, which may stand in front of them.
type decoder struct {
	Profile
	text    string   // everything
	strings []string // parts of text
	todo    []string // the samples
	frames  index[[]int]
	values  []int64 // room for those of samples to come
	places  []int   // room for stacks to come
	numbers []uint64
}

// tables reads everything but the samples.
func (d *decoder) tables() error {
	var types, functions, locations []string
	defaultType := uint64(0)
	err := fields(d.text, func(f field) error {
		switch f.number {
		case fieldType:
			types = append(types, f.part)
		case fieldSample:
			d.todo = append(d.todo, f.part)
		case fieldLocation:
			locations = append(locations, f.part)
		case fieldFunction:
			functions = append(functions, f.part)
		case fieldString:
			d.strings = append(d.strings, f.part)
		case fieldDefault:
			defaultType = f.value
		}
		return nil
	})
	if err != nil {
		return err
	}
	if d.Default, err = d.string(defaultType); err != nil {
		return err
	}
	for _, part := range types {
		var f [3]uint64
		if err := small(part, f[:]); err != nil {
			return err
		}
		name, errName := d.string(f[1])
		unit, errUnit := d.string(f[2])
		if err := errors.Join(errName, errUnit); err != nil {
			return err
		}
		d.Types = append(d.Types, Type{name, unit})
	}
	if len(d.Types) == 0 {
		return errors.New("it does not say what its values are")
	}
	return d.locations(functions, locations)
}

// locations turns locations into frames.
func (d *decoder) locations(functions, locations []string) error {
	named := newIndex[Frame](len(functions))
	for _, part := range functions {
		var f [5]uint64 // id, name, system name, file
		if err := small(part, f[:]); err != nil {
			return err
		}
		name, errName := d.string(f[2])
		file, errFile := d.string(f[4])
		if err := errors.Join(errName, errFile); err != nil {
			return err
		}
		named.put(f[1], Frame{Func: name, File: file})
	}
	seen := make(map[Frame]int)
	number := func(f Frame) int {
		at, ok := seen[f]
		if !ok {
			at = len(d.Frames)
			seen[f] = at
			d.Frames = append(d.Frames, f)
		}
		return at
	}
	d.frames = newIndex[[]int](len(locations))
	for _, part := range locations {
		var own [4]uint64 // id, mapping, address
		var lines []int
		err := fields(part, func(f field) error {
			if f.number < len(own) {
				own[f.number] = f.value
			}
			if f.number != 4 {
				return nil
			}
			var l [3]uint64 // function, line
			if err := small(f.part, l[:]); err != nil {
				return err
			}
			frame, ok := named.get(l[1])
			if !ok && l[1] != 0 {
				return fmt.Errorf("a location names function %d, which is not there", l[1])
			}
			frame.Line = int(int64(l[2]))
			lines = append(lines, number(frame))
			return nil
		})
		if err != nil {
			return err
		}
		if lines == nil {
			lines = []int{number(Frame{Func: "0x" + strconv.FormatUint(own[3], 16)})}
		}
		d.frames.put(own[1], lines)
	}
	return nil
}

func (d *decoder) string(n uint64) (string, error) {
	if n == 0 && len(d.strings) == 0 {
		return "", nil
	}
	if n >= uint64(len(d.strings)) {
		return "", fmt.Errorf("it names text %d of %d", n, len(d.strings))
	}
	return d.strings[n], nil
}
