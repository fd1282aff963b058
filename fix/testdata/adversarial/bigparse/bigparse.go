// Package bigparse has numbers that are read from text, in which signs, bases, blanks and
// zeros matter.
package bigparse

import "math/big"

// Decimal reads a number of any length.
func Decimal(s string) (*big.Int, bool) { return new(big.Int).SetString(s, 10) }

// Any takes the base from the prefix.
func Any(s string) (*big.Int, bool) { return new(big.Int).SetString(s, 0) }

// Hex has letters of both cases.
func Hex(s string) (*big.Int, bool) { return new(big.Int).SetString(s, 16) }

// Into sets a number that the caller has, also where it fails.
func Into(n *big.Int, s string) bool {
	_, ok := n.SetString(s, 10)
	return ok
}

// Half is not a whole number.
func Half(s string) (string, bool) {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return "", false
	}
	return r.Mul(r, big.NewRat(1, 2)).RatString(), true
}

// Product of numbers that may be large.
func Product(a, b string) string {
	x, ok := new(big.Int).SetString(a, 10)
	y, okay := new(big.Int).SetString(b, 10)
	if !ok || !okay {
		return "none"
	}
	return x.Mul(x, y).String()
}
