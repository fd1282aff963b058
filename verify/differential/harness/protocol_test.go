package harness

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOutcomes reads what is written, but for an end that is cut off.
func TestOutcomes(t *testing.T) {
	want := []Outcome{{0, 1}, {Panicked, 1 << 63}, {Failed | Panicked, 12345},
		{IsBlock, MaxBlocks - 1}}
	var data []byte
	for i, o := range want {
		data = append(data, o.encode(i)...)
	}
	for cut := range len(data) + 1 {
		whole := cut / outcomeSize
		if got := Outcomes(data[:cut]); !slices.Equal(got, want[:whole]) {
			t.Fatalf("of %d bytes: %v", cut, got)
		}
	}
}

// TestFiles type-checks what is planted in the language of Go 1.12, the oldest
// that a module may ask for without being taken for a newer one.
func TestFiles(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range Files() {
		if strings.HasSuffix(name, "_other.go") {
			continue // for other systems
		}
		f, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			if strings.Contains(spec.Path.Value, ".") {
				t.Errorf("%s imports %s, which the module may not have", name, spec.Path.Value)
			}
			if spec.Path.Value == `"embed"` || spec.Path.Value == `"testing"` {
				t.Errorf("%s, which imports %s, is planted", name, spec.Path.Value)
			}
		}
		files = append(files, f)
	}
	if len(files) < 15 {
		t.Errorf("only %d files are planted", len(files))
	}
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	cfg := types.Config{GoVersion: "go1.12", Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := cfg.Check("wringharness", fset, files, nil); err != nil {
		t.Error(err)
	}
}

// process runs a plan as a planted process does, but for its end.
func process(t *testing.T, fn interface{}, plan Plan) (code int, out []byte) {
	t.Helper()
	plan.Target = "f"
	plan.Out = filepath.Join(t.TempDir(), "out")
	file, err := os.Create(plan.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	code = run(registry(fn), plan, file, &guard{})
	if out, err = os.ReadFile(plan.Out); err != nil {
		t.Fatal(err)
	}
	return code, out
}

// TestPlans runs each kind of plan.
func TestPlans(t *testing.T) {
	double := func(n int) int { return 2 * n }
	code, all := process(t, double, Plan{To: 50, Millis: 10000})
	if got := Outcomes(all); code != ExitDone || len(got) != 50 {
		t.Fatalf("exit code %d and %d outcomes", code, len(got))
	}
	_, rest := process(t, double, Plan{From: 20, To: 50, Millis: 10000})
	if !slices.Equal(Outcomes(rest), Outcomes(all)[20:]) {
		t.Error("inputs depend on where a process begins")
	}
	if code, _ := process(t, double, Plan{To: 1 << 30, Millis: 1}); code != ExitDone {
		t.Errorf("exit code %d when the time is over", code)
	}
	code, out := process(t, func(*testing.T) {}, Plan{To: 1})
	if code != ExitUnable || !strings.Contains(string(out), "parameter 0") {
		t.Errorf("exit code %d: %s", code, out)
	}
	code, out = process(t, double, Plan{Explain: []int{5, 3}})
	var e Explanation
	if err := json.NewDecoder(strings.NewReader(string(out))).Decode(&e); err != nil ||
		code != ExitDone || e.Index != 5 || !strings.Contains(e.Outcome, "result") {
		t.Errorf("exit code %d: %+v, %v", code, e, err)
	}
	code, out = process(t, double, Plan{From: 2, To: 20, Millis: 20, Concurrent: true})
	if code != ExitDone || string(out) != "0" {
		t.Errorf("exit code %d: %s calls at once differ", code, out)
	}
}

// TestFlags has calls that end in each way that a process survives.
func TestFlags(t *testing.T) {
	for _, test := range []struct {
		fn   interface{}
		want uint32
	}{
		{func(int) {}, 0},
		{func(int) { panic("no") }, Panicked},
		{func(int) (int, error) { return 0, os.ErrNotExist }, Failed},
		{func(int) error { return nil }, 0},
	} {
		_, out := process(t, test.fn, Plan{To: 10, Millis: 1000})
		for _, o := range Outcomes(out) {
			if o.Flags != test.want {
				t.Errorf("%T: flags %d, want %d", test.fn, o.Flags, test.want)
			}
		}
	}
}

// TestBlocksAtOnce has a block written behind the input that reaches it: the process may not
// survive the next one.
func TestBlocksAtOnce(t *testing.T) {
	const first, later = 9, 10
	calls := 0
	fn := func(n int) {
		Hit(first)
		if calls++; calls > 10 {
			Hit(later)
		}
	}
	_, out := process(t, fn, Plan{To: 50, Millis: 1000})
	inputs := 0
	before := map[uint64]int{}
	for _, o := range Outcomes(out) {
		if o.Flags == IsBlock {
			before[o.Hash] = inputs
		} else {
			inputs++
		}
	}
	if inputs != 50 || before[first] != 1 || before[later] < 2 || before[later] > 11 {
		t.Errorf("%d inputs, blocks came behind %v of them", inputs, before)
	}
}

// TestBlocks has a function reach one of two blocks.
func TestBlocks(t *testing.T) {
	const reached, other = 7, 8
	fn := func(n int) {
		if n == n+1 {
			Hit(other)
		}
		Hit(reached)
	}
	_, out := process(t, fn, Plan{To: 5, Millis: 1000})
	var hit []uint64
	for _, o := range Outcomes(out) {
		if o.Flags == IsBlock {
			hit = append(hit, o.Hash)
		}
	}
	if !slices.Contains(hit, reached) || slices.Contains(hit, other) {
		t.Errorf("blocks %v were reached", hit)
	}
}
