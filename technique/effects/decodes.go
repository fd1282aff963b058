package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// decodes judges a function of another package that gets the address in an interface.
func (l *lending) decodes(fn *types.Func, arg inspector.Cursor) bool {
	e := arg.Node().(ast.Expr)
	if fn.Name() == "Errorf" && technique.IsFailure(l.pass.TypesInfo, e) {
		return false // it may be wrapped
	}
	return l.trusted(fn) && l.methods(e)
}

// trusted reports whether a function of another package keeps nothing that an interface leads
// to: the standard library says so, or it is one that decodes or scans into what it gets, as
// those of encoding/json and database/sql do.
func (l *lending) trusted(fn *types.Func) bool {
	if fn.Pkg() != nil && strings.HasSuffix(fn.Pkg().Path(), "/template") {
		return false // it calls any functions and methods
	}
	if Known(fn) && !Of(fn).Has(Keeps) {
		return !ReturnsSlice(fn) || !Of(fn).Has(Writes)
	}
	for _, name := range []string{"Unmarshal", "Decode", "Scan"} {
		if strings.HasPrefix(fn.Name(), name) {
			l.Trusts = true
			return returnsNoPointer(fn.Signature())
		}
	}
	return false
}

// Scans reports whether a function scans into what its operands lead to, and is trusted to keep
// none of them: one of the standard library, or one with the name and form of Scan of database/sql.
func Scans(fn *types.Func) bool {
	l := &lending{}
	return strings.Contains(strings.ToLower(fn.Name()), "scan") && l.trusted(fn)
}

// returnsNoPointer reports whether a function returns errors, numbers, texts and bytes: the
// rest of what was decoded.
func returnsNoPointer(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		_, basic := r.Type().Underlying().(*types.Basic)
		if !basic && !technique.IsError(r.Type()) && !technique.IsBytes(r.Type()) {
			return false
		}
	}
	return true
}

// Hashes reports whether a function is the Sum of a hash behind an interface, which appends to
// the bytes that it gets.
func Hashes(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Sum" && sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) &&
		fn.Pkg() != nil && fn.Pkg().Path() == "hash"
}

// Transforms reports whether a function is one of an interface of packages encoding/binary,
// crypto/cipher or io whose methods work on bytes and do not keep them.
func Transforms(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Pkg() == nil || !types.IsInterface(recv.Type()) {
		return false
	}
	switch fn.Pkg().Path() {
	case "encoding/binary":
		return !ReturnsSlice(fn)
	case "crypto/cipher":
		switch fn.Name() {
		case "Encrypt", "Decrypt", "XORKeyStream", "CryptBlocks":
			return true
		}
	case "io":
		return fn.Name() == "ReadAt" || fn.Name() == "WriteAt"
	}
	return false
}

// buffered reports whether a function hands its bytes to a reader or writer behind it.
func buffered(fn *types.Func) bool {
	return Moves(fn) && fn.Pkg() != nil && fn.Pkg().Path() == "bufio"
}

// calledBy are how the names of methods begin that encoders, decoders and package fmt call.
var calledBy = []string{"Unmarshal", "Marshal", "Decode", "Encode", "Scan", "Gob", "String",
	"Error", "Format", "GoString", "Value", "Set", "Read", "Write", "Is", "As", "Unwrap"}

// methods reports whether no method that may be called of what an address leads to keeps it.
func (l *lending) methods(e ast.Expr) bool {
	t := l.pass.TypesInfo.TypeOf(e)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		t = u.Elem()
	case *types.Slice:
		t = u.Elem()
	case *types.Interface:
		return true // it was looked at where it was made one
	}
	return l.methodsOf(t, nil)
}

// methodsOf judges the methods of a type, and of what lies in its values.
func (l *lending) methodsOf(t types.Type, within []types.Type) bool {
	for _, outer := range within {
		if types.Identical(outer, t) {
			return true
		}
	}
	within = append(within, t)
	if named, ok := types.Unalias(t).(*types.Named); ok && !types.IsInterface(t) {
		for m := range named.Methods() {
			if !l.called(m.Origin()) {
				return false
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if !l.methodsOf(f.Type(), within) {
				return false
			}
		}
	case *types.Array:
		return l.methodsOf(u.Elem(), within)
	case *types.Interface:
		_, param := types.Unalias(t).(*types.TypeParam)
		return !param
	}
	return true
}

// called reports whether a method that encoders and decoders may call does not keep what its
// receiver points to.
func (l *lending) called(m *types.Func) bool {
	recv := m.Signature().Recv()
	if _, pointer := recv.Type().(*types.Pointer); !pointer {
		return true
	}
	calls := calledByDecoders(m.Name())
	if m.Pkg() != l.pass.Pkg {
		l.foreign = true
		l.Trusts = l.Trusts || calls && (!Known(m) || Of(m).Has(Keeps))
		return true
	}
	return !calls || l.lends(m, recv, -1)
}

// calledByDecoders reports whether a method has the name of one that encoders, decoders and
// package fmt call.
func calledByDecoders(name string) bool {
	return slices.ContainsFunc(calledBy, func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}
