// Package digest computes SHA-256, for names of what is kept in a cache and of
// what a report lists.
//
// It is not crypto/sha256, with which a program links 28 packages that test
// themselves as it starts and gather randomness. Nothing here has to resist an
// attack: whoever can write to the cache can write to the sources.
package digest

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Size is the length of a sum in bytes.
const Size = 32

// block is what the sum is computed over at a time, in bytes.
const block = 64

// Sum returns the SHA-256 of the data, as FIPS 180-4 defines it.
func Sum(data []byte) [Size]byte {
	state := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	whole := len(data) / block * block
	for at := 0; at < whole; at += block {
		mix(&state, (*[block]byte)(data[at:]))
	}
	// The rest ends with a bit that is set, zeros, and the length in bits.
	var tail [2 * block]byte
	n := copy(tail[:], data[whole:])
	tail[n] = 0x80
	size := block
	if n+1+8 > block {
		size = 2 * block
	}
	binary.BigEndian.PutUint64(tail[size-8:], uint64(len(data))*8)
	for at := 0; at < size; at += block {
		mix(&state, (*[block]byte)(tail[at:]))
	}
	var sum [Size]byte
	for i, word := range state {
		binary.BigEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// Hex returns the sum of a text in hexadecimal.
func Hex(text string) string {
	return fmt.Sprintf("%x", Sum([]byte(text)))
}

// mix works one block into the state.
func mix(state *[8]uint32, data *[block]byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(data[4*i:])
	}
	for i := 16; i < len(w); i++ {
		x, y := w[i-15], w[i-2]
		w[i] = w[i-16] + w[i-7] +
			(bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3) +
			(bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10)
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3],
		state[4], state[5], state[6], state[7]
	for i := range w {
		high := h + (e&f ^ ^e&g) + constants[i] + w[i] +
			(bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25))
		low := (a&b ^ a&c ^ b&c) +
			(bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22))
		a, b, c, d, e, f, g, h = high+low, a, b, c, d+high, e, f, g
	}
	for i, word := range [...]uint32{a, b, c, d, e, f, g, h} {
		state[i] += word
	}
}

// constants are the first 32 bits behind the point of the cube roots of the first
// 64 primes.
var constants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
