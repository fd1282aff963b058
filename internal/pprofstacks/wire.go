package pprofstacks

import "math/bits"

// field is a field of a message: a number, or a text, which may be empty.
type field struct {
	number int
	value  uint64
	part   string
	isText bool
}

// fields calls f for each field of a message that the format may have.
func fields(text string, f func(field) error) error {
	for text != "" {
		tag, n := varint(text)
		if n <= 0 {
			return errDamaged
		}
		text = text[n:]
		to := field{number: int(min(tag>>3, 1<<29)), isText: tag&7 == 2}
		skip := false
		switch tag & 7 {
		case 0:
			if to.value, n = varint(text); n <= 0 {
				return errDamaged
			}
			text = text[n:]
		case 1, 5: // numbers of eight or four bytes; the format has none
			size := 8
			if tag&7 == 5 {
				size = 4
			}
			if len(text) < size {
				return errDamaged
			}
			text, skip = text[size:], true
		case 2:
			size, n := varint(text)
			if n <= 0 || size > uint64(len(text)-n) {
				return errDamaged
			}
			to.part, text = text[n:n+int(size)], text[n+int(size):]
		default:
			return errDamaged
		}
		if skip {
			continue
		}
		if err := f(to); err != nil {
			return err
		}
	}
	return nil
}

// small reads the numbers of a message into the places of their fields.
func small(text string, to []uint64) error {
	return fields(text, func(f field) error {
		if f.number < len(to) {
			to[f.number] = f.value
		}
		return nil
	})
}

// varint returns the number at the front of a text and its length, which is not
// more than 0 when there is none.
func varint(text string) (uint64, int) {
	if len(text) > 0 && text[0] < 0x80 {
		return uint64(text[0]), 1
	}
	var x uint64
	for i := 0; i < len(text) && i < 10; i++ {
		b := text[i]
		if i == 9 && b > 1 {
			return 0, -1
		}
		x |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return x, i + 1
		}
	}
	return 0, 0
}

// index finds values by their numbers, which in profiles mostly are the first ones.
type index[T any] struct {
	dense  []T
	there  []bool
	sparse map[uint64]T
}

func newIndex[T any](size int) index[T] {
	n := 1 << (bits.Len(uint(size)) + 1)
	return index[T]{make([]T, n), make([]bool, n), make(map[uint64]T)}
}

func (x *index[T]) put(id uint64, v T) {
	if id < uint64(len(x.dense)) {
		x.dense[id], x.there[id] = v, true
		return
	}
	x.sparse[id] = v
}

func (x *index[T]) get(id uint64) (v T, ok bool) {
	if id < uint64(len(x.dense)) {
		return x.dense[id], x.there[id]
	}
	v, ok = x.sparse[id]
	return v, ok
}
