package bytemark

// blocks marks 64 bytes for each word. Every amd64 processor has what it takes,
// SSE2.
//
//go:noescape
func blocks(to []uint64, from []byte, a, b byte)
