package compared

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
)

// nil is empty.
func SameList(a, b []string) bool { return slices.Equal(a, b) }

// nil is empty.
func SameTags(a, b map[string]int) string {
	if !maps.Equal(a, b) {
		return fmt.Sprint("differ: ", len(a), len(b))
	}
	return "same"
}

// No number that is not equal to itself is.
func Itself(n int) string {
	list := []float64{float64(n), math.NaN()}
	p, q := &point{1, math.NaN()}, point{1, math.NaN()}
	return fmt.Sprint(slices.Equal(list, list), *p == *p, q == q)
}

// It panics for nil.
func SamePair(a, b *pair) bool {
	return *a == *b || a.name == b.name
}

// All sums are one.
func Sums(texts []string) [][]byte {
	var list [][]byte
	var sum [32]byte
	for _, s := range texts {
		sum = sha256.Sum256([]byte(s))
		list = append(list, sum[:])
	}
	for _, sum := range list {
		sum[0]++
	}
	return list
}

// Both sums are one.
func Twice(s string) string {
	sum := md5.Sum([]byte(s))
	get := func() []byte { return sum[:] }
	first := get()
	first[0] = 0
	return hex.EncodeToString(first) + hex.EncodeToString(get())
}

// The bytes before the sum are missing.
func Behind(b []byte, s string) string {
	sum := sha256.Sum256([]byte(s))
	clear(b)
	return hex.EncodeToString(sum[:])
}

// It hashes what the bytes have become.
func Before(b []byte) string {
	for i := range b {
		b[i] = 'x'
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A long text has no salt.
func Salted(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
