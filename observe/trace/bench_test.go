package trace

import "testing"

// BenchmarkDecode reads what a process of forty stacks, each with two cells and
// booked in twenty sections, has written.
func BenchmarkDecode(b *testing.B) {
	f := &file{}
	f.put('H', fileFormat, "go1.26.8")
	f.put('P', 32, 1, "runtime.goexit", "/r/asm.s", 1)
	f.put('T', 64, 8, "p.T")
	for i := range 40 {
		pc := 1000 + 16*i
		f.put('P', pc, 2, "runtime.newobject", "/r/malloc.go", 7, "m/p.F", "/m/p/p.go", i)
		f.put('N', 128*(i+1), 0, 2, pc, 32)
	}
	for range 20 {
		f.put('B', "BenchmarkX")
		for i := range 40 {
			f.put('C', 128*(i+1), 64, 8, 16, 0, 2)
			f.put('C', 128*(i+1), 64, 24, 24, 0, 1)
		}
		f.put('E', "BenchmarkX", 2, 120, 40*56, 0, 0)
	}
	b.SetBytes(int64(len(f.data)))
	for b.Loop() {
		d := newDecoder()
		if err := d.feed(f.data); err != nil || len(d.sections) != 20 {
			b.Fatal(err, len(d.sections))
		}
	}
}
