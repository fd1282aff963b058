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

// What was decoded before is still there.
func Events(lines []string) string {
	var list []record
	r := record{ID: -1}
	for _, line := range lines {
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

// All copies point to the last record.
func Links(lines []string) (sum int) {
	var list []record
	var r record
	for _, line := range lines {
		r = record{}
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

// All slices are those of one array.
func Letters(lines []string) string {
	var list [][]byte
	r := new(record)
	for _, line := range lines {
		*r = record{}
		json.Unmarshal([]byte(line), r)
		list = append(list, r.letters())
	}
	return string(bytes.Join(list, []byte("|")))
}

// The method that decodes keeps a pointer.
func Heard(lines []string) (sum int) {
	hears = &hearer{}
	var l loud
	for _, line := range lines {
		l = loud{}
		if json.Unmarshal([]byte(line), &l) == nil {
			sum += l.N
		}
	}
	for _, l := range hears.heard {
		sum = sum*3 + l.N
	}
	return sum
}

// The best one is the last one.
func Largest(lines []string) string {
	var best, last *record
	r := &record{}
	for _, line := range lines {
		*r = record{ID: 1}
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

// What is not there is what was there before.
func Words(lines []string) string {
	text := ""
	var a, b string
	var n int
	for _, line := range lines {
		k, err := fmt.Sscan(line, &a, &n, &b)
		text += fmt.Sprint(k, err != nil, a, n, b, ";")
	}
	return text
}

// The last block has bytes of the one before.
func Blocks(text string) (list []uint32) {
	r := strings.NewReader(text)
	var b [4]byte
	for {
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

// The methods are those of the last pair.
func Pairs(words []string) string {
	var list []pair
	for i, w := range words {
		list = append(list, pair{w, i})
	}
	var b strings.Builder
	var last []func() string
	var p pair
	for _, p = range list {
		p.V *= len(p.K)
		fmt.Fprint(&b, &p, " ")
		last = append(last, p.String)
	}
	for _, p = range list {
		p.V--
		fmt.Fprintln(&b, &p)
	}
	for _, f := range last {
		b.WriteString(f())
	}
	return b.String()
}

// All that was kept is one number, and the first value is not there again.
func Digits(words []string, base int) string {
	var kept []*big.Int
	sum := big.NewInt(int64(len(words)))
	text := ""
	n, power, part, inverse := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	for i, w := range words {
		if i%3 > 0 {
			n.SetBytes([]byte(w))
		}
		power.Exp(big.NewInt(int64(base)), big.NewInt(int64(i)), nil)
		sum = sum.Add(sum, power)
		part.SetInt64(int64(i))
		if part.Mul(part, n); part.Sign() > 0 {
			kept = append(kept, part)
		}
		inverse = inverse.ModInverse(n, power)
		text += fmt.Sprint(n, " ", inverse == nil, ";")
		if inverse == nil {
			inverse = new(big.Int)
		}
	}
	for _, n := range kept {
		sum.Add(sum, n)
	}
	return text + sum.String()
}

// The digits that were kept are those of the last number.
func Bits(numbers []int64) (list [][]big.Word) {
	x, y := new(big.Int), new(big.Int)
	for _, n := range numbers {
		x.SetInt64(n)
		x.Mul(x, x)
		list = append(list, x.Bits())
		y.SetBits(list[0])
		y.Add(y, x)
	}
	return list
}
