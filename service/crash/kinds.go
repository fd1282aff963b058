package crash

import (
	"regexp"
	"strings"
)

// kind is a way to die.
type kind struct {
	name  string
	mark  *regexp.Regexp // in the message; the first that matches counts
	means string
	next  []string
}

// Names of kinds that are treated in their own way.
const (
	badPointer   = "bad-pointer"
	deadlock     = "deadlock"
	overflow     = "stack-overflow"
	outOfMemory  = "out-of-memory"
	mapWrites    = "concurrent-map-writes"
	cgoSignal    = "signal-in-cgo"
	badAddress   = "unexpected-fault-address"
	segmentation = "segmentation-fault"
	nilPointer   = "nil-dereference"
	corruption   = "memory-corruption"
	panicked     = "panic"
	quit         = "quit"
)

// kinds returns the ways to die, the special ones before the general.
func kinds() []kind {
	race := "build with -race and run the same load: it names both sides"
	pointer := []string{"build with -gcflags=all=-d=checkptr and run the same load: it stops " +
		"at the conversion", "GODEBUG=invalidptr=0 only hides it",
		"GODEBUG=cgocheck=1, and GOEXPERIMENT=cgocheck2 at build time, if cgo is used",
		"GOTRACEBACK=system prints the frames of the runtime and the bounds of stacks"}
	return []kind{
		{badPointer, regexp.MustCompile(`found bad pointer in Go heap|` +
			`runtime: pointer 0x[0-9a-f]+ to un`),
			"the collector met a pointer into memory that holds no object: something made a " +
				"pointer from an integer, or kept one to memory that was freed", pointer},
		{corruption, regexp.MustCompile(`fatal error: .*(marked free object|` +
			`sweep increased allocation count|found pointer to free object|bad span|corrupt)`),
			"the books of the allocator are damaged: something wrote where it should not",
			append([]string{race}, pointer...)},
		{mapWrites, regexp.MustCompile(`fatal error: concurrent map (writes|` +
			`iteration and map write|read and map write|clone and map write)`),
			"two goroutines used a map at the same time, and one of them wrote", []string{race,
				"guard the map by a mutex, or use sync.Map"}},
		{deadlock, regexp.MustCompile(`all goroutines are asleep - deadlock|` +
			`deadlock: main bubble goroutine|all goroutines in bubble are blocked`),
			"every goroutine waits for another one", []string{
				"see who holds what below; wring locks shows the same"}},
		{overflow, regexp.MustCompile(`fatal error: stack overflow|goroutine stack exceeds`),
			"a function calls itself, directly or through others, without an end", []string{
				"find the case in which the recursion below does not end",
				"debug.SetMaxStack changes only when it happens"}},
		{outOfMemory, regexp.MustCompile(`(fatal error|runtime): .*(out of memory|` +
			`cannot allocate|cannot reserve|failed to allocate|cannot map pages)`),
			"the system gave no more memory", []string{
				"see below whether one allocation or the number of goroutines is to blame",
				"wring top and a heap profile show who allocates; GOMEMLIMIT bounds the heap"}},
		{"unlock-of-unlocked", regexp.MustCompile(`sync: (RU|Un|un)lock of unlocked|` +
			`sync: inconsistent mutex state`),
			"a lock was given back that was not held: twice, by a copy, or without Lock",
			[]string{"go vet finds copied locks (copylocks)"}},
		{"checkptr", regexp.MustCompile(`checkptr: `),
			"a conversion of unsafe.Pointer breaks the rules of package unsafe", []string{
				"the conversion is in the first frame below"}},
		{cgoSignal, regexp.MustCompile(`signal arrived during (cgo|external code) execution`),
			"C code that Go called crashed", []string{
				"run under a debugger or with -asan; GOEXPERIMENT=cgocheck2 checks what Go " +
					"passes to C"}},
		{"too-many-threads", regexp.MustCompile(`thread exhaustion|failed to create new OS thread`),
			"more threads are blocked in the system or in C than the limit allows", []string{
				"bound the number of goroutines in blocking calls"}},
		{badAddress, regexp.MustCompile(`unexpected fault address`),
			"memory was used at an address that is not mapped, or not for writing: a pointer " +
				"that was made up, or a mapped file that became shorter", pointer},
		{nilPointer, regexp.MustCompile(`nil pointer dereference`),
			"a pointer, map, interface or function that is nil was used", []string{
				"see which value in the first frame is 0x0"}},
		{segmentation, regexp.MustCompile(`SIGSEGV: |SIGBUS: |segmentation violation|` +
			`unexpected signal during runtime execution`),
			"memory was used at an address that is not mapped", append([]string{race}, pointer...)},
		{"send-on-closed-channel", regexp.MustCompile(`panic: (send on|close of) closed channel`),
			"a channel was closed while it was still in use", []string{
				"let only the sender close it, after its last send"}},
		{panicked, regexp.MustCompile(`(^|\s)panic: `), "nothing recovered from a panic",
			[]string{"the value and the first frame say what failed"}},
		{"abort", regexp.MustCompile(`SIGABRT: `), "the process was told to abort, by C or from " +
			"outside", []string{"the running goroutine is first"}},
		{quit, regexp.MustCompile(`SIGQUIT: `), "the process was asked to print its stacks and " +
			"end; it did not crash", []string{"wring locks says who waits for whom"}},
		{"fatal-error", regexp.MustCompile(`fatal error: `), "the runtime found something that " +
			"must not be", []string{race}},
	}
}

// classify finds the kind of crash by its message.
func (q *inquiry) classify() bool {
	all := strings.Join(q.text, "\n")
	for _, k := range kinds() {
		where := regexp.MustCompile(`(?m)` + k.mark.String()).FindStringIndex(all)
		if where == nil {
			continue
		}
		from := strings.LastIndexByte(all[:where[0]+1], '\n') + 1
		if all[where[0]] == '\n' {
			from = where[0] + 1
		}
		line, _, _ := strings.Cut(all[from:], "\n")
		q.kind, q.rep.Message = k, strings.TrimSpace(line)
		return true
	}
	return false
}
