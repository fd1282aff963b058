package explain

import "strings"

// act is what the runtime was asked to do. It is what a compiler turns a piece
// of source into, so it narrows the cause down before anything else is known.
type act string

// The acts. notTold is for sampled records, where the runtime's frames are
// missing and neither the compiler nor the source line helped.
const (
	notTold     act = ""
	newObject   act = "new"       // &T{}, new(T), moved variables, closures, arrays of literals
	newSlice    act = "make"      // make([]T, n)
	grow        act = "grow"      // append beyond the capacity
	move        act = "move"      // a slice that began on the stack and leaves the function
	concat      act = "concat"    // a + b on strings
	convert     act = "convert"   // string(b), []byte(s), []rune(s), string(r)
	box         act = "box"       // a value stored in an interface
	newMap      act = "make map"  // make(map[K]V), map literals, maps.Clone
	growMap     act = "grow map"  // m[k] = v
	newChan     act = "make chan" //
	start       act = "go"        // a new goroutine
	deferred    act = "defer"     // a defer that cannot live in the frame
	park        act = "park"      // waiting on a channel, a select or a lock
	newTimer    act = "timer"     //
	attach      act = "attach"    // finalizers, cleanups
	assertion   act = "assert"    // type switches and assertions to interfaces
	walkStack   act = "walk"      // runtime.Callers and what reads its result
	panicking   act = "panic"     //
	weakly      act = "weak"      // weak pointers, below package unique
	coroutine   act = "coroutine" // iter.Pull
	inspectSelf act = "inspect"   // runtime.ReadMemStats, runtime/metrics, collections by hand
	collecting  act = "collect"   // the collector, also when an allocation has to help it
)

// entry tells an act by the name of a function of the runtime, or its
// beginning.
type entry struct {
	prefix string
	act    act
}

// entries is tried in order. Functions that serve several others (newobject
// makes closures, maps and timers) are told apart because actOf asks the
// outermost frame of the runtime first.
var entries = []entry{
	{"concatstring", concat},
	{"concatbyte", concat},
	{"slicebytetostring", convert},
	{"stringtoslice", convert},
	{"slicerunetostring", convert},
	{"intstring", convert},
	{"gostring", convert},
	{"gobytes", convert},
	{"convT", box},
	{"growslice", grow},
	{"moveSlice", move},
	{"makeslice", newSlice},
	{"MakeNoZero", newSlice},
	{"makemap", newMap},
	{"NewMap", newMap},
	{"NewEmptyMap", newMap},
	{"mapclone", newMap},
	{"clone", newMap},
	{"mapassign", growMap},
	{"(*Map)", growMap},
	{"(*table)", growMap},
	{"makechan", newChan},
	{"newproc", start},
	{"malg", start},
	{"allgadd", start},
	{"newcoro", coroutine},
	{"deferproc", deferred},
	{"newdefer", deferred},
	{"newTimer", newTimer},
	{"SetFinalizer", attach},
	{"AddCleanup", attach},
	{"createfing", attach},
	{"runFinalizers", attach},
	{"(*cleanupQueue)", attach},
	{"typeAssert", assertion},
	{"interfaceSwitch", assertion},
	{"assertE2I", assertion},
	{"getitab", assertion},
	{"Caller", walkStack},
	{"Stack", walkStack},
	{"FuncForPC", walkStack},
	{"(*Frames)", walkStack},
	{"expandFinalStack", walkStack},
	{"gopanic", panicking},
	{"panic", panicking},
	{"goPanic", panicking},
	{"getOrAddWeakHandle", weakly},
	{"runtime_registerWeakPointer", weakly},
	{"acquireSudog", park},
	{"chansend", park},
	{"chanrecv", park},
	{"selectgo", park},
	{"semacquire", park},
	{"ReadMemStats", inspectSelf},
	{"readMetrics", inspectSelf},
	{"GC", inspectSelf},
	{"unsafe_NewArray", newSlice},
	{"newarray", newSlice},
	{"unsafe_New", newObject},
	{"newobject", newObject},
}

// actOf returns the act that the runtime's frames of a stack tell, leaf first.
// What the collector needs comes before what it interrupted.
func actOf(runtime []call) act {
	for _, c := range runtime {
		if c.pkg == "runtime" && strings.HasPrefix(c.name, "gc") {
			return collecting
		}
	}
	for i := len(runtime) - 1; i >= 0; i-- {
		name := runtime[i].name
		for _, e := range entries {
			if strings.HasPrefix(name, e.prefix) {
				return e.act
			}
		}
	}
	return notTold
}

// actOfKind returns the act that a compiler's remark implies.
func actOfKind(k kind) act {
	switch k {
	case variable, pointed, sliceLiteral, variadic, literal, closure:
		return newObject
	case madeSlice:
		return newSlice
	case madeMap, mapLiteral:
		return newMap
	case madeChan:
		return newChan
	case appended:
		return grow
	case converted:
		return convert
	case joined:
		return concat
	case boxed, methodValue: // fields are boxed more often than methods are stored
		return box
	default:
		return notTold
	}
}

// actOfText guesses the act from the text of a line. It is the last resort for
// profiles; a guess is marked as one in the note.
func actOfText(text string) act {
	for _, guess := range []entry{
		{"append(", grow},
		{"make([]", newSlice},
		{"make(map[", newMap},
		{"make(chan", newChan},
		{"map[", newMap},
		{"string(", convert},
		{"[]byte(", convert},
		{"[]rune(", convert},
		{"new(", newObject},
		{"func(", newObject},
		{"&", newObject},
		{`" + `, concat},
		{` + "`, concat},
		{` += "`, concat},
	} {
		if strings.Contains(text, guess.prefix) {
			return guess.act
		}
	}
	return notTold
}
