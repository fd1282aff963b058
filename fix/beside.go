package fix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// worthNaming is the part of all objects from which on a package is named.
const worthNaming = 0.1

// beside names the packages of the module that were not asked for, and so are not rewritten,
// but make a good part of what the benchmarks of the others allocate.
func beside(rec *alloc.Record) []alloc.Warning {
	asked := map[string]bool{}
	for _, p := range rec.Packages {
		asked[p.Path] = true
	}
	all, made := uint64(0), map[string]uint64{}
	for _, s := range rec.Samples {
		n := s.Objects - s.FirstUse
		all += n
		for _, i := range rec.Stacks[s.Stack] {
			f := rec.Frames[i]
			pkg := symbol.Parse(f.Func).Package
			if asked[pkg] {
				break
			}
			if strings.HasPrefix(pkg, rec.Module+"/") || pkg == rec.Module {
				if symbol.Holds(rec.ModuleDir, f.File) && !strings.HasSuffix(f.File, "_test.go") {
					made[pkg] += n
				}
				break
			}
		}
	}
	var list []alloc.Warning
	for pkg, n := range made {
		if part := float64(n) / float64(all); part >= worthNaming {
			list = append(list, alloc.Warning{Code: alloc.WarnBeside, Package: pkg,
				Text: fmt.Sprintf("%.0f %% of the objects are made in %s, which was not named: "+
					"name it, too, to have it rewritten.", 100*part, pkg)})
		}
	}
	slices.SortFunc(list, func(a, b alloc.Warning) int {
		return strings.Compare(a.Package, b.Package)
	})
	return list
}
