package trace

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

func read(text string) *output {
	o := new(output)
	o.Write([]byte(text))
	o.end()
	return o
}

func TestOutputLastWords(t *testing.T) {
	stack := "\ngoroutine 6 [running]:\npanic(0x1)\n\t/go/src/runtime/panic.go:1 +0x1\n" +
		"m.BenchmarkX(0x1)\n\t/home/u/m/x_test.go:12 +0x25\n" +
		"testing.(*B).runN(0x1)\n\t/go/src/testing/benchmark.go:223 +0x1\n"
	tests := []struct{ name, text, want string }{
		{"nothing", "", " without a word."},
		{"nothing but blanks", "\n  \n\n", " without a word."},
		{"the last lines", "1\n2\n3\n\n4", ": 2\n3\n4"},
		{"panic", "goos: linux\nBenchmarkX-2   \tpanic: no fixture\n" + stack,
			": panic: no fixture at x_test.go:12"},
		{"panic with lines", "panic: a\nb\n" + stack, ": panic: a\nb at x_test.go:12"},
		{"fatal error", "fatal error: all goroutines are asleep - deadlock!\n" + stack,
			": fatal error: all goroutines are asleep - deadlock! at x_test.go:12"},
		{"panic of a test", "panic: a [recovered, repanicked]\n" + stack,
			": panic: a at x_test.go:12"},
		{"panic of a test, Go 1.25", "panic: a [recovered]\n\tpanic: a\n" + stack,
			": panic: a at x_test.go:12"},
		{"panic without a stack", "panic: x", ": panic: x"},
		{"a long line", strings.Repeat("x", 1e6) + "\n", ": " + strings.Repeat("x", maxLine)},
		{"not text", "\xff\x00\n", ": ?\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := read(tt.text).lastWords(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOutputFailures(t *testing.T) {
	o := read("BenchmarkA-2 \t--- FAIL: BenchmarkA\n    x_test.go:1: one\n    x_test.go:2: two\n" +
		"a word of another\n    and its log\n--- FAIL: BenchmarkB/b\n    x_test.go:3: b\n" +
		"--- FAIL: BenchmarkB\n--- FAIL: TestC (0.00s)\nFAIL\n")
	want := []failure{
		{"BenchmarkA", []string{"x_test.go:1: one", "x_test.go:2: two"}},
		{"BenchmarkB/b", []string{"x_test.go:3: b"}},
		{"TestC", nil},
	}
	if got := o.leaves(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !o.failed || o.passed {
		t.Errorf("failed %t, passed %t", o.failed, o.passed)
	}
	if got, want := want[0].reason(), ": x_test.go:1: one; x_test.go:2: two"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is kept does not grow with what is printed.
func TestOutputIsBounded(t *testing.T) {
	o := new(output)
	for range 10_000 {
		o.Write([]byte("--- FAIL: BenchmarkX\n    log\n    log\n    log\n    log\npanic: x\n"))
	}
	if len(o.failures) > maxFailures || len(o.crash) > maxCrash || len(o.last) > maxLast {
		t.Errorf("%d failures, %d lines of a crash, %d last lines",
			len(o.failures), len(o.crash), len(o.last))
	}
}

// However the text is cut into writes, it means the same.
func FuzzOutput(f *testing.F) {
	f.Add("BenchmarkX\tpanic: x\n\ngoroutine 1\n\t/a.go:1 +0x1\n", 3)
	f.Add("--- FAIL: X\n    log\nFAIL\n", 1)
	f.Fuzz(func(t *testing.T, text string, n int) {
		whole, pieces := read(text), new(output)
		for rest := text; rest != ""; {
			k := 1 + max(0, n)%len(rest)
			pieces.Write([]byte(rest[:k]))
			rest = rest[k:]
		}
		pieces.end()
		if whole.lastWords() != pieces.lastWords() ||
			!reflect.DeepEqual(whole.leaves(), pieces.leaves()) {
			t.Errorf("%q: %q, in pieces %q", text, whole.lastWords(), pieces.lastWords())
		}
	})
}

// exited returns what waiting for a process with that exit code gives.
func exited(t *testing.T, code string) error {
	t.Helper()
	if code == "0" {
		return nil
	}
	err := exec.Command("sh", "-c", "exit "+code).Run()
	if err == nil {
		t.Fatal("the shell did not fail")
	}
	return err
}

func TestRegular(t *testing.T) {
	tests := []struct {
		name, code, output, killed string
		begun                      string
		inside                     bool
		want                       bool
		culprit                    string
	}{
		{name: "all well", code: "0", output: "PASS\n", begun: "BenchmarkA", want: true},
		{name: "the last is skipped", code: "0", output: "PASS\n", begun: "BenchmarkA",
			inside: true, want: true},
		{name: "the last fails", code: "1", output: "--- FAIL: BenchmarkA\nFAIL\n",
			begun: "BenchmarkA", inside: true, want: true},
		{name: "another failed before", code: "1", output: "--- FAIL: BenchmarkB\nFAIL\n",
			begun: "BenchmarkA", inside: true, culprit: "BenchmarkA"},
		{name: "os.Exit(1)", code: "1", output: "no fixture\n", begun: "BenchmarkA/sub",
			inside: true, culprit: "BenchmarkA/sub"},
		{name: "after a sub-benchmark", code: "2", begun: "BenchmarkA/sub", culprit: "BenchmarkA"},
		{name: "too slow", code: "0", killed: "took longer", begun: "BenchmarkA", inside: true,
			culprit: "BenchmarkA"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &process{cfg: &Config{}, decoder: newDecoder(), output: *read(tt.output),
				exit: exited(t, tt.code), killed: tt.killed}
			p.decoder.begun, p.decoder.inside = tt.begun, tt.inside
			if got := p.regular(); got != tt.want {
				t.Errorf("regular is %t", got)
			}
			if !tt.want && p.culprit() != tt.culprit {
				t.Errorf("culprit is %q, want %q", p.culprit(), tt.culprit)
			}
		})
	}
}

func TestSkipPattern(t *testing.T) {
	done := map[string]bool{"BenchmarkA": true, "BenchmarkB/x": true, "BenchmarkC/1|2": true}
	got := skipPattern([]string{"BenchmarkC/bad", "BenchmarkC/worse"}, done)
	want := `^BenchmarkA$|^BenchmarkB$|^BenchmarkC$/^1\|2$|^BenchmarkC$/^bad$|^BenchmarkC$/^worse$`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := skipPattern(nil, done); got != "" {
		t.Errorf("without a culprit it skips %s", got)
	}
}
