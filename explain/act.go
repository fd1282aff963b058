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
	deferred    act = "defer"     // a defer that cannot live on the stack
	park        act = "park"      // waiting on a channel, a select or a lock
	newTimer    act = "timer"     //
	attach      act = "attach"    // finalizers, cleanups
	assertion   act = "assert"    // type switches and assertions to interfaces
	walkStack   act = "walk"      // runtime.Callers and what reads its result
	panicking   act = "panic"     //
	weakly      act = "weak"      // weak pointers, below package unique
	coroutine   act = "coroutine" // iter.Pull
	inspectSelf act = "inspect"   // runtime.ReadMemStats, runtime/metrics, collections by hand
	runtimeOwn  act = "runtime"   // collecting, also when an allocation has to help; threads
)

// entry is the act of a function of the runtime, by its name or the beginning of
// that. The runtime itself calls a servant too: such a call is ignored.
type entry struct {
	prefix  string
	act     act
	servant bool
}

// entries is tried in order, for the outermost frame of the runtime first.
var entries = []entry{
	{prefix: "concatstring", act: concat},
	{prefix: "concatbyte", act: concat},
	{prefix: "slicebytetostring", act: convert},
	{prefix: "stringtoslice", act: convert},
	{prefix: "slicerunetostring", act: convert},
	{prefix: "intstring", act: convert},
	{prefix: "gostring", act: convert},
	{prefix: "gobytes", act: convert},
	{prefix: "convT", act: box},
	{prefix: "growslice", act: grow},
	{prefix: "moveSlice", act: move},
	{prefix: "makeslice", act: newSlice},
	{prefix: "MakeNoZero", act: newSlice},
	{prefix: "makemap", act: newMap},
	{prefix: "NewMap", act: newMap},
	{prefix: "NewEmptyMap", act: newMap},
	{prefix: "mapclone", act: newMap},
	{prefix: "clone", act: newMap},
	{prefix: "mapassign", act: growMap},
	{prefix: "(*Map)", act: growMap},
	{prefix: "(*table)", act: growMap},
	{prefix: "makechan", act: newChan},
	{prefix: "newproc", act: start},
	{prefix: "malg", act: start},
	{prefix: "allgadd", act: start},
	{prefix: "newcoro", act: coroutine},
	{prefix: "deferproc", act: deferred},
	{prefix: "newdefer", act: deferred},
	{prefix: "newTimer", act: newTimer},
	{prefix: "Sleep", act: newTimer},
	{prefix: "SetFinalizer", act: attach},
	{prefix: "AddCleanup", act: attach},
	{prefix: "createfing", act: attach},
	{prefix: "runFinalizers", act: attach},
	{prefix: "(*cleanupQueue)", act: attach},
	{prefix: "typeAssert", act: assertion},
	{prefix: "interfaceSwitch", act: assertion},
	{prefix: "assertE2I", act: assertion},
	{prefix: "getitab", act: assertion},
	{prefix: "Caller", act: walkStack},
	{prefix: "Stack", act: walkStack},
	{prefix: "FuncForPC", act: walkStack},
	{prefix: "(*Frames)", act: walkStack},
	{prefix: "expandFinalStack", act: walkStack},
	{prefix: "gopanic", act: panicking},
	{prefix: "panic", act: panicking},
	{prefix: "goPanic", act: panicking},
	{prefix: "getOrAddWeakHandle", act: weakly},
	{prefix: "runtime_registerWeakPointer", act: weakly},
	{prefix: "acquireSudog", act: park},
	{prefix: "chansend", act: park},
	{prefix: "chanrecv", act: park},
	{prefix: "selectgo", act: park},
	{prefix: "semacquire", act: park},
	{prefix: "ReadMemStats", act: inspectSelf},
	{prefix: "readMetrics", act: inspectSelf},
	{prefix: "GC", act: inspectSelf},
	{prefix: "unsafe_NewArray", act: newSlice},
	{prefix: "newarray", act: newSlice, servant: true},
	{prefix: "unsafe_New", act: newObject},
	{prefix: "newobject", act: newObject, servant: true},
}

// actOf returns the act that the runtime's frames of a stack tell, leaf first.
// What the runtime needs for itself comes before what it interrupted.
func actOf(runtime []*call) act {
	for _, c := range runtime {
		if c.pkg == "runtime" && (strings.HasPrefix(c.name, "gc") || c.name == "startm") {
			return runtimeOwn
		}
	}
	outermost := len(runtime) - 1
	for i := outermost; i >= 0; i-- {
		for _, e := range entries {
			if strings.HasPrefix(runtime[i].name, e.prefix) && (i == outermost || !e.servant) {
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
