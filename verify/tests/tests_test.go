package tests_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/tests"
)

func files() map[string]string {
	return map[string]string{
		"p/p.go": "package p\n\nfunc Double(n int) int { return 2 * n }\n",
		"p/p_test.go": `package p

import (
	"os"
	"testing"
)

func TestDouble(t *testing.T) {
	for _, n := range []int{0, 1, 7} {
		t.Run("n", func(t *testing.T) {
			if got := Double(n); got != n+n {
				t.Errorf("double of %d: %d", n, got)
			}
		})
	}
}

func TestBroken(t *testing.T) { t.Error("has never passed") }

// TestFlaky fails each second time.
func TestFlaky(t *testing.T) {
	const name = "second"
	if _, err := os.Stat(name); err == nil {
		os.Remove(name)
		t.Error("now and then")
		return
	}
	os.WriteFile(name, nil, 0o666)
}
`,
		"q/q.go": "package q\n\nimport \"example.com/m/p\"\n\n" +
			"func Four() int { return p.Double(2) }\n",
		"q/q_test.go": "package q\n\nimport \"testing\"\n\nfunc TestFour(t *testing.T) {\n" +
			"\tif Four() != 4 {\n\t\tt.Fatal(Four())\n\t}\n}\n",
		"r/r.go":      "package r\n\nimport \"example.com/m/p\"\n\nvar _ = p.Double\n",
		"r/r_test.go": "package r\n\nvar _ int = \"never built\"\n",
	}
}

func judge(t *testing.T, p string) alloc.Verdict {
	t.Helper()
	dir := testenv.Module(t, files())
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
		Packages: []string{"example.com/m/p"},
		Affected: []string{"example.com/m/q", "example.com/m/r"},
		New:      map[string][]byte{filepath.Join(dir, "p", "p.go"): []byte(p)}}
	opt := tests.Options{Timeout: 10 * time.Second}
	j, err := tests.Judge(opt)(t.Context(), c, verify.Measurements{})
	if err != nil {
		t.Fatal(err)
	}
	return j.Verdicts[0]
}

func TestGoodChange(t *testing.T) {
	v := judge(t, "package p\n\nfunc Double(n int) int { return n << 1 }\n")
	if v.Outcome != alloc.Accepted || v.Evidence.TestsRun < 5 {
		t.Errorf("got %s after %d tests: %s", v.Outcome, v.Evidence.TestsRun, v.Reason)
	}
	var codes []string
	for _, w := range v.Warnings {
		codes = append(codes, string(w.Code))
	}
	const want = "failing-test broken-tests flaky-test"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("warnings %q, want %q: %v", got, want, v.Warnings)
	}
}

func TestWrongChanges(t *testing.T) {
	for _, test := range []struct{ name, p, words string }{
		{"wrong for one value", "package p\n\nfunc Double(n int) int { return max(2*n, 1) }\n",
			"double of 0: 1"},
		{"wrong for who imports it", `package p

import "runtime"

func Double(n int) int {
	if _, file, _, _ := runtime.Caller(1); len(file) > 4 && file[len(file)-4:] == "q.go" {
		return 5
	}
	return 2 * n
}
`, "m/q.TestFour fails"},
		{"it panics", "package p\n\nfunc Double(n int) int { return 2 * n / min(n, 1) }\n",
			"divide"},
		{"it ends the process", "package p\n\nimport \"os\"\n\nfunc Double(n int) int {\n" +
			"\tos.Exit(n + 1)\n\treturn 0\n}\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := judge(t, test.p)
			if v.Outcome != alloc.Rejected || !strings.Contains(v.Reason, test.words) {
				t.Errorf("want a no with %q, got %s: %s", test.words, v.Outcome, v.Reason)
			}
		})
	}
}

// TestRenamed counts nothing against a change whose tests name their subtests by what a run
// has, and finds that a subtest is gone for good.
func TestRenamed(t *testing.T) {
	const with = "package p\n\nfunc Kinds() []string { return []string{\"one\", \"two\"} }\n"
	dir := testenv.Module(t, map[string]string{"p/p.go": with,
		"p/p_test.go": `package p

import (
	"strconv"
	"testing"
	"time"
)

func TestKinds(t *testing.T) {
	for _, kind := range Kinds() {
		t.Run(kind, func(*testing.T) {})
	}
}

func TestClock(t *testing.T) {
	for i := range 3 {
		t.Run(strconv.FormatInt(time.Now().UnixNano()+int64(i), 10), func(*testing.T) {})
	}
}
`})
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
		Packages: []string{"example.com/m/p"}}
	for _, test := range []struct {
		code string
		want alloc.Outcome
	}{
		{strings.Replace(with, "two\"", "two\"[:3]", 1), alloc.Accepted},
		{strings.Replace(with, "\"two\"", "\"too\"", 1), alloc.Rejected},
	} {
		c.New = map[string][]byte{filepath.Join(dir, "p", "p.go"): []byte(test.code)}
		j, err := tests.Judge(tests.Options{})(t.Context(), c, verify.Measurements{})
		if err != nil {
			t.Fatal(err)
		}
		v := j.Verdicts[0]
		if v.Outcome != test.want {
			t.Errorf("got %s, want %s: %s", v.Outcome, test.want, v.Reason)
		}
		const told = "m/p.TestClock names subtests anew in each run: 3 were not counted."
		if test.want == alloc.Accepted &&
			(len(v.Warnings) != 1 || !strings.HasSuffix(v.Warnings[0].Text, told)) {
			t.Errorf("warnings are %v, want one that ends in %q", v.Warnings, told)
		}
	}
}

func TestNoTests(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p/p.go": "package p\n"})
	c := verify.Change{Dir: dir, ModuleDir: dir, Packages: []string{"example.com/m/p"}}
	j, err := tests.Judge(tests.Options{})(t.Context(), c, verify.Measurements{})
	if err != nil {
		t.Fatal(err)
	}
	if v := j.Verdicts[0]; v.Outcome != alloc.Unknown || !strings.Contains(v.Reason, "no tests") {
		t.Errorf("got %s %q", v.Outcome, v.Reason)
	}
}

// doubles judges a right and a wrong way to write Double, which the tests of text try, and hands
// the verdicts to check.
func doubles(t *testing.T, opt tests.Options, text string, check func(v alloc.Verdict)) {
	t.Helper()
	dir := testenv.Module(t, map[string]string{
		"p/p.go":      "package p\n\nfunc Double(n int) int { return 2 * n }\n",
		"p/p_test.go": text})
	c := verify.Change{Dir: dir, ModuleDir: dir, Packages: []string{"example.com/m/p"}}
	judge := tests.Judge(opt)
	for text, want := range map[string]alloc.Outcome{
		"package p\n\nfunc Double(n int) int { return n + n }\n":     alloc.Accepted,
		"package p\n\nfunc Double(n int) int { return n * n * n }\n": alloc.Rejected,
	} {
		c.New = map[string][]byte{filepath.Join(dir, "p", "p.go"): []byte(text)}
		j, err := judge(t.Context(), c, verify.Measurements{})
		if err != nil {
			t.Fatal(err)
		}
		v := j.Verdicts[0]
		if v.Outcome != want {
			t.Errorf("%s after %d tests, want %s: %s", v.Outcome, v.Evidence.TestsRun, want,
				v.Reason)
		}
		check(v)
	}
}

// TestHanging leaves out a test that waits for ever, by name, before the change and
// after it, and counts the others of its package.
func TestHanging(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a timeout")
	}
	doubles(t, tests.Options{Timeout: 5 * time.Second}, `package p

import "testing"

func TestWaits(t *testing.T) {
	t.Run("for a server", func(t *testing.T) {
		select {}
	})
}

func TestDouble(t *testing.T) {
	if Double(2) != 4 {
		t.Error(Double(2))
	}
}
`, func(v alloc.Verdict) {
		if len(v.Warnings) != 1 || v.Warnings[0].Code != alloc.WarnTooSlow ||
			!strings.HasPrefix(v.Warnings[0].Text, "TestWaits of example.com/m/p had not ended") {
			t.Errorf("warnings: %v", v.Warnings)
		}
	})
}

// TestLong leaves out the slowest tests of a package whose tests take too long together, by
// name, and counts the others, also those that come after.
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a timeout")
	}
	doubles(t, tests.Options{Timeout: 4 * time.Second}, `package p

import (
	"testing"
	"time"
)

func TestA(t *testing.T) { time.Sleep(time.Second) }

func TestB(t *testing.T) { time.Sleep(1500 * time.Millisecond) }

func TestC(t *testing.T) { time.Sleep(2 * time.Second) }

func TestD(t *testing.T) {}

func TestDouble(t *testing.T) {
	if Double(2) != 4 {
		t.Error(Double(2))
	}
}
`, func(v alloc.Verdict) {
		if v.Outcome == alloc.Accepted && v.Evidence.TestsRun != 3 {
			t.Errorf("%d tests ran, want A, D and Double", v.Evidence.TestsRun)
		}
		var said []string
		for _, w := range v.Warnings {
			said = append(said, w.Text)
		}
		if want := []string{
			"TestC of example.com/m/p had not ended after 4s, and was not counted.",
			"All tests of example.com/m/p take longer than 4s, and TestB was not counted.",
		}; !slices.Equal(said, want) {
			t.Errorf("warnings: %q, want %q", said, want)
		}
	})
}

// TestLeftOut runs the tests of importing packages as far as there is time, and names those
// for which there is none.
func TestLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a timeout")
	}
	importer := func(test string) string {
		return "import (\n\t\"testing\"\n\t\"time\"\n\n\t\"example.com/m/p\"\n)\n\n" +
			"func TestFour(t *testing.T) {\n\tif p.Double(2) != 4 {\n\t\tt.Fatal(4)\n\t}\n" +
			test + "}\n\nvar _ = time.Second\n"
	}
	dir := testenv.Module(t, map[string]string{
		"p/p.go": "package p\n\nfunc Double(n int) int { return 2 * n }\n",
		"p/p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestNone(t *testing.T) {\n" +
			"\tif Double(0) != 0 {\n\t\tt.Fatal(Double(0))\n\t}\n}\n",
		"quick/q_test.go": "package quick\n\n" + importer(""),
		"slow/s_test.go":  "package slow\n\n" + importer("\ttime.Sleep(time.Minute)\n"),
		"hangs/h_test.go": "package hangs\n\n" + importer("\tselect {}\n"),
	})
	c := verify.Change{Dir: dir, ModuleDir: dir, Packages: []string{"example.com/m/p"},
		Affected: []string{"example.com/m/hangs", "example.com/m/quick", "example.com/m/slow"}}
	judge := tests.Judge(tests.Options{Left: func() time.Duration { return 32 * time.Second }})
	for text, want := range map[string]alloc.Outcome{
		"package p\n\nfunc Double(n int) int { return n + n }\n":     alloc.Accepted,
		"package p\n\nfunc Double(n int) int { return n * n * n }\n": alloc.Rejected, // by quick
	} {
		c.New = map[string][]byte{filepath.Join(dir, "p", "p.go"): []byte(text)}
		j, err := judge(t.Context(), c, verify.Measurements{})
		if err != nil {
			t.Fatal(err)
		}
		v := j.Verdicts[0]
		if v.Outcome != want || v.Evidence.TestsRun != 2 && want == alloc.Accepted {
			t.Errorf("%s after %d tests, want %s: %s", v.Outcome, v.Evidence.TestsRun, want,
				v.Reason)
		}
		if len(v.Warnings) != 1 || v.Warnings[0].Text != "The tests of example.com/m/hangs, "+
			"example.com/m/slow were not run, for want of time: a longer -time runs them." {
			t.Errorf("warnings: %v", v.Warnings)
		}
	}
}
