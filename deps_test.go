package wring_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wring-go/wring/internal/form"
)

// importTable says who may import whom. It is the architecture: data flows one
// way, and a stage can be tested alone because nothing below it knows it.
//
// Do not change this table to fix a build. A folder that needs a folder below
// it is in the wrong place, or wants a value instead of a package. A change is
// a decision and needs a page in docs/decisions.
//
// The syntax is that of form.ParseRules: a folder, the folders above it that it
// may name, after "+" the modules of others, after "-" what it may not take
// even from the standard library. Rows for folders that do not exist yet are
// policy too.
const importTable = `
# Nouns, and tools that know nothing of allocations.
alloc
internal/digest
internal/outline
internal/symbol
internal/replace :                                            + github.com/google/renameio
internal/table  :                                             + github.com/mattn/go-runewidth
internal/pprofstacks :                                        + github.com/google/pprof/profile
internal/*

# Text in, text out.
rewrite         : alloc                                       + golang.org/x/tools

# What the program does and what the compiler says.
observe/load    : alloc internal/*
observe/trace   : alloc observe/load internal/*               + github.com/google/pprof/profile
observe/profile : alloc observe/load internal/*               + github.com/google/pprof/profile
observe/profile/web : observe/profile
observe/escape  : alloc observe/load internal/*
observe/clock   : alloc internal/*                            + golang.org/x/perf

# explain gets values, so its tests need no toolchain.
explain         : alloc internal/symbol internal/digest                       - os/exec net

# A technique proposes. It does not know who else does, nor who judges.
technique/sound    : alloc rewrite internal/outline internal/symbol
                                                              + golang.org/x/tools
technique/oneform  : technique/sound                          + golang.org/x/tools - os/exec net
technique          : alloc rewrite observe/load technique/sound technique/oneform internal/*
                                                              + golang.org/x/tools
technique/techtest : alloc rewrite observe/load technique internal/* + golang.org/x/tools
technique/effects  : technique internal/*                     + golang.org/x/tools - os/exec net
technique/fmtverb  : technique                                + golang.org/x/tools - os/exec net
technique/numbers  : technique                                + golang.org/x/tools - os/exec net
technique/pooledtext : technique                              + golang.org/x/tools - os/exec net
technique/lettercase : technique                              - os/exec net
technique/*        : alloc rewrite technique technique/effects technique/fmtverb technique/numbers
                     technique/pooledtext technique/lettercase
                                                              + golang.org/x/tools - os/exec net
technique/appendstyle/recognise : technique technique/effects technique/fmtverb
                                                              + golang.org/x/tools - os/exec net
technique/appendstyle : alloc rewrite technique technique/effects technique/fmtverb
                        technique/pooledtext technique/appendstyle/recognise
                                                              + golang.org/x/tools - os/exec net
technique/all      : rewrite technique technique/*
technique/vettool  : technique technique/all technique/sound  + golang.org/x/tools
technique/new      : technique/techtest internal/*

# A judge does not know who proposed, nor the other judges.
verify   : alloc rewrite
verify/* : alloc verify rewrite observe/load observe/trace observe/clock internal/*
           + golang.org/x/perf

# Asks the techniques, once for all verbs. One measurement, from patterns to a
# record; who only reads does not need what rewrites.
propose         : alloc rewrite observe/load technique technique/all internal/*
                                                              + golang.org/x/tools
measure         : alloc explain internal/* observe/load observe/trace observe/profile
                  observe/escape observe/clock

# What profiles of a running program hold, and what rewrites remove of it: values.
production      : alloc explain internal/symbol               - os/exec net

# The loop, and comparing two states. Compare runs nothing.
fix             : alloc rewrite observe/load observe/trace explain technique propose measure
                  verify verify/* production internal/*
compare         : alloc explain internal/symbol               + golang.org/x/perf - os/exec net
compare/states  : alloc compare measure observe/clock observe/load internal/*
compare/series  : alloc compare compare/states measure internal/*
compare/history : alloc compare/series internal/* + modernc.org/sqlite github.com/lib/pq

# Verdicts. Nothing here measures, but the gate.
guard           : alloc internal/symbol                       + golang.org/x/perf - os/exec net
guard/noalloc   : alloc internal/symbol                       - os/exec net
guard/gate      : alloc guard guard/noalloc explain propose measure internal/*
                  observe/escape observe/load observe/trace

# Tools for live services: each on its own, none in the pipeline. The parsers
# at the top are shared.
service/mysqltext : internal/*                                + *
service/stackdump : internal/*                                + *
service/accesslog : internal/*                                + *
service/sqlsample : service/mysqltext internal/*              + *
service/sqlsource : service/mysqltext service/sqlsample internal/* + *
service/gosource  : internal/*                                + *
service/locks     : service/stackdump service/gosource internal/* + *
service/crash     : service/stackdump service/gosource service/locks internal/* + *
service/poolsim   : service/accesslog internal/*              + *
service/*         : internal/*                                + *

# What the garbage collector costs, and the curve of its settings; lives reads heap
# profiles and books them to lines, from values.
collector/lives : alloc explain observe/profile internal/*
collector       : alloc observe/clock internal/* collector/lives + golang.org/x/perf

# One capture of a running service. What is concluded from it comes from the values
# alone; capture makes them.
live            : service/* internal/*                        - os/exec net
live/capture    : live service/* internal/*                   + github.com/google/pprof/profile

# Bytes. Nothing here measures.
report/*        : alloc rewrite internal/* service/* collector collector/lives live - os/exec
report/pprof    : alloc rewrite internal/*   + github.com/google/pprof/profile - os/exec
report/web      : alloc live service/locks internal/* + github.com/google/pprof/profile - os/exec
report/web/server : alloc report/web         - os/exec

# Building blocks. Their module has no requirements. Two are unsafe by nature;
# the others may build on a named one, where the same fact would be there twice.
kit/*           :                                             - unsafe
kit/arena
kit/unsafetext
kit/appendfmt   :                                             - unsafe
kit/sqltext     : kit/appendfmt kit/unsafetext                - unsafe
kit/coalesce    :                                             - unsafe
kit/vitals      :                                             - unsafe
kit/linkify     : kit/coalesce                                - unsafe
kit/route       : kit/appendfmt                               - unsafe
kit             :                                             - unsafe
casebook        : kit/*                                       + *

# Programs to try wring on.
examples/*

# The front door, and the command behind which there is nothing.
.               : alloc explain technique propose measure production fix guard/gate
                  compare compare/states compare/series
cmd/wring       : . alloc internal/* report/* service/* collector collector/lives
                  live live/capture measure observe/profile/web compare/history
                  technique/all technique/vettool + *

# What docs/measurements.md shows, a module of its own. Nothing can import it.
evaluation      : . alloc internal/* observe/trace verify verify/* report/web live service/*
                  collector kit/* casebook + *

# Tests may use these besides, in any folder.
_test : alloc internal/* technique/techtest + github.com/rogpeppe/go-internal golang.org/x/tools
        golang.org/x/mod
        github.com/owenrumney/go-sarif github.com/santhosh-tekuri/jsonschema
`

const module = "github.com/wring-go/wring"

func TestImports(t *testing.T) {
	for _, p := range rules(t).Check(tree(t), module) {
		t.Errorf("%v\n\t(the table in deps_test.go says who may import whom)", p)
	}
}

// TestImportTableBites adds one import at a time to an otherwise empty tree.
// Each breaks a promise that docs/architecture.md makes.
func TestImportTableBites(t *testing.T) {
	const ours = module + "/"
	for _, c := range []struct{ file, imported string }{
		{"alloc/x.go", ours + "internal/gocmd"},
		{"internal/gocmd/x.go", ours + "alloc"},
		{"internal/gocmd/x.go", ours + "internal/form"},
		{"internal/gocmd/x.go", "golang.org/x/tools/go/packages"},
		{"explain/x.go", ours + "observe/trace"},
		{"explain/x_test.go", ours + "observe/trace"},
		{"explain/x.go", "os/exec"},
		{"observe/escape/x.go", ours + "observe/trace"},
		{"report/text/x.go", ours + "observe/trace"},
		{"report/text/x.go", ours + "report/json"},
		{"report/sarif/x.go", "github.com/santhosh-tekuri/jsonschema/v6"},
		{"technique/prealloc/x.go", ours + "technique/split"},
		{"technique/prealloc/x.go", "net/http"},
		{"technique/prealloc/x.go", ours + "technique/techtest"},
		{"verify/tests/x.go", ours + "technique"},
		{"verify/tests/x.go", ours + "verify/build"},
		{"service/pool/x.go", ours + "alloc"},
		{"kit/arena/x.go", "golang.org/x/sys/unix"},
		{"kit/sqltext/x.go", "unsafe"},
		{"kit/sqltext/x.go", ours + "kit/arena"},
		{"kit/appendfmt/x.go", ours + "kit/unsafetext"},
		{"examples/access/x.go", ours + "alloc"},
		{"wring.go", ours + "report/text"},
		{"cmd/wring/main.go", ours + "observe/trace"},
		{"wring.go", ours + "observe/trace"},
		{"wring.go", ours + "internal/gocmd"},
		{"wring.go", ours + "technique/prealloc"},
		{"wring.go", ours + "compare/history"},
		{"measure/x.go", ours + "rewrite"},
		{"measure/x.go", ours + "fix"},
		{"measure/x.go", ours + "propose"},
		{"propose/x.go", ours + "observe/trace"},
		{"compare/x.go", ours + "observe/load"},
		{"compare/x.go", "os/exec"},
		{"compare/series/x.go", ours + "compare/history"},
		{"compare/series/x.go", "modernc.org/sqlite"},
		{"measure/x.go", ours + "observe/profile/web"},
		{"wring.go", ours + "observe/profile/web"},
		{"guard/x.go", ours + "measure"},
		{"guard/x.go", ours + "cmd/wring"},
		{"elsewhere/x.go", "fmt"},
	} {
		source := "package x\n\nimport _ \"" + c.imported + "\"\n"
		tree, err := form.Load(fstest.MapFS{c.file: {Data: []byte(source)}})
		if err != nil {
			t.Fatal(err)
		}
		if len(rules(t).Check(tree, module)) == 0 {
			t.Errorf("the table allows %s to import %s", c.file, c.imported)
		}
	}
}

func rules(t *testing.T) form.Rules {
	t.Helper()
	rules, err := form.ParseRules(importTable)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestKitInheritsNothing keeps requirements out of the module that other
// people's programs import.
func TestKitInheritsNothing(t *testing.T) {
	data, err := os.ReadFile("kit/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), "require") {
		t.Error("kit/go.mod requires a module; code that needs one belongs elsewhere")
	}
}
