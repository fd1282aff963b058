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
		{"runtime.newobject", typeInfo{16, "string"}, 16, "string header"}, // var s string, moved
		{"reflect.unsafe_New", typeInfo{16, "string"}, 16, "string header"},
		{"m/p.F", typeInfo{16, "string"}, 16, "string header"},
		{"runtime.newobject", typeInfo{24, "[]uint8"}, 24, "slice header"},
		{"runtime.newobject", typeInfo{48, "[3]string"}, 48, "[3]string"},
		{"runtime.newobject", typeInfo{48, "maps.Map"}, 48, "map header"},
		{"runtime.newobject", typeInfo{8, "maps.Map"}, 8, "maps.Map"}, // of another package
		{"runtime.newobject", typeInfo{32, "maps.table"}, 32, "map table"},
		{"runtime.makeslice", typeInfo{8, "*maps.table"}, 16, "map directory"},
		{"runtime.newarray", typeInfo{264, "map.group[string]interface {}"}, 528,
			"map[string]any buckets"},
		{"runtime.newarray", typeInfo{264, "noalg.map.group[string]p.T"}, 264,
			"map[string]p.T buckets"},
		{"runtime.newobject", typeInfo{136, "noalg.map.group[int]int"}, 136, "map[int]int bucket"},
	} {
		if got := typeName(c.entry, c.typ, c.size); got != c.want {
			t.Errorf("typeName(%q, %+v, %d) = %q, want %q", c.entry, c.typ, c.size, got, c.want)
		}
	}
}
