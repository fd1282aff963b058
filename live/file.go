package live

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// format is the version of the file.
const format = 1

// maxFile is how many bytes a file may have, decompressed.
const maxFile = 1 << 30

// Write writes a capture: JSON, compressed by gzip.
func Write(w io.Writer, c *Capture) error {
	z := gzip.NewWriter(w)
	out := *c
	out.Version = format
	if err := json.NewEncoder(z).Encode(&out); err != nil {
		return err
	}
	return z.Close()
}

// Read reads what Write wrote. The error says what the file is instead.
func Read(r io.Reader) (*Capture, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(2)
	if err != nil {
		return nil, errors.New("it is empty, and no capture of wring live")
	}
	if head[0] != 0x1f || head[1] != 0x8b {
		return nil, errors.New("it is no capture: wring live -o FILE writes one")
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("it is no capture: %w", err)
	}
	var c Capture
	err = json.NewDecoder(io.LimitReader(z, maxFile)).Decode(&c)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("it is cut off: capture again")
	case err != nil || c.Version == 0:
		return nil, errors.New("it is compressed, and no capture: wring live -o FILE writes one")
	case c.Version != format:
		return nil, fmt.Errorf("it is of version %d, and this wring reads version %d: capture "+
			"again", c.Version, format)
	}
	return &c, c.check()
}

// check finds numbers that lead nowhere.
func (c *Capture) check() error {
	damaged := errors.New("it is damaged: capture again")
	for _, s := range c.Stacks {
		for _, f := range s.Frames {
			if f < 0 || int(f) >= len(c.Frames) {
				return damaged
			}
		}
	}
	for _, l := range c.Looks {
		for _, n := range l.Counts {
			if n.Stack < 0 || int(n.Stack) >= len(c.Stacks) {
				return damaged
			}
		}
	}
	for _, p := range []*Profile{c.CPU, c.Allocs, c.Mutex, c.Block} {
		if p == nil {
			continue
		}
		for _, s := range p.Samples {
			if s.Stack < 0 || int(s.Stack) >= len(c.Stacks) {
				return damaged
			}
		}
	}
	return nil
}
