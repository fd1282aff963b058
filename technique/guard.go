package technique

import (
	"fmt"
	"runtime"

	"golang.org/x/tools/go/analysis"
)

// Guarded returns the technique's analyzer, which fails for a package where it
// would panic: one package that a technique did not foresee is no reason to
// lose what is known about all others. Each call returns a new analyzer.
func (t Technique) Guarded() *analysis.Analyzer {
	a := *t.Analyzer
	a.Run = func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if v := recover(); v != nil {
				err = panicked(v)
			}
		}()
		return t.Analyzer.Run(pass)
	}
	return &a
}

// panicked returns what a panic says, with the stack on which it came.
func panicked(value any) error {
	stack := make([]byte, 64<<10)
	stack = stack[:runtime.Stack(stack, false)]
	return fmt.Errorf("it panicked, which is a bug of wring: %v\n%s", value, stack)
}
