package escape

import (
	"encoding/binary"

	"github.com/wring-go/wring/alloc"
)

// unpacker reads a packed list. After the first thing that cannot be, bad is
// set and all that is read is zero.
type unpacker struct {
	rest  []byte
	table []string
	bad   bool
}

func (u *unpacker) fail() { u.bad, u.rest = true, nil }

// uvarint returns the next number below limit.
func (u *unpacker) uvarint(limit int) int {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 || n >= uint64(limit) {
		u.fail()
		return 0
	}
	u.rest = u.rest[size:]
	return int(n)
}

// number returns the length of a list, each element of which takes a byte at
// least: so a damaged length cannot ask for more memory than the data is worth.
func (u *unpacker) number() int { return u.uvarint(len(u.rest)) }

// text returns the next string of the table.
func (u *unpacker) text() string {
	n := u.uvarint(len(u.rest))
	if n > len(u.rest) {
		u.fail()
		return ""
	}
	s := string(u.rest[:n])
	u.rest = u.rest[n:]
	return s
}

func (u *unpacker) string() string {
	i := u.uvarint(len(u.table))
	if u.bad {
		return ""
	}
	return u.table[i]
}

func (u *unpacker) position() alloc.Position {
	const maxInt32 = 1<<31 - 1 // more than the compiler can count
	return alloc.Position{File: u.string(), Line: u.uvarint(maxInt32), Column: u.uvarint(maxInt32)}
}

func (u *unpacker) fact() alloc.Fact {
	f := alloc.Fact{Position: u.position(), Message: u.string()}
	if n := u.number(); n > 0 {
		f.Inlined = make([]alloc.Position, n)
	}
	for i := range f.Inlined {
		f.Inlined[i] = u.position()
	}
	if n := u.number(); n > 0 {
		f.Flow = make([]alloc.Step, n)
	}
	for i := range f.Flow {
		f.Flow[i] = alloc.Step{Position: u.position(), Text: u.string()}
	}
	return f
}
