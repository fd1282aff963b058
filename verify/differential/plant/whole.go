package plant

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/differential/reach"
)

// wholeTests divides tests, by the functions that they call, into those of the package and
// those of its external test package, and leaves out those of other packages. They are
// named as the runtime does, and afterwards as they are declared.
func wholeTests(pkg *reach.Package, tests map[string][]string) (
	inside, outside map[string][]string) {
	inside, outside = map[string][]string{}, map[string][]string{}
	for fn, list := range tests {
		for _, test := range list {
			dot := strings.LastIndexByte(test, '.')
			switch path, name := test[:dot], test[dot+1:]; path {
			case pkg.Path:
				inside[fn] = append(inside[fn], name)
			case pkg.Path + "_test":
				outside[fn] = append(outside[fn], name)
			}
		}
		if len(inside[fn]) > 0 {
			delete(outside, fn) // one benchmark for each function
		}
	}
	return inside, outside
}

// named returns the tests of both.
func named(inside, outside map[string][]string) map[string][]string {
	all := maps.Clone(inside)
	maps.Copy(all, outside)
	return all
}

// running returns statements that run the tests of each function in a benchmark of its name.
func running(tests map[string][]string) string {
	var b strings.Builder
	for _, fn := range slices.Sorted(maps.Keys(tests)) {
		var list []string
		for _, name := range tests[fn] {
			list = append(list, fmt.Sprintf("{Name: %q, F: %s}", name, name))
		}
		fmt.Fprintf(&b, "\tb.Run(%q, func(b *wringtesting.B) {\n"+
			"\t\twringtests(b, []wringtesting.InternalTest{%s})\n\t})\n", alloc.WholeTests+fn,
			strings.Join(list, ", "))
	}
	return b.String()
}

// runTests is the text of a function that runs tests b.N times. What takes so long that this
// would take many seconds is left out, and so is what does not pass again. The flags for tests
// are for benchmarks here: run says that there are no tests, and skip, which may name a
// benchmark that ended the process, must not leave out subtests.
const runTests = `
func wringtests(b *wringtesting.B, tests []wringtesting.InternalTest) {
	chosen := func(pattern, _ string) (bool, error) { return pattern == "^$", nil }
	begun := wringtime.Now()
	for i := 0; i < b.N; i++ {
		if !wringtesting.RunTests(chosen, tests) {
			b.Skip("a test does not pass again")
		}
		if i == 0 && wringtime.Since(begun) > 100*wringtime.Millisecond {
			b.Skip("its tests take too long")
		}
	}
}
`

// outsideFile returns a file of the external test package with a benchmark that runs its
// tests.
func outsideFile(pkg *reach.Package, tests map[string][]string) string {
	return fmt.Sprintf("package %s_test\n\nimport (\n\twringtesting \"testing\"\n"+
		"\twringtime \"time\"\n)\n\nfunc %s(b *wringtesting.B) {\n%s}\n%s", pkg.Name,
		alloc.ReplayBenchmark, running(tests), runTests)
}
