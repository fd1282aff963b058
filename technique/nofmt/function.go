package nofmt

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// function is what is known of a function of package fmt.
type function struct {
	name string
	// fixed is the number of arguments before the operands, without a format.
	fixed int
	// style says how operands follow each other: as a format says ("f"), as
	// Print has it ("") or as Println has it ("ln").
	style string
}

// functionOf returns the function of package fmt that call calls.
func functionOf(pass *analysis.Pass, call *ast.CallExpr) (function, bool) {
	for _, base := range []string{"Sprint", "Fprint", "Append", "Error"} {
		for _, style := range []string{"f", "", "ln"} {
			if !technique.IsFunc(pass.TypesInfo, call, "fmt", base+style) {
				continue
			}
			fn := function{name: base, style: style}
			if base == "Fprint" || base == "Append" {
				fn.fixed = 1
			}
			return fn, true
		}
	}
	return function{}, false
}

// writes reports whether the function is called for what it does to a writer.
func (fn function) writes() bool { return fn.name == "Fprint" }

// operands returns the arguments that are formatted; none when a call with
// several results stands for all of the arguments.
func (fn function) operands(call *ast.CallExpr) []ast.Expr {
	first := fn.fixed
	if fn.style == "f" {
		first++
	}
	return call.Args[min(first, len(call.Args)):]
}
