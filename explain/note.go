package explain

import "fmt"

// stackBuffer is the size of the buffer that the compiler keeps on the stack
// for a short-lived string or slice of bytes. It is the same in Go 1.25 to 1.27.
const stackBuffer = 32

// note returns the sentence that the cause alone does not say, or "".
func note(t *trail, r rule) string {
	switch {
	case t.guess:
		return "Judged from the text of the line: the profile does not tell what was made."
	case !t.itself():
		return elsewhere(t)
	case t.act == move:
		return "It began on the stack; it is copied to the heap once, where it leaves the function."
	case !t.silent || len(t.runtime) == 0:
		return ""
	}
	switch t.act {
	case concat, convert:
		if t.size > stackBuffer {
			return fmt.Sprintf("The compiler reports no escape: the temporary may use %d bytes"+
				" of the frame, and these %d do not fit.", stackBuffer, t.size)
		}
	case grow:
		return "The compiler reports no escape: what does not fit the slice's array" +
			" is allocated when it runs."
	case newSlice:
		if !t.runtime[len(t.runtime)-1].starts("makeslice") {
			return "" // not a make in the source, but a function of the runtime
		}
		return "The compiler reports no escape: the length is only known when it runs," +
			" and was too large for the frame."
	case growMap:
		return "The compiler has no say: a map takes memory when it runs, as it fills."
	case newMap:
		return "The compiler reports no escape: room for the elements is taken when it runs."
	}
	return ""
}

// elsewhere says in which function below the own line it happened.
func elsewhere(t *trail) string {
	leaf, direct := t.callees[0], t.callees[len(t.callees)-1]
	if leaf.symbol == direct.symbol {
		return fmt.Sprintf("Allocated in %s, called here.", leaf.short())
	}
	return fmt.Sprintf("Allocated in %s, reached through %s, called here.",
		leaf.short(), direct.short())
}
