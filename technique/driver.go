package technique

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/observe/load"
)

// outcome is what an analyzer found out about a package.
type outcome struct {
	result any
	err    error
}

// runAll runs an analyzer, and those that it requires, on each package. They have
// no facts, so packages need not wait for each other.
func runAll(a *analysis.Analyzer, pkgs []*load.Checked) []outcome {
	out := make([]outcome, len(pkgs))
	concurrently(len(pkgs), func(i int) {
		out[i] = runOn(pkgs[i], a, make(map[*analysis.Analyzer]outcome))
	})
	return out
}

// concurrently calls f with 0 to n-1, at the same time for as many as there are processors.
func concurrently(n int, f func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// runOn runs an analyzer on a package. Those that did run are in done.
func runOn(p *load.Checked, a *analysis.Analyzer, done map[*analysis.Analyzer]outcome) outcome {
	if out, ok := done[a]; ok {
		return out
	}
	pass := &analysis.Pass{Analyzer: a, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types,
		TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes, ReadFile: os.ReadFile,
		ResultOf: make(map[*analysis.Analyzer]any),
		Report:   func(analysis.Diagnostic) {}, // what reports is asked by ask
	}
	if m := p.Module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, GoVersion: m.GoVersion}
	}
	for _, need := range a.Requires {
		got := runOn(p, need, done)
		if got.err != nil {
			return got
		}
		pass.ResultOf[need] = got.result
	}
	var out outcome
	out.result, out.err = a.Run(pass)
	done[a] = out
	return out
}
