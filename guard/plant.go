package guard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Plant returns a test file in which each operation of each benchmark allocates
// one object more, and the names of those benchmarks. They are the functions
// with a loop over b.N, b.Loop or pb.Next, possibly in a function literal. The
// names that Plant adds end in number.
func Plant(filename string, src []byte, number string) (text []byte, benchmarks []string,
	err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filename, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	name := "wringPlanted" + number
	var at []int
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Body == nil ||
			!strings.HasPrefix(fn.Name.Name, "Benchmark") {
			continue
		}
		bodies := loops(fn.Body)
		if len(bodies) == 0 {
			continue
		}
		benchmarks = append(benchmarks, fn.Name.Name)
		for _, body := range bodies {
			at = append(at, fset.PositionFor(body.Lbrace, false).Offset+1)
		}
	}
	text = slices.Clone(src)
	slices.Sort(at)
	for _, offset := range slices.Backward(at) {
		text = slices.Insert(text, offset, []byte(" "+name+" = &[64]byte{}; ")...)
	}
	return append(text, "\nvar "+name+" *[64]byte\n"...), benchmarks, nil
}

// loops returns the bodies of the loops that count operations.
func loops(root ast.Node) []*ast.BlockStmt {
	var bodies []*ast.BlockStmt
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			if n.Cond != nil && counts(n.Cond) {
				bodies = append(bodies, n.Body)
			}
		case *ast.RangeStmt:
			if counts(n.X) {
				bodies = append(bodies, n.Body)
			}
		}
		return true
	})
	return bodies
}

// counts reports whether x mentions N, Loop or Next.
func counts(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			found = found || slices.Contains([]string{"N", "Loop", "Next"}, sel.Sel.Name)
		}
		return !found
	})
	return found
}
