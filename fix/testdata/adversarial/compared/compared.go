// Package compared has functions in which it matters what a comparison by
// reflection, or a hash object, does besides.
package compared

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"reflect"
)

// SameList tells a nil list from an empty one.
func SameList(a, b []string) bool {
	return reflect.DeepEqual(a, b)
}

// SameTags tells a nil map from an empty one.
func SameTags(a, b map[string]int) string {
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprint("differ: ", len(a), len(b))
	}
	return "same"
}

type point struct{ X, Y float64 }

// Itself finds numbers that are not equal to themselves equal in the same slice.
func Itself(n int) string {
	list := []float64{float64(n), math.NaN()}
	p, q := &point{1, math.NaN()}, point{1, math.NaN()}
	return fmt.Sprint(reflect.DeepEqual(list, list), reflect.DeepEqual(p, p),
		reflect.DeepEqual(q, q))
}

type pair struct {
	name string
	_    int
	size int
}

// SamePair compares two pairs behind pointers, which may be nil.
func SamePair(a, b *pair) bool {
	return reflect.DeepEqual(a, b) || a != nil && b != nil && a.name == b.name
}

type config struct {
	Name  string
	Names []string
	Sizes map[string]int
}

// Changed counts the changes from one to the next, an operator around the comparison.
func Changed(list []config) (n int) {
	for i := 1; i < len(list); i++ {
		if i%2 == 1 == reflect.DeepEqual(list[i-1], list[i]) && !reflect.DeepEqual(list[0],
			list[i]) {
			n += i
		}
	}
	return n
}

// Elements panics where the lists differ in length.
func Elements(a, b [][]byte) (equal bool) {
	defer func() {
		if v := recover(); v != nil {
			equal = len(a) > 1
		}
	}()
	for i := range a {
		equal = reflect.DeepEqual(a[i], b[i])
	}
	return equal
}

// Sums returns sums that the caller may change.
func Sums(texts []string) [][]byte {
	var list [][]byte
	for _, s := range texts {
		h := sha256.New()
		h.Write([]byte(s))
		list = append(list, h.Sum(nil))
	}
	for _, sum := range list {
		sum[0]++
	}
	return list
}

// Twice asks for the sum twice and changes the first.
func Twice(s string) string {
	h := md5.New()
	io.WriteString(h, s)
	get := func() []byte { return h.Sum(nil) }
	first := get()
	first[0] = 0
	return hex.EncodeToString(first) + hex.EncodeToString(get())
}

// Behind appends the sum to bytes with room behind their end, or without.
func Behind(b []byte, s string) string {
	h := sha256.New()
	h.Write([]byte(s))
	out := h.Sum(b)
	clear(b)
	return hex.EncodeToString(out)
}

// Before hashes the bytes as they were when they were written.
func Before(b []byte) string {
	h := sha256.New()
	h.Write(b)
	for i := range b {
		b[i] = 'x'
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Salted writes again when the text is long.
func Salted(s string) string {
	h := sha256.New()
	h.Write([]byte(s))
	if len(s) > 10 {
		h.Write([]byte("salt"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Checked has a variable that is called as the new one would be.
func Checked(b []byte, sum uint32) bool {
	h := crc32.NewIEEE()
	if _, err := h.Write(b); err != nil {
		return false
	}
	return sum == h.Sum32() || bytes.HasPrefix(b, []byte("!"))
}

// Kind says what the hash is.
func Kind(s string) string {
	var h hash.Hash = sha256.New()
	h.Write([]byte(s))
	return fmt.Sprintf("%T %x", h, h.Sum(nil)[:2])
}
