package trace

import "strings"

// typeName says in Go syntax what was allocated, from the type that the
// allocator was told, the runtime function that asked for the memory, and the
// size. It returns "" where that is unknown.
//
// "string" and "[]T" are text and elements. One object whose type is a string
// or a slice holds neither: it is a header, which points to them.
func typeName(entry string, t typeInfo, size uint64) string {
	name := t.name
	if boxed, ok := boxedTypes[name]; ok {
		return boxed
	}
	how := entryKinds[entry]
	if name == "" {
		return how.untyped
	}
	slice := how.slice || t.size > 0 && size > t.size && size%t.size == 0 && !isRuntime(entry)
	if part, ok := mapPart(name, slice, t.size); ok {
		return spelling.Replace(part)
	}
	switch {
	case slice:
		name = "[]" + name
	case name == "string":
		return "string header"
	case strings.HasPrefix(name, "[]"):
		return "slice header"
	}
	return closureName(spelling.Replace(name))
}

// mapPart names a part of a map in terms of map[K]V. name and size are those of
// the type, or of the elements when slice. A map is a header; the entries are
// in buckets, which the runtime calls groups. A large map has several tables of
// them, and a directory that lists the tables.
func mapPart(name string, slice bool, size uint64) (string, bool) {
	if kv, ok := strings.CutPrefix(strings.TrimPrefix(name, "noalg."), "map.group["); ok {
		if slice {
			return "map[" + kv + " buckets", true
		}
		return "map[" + kv + " bucket", true
	}
	switch {
	case name == "maps.Map" && !slice && size == mapHeaderSize:
		return "map header", true
	case name == "maps.table" && !slice && size == mapTableSize:
		return "map table", true
	case name == "*maps.table" && slice:
		return "map directory", true
	}
	return "", false
}

// The sizes of the runtime's own types in Go 1.25 to 1.27, on 64 bits. They keep
// it apart from a user's package maps.
const (
	mapHeaderSize = 48
	mapTableSize  = 32
)

// spelling turns what reflection prints into what people write.
var spelling = strings.NewReplacer("interface {}", "any", "[]uint8", "[]byte")

// boxedTypes are the types that the runtime names when it puts a value into an
// interface without knowing more of it than its size.
var boxedTypes = map[string]string{
	"runtime.uint16InterfacePtr": "2-byte value",
	"runtime.uint32InterfacePtr": "4-byte value",
	"runtime.uint64InterfacePtr": "8-byte value",
	"runtime.stringInterfacePtr": "string header",
	"runtime.sliceInterfacePtr":  "slice header",
}

// entryKind is what a runtime function allocates.
type entryKind struct {
	slice   bool   // the type is that of the elements
	untyped string // what it is when the type is not told
}

var entryKinds = map[string]entryKind{
	"runtime.makeslice":               {slice: true},
	"runtime.makeslice64":             {slice: true},
	"runtime.makeslicecopy":           {slice: true},
	"runtime.growslice":               {slice: true},
	"runtime.newarray":                {slice: true},
	"runtime.reflect_unsafe_NewArray": {slice: true},
	"reflect.unsafe_NewArray":         {slice: true},
	"runtime.moveSlice":               {slice: true},
	"runtime.moveSliceNoCap":          {slice: true},
	"internal/runtime/maps.newarray":  {slice: true},
	"runtime.newUserArenaChunk":       {untyped: "arena chunk"},
	"internal/bytealg.MakeNoZero":     {untyped: "[]byte"},
	"runtime.rawbyteslice":            {untyped: "[]byte"},
	"runtime.stringtoslicebyte":       {untyped: "[]byte"},
	"runtime.rawruneslice":            {untyped: "[]rune"},
	"runtime.stringtoslicerune":       {untyped: "[]rune"},
	"runtime.rawstring":               {untyped: "string"},
	"runtime.rawstringtmp":            {untyped: "string"},
	"runtime.slicebytetostring":       {untyped: "string"},
	"runtime.intstring":               {untyped: "string"},
	"runtime.slicerunetostring":       {untyped: "string"},
}

// closureName turns the struct that the compiler makes for a function literal,
// "struct { F uintptr; X0 int; X1 *T }", into "closure{int, *T}", and the one
// for a method value, "struct { F uintptr; R *T }", into "method value{*T}".
func closureName(name string) string {
	const prefix = "struct { F uintptr"
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok || !strings.HasSuffix(rest, " }") {
		return name
	}
	var kept []string
	for field := range strings.SplitSeq(strings.TrimSuffix(rest, " }"), "; ") {
		if _, typ, ok := strings.Cut(field, " "); ok && field[0] != ' ' {
			kept = append(kept, typ)
		}
	}
	if strings.HasPrefix(rest, "; R ") {
		return "method value{" + strings.Join(kept, ", ") + "}"
	}
	return "closure{" + strings.Join(kept, ", ") + "}"
}

// isRuntime reports whether a function belongs to the runtime.
func isRuntime(fn string) bool {
	return strings.HasPrefix(fn, "runtime.") || strings.HasPrefix(fn, "internal/runtime/")
}
