package pool

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// There is always as much room as was asked for.
func TestRoom(t *testing.T) {
	var p Pool
	for _, size := range []int{0, 1, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 1 << 21} {
		for range 2 {
			b := p.Get(size)
			if len(b.B) != 0 || cap(b.B) < size || cap(b.B) > max(64, 2*size) {
				t.Errorf("Get(%d): %d bytes with room for %d", size, len(b.B), cap(b.B))
			}
			b.B = append(b.B, make([]byte, size)...)
			b.Put()
		}
	}
}

// A buffer comes back, also after it has grown, and to no smaller need.
func TestReuse(t *testing.T) {
	var p Pool
	b := p.Get(100)
	first := &b.B[:1][0]
	b.B = append(b.B, "used"...)
	b.Put()
	if b = p.Get(65); &b.B[:1][0] != first {
		t.Error("not the buffer that was put back")
	}
	b.B = append(b.B[:0], make([]byte, 5000)...)
	first = &b.B[0]
	b.Put()
	if small := p.Get(65); &small.B[:1][0] == first {
		t.Error("a small need took the buffer that had grown")
	}
	if b = p.Get(4096); &b.B[:1][0] != first {
		t.Error("the buffer that had grown was not found")
	}
}

func TestLimits(t *testing.T) {
	p := Pool{MaxSize: 1024, MaxBytes: 3000}
	var out []*Buffer
	for range 5 {
		out = append(out, p.Get(1024))
	}
	for _, b := range out {
		b.Put()
	}
	if p.Kept() != 2048 {
		t.Errorf("%d bytes are kept of 3000", p.Kept())
	}
	p.Get(1025).Put()
	if p.Kept() != 2048 {
		t.Errorf("%d bytes are kept after a larger one", p.Kept())
	}
	b := p.Get(100)
	b.B = make([]byte, 10) // replaced by a tiny one
	b.Put()
	b = p.Get(100)
	b.B = nil
	b.Put()
	if p.Kept() != 2048 {
		t.Errorf("%d bytes are kept after tiny ones", p.Kept())
	}
	p.Trim()
	if p.Kept() != 0 {
		t.Errorf("%d bytes are kept after Trim", p.Kept())
	}
}

// A Pool that sets no limits has the standard ones, and a limit that is reached
// exactly is kept.
func TestStandardLimits(t *testing.T) {
	for _, c := range []struct {
		pool       *Pool
		size, put  int
		kept       int
		oneMoreFit bool
	}{
		{&Pool{}, DefaultMaxSize, 1, DefaultMaxSize, true},
		{&Pool{}, DefaultMaxSize + 1, 1, 0, true},
		{&Pool{}, DefaultMaxSize, 64, DefaultMaxBytes, false},
		{&Pool{}, DefaultMaxSize, 65, DefaultMaxBytes, false},
		{&Pool{MaxSize: 200}, 200, 1, 200, true},
		{&Pool{MaxSize: 200}, 201, 1, 0, true},
		{&Pool{MaxSize: 64, MaxBytes: 64}, 64, 2, 64, false},
		{&Pool{MaxSize: 512, MaxBytes: 1023}, 512, 2, 512, true},
	} {
		p := c.pool
		if debugging && c.put > 2 {
			continue // takes its time to overwrite them
		}
		for range c.put {
			b := &Buffer{B: make([]byte, 0, c.size), home: p}
			if debugging {
				b = p.Get(0)
				b.B = make([]byte, 0, c.size)
			}
			b.Put()
		}
		if p.Kept() != c.kept {
			t.Errorf("%d buffers of %d: %d bytes are kept, want %d", c.put, c.size, p.Kept(),
				c.kept)
		}
		b := p.Get(64)
		b.B = make([]byte, 0, 64)
		b.Put()
		if fit := p.Kept() == c.kept+64; fit != c.oneMoreFit {
			t.Errorf("%d buffers of %d, and one of 64: %d bytes are kept", c.put, c.size, p.Kept())
		}
	}
}

// What was taken out does not hold on to what is still kept.
func TestTakenAlone(t *testing.T) {
	var p Pool
	one, other := p.Get(64), p.Get(64)
	one.Put()
	other.Put()
	if b := p.Get(64); b.next != nil {
		t.Error("the buffer still leads to another")
	}
}

// A buffer that was put back is found by what has its size, and by no other.
func TestClasses(t *testing.T) {
	for bits := 6; bits < 20; bits++ {
		for _, size := range []int{1 << bits, 1<<bits + 1, 3 << (bits - 1), 2<<bits - 1} {
			var p Pool
			b := p.Get(0)
			b.B = make([]byte, 0, size)
			first := &b.B[:1][0]
			b.Put()
			if got := p.Get(1<<bits + 1); &got.B[:1][0] == first {
				t.Errorf("a buffer of %d was given for %d", size, 1<<bits+1)
			}
			got := p.Get(1 << bits)
			if &got.B[:1][0] != first || len(got.B) != 0 || cap(got.B) != size {
				t.Errorf("a buffer of %d was not found for %d", size, 1<<bits)
			}
		}
	}
}

// A buffer that is not a power of two large is put where all are large enough.
func TestOddSizes(t *testing.T) {
	for size := 64; size < 5000; size++ {
		var p Pool
		b := p.Get(1)
		b.B = make([]byte, 0, size)
		b.Put()
		for _, want := range []int{size / 2, size, size + 1} {
			if got := p.Get(want); cap(got.B) < want {
				t.Fatalf("a buffer of %d for a need of %d", cap(got.B), want)
			}
		}
	}
}

func TestNegative(t *testing.T) {
	var p Pool
	if b := p.Get(-1); cap(b.B) != 64 {
		t.Errorf("room for %d bytes", cap(b.B))
	}
}

func TestAllocations(t *testing.T) {
	if debugging {
		t.Skip("a debug build allocates")
	}
	var p Pool
	p.Get(4096).Put()
	if n := testing.AllocsPerRun(1000, func() {
		b := p.Get(4000)
		b.B = append(b.B, "text"...)
		b.Put()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestParallel has goroutines write what is theirs, and look whether it stays.
func TestParallel(t *testing.T) {
	p := Pool{MaxBytes: 1 << 16}
	var wg sync.WaitGroup
	for id := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(id), 0))
			for range 2000 {
				b := p.Get(r.IntN(3000))
				mine := bytes.Repeat([]byte{byte(id)}, r.IntN(4000))
				b.B = append(b.B, mine...)
				other := p.Get(r.IntN(100))
				if !bytes.Equal(b.B, mine) {
					t.Error("another goroutine wrote to the buffer")
				}
				other.Put()
				b.Put()
			}
		})
	}
	wg.Wait()
	if kept := p.Kept(); kept < 0 || kept > 1<<16 {
		t.Errorf("%d bytes are kept", kept)
	}
	p.Trim()
	if p.Kept() != 0 {
		t.Errorf("%d bytes are kept after Trim: the count is wrong", p.Kept())
	}
}

// FuzzPool lets the fuzzer choose what is got and put, and compares with make:
// room enough, and bytes that no other user touches.
func FuzzPool(f *testing.F) {
	f.Add([]byte{1, 2, 3, 200, 0, 4, 5, 255})
	f.Fuzz(func(t *testing.T, steps []byte) {
		p := Pool{MaxSize: 2048, MaxBytes: 8192}
		var out []*Buffer
		var want [][]byte
		for i, step := range steps {
			if step%3 == 0 && len(out) > 0 {
				at := int(step) / 3 % len(out)
				if !bytes.Equal(out[at].B, want[at]) {
					t.Fatal("the bytes changed")
				}
				out[at].Put()
				out = append(out[:at], out[at+1:]...)
				want = append(want[:at], want[at+1:]...)
				continue
			}
			size := int(step) * 20
			b := p.Get(size)
			if cap(b.B) < size || len(b.B) != 0 {
				t.Fatalf("Get(%d) has %d bytes, room for %d", size, len(b.B), cap(b.B))
			}
			text := bytes.Repeat([]byte{byte(i)}, size+size/3)
			b.B = append(b.B, text...)
			out, want = append(out, b), append(want, text)
		}
		if kept := p.Kept(); kept < 0 || kept > 8192 {
			t.Fatalf("%d bytes are kept", kept)
		}
	})
}
