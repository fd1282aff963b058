package gate

import (
	"os"
	"slices"
	"strconv"

	"github.com/wring-go/wring/guard"
)

// plantAll returns the test files of the packages with an allocation planted in
// each benchmark, and the full names of those benchmarks.
func (g *gate) plantAll() (source, []string, error) {
	plant, names := source{}, []string(nil)
	for _, p := range g.session.Listing.Packages {
		for i, file := range slices.Concat(p.TestFiles, p.XTestFiles) {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, err
			}
			text, planted, err := guard.Plant(file, text, strconv.Itoa(i))
			if err != nil {
				return nil, nil, err
			}
			if len(planted) == 0 {
				continue
			}
			plant[file] = text
			for _, name := range planted {
				if !g.directives.excepts(p.Path, name) {
					names = append(names, p.Path+"."+name)
				}
			}
		}
	}
	return plant, names, nil
}
