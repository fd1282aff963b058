package trace

import (
	"fmt"
	"strings"
)

// edit changes one place of a toolchain's source file. The place is found by
// its text, inside one function or type, and must be there exactly once.
type edit struct {
	file string // below GOROOT/src
	decl string // how the declaration begins that holds the text; "" for the whole file
	old  string
	new  string
}

// edits joins the overlay's files to the runtime and to package testing. The
// anchors hold for Go 1.25 to 1.27; TestEditsApply says so of each toolchain.
var edits = []edit{
	// The hooks of mallocgc. They exist for the execution tracer, and every
	// path through the allocator calls them, the size-specialised ones too.
	{"runtime/malloc.go", "func preMallocgcDebug(",
		"{\n\tif debug.sbrk",
		"{\n\twringPre(size)\n\tif debug.sbrk"},
	{"runtime/malloc.go", "func postMallocgcDebug(",
		"{\n\tif inittrace.active",
		"{\n\twringPost(elemsize, typ)\n\tif inittrace.active"},
	{"runtime/runtime1.go", "",
		"debug.malloc = (debug.inittrace | debug.sbrk | debug.checkfinalizers) != 0",
		"debug.malloc = true"},

	// The chunks of GOEXPERIMENT=arenas, which the counters take for large objects.
	{"runtime/arena.go", "func newUserArenaChunk(",
		"\tmp.mallocing = 1\n",
		"\tmp.mallocing = 1\n\twringPre(userArenaChunkBytes)\n"},
	{"runtime/arena.go", "func newUserArenaChunk(",
		"\tmp.mallocing = 0\n",
		"\twringPost(span.elemsize, nil)\n\tmp.mallocing = 0\n"},

	{"runtime/runtime2.go", "type g struct {",
		"\tgcAssistBytes int64",
		"\tgcAssistBytes int64\n\n\twring wringPending"},
	{"runtime/runtime2.go", "type p struct {",
		"\tscannedStacks    uint64",
		"\twring *wringTable\n\n\tscannedStacks    uint64"},

	// The labels of a goroutine: set, inherited, and given up at its end.
	{"runtime/proflabel.go", "func runtime_setProfLabel(",
		"\tgetg().labels = labels",
		"\tgetg().labels = labels\n\tgetg().wring.labels = wringLabelled(labels)"},
	{"runtime/proc.go", "func newproc1(",
		"\t\t\tnewg.labels = mp.curg.labels",
		"\t\t\tnewg.labels = mp.curg.labels\n\t\t\tnewg.wring.labels = mp.curg.wring.labels"},
	{"runtime/proc.go", "func gdestroy(",
		"\tgp.labels = nil",
		"\tgp.labels = nil\n\tgp.wring.labels = 0"},

	// Types that the allocator is not told because the collector need not know.
	{"runtime/slice.go", "func growslice(",
		"p = mallocgc(capmem, nil, false)",
		"p = mallocgc(capmem, et, false)"},
	{"runtime/slice.go", "func makeslicecopy(",
		"to = mallocgc(tomem, nil, false)",
		"to = mallocgc(tomem, et, false)"},
	{"runtime/chan.go", "func makechan(",
		"\tvar c *hchan\n\tswitch {",
		"\tvar c *hchan\n\twringHint(&t.Type)\n\tswitch {"},

	// The beginning and every end of a whole program.
	{"runtime/proc.go", "func main() {",
		"\tfor m := &firstmoduledata; ",
		"\twringInit()\n\tfor m := &firstmoduledata; "},
	{"runtime/proc.go", "func runExitHooks(",
		"\texithook.Run(code)",
		"\texithook.Run(code)\n\twringExit()"},
	{"runtime/panic.go", "func fatalpanic(",
		"\tvar docrash bool",
		"\tvar docrash bool\n\twringExit()"},
	{"runtime/signal_unix.go", "func sighandler(",
		"\tif flags&_SigKill != 0 {",
		"\tif flags&_SigKill != 0 {\n\t\tif wringDie(sig) {\n\t\t\treturn\n\t\t}"},

	// The benchmark timer: books and counters are switched together.
	{"testing/benchmark.go", "func (b *B) StartTimer()",
		"runtime.ReadMemStats(&memStats)",
		"wringSwitch(&memStats, b.wringStarting())"},
	{"testing/benchmark.go", "func (b *B) StopTimer()",
		"runtime.ReadMemStats(&memStats)",
		"wringSwitch(&memStats, wringStop)"},
	{"testing/benchmark.go", "func (b *B) ResetTimer()",
		"runtime.ReadMemStats(&memStats)",
		"wringSwitch(&memStats, wringReset)"},
	{"testing/benchmark.go", "func (b *B) ResetTimer()",
		"\tb.duration = 0",
		"\tif !b.timerOn {\n\t\twringForget()\n\t}\n\tb.duration = 0"},
	{"testing/benchmark.go", "func (b *B) runN(",
		"\tb.ResetTimer()\n",
		"\twringBegin(b.name)\n\tb.ResetTimer()\n"},
	{"testing/benchmark.go", "func (b *B) runN(",
		"\tb.previousN = n\n",
		"\tb.wringSection()\n\tb.previousN = n\n"},
	{"testing/benchmark.go", "func (b *B) run1()",
		"\t\tb.runN(1)\n",
		"\t\tb.wringFirst()\n"},
	{"testing/benchmark.go", "func (b *B) launch()",
		"\tif b.loop.n == 0 {",
		"\tif b.wringRun() {\n\t} else if b.loop.n == 0 {"},

	{"testing/testing.go", "",
		"\t\ttestRan, testOk := runTests(",
		"\t\twringTest(true)\n\t\ttestRan, testOk := runTests("},
	{"testing/testing.go", "",
		"\t\tfuzzTargetsRan, fuzzTargetsOk := runFuzzTests(",
		"\t\twringTest(false)\n\t\tfuzzTargetsRan, fuzzTargetsOk := runFuzzTests("},
}

// applyEdits returns src, the text of file, with its edits made. Each must find
// its anchor exactly once: a source that differs is not edited blindly.
func applyEdits(file, src string, edits []edit) (string, error) {
	for _, e := range edits {
		if e.file != file {
			continue
		}
		from, to := 0, len(src)
		if e.decl != "" {
			from = strings.Index(src, "\n"+e.decl) + 1
			if from == 0 {
				return "", fmt.Errorf("%s: no %q", file, e.decl)
			}
			if end := strings.Index(src[from:], "\n}\n"); end >= 0 {
				to = from + end
			}
		}
		if n := strings.Count(src[from:to], e.old); n != 1 {
			return "", fmt.Errorf("%s: expected 1 place for the edit %q in %q, found %d",
				file, strings.TrimSpace(e.old), e.decl, n)
		}
		at := from + strings.Index(src[from:to], e.old)
		src = src[:at] + e.new + src[at+len(e.old):]
	}
	return src, nil
}
