package effects

import (
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// Transfers reports whether a function is a reader's or a writer's, behind an interface, or
// one of packages io and encoding/binary that calls it: they get bytes and do not keep them, as
// package io demands.
func Transfers(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		switch fn.Pkg().Path() {
		case "io":
			return fn.Name() == "ReadFull" || fn.Name() == "ReadAtLeast"
		case "encoding/binary":
			return fn.Name() == "Read" || fn.Name() == "Write"
		}
		return false
	}
	return types.IsInterface(recv.Type()) && Moves(fn)
}

// Moves reports whether a method is what io.Reader or io.Writer demands, by its name and its
// parameter.
func Moves(fn *types.Func) bool {
	sig := fn.Signature()
	return (fn.Name() == "Read" || fn.Name() == "Write") && sig.Params().Len() == 1 &&
		sig.Results().Len() == 2 && technique.IsBytes(sig.Params().At(0).Type())
}

// TransfersAt reports whether a function is that of an io.ReaderAt or io.WriterAt, behind an
// interface: it gets bytes and does not keep them, as package io demands. Several may run at once.
func TransfersAt(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Pkg() != nil && sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) &&
		(fn.Name() == "ReadAt" || fn.Name() == "WriteAt") && sig.Params().Len() == 2 &&
		sig.Results().Len() == 2 && technique.IsBytes(sig.Params().At(0).Type())
}

// HandsOn reports whether a function of the standard library hands bytes that it gets to what
// the compiler does not see through, a reader or writer behind an interface: then they are on
// the heap, wherever there is room for them.
func HandsOn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	recv := fn.Signature().Recv()
	switch path := fn.Pkg().Path(); path {
	case "io":
		return recv == nil && (fn.Name() == "ReadFull" || fn.Name() == "ReadAtLeast")
	case "bufio":
		return Moves(fn)
	case "encoding/json", "encoding/xml":
		return recv == nil && fn.Name() == "Unmarshal"
	case "regexp":
		return recv != nil
	default:
		return strings.HasPrefix(path, "compress/") && Moves(fn)
	}
}
