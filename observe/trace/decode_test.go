package trace

import (
	"encoding/binary"
	"strings"
	"testing"
)

// file writes what the overlay writes; see overlay/runtime/wring_dump.go.
type file struct{ data []byte }

func (f *file) put(tag byte, values ...any) *file {
	f.data = append(f.data, tag)
	for _, v := range values {
		switch v := v.(type) {
		case int:
			f.data = binary.AppendUvarint(f.data, uint64(v))
		case string:
			f.data = binary.AppendUvarint(f.data, uint64(len(v)))
			f.data = append(f.data, v...)
		}
	}
	return f
}

// smallFile is one section of two objects.
func smallFile() []byte {
	f := &file{}
	f.put('H', fileFormat, "go1.26.8")
	f.put('B', "BenchmarkX")
	f.put('P', 16, 2, "runtime.newobject", "/r/malloc.go", 7, "m/p.F", "/m/p/p.go", 3)
	f.put('P', 32, 1, "runtime.goexit", "/r/asm.s", 1)
	f.put('T', 64, 8, "p.T")
	f.put('N', 128, 0, 2, 16, 32)
	f.put('L', 1, 1, "route", "/posts")
	f.put('C', 128, 64, 8, 16, 1, 2)
	f.put('E', "BenchmarkX", 2, 2, 32, 0, 0)
	return f.data
}

// TestDecodePieces proves that a file decodes the same however its reads fall.
func TestDecodePieces(t *testing.T) {
	data := smallFile()
	for size := 1; size <= len(data); size++ {
		d := newDecoder()
		for rest := data; len(rest) > 0; {
			n := min(size, len(rest))
			if err := d.feed(rest[:n]); err != nil {
				t.Fatalf("pieces of %d: %v", size, err)
			}
			rest = rest[n:]
		}
		if len(d.sections) != 1 || len(d.buf) != 0 || d.inside {
			t.Fatalf("pieces of %d: %d sections, %d bytes left", size, len(d.sections), len(d.buf))
		}
		s := d.sections[0]
		if s.name != "BenchmarkX" || s.n != 2 || s.objects != 2 || s.bytes != 32 ||
			len(s.cells) != 1 || s.cells[0] != (cell{128, 64, 8, 16, 1, 2}) {
			t.Fatalf("pieces of %d: got %+v", size, s)
		}
	}
}

func TestDecodeDamaged(t *testing.T) {
	header := (&file{}).put('H', fileFormat, "go1.26.8").data
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"no header", (&file{}).put('B', "x").data, "does not begin with a header"},
		{"other format", (&file{}).put('H', 9, "go").data, "its format is 9"},
		{"unknown tag", append(header[:len(header):len(header)], 'Z'), `unknown record 'Z'`},
		{"no stack", (&file{append([]byte{}, header...)}).put('C', 1, 0, 8, 8, 0, 1).
			put('E', "x", 1, 1, 8, 0, 0).data, "a count without its stack"},
		{"no labels", (&file{append([]byte{}, header...)}).put('N', 1, 0, 0).
			put('C', 1, 0, 8, 8, 2, 1).put('E', "x", 1, 1, 8, 0, 0).data,
			"a count without its labels"},
		{"many labels", (&file{append([]byte{}, header...)}).put('L', 1, 9).data,
			"not one that was asked for"},
		{"no set", (&file{append([]byte{}, header...)}).put('L', 0, 0).data,
			"not one that was asked for"},
		{"long name", (&file{append([]byte{}, header...)}).put('B', 1<<40).data, "too long"},
		{"deep stack", (&file{append([]byte{}, header...)}).put('N', 1, 0, 1<<40).data, "too deep"},
		{"large number", append(header[:len(header):len(header)], 'T',
			255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1), "too large"},
	} {
		err := newDecoder().feed(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(smallFile())
	f.Add(smallFile()[:40])
	f.Fuzz(func(t *testing.T, data []byte) {
		d := newDecoder()
		_ = d.feed(data) // must not panic, nor take memory that data does not justify
		for _, s := range d.sections {
			for _, c := range s.cells {
				if _, ok := d.nodes[c.node]; !ok {
					t.Fatal("a count without its stack")
				}
			}
		}
	})
}
