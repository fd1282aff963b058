// Package escaping has variables in loops whose addresses go elsewhere, and are kept or not.
package escaping

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"
)

type record struct {
	ID   int
	Tags []string
	Data map[string]int
	Next *record
	self *record
	room [8]byte
}

func (r *record) link() *record {
	r.self = r
	return r
}

func (r *record) letters() []byte { return r.room[:copy(r.room[:], fmt.Sprint(r.ID, r.Tags))] }

// Events decodes into what has a first value, and keeps what it decodes.
func Events(lines []string) string {
	var list []record
	for _, line := range lines {
		r := record{ID: -1, Data: map[string]int{"lines": len(list)}}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			r.Tags = append(r.Tags, "failed")
		}
		list = append(list, r)
	}
	text := ""
	for _, r := range list {
		text += fmt.Sprint(r.ID, len(r.Tags), r.Tags, r.Data, r.Next != nil, ";")
	}
	return text
}

// Links has copies of records that point to the records themselves.
func Links(lines []string) (sum int) {
	var list []record
	for _, line := range lines {
		var r record
		json.Unmarshal([]byte(line), &r)
		if r.link(); r.ID >= 0 {
			list = append(list, r)
		}
	}
	for _, r := range list {
		sum = sum*10 + r.self.ID
	}
	return sum
}

// Letters has slices of arrays.
func Letters(lines []string) string {
	var list [][]byte
	for _, line := range lines {
		r := new(record)
		json.Unmarshal([]byte(line), r)
		list = append(list, r.letters())
	}
	return string(bytes.Join(list, []byte("|")))
}

type loud struct{ N int }

type hearer struct{ heard []*loud }

var hears = &hearer{}

// UnmarshalJSON tells who hears it what it is.
func (l *loud) UnmarshalJSON(b []byte) error {
	l.N = len(b)
	hears.heard = append(hears.heard, l)
	return nil
}

// Heard looks at what was told.
func Heard(lines []string) (sum int) {
	hears = &hearer{}
	for _, line := range lines {
		var l loud
		if json.Unmarshal([]byte(line), &l) == nil {
			sum += l.N
		}
	}
	for _, l := range hears.heard {
		sum = sum*3 + l.N
	}
	return sum
}

// Largest remembers a pointer, and the one before.
func Largest(lines []string) string {
	var best, last *record
	for _, line := range lines {
		r := &record{ID: 1}
		if json.Unmarshal([]byte(line), r) != nil {
			continue
		}
		if best == nil || r.ID > best.ID {
			best, last = r, best
		}
	}
	if last == nil {
		return fmt.Sprint(best != nil)
	}
	return fmt.Sprint(best.ID, last.ID)
}

// Words scans as much as there is.
func Words(lines []string) string {
	text := ""
	for _, line := range lines {
		var a, b string
		var n int
		k, err := fmt.Sscan(line, &a, &n, &b)
		text += fmt.Sprint(k, err != nil, a, n, b, ";")
	}
	return text
}

// Blocks has a last one that is not full.
func Blocks(text string) (list []uint32) {
	r := strings.NewReader(text)
	for {
		var b [4]byte
		n, err := io.ReadFull(io.Reader(r), b[:])
		if n == 0 {
			return list
		}
		list = append(list, binary.BigEndian.Uint32(b[:])+uint32(n))
		if err != nil {
			list = append(list, 0)
		}
	}
}

type pair struct {
	K string
	V int
}

func (p *pair) String() string { return p.K + "=" + fmt.Sprint(p.V) }

// Pairs prints what each iteration has, then and later.
func Pairs(words []string) string {
	var list []pair
	for i, w := range words {
		list = append(list, pair{w, i})
	}
	var b strings.Builder
	var last []func() string
	for _, p := range list {
		p.V *= len(p.K)
		fmt.Fprint(&b, &p, " ")
		last = append(last, p.String)
	}
	for _, p := range list {
		p.V--
		fmt.Fprintln(&b, &p)
	}
	for _, f := range last {
		b.WriteString(f())
	}
	return b.String()
}

// Nestings stops in the middle, and goes on with the next.
func Nestings(lines []string) (sum int) {
	defer func() {
		if recover() != nil {
			sum = -sum
		}
	}()
	for i, line := range lines {
		for j := range i {
			var r record
			if err := json.Unmarshal([]byte(line), &r); err != nil && j > 1 {
				break
			}
			if r.Next != nil {
				sum += r.Next.ID
				continue
			}
			sum += len(r.Tags[0]) + r.ID
		}
	}
	return sum
}

// Digits computes numbers anew, of which some are kept.
func Digits(words []string, base int) string {
	var kept []*big.Int
	sum := big.NewInt(int64(len(words)))
	text := ""
	for i, w := range words {
		n := new(big.Int)
		if i%3 > 0 {
			n.SetBytes([]byte(w))
		}
		power := new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(i)), nil)
		sum = sum.Add(sum, power)
		part := big.NewInt(int64(i))
		if part.Mul(part, n); part.Sign() > 0 {
			kept = append(kept, part)
		}
		inverse := new(big.Int).ModInverse(n, power)
		text += fmt.Sprint(n, " ", inverse == nil, ";")
	}
	for _, n := range kept {
		sum.Add(sum, n)
	}
	return text + sum.String()
}

// Bits has the digits themselves.
func Bits(numbers []int64) (list [][]big.Word) {
	for _, n := range numbers {
		x := big.NewInt(n)
		x.Mul(x, x)
		list = append(list, x.Bits())
		y := new(big.Int).SetBits(list[0])
		y.Add(y, x)
	}
	return list
}
