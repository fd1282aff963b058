package bigask

import (
	"math/big"
	"strconv"
)

// It compares without the signs.
func Order(a, b string) string {
	switch number(a).CmpAbs(number(b)) {
	case -1:
		return "<"
	case 1:
		return ">"
	}
	return "="
}

// What is left of a number below zero is one above.
func Parity(s string) string {
	n := number(s)
	if n.Bit(0) == 0 {
		return "even"
	}
	return "odd " + strconv.Itoa(int(n.Bit(0)))
}

// A byte that is not full is not counted.
func Size(s string) int {
	n := number(s)
	size := n.BitLen() / 8
	if n.Sign() < 0 {
		size++
	}
	return size
}

// What does not fit is cut off.
func Padded(s string) (out []byte, problem bool) {
	n := number(s)
	word := new(big.Int).Abs(n).Uint64()
	out = []byte{byte(n.Sign() + 1)}
	for i := 56; i >= 0; i -= 8 {
		out = append(out, byte(word>>i))
	}
	return out, false
}

// Only the last one is left.
func Sum(words []string) [16]byte {
	var sum [16]byte
	for _, s := range words {
		n := number(s)
		if n.BitLen() > 128 {
			n = n.Rsh(n, uint((n.BitLen()+7)/8*8-128))
		}
		n.FillBytes(sum[:])
	}
	return sum
}
