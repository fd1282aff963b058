// Package lend gives functions room on the stacks of their callers for slices that
// they would make and return.
package lend

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("lend",
		"lend a function room on its caller's stack for the slice that it returns\n\n"+
			"A slice that a function makes and returns goes to the heap, unless the function "+
			"is inlined, although most callers only look at the elements, copy or convert them, "+
			"or hand them to functions that do no more. Such a caller has room for the slice on "+
			"its stack, and can pass it down: a function gets a parameter for it, also when its "+
			"slice begins empty, or is written as it is returned, and an exported one calls a "+
			"function of its own that does. One that appends to a parameter gets an empty slice "+
			"with room instead of nil; who calls it by way of a function that passes nil, and "+
			"does no more, calls it without; that it makes room itself where it gets too little "+
			"makes no difference. One that makes and returns a map gets an empty one, "+
			"whose first entries fit on the stack.\n\n"+
			"Each call lends room of its own, so no two results share memory. What is longer "+
			"than the room goes to the heap as before, and so does what a caller keeps. All "+
			"callers of what gets a parameter are known: it is not exported, is only ever called, "+
			"and no file that this build leaves out mentions it.\n\n"+
			"A slice that callers append to one of their own needs no room: the function, or "+
			"another one like it, appends to that. This assumes that no code relies on the "+
			"capacity.\n\n"+
			"What a caller writes to any writer would be on the heap. For bytes of a function "+
			"that only appends, the room comes from a pool then, and goes back when they are "+
			"written. That assumes that the writer keeps nothing of what it is given, as "+
			"io.Writer demands.",
		results, technique.Each(appended, decls...),
		technique.Each(library, calls...)),
	Title: "Lend a function room on its caller's stack",
	Causes: []string{"slice-make", "append-grows", "string-bytes-conversion", "map-make",
		"slice-literal"},
	Risk: technique.Checked,
}

// someRoom is how many bytes of its stack a caller lends where it is not known how many
// are needed; largest is what it lends at most where it is known.
const (
	someRoom = 256
	largest  = 4096
)

// room returns how many elements of type t get room; 0 for none.
func room(pass *analysis.Pass, t types.Type) int64 {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return 0
	}
	size, known := technique.SizeOf(pass, s.Elem())
	switch {
	case !known || size <= 0 || size > 64:
		return 0
	case size > 16:
		return 2 * someRoom / size
	}
	return someRoom / size
}

// empty returns the expression for an empty slice with room for n elements, of a type
// that is written as text.
func empty(text string, n int64) string { return fmt.Sprintf("make(%s, 0, %d)", text, n) }
