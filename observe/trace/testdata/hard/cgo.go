// Package hard allocates where a tracer has it hard: below C code, on system
// stacks, while goroutines come and go, and from many threads at once.
package hard

/*
extern void goCallback(int n);
static void callback(int n) { goCallback(n); }
*/
import "C"

// Pair is what callbacks allocate.
type Pair struct{ a, b *int }

// Sink keeps what was allocated.
var Sink *Pair

//export goCallback
func goCallback(n C.int) {
	for range int(n) {
		Sink = &Pair{}
	}
}

// ThroughC allocates n pairs below a C function.
func ThroughC(n int) { C.callback(C.int(n)) }
