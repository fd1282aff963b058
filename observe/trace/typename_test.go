package trace

import "testing"

func TestTypeName(t *testing.T) {
	for _, c := range []struct {
		entry string
		typ   typeInfo
		size  uint64
		want  string
	}{
		{"runtime.newobject", typeInfo{16, "p.T"}, 16, "p.T"},
		{"runtime.makeslice", typeInfo{16, "string"}, 16, "[]string"},
		{"runtime.growslice", typeInfo{1, "uint8"}, 64, "[]byte"},
		{"runtime.makeslice", typeInfo{24, "[]uint8"}, 48, "[][]byte"},
		{"m/p.F", typeInfo{8, "int"}, 8, "int"},                  // size-specialised: no entry
		{"m/p.F", typeInfo{8, "int"}, 64, "[]int"},               // likewise
		{"runtime.newproc1", typeInfo{8, "int"}, 64, "int"},      // the runtime's own business
		{"runtime.rawstring", typeInfo{}, 5, "string"},           // untyped
		{"internal/bytealg.MakeNoZero", typeInfo{}, 5, "[]byte"}, // untyped
		{"runtime.somethingNew", typeInfo{}, 5, ""},              // unknown
		{"runtime.convT64", typeInfo{8, "runtime.uint64InterfacePtr"}, 8, "8-byte value"},
		{"runtime.newobject", typeInfo{8, "struct { F uintptr }"}, 8, "closure{}"},
		{"runtime.newobject", typeInfo{24, "struct { F uintptr; X0 int; X1 *p.T }"}, 24,
			"closure{int, *p.T}"},
		{"runtime.newobject", typeInfo{16, "struct { F uintptr; R *p.T }"}, 16,
			"method value{*p.T}"},
		{"runtime.makeslice", typeInfo{16, "interface {}"}, 32, "[]any"},
	} {
		if got := typeName(c.entry, c.typ, c.size); got != c.want {
			t.Errorf("typeName(%q, %+v, %d) = %q, want %q", c.entry, c.typ, c.size, got, c.want)
		}
	}
}
