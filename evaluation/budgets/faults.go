package budgets

import (
	"fmt"
	"os"
	"path/filepath"
)

// fault is something that a guard must not let pass.
type fault struct {
	name   string
	before func(guarded) error // made, and written into the budgets, before the fault
	plant  func(guarded) error
	args   []string // of the guard; none means ./...
	code   int      // 1 when the answer is no, 2 when there can be none
	says   string   // pattern of a line that says what is wrong
}

// faults are the changes of code, of benchmarks, of the budgets, of directives
// and of the command line that are planted.
func faults() []fault {
	var all []fault
	for _, list := range [][]fault{codeFaults(), benchmarkFaults(), fileFaults(), otherFaults()} {
		all = append(all, list...)
	}
	return all
}

// hot plants statements at the beginning of the hot function. They may use the
// variables of sinks.
func hot(statements string) func(guarded) error {
	return func(g guarded) error {
		if err := g.write("wring_sinks.go", "package "+g.pkg+"\n"+sinks); err != nil {
			return err
		}
		return g.edit(g.hotFile, g.hotFunc, g.hotFunc+"\n"+statements+"\n")
	}
}

const sinks = `
var (
	wringCount   int
	wringObject  *[64]byte
	wringSmall   *[8]byte
	wringTiny    *byte
	wringAny     any
	wringFunc    func()
	wringMap     map[int]int
	wringChan    chan int
	wringInts    = []int{1, 2, 3}
	wringText    = "longer than what a buffer on the stack could hold"
	wringSum     string
	wringBytes   []byte
)
`

// codeFaults are changes of code that allocate more.
func codeFaults() []fault {
	const over = `allocates .* its budget is`
	list := []fault{{name: "one object more", plant: hot("wringObject = new([64]byte)")}}
	add := func(name, statements string) {
		list = append(list, fault{name: name, plant: hot(statements)})
	}
	add("one object in ten operations",
		"if wringCount++; wringCount%10 == 0 {\nwringObject = new([64]byte)\n}")
	add("one object in twenty operations",
		"if wringCount++; wringCount%20 == 0 {\nwringObject = new([64]byte)\n}")
	add("one object of one byte", "wringTiny = new(byte)")
	add("a sum of strings", `wringSum = wringText + wringText`)
	add("a value in an interface", "wringCount += 1000\nwringAny = wringCount")
	add("a closure", "x := 1\nwringFunc = func() { x++; wringCount += x }")
	add("a slice that grows", "wringInts = append(wringInts[:3:3], 4)")
	add("a map", "wringMap = map[int]int{wringCount: 1}")
	add("a channel", "wringChan = make(chan int)")
	add("a string that becomes bytes", "wringBytes = []byte(wringText)")
	add("a slice of unknown length", "wringInts = make([]int, 100+wringCount%7)")
	for i := range list {
		list[i].code, list[i].says = 1, over
	}
	return append(list, fault{name: "a larger object",
		before: hot("wringSmall = new([8]byte)"), code: 1, says: `bytes per operation.*budget`,
		plant: func(g guarded) error {
			return g.edit(g.hotFile, "wringSmall = new([8]byte)", "wringObject = new([64]byte)")
		}})
}

// benchmarkFaults are benchmarks that are not what they were.
func benchmarkFaults() []fault {
	begin := func(g guarded) string { return "func " + g.bench + "(" + g.body + " *testing.B) {" }
	inside := func(statement string) func(guarded) error {
		return func(g guarded) error {
			return g.edit(g.test, begin(g), begin(g)+"\n"+statement+"\n")
		}
	}
	named := func(name string) func(guarded) error {
		return func(g guarded) error {
			return g.edit(g.test, "func "+g.bench+"(", "func "+name+"(")
		}
	}
	added := func(name, text string) func(guarded) error {
		return func(g guarded) error { return g.write(name, "package "+g.pkg+"\n"+text) }
	}
	const missing = `was not measured`
	return []fault{
		{name: "a benchmark is gone", plant: named("noBenchmark"), code: 1, says: missing},
		{name: "a benchmark is renamed", plant: named("BenchmarkRenamed"), code: 1,
			says: "no budget for"},
		{name: "a benchmark is skipped", code: 1, says: missing,
			plant: inside(`b.Skip("planted")`)},
		{name: "a benchmark fails", plant: inside(`b.Fatal("planted")`), code: 1, says: missing},
		{name: "a benchmark panics", plant: inside(`panic("planted")`), code: 1, says: missing},
		{name: "a benchmark does not end", plant: inside("for i := 0; i >= 0; i = 1 {\n}"), code: 1,
			says: missing, args: []string{"-timeout=2s", "./..."}},
		{name: "a benchmark does not compile", plant: inside("planted()"), code: 2,
			says: "undefined: planted"},
		{name: "a new benchmark", code: 1, says: "no budget for", plant: added("planted_test.go",
			"import \"testing\"\nfunc BenchmarkPlanted(b *testing.B) {\nfor b.Loop() {\n}\n}\n")},
		{name: "a build tag hides the benchmarks", code: 1, says: missing,
			plant: func(g guarded) error {
				return g.sub(g.test, `^package`, "//go:build planted\n\npackage")
			}},
		{name: "the test binary ends with success before it measures", code: 1, says: missing,
			plant: added("planted_test.go", "import (\n\"os\"\n\"testing\"\n)\n"+
				"func init() { os.Exit(0) }\nfunc TestPlanted(*testing.T) {}\n")},
		{name: "a package is gone", code: 1, says: "its package no longer exists",
			plant: func(g guarded) error { return os.RemoveAll(filepath.Join(g.dir, g.other)) }},
	}
}

// fileFaults are budgets that are damaged.
func fileFaults() []fault {
	sub := func(pattern, new string) func(guarded) error {
		return func(g guarded) error { return g.sub(budgetName, pattern, new) }
	}
	appended := func(text string) func(guarded) error {
		return func(g guarded) error {
			old, err := g.read(budgetName)
			if err != nil {
				return err
			}
			return g.write(budgetName, old+text)
		}
	}
	const first = `^(Benchmark\S+ \d+) (\S+) allocs/op (\S+) B/op`
	return []fault{
		{name: "no budget file", code: 2, says: "does not exist",
			plant: func(g guarded) error { return os.Remove(filepath.Join(g.dir, budgetName)) }},
		{name: "an empty budget file", code: 2, says: "holds no budget at all",
			plant: func(g guarded) error { return g.write(budgetName, "") }},
		{name: "a budget file with comments only", code: 2, says: "holds no budget at all",
			plant: func(g guarded) error { return g.write(budgetName, "# nothing\n") }},
		{name: "a budget file that is cut", code: 2, says: "is cut short",
			plant: appended("Bench")},
		{name: "an unreadable budget file", code: 2, says: "cannot be read",
			plant: func(g guarded) error {
				name := filepath.Join(g.dir, budgetName)
				if err := os.Remove(name); err != nil {
					return err
				}
				return os.Mkdir(name, 0o777)
			}},
		{name: "a conflict that is not resolved", code: 2, says: "neither a key, nor a unit",
			plant: sub(`^pkg:`, "<<<<<<< HEAD\npkg:")},
		{name: "an unknown key", code: 2, says: "unknown key", plant: sub(`^pkg:`, "cpu: x\npkg:")},
		{name: "an unknown unit", code: 2, says: "unknown unit",
			plant: sub(first, "$1 1 objects/op")},
		{name: "a unit that is not exact", code: 2, says: "must be assume=exact",
			plant: sub(`^Unit B/op assume=exact`, "Unit B/op assume=nothing")},
		{name: "a unit that is not declared", code: 2, says: "is missing above",
			plant: sub(`^Unit B/op assume=exact\n`, "")},
		{name: "an amount that is none", code: 2, says: "is no amount",
			plant: sub(first, "$1 -1 allocs/op $3 B/op")},
		{name: "an entry twice", code: 2, says: "is there already", plant: sub(first, "$0\n$0")},
		{name: "a section twice", code: 2, says: "is there already",
			plant: sub(`(?s)^go: .*`, "$0\n$0")},
		{name: "a key is missing", code: 2, says: "lacks the key goos",
			plant: sub(`^goos: .*\n`, "")},
		{name: "an entry is missing", code: 1, says: "no budget for",
			plant: sub(first+".*\n(#   .*\n)*", "")},
		{name: "a toolchain without a section", code: 2, says: "has no section for",
			plant: sub(`^go: .*`, "go: go1.24")},
		{name: "a system without a section", code: 2, says: "has no section for",
			plant: sub(`^goos: .*`, "goos: plan9")},
		{name: "a runtime without a section", code: 2, says: "has no section for",
			plant: sub(`^toolchain:`, "goexperiment: arenas\ntoolchain:")},
		{name: "a budget that is too low", code: 1, says: "its budget is 0.95 objects",
			plant: sub(`^(Benchmark\S+ \d+) [1-9]\d* allocs/op`, "$1 0.95 allocs/op")},
		{name: "a budget that is too generous, with -tight", code: 1,
			says: "budget is 1000", plant: sub(first, "$1 1000 allocs/op $3 B/op"),
			args: []string{"-tight", "./..."}},
	}
}

// otherFaults are directives and command lines that promise more than is so.
func otherFaults() []fault {
	above := func(directive string) func(guarded) error {
		return func(g guarded) error {
			return g.edit(g.hotFile, g.hotFunc, "\n"+directive+"\n"+g.hotFunc)
		}
	}
	promised := func(promise, statement string) func(guarded) error {
		return func(g guarded) error {
			text := fmt.Sprintf("package %s\n%s\n\n%s\nfunc wringPlanted(f func()) {\n%s\n}\n",
				g.pkg, sinks, promise, statement)
			return g.write("wring_planted.go", text)
		}
	}
	const noalloc = "//wring:noalloc"
	return []fault{
		{name: "a directive that is misspelt", code: 1, says: "unknown directive",
			plant: above("//wring:aloc 3")},
		{name: "a directive with a space", code: 1, says: "this comment is ignored",
			plant: above("// wring:noalloc")},
		{name: "a directive without its amount", code: 1, says: "wants one amount",
			plant: above("//wring:allocs")},
		{name: "a directive for no function", code: 1, says: "directly above a function",
			plant: above("//wring:noalloc\n\nvar _ = 0\n")},
		{name: "an allowance without a reason", code: 1, says: "a cause and a reason",
			plant: above("//wring:allow boxed-argument")},
		{name: "an allowance of no cause", code: 1, says: "no cause is named",
			plant: above("//wring:allow boxed because")},
		{name: "an allowance that nothing needs", code: 1, says: "this allowance is not needed",
			plant: above("//wring:allow gob-codec because")},
		{name: "a function that promises less than it allocates", code: 1,
			says: "wring:allocs allows 0", plant: func(g guarded) error {
				if err := hot("wringObject = new([64]byte)")(g); err != nil {
					return err
				}
				return above("//wring:allocs 0")(g)
			}},
		{name: "a function that promises an amount and is not measured", code: 1,
			says:  "no measured benchmark calls",
			plant: promised("//wring:allocs 0", "f()")},
		{name: "a function that promises not to allocate, and does", code: 1,
			says:  "must not allocate, and allocates",
			plant: promised(noalloc, "wringTiny = new(byte)")},
		{name: "a promise that cannot be decided, with -strict", code: 1,
			says: "must not allocate, and may allocate", plant: promised(noalloc, "f()"),
			args: []string{"-strict", "./..."}},
		{name: "a pattern that names nothing", code: 2,
			says: "no packages match|matched no packages",
			args: []string{"./nothing/..."}},
		{name: "packages with nothing to guard", code: 2, says: "nothing to guard",
			plant: func(g guarded) error {
				if err := os.Mkdir(filepath.Join(g.dir, "wringnothing"), 0o777); err != nil {
					return err
				}
				return g.write("wringnothing/nothing.go", "package wringnothing\n")
			}, args: []string{"./wringnothing"}},
		{name: "a package of the standard library", code: 2, says: "another module",
			args: []string{"container/list"}},
		{name: "a pattern of which one part names nothing", code: 2, says: "nothing",
			args: []string{".", "./nothing"}},
		{name: "an unknown flag", code: 2, says: "flag provided but not defined",
			args: []string{"-tigth", "./..."}},
	}
}
