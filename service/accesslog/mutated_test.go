package accesslog

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
)

// TestMutated reads ten million bytes of logs that were damaged and of bytes
// drawn by chance: every line is booked or named, and nothing panics.
func TestMutated(t *testing.T) {
	rounds := 340
	if testing.Short() {
		rounds = 12
	}
	r := rand.New(rand.NewPCG(3, 4))
	logs := [][]byte{benchmarkLog("ltsv")[:30_000], benchmarkLog("json")[:30_000],
		benchmarkLog("combined")[:30_000]}
	booked, total := uint64(0), 0
	for round := range rounds {
		data := damaged(r, logs[round%3], round%4)
		b := NewBooks(By{}, nil)
		err := b.Read(context.Background(), bytes.NewReader(data), "log", Options{})
		summary(t, b, err)
		want := bytes.Count(data, []byte{'\n'})
		if data[len(data)-1] != '\n' {
			want++
		}
		if b.Lines != uint64(want) {
			t.Fatalf("round %d: %d lines were read of %d", round, b.Lines, want)
		}
		booked += b.Booked
		total += len(data)
	}
	if booked == 0 || !testing.Short() && total < 1e7 {
		t.Errorf("%d lines were booked of %d bytes: the test shows nothing", booked, total)
	}
}

// damaged returns a log of which bytes and stretches were changed, moved or taken
// out, or bytes drawn by chance.
func damaged(r *rand.Rand, log []byte, way int) []byte {
	data := bytes.Clone(log)
	if way == 3 {
		const some = "\t\n:\"{}[], -./?%1aZ\x00\xff"
		for i := range data {
			data[i] = some[r.IntN(len(some))]
		}
		return data
	}
	for range 1 + r.IntN(400) {
		at, n := r.IntN(len(data)-200), r.IntN(100)
		switch r.IntN(3) {
		case 0:
			data[at] = byte(r.Uint32())
		case 1:
			copy(data[at:], data[at+n:at+2*n])
		case 2:
			copy(data[at:at+n], data[r.IntN(len(data)-200):])
		}
	}
	return data
}
