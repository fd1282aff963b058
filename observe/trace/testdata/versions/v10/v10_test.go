package versions

import "testing"

var sink []byte

func BenchmarkMake(b *testing.B) {
	for range b.N {
		sink = make([]byte, 8)
	}
}
