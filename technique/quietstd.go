package technique

import (
	"go/ast"
	"go/types"
	"strings"
)

// inert reports whether an argument gives a function of the standard library
// nothing to call or to write through, except that errors tell their text.
func (q *quiet) inert(arg ast.Expr) bool {
	t := types.Unalias(q.pass.TypesInfo.TypeOf(arg))
	switch t := t.(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		_, ok := types.Unalias(t.Elem()).(*types.Basic)
		return ok
	case *types.Named:
		return t == types.Universe.Lookup("error").Type()
	case *types.Signature:
		sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		fn, ok := q.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
		return ok && fn.Pkg() != nil && fn.Pkg().Path() == "unicode"
	}
	return false
}

// returnsNew reports whether a function only returns what it makes: the others
// of its package write to an argument, or wait.
func returnsNew(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case "fmt":
		return strings.HasPrefix(fn.Name(), "Sprint") || fn.Name() == "Errorf"
	case "time":
		return strings.HasPrefix(fn.Name(), "Parse") || strings.HasPrefix(fn.Name(), "Unix")
	}
	return !strings.HasPrefix(fn.Name(), "Append") && !strings.HasPrefix(fn.Name(), "Encode")
}

// knownMethod reports whether a method of the standard library writes no bytes
// but those of its receiver, which nobody else can see.
func (q *quiet) knownMethod(fn *types.Func, recv types.Type) bool {
	name := fn.Name()
	switch {
	case IsNamed(recv, "strings", "Builder"):
		return true
	case IsNamed(recv, "bytes", "Buffer"):
		return name == "Len" || name == "String" || name == "Bytes"
	case IsNamed(recv, "bufio", "Scanner"):
		return name == "Text" || name == "Bytes" || name == "Err"
	case IsNamed(recv, "regexp", "Regexp"):
		return strings.HasPrefix(name, "Match") || strings.HasPrefix(name, "Find")
	case IsNamed(recv, "time", "Time"), IsNamed(recv, "time", "Duration"):
		return !strings.HasPrefix(name, "Append") && !strings.HasPrefix(name, "Unmarshal")
	}
	return false
}
