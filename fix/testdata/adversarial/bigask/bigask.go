// Package bigask has big numbers that are made to be asked something, and others.
package bigask

import (
	"math/big"
	"strconv"
)

func number(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return big.NewInt(int64(len(s)) - 3)
	}
	return n
}

// Order tells how numbers follow each other.
func Order(a, b string) string {
	x, y := number(a), number(b)
	switch {
	case new(big.Int).Sub(x, y).Sign() < 0:
		return "<"
	case new(big.Int).Sub(y, x).Sign() < 0:
		return ">"
	}
	return "="
}

// Parity tells numbers that are even from others, also below zero.
func Parity(s string) string {
	n := number(s)
	if new(big.Int).Mod(n, big.NewInt(2)).Sign() == 0 {
		return "even"
	}
	return "odd " + strconv.Itoa(new(big.Int).Rem(n, big.NewInt(2)).Sign())
}

// Size is how many bytes a number takes with its sign.
func Size(s string) int {
	n := number(s)
	size := len(n.Bytes())
	if new(big.Int).Set(n).Sign() < 0 {
		size++
	}
	return size
}

// Padded returns a number in eight bytes behind its sign, or what goes wrong.
func Padded(s string) (out []byte, problem bool) {
	defer func() {
		if recover() != nil {
			out, problem = nil, true
		}
	}()
	n := number(s)
	word := make([]byte, 8)
	b := n.Bytes()
	copy(word[8-len(b):], b)
	return append([]byte{byte(n.Sign() + 1)}, word...), false
}

// Sum returns bytes of numbers over each other, the last ones on top.
func Sum(words []string) [16]byte {
	var sum [16]byte
	for _, s := range words {
		b := number(s).Bytes()
		if len(b) > 16 {
			b = b[:16]
		}
		copy(sum[16-len(b):], b)
	}
	return sum
}

// Far tells numbers apart whose difference is large.
func Far(a, b string) (int, string) {
	d := new(big.Int).Sub(number(a), number(b))
	return d.Sign() * d.BitLen(), new(big.Int).Set(d).Text(36)
}

// Bits counts the bits and bytes that numbers have together.
func Bits(a, b string) int {
	x, y := number(a), number(b)
	return 100*len(new(big.Int).And(x, y).Bytes()) + new(big.Int).And(x, big.NewInt(1)).Sign()*10 +
		new(big.Int).Sub(x, y).Sign()
}
