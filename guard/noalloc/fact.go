package noalloc

import (
	"strings"

	"github.com/wring-go/wring/alloc"
)

// fact adds what the compiler says reaches the heap, unless it costs nothing or
// is on the way to a panic.
func (w *walker) fact(f alloc.Fact) {
	what, ok := strings.CutSuffix(f.Message, " escapes to heap")
	if moved, is := strings.CutPrefix(f.Message, "moved to heap: "); is {
		what, ok = moved, true
	}
	outer := f.Position
	if n := len(f.Inlined); n > 0 {
		outer = f.Inlined[n-1]
	}
	if !ok {
		what = f.Message
	}
	if costsNothing(what) || w.panicking(outer) || strings.HasPrefix(what, "append(") {
		return // of append, the syntax says that it may find no room
	}
	line := outer
	line.Column = 0
	w.facts[line] = true
	text := f.Message
	if len(f.Inlined) > 0 {
		text += ", inlined from " + f.Position.File[strings.LastIndexByte(f.Position.File, '/')+1:]
	}
	w.events = append(w.events, event{at: outer, outcome: Allocates, cause: causeOf(f.Message),
		text: text, fact: true})
}

// costsNothing reports whether what is stored in an interface is a constant,
// which the compiler lays out beforehand, or has no size.
func costsNothing(what string) bool {
	switch what {
	case "true", "false", "nil", "struct {}{}":
		return true
	}
	return what != "" && strings.IndexByte("\"`'-0123456789", what[0]) >= 0 &&
		!strings.Contains(what, " + ")
}

// panicking reports whether a position is in the argument of a panic.
func (w *walker) panicking(at alloc.Position) bool {
	for _, n := range w.panics {
		from, to := w.position(n.Pos()), w.position(n.End())
		if before(from, at) && before(at, to) {
			return true
		}
	}
	return false
}

func before(a, b alloc.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && (a.Column <= b.Column || b.Column == 0)
}

// causes tell the cause by how the compiler prints what escapes.
var causes = []struct {
	prefix, inside, cause string
}{
	{"moved to heap", "", "escaping-variable"},
	{"func literal", "", "closure"},
	{"... argument", "", "variadic-slice"},
	{"make([]", "", "slice-make"},
	{"make(map", "", "map-make"},
	{"make(chan", "", "channel-make"},
	{"map[", "{", "map-make"},
	{"[]", "{", "slice-literal"},
	{"&", "{", "escaping-literal"},
	{"new(", "", "escaping-literal"},
	{"string(", "", "string-bytes-conversion"},
	{"[]byte(", "", "string-bytes-conversion"},
	{"([]byte)(", "", "string-bytes-conversion"},
	{"([]rune)(", "", "string-bytes-conversion"},
	{"[]rune(", "", "string-bytes-conversion"},
	{"", " + ", "string-concat"},
}

// causeOf guesses the cause from the compiler's message.
func causeOf(message string) string {
	for _, c := range causes {
		if strings.HasPrefix(message, c.prefix) && strings.Contains(message, c.inside) {
			return c.cause
		}
	}
	return "boxed-argument"
}

// neverAllocates reports whether a function whose body says nothing, because it
// is in assembly or in the runtime, is known not to allocate.
func neverAllocates(key, pkg string) bool {
	switch pkg {
	case "math", "math/bits", "sync/atomic", "unsafe", "internal/bytealg", "internal/byteorder",
		"internal/cpu", "internal/goarch", "internal/race", "internal/runtime/atomic",
		"internal/abi", "internal/asan", "internal/msan":
		return true
	}
	switch key {
	case "(*sync.Mutex).Lock", "(*sync.Mutex).Unlock", "(*sync.Mutex).TryLock",
		"(*sync.RWMutex).Lock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RLock",
		"(*sync.RWMutex).RUnlock", "runtime.KeepAlive", "time.now", "time.runtimeNano",
		"time.runtimeNow", "time.Now", "time.Since":
		return true
	}
	return false
}
