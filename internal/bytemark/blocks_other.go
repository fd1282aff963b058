//go:build !amd64

package bytemark

func blocks(to []uint64, from []byte, a, b byte) { plain(to, from, a, b) }
