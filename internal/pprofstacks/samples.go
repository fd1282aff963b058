package pprofstacks

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// samples reads what the tables were read for. Stacks and labels that are written
// alike are read once.
func (d *decoder) samples() error {
	d.Samples = make([]Sample, 0, len(d.todo))
	stacks, labels := make(map[string]int, len(d.todo)), make(map[string]int)
	for _, part := range d.todo {
		var s Sample
		var places, tags string
		d.numbers = d.numbers[:0]
		err := fields(part, func(f field) error {
			switch {
			case f.number == 1 && !f.isText: // not packed
				places = string(binary.AppendUvarint([]byte(places), f.value))
			case f.number == 1:
				places = joined(places, "", f.part)
			case f.number == 2 && !f.isText:
				d.numbers = append(d.numbers, f.value)
			case f.number == 2:
				return d.packed(f.part)
			case f.number == 3:
				tags = joined(tags, between, f.part)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if len(d.numbers) != len(d.Types) {
			return fmt.Errorf("a sample has %d values, and there are %d types", len(d.numbers),
				len(d.Types))
		}
		s.Values = d.room(len(d.numbers))
		for i, v := range d.numbers {
			s.Values[i] = int64(v)
		}
		if s.Stack, err = d.stack(stacks, places); err != nil {
			return err
		}
		if s.Labels, err = d.labels(labels, tags); err != nil {
			return err
		}
		d.Samples = append(d.Samples, s)
	}
	return nil
}

// between separates labels: no field of one has the number 0.
const between = "\x00\x00"

// joined adds a text to another one, without copying when that is empty.
func joined(a, between, b string) string {
	if a == "" {
		return b
	}
	return a + between + b
}

// packed adds varints to the numbers.
func (d *decoder) packed(text string) error {
	for text != "" {
		v, n := varint(text)
		if n <= 0 {
			return errDamaged
		}
		d.numbers = append(d.numbers, v)
		text = text[n:]
	}
	return nil
}

// room returns place for n values, from memory that many samples share.
func (d *decoder) room(n int) []int64 {
	if cap(d.values)-len(d.values) < n {
		d.values = make([]int64, 0, max(n, 1<<14))
	}
	at := len(d.values)
	d.values = d.values[:at+n]
	return d.values[at : at+n : at+n]
}

// stack returns the number of a stack, by its locations as they are written.
func (d *decoder) stack(seen map[string]int, places string) (int, error) {
	if at, ok := seen[places]; ok {
		return at, nil
	}
	d.numbers = d.numbers[:0]
	if err := d.packed(places); err != nil {
		return 0, err
	}
	size := 0
	for _, id := range d.numbers {
		lines, ok := d.frames.get(id)
		if !ok {
			return 0, fmt.Errorf("a sample names location %d, which is not there", id)
		}
		size += len(lines)
	}
	if cap(d.places)-len(d.places) < size {
		d.places = make([]int, 0, max(size, 1<<16))
	}
	from := len(d.places)
	for _, id := range d.numbers {
		lines, _ := d.frames.get(id)
		d.places = append(d.places, lines...)
	}
	at := len(d.Stacks)
	d.Stacks = append(d.Stacks, d.places[from:len(d.places):len(d.places)])
	seen[places] = at
	return at, nil
}

// labels returns the number of a set of labels, by how they are written.
func (d *decoder) labels(seen map[string]int, tags string) (int, error) {
	if at, ok := seen[tags]; ok {
		return at, nil
	}
	var list []Label
	var texts [3]uint64 // of the label being read: key and value
	keep := func() error {
		key, errKey := d.string(texts[1])
		value, errValue := d.string(texts[2])
		if texts[2] != 0 {
			list = append(list, Label{key, value})
		}
		texts = [3]uint64{}
		return errors.Join(errKey, errValue)
	}
	err := fields(tags, func(f field) error {
		if f.number == 0 {
			return keep()
		}
		if f.number < len(texts) {
			texts[f.number] = f.value
		}
		return nil
	})
	if err == nil {
		err = keep()
	}
	if err != nil {
		return 0, err
	}
	at := len(d.Labels)
	d.Labels = append(d.Labels, list)
	seen[tags] = at
	return at, nil
}
