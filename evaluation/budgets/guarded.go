// Package budgets shows that wring guard is fast and notices planted faults.
package budgets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/evaluation/books"
	"github.com/wring-go/wring/internal/gocmd"
)

// guarded is a module whose guard is put to the test, and the places in it where
// faults are planted.
type guarded struct {
	dir     string // as it should be; faults are planted in copies
	pkg     string // name of the package in its root
	hotFile string // a file of that package
	hotFunc string // the line that begins a function in it, on the path of benchmarks
	test    string // a test file of that package
	bench   string // the name of a benchmark in it
	body    string // how its parameter is called
	other   string // a folder with a package that has benchmarks and can be removed
}

// budgetName is the file that guards read.
const budgetName = "wring.budget"

// warmLimit is how long a guard may take when everything is built.
const warmLimit = 5 * time.Second

// Guard times the guard of a module, and plants one fault after the other.
func Guard(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("guard")
	only := fs.String("fault", "", "plant only the faults whose names match `REGEXP`")
	fs.Parse(args)
	zerolog := bench.Modules()[1]
	dir, err := m.Prepare(ctx, zerolog)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, []bench.Target{zerolog}); err != nil {
		return err
	}
	g := guarded{dir: dir, pkg: "zerolog", hotFile: "event.go",
		hotFunc: "func (e *Event) Msg(msg string) {", test: "benchmark_test.go",
		bench: "BenchmarkLogEmpty", body: "b", other: "diode"}
	v, best, err := guardFaults(ctx, m, g, *only)
	if err != nil {
		return err
	}
	if best > warmLimit {
		v.Breaks("the guard took %v, and may take %v", best, warmLimit)
	}
	return v.Print(m)
}

// guardFaults prints a row for the guard as it is, and one for each fault. It
// returns the time of the first, the best of three.
func guardFaults(ctx context.Context, m *bench.Machine, g guarded, only string) (v books.Verdict,
	best time.Duration, err error) {
	matching, err := regexp.Compile(only)
	if err != nil {
		return v, 0, err
	}
	if best, err = unplanted(ctx, m, g); err != nil {
		return v, 0, err
	}
	t := bench.NewTable(m.Out, "planted", "exit code", "what the guard says", "seconds")
	t.Row("nothing", "0", "the best of three", fmt.Sprintf("%.2f", best.Seconds()))
	for _, f := range faults() {
		if !matching.MatchString(f.name) {
			continue
		}
		a, err := plantFault(ctx, m, g, f)
		if ctx.Err() != nil {
			return v, best, ctx.Err()
		}
		if err != nil {
			return v, best, fmt.Errorf("%s: %w", f.name, err)
		}
		t.Row(f.name, fmt.Sprint(a.code), a.matching(f.says))
		if missed := f.missed(a); missed != "" {
			v.Breaks("%s: %s", f.name, missed)
		}
	}
	t.End()
	return v, best, nil
}

// unplanted writes the budgets and returns how long a guard takes that has
// nothing to notice, the best of three.
func unplanted(ctx context.Context, m *bench.Machine, g guarded) (best time.Duration, err error) {
	if a := runGuard(ctx, m, g.dir, "-update", "./..."); a.code != 0 {
		return 0, fmt.Errorf("the budgets cannot be written: %s", a.text)
	}
	best = time.Hour
	for range 3 {
		a := runGuard(ctx, m, g.dir, "./...")
		if a.code != 0 {
			return 0, fmt.Errorf("the guard does not pass: %s", a.text)
		}
		best = min(best, a.took)
	}
	return best, nil
}

// missed returns how an answer is not the one that the fault must get, or "".
func (f fault) missed(a answer) string {
	if a.code == f.code && a.matching(f.says) != "" {
		return ""
	}
	return fmt.Sprintf("exit code %d, want %d and %q in: %s", a.code, f.code, f.says, a.text)
}

// answer is what one run of the guard gave.
type answer struct {
	code int
	text string // of standard output and error
	took time.Duration
}

// annotation is what stands before the text of a workflow command: the guard is
// asked for that format because it breaks no lines.
var annotation = regexp.MustCompile(`^(wring: |::(error|notice) [^:]*::)`)

// matching returns the line that matches a pattern, shortened for a table.
func (a answer) matching(pattern string) string {
	re := regexp.MustCompile(pattern)
	for line := range strings.Lines(a.text) {
		if re.MatchString(line) {
			line = annotation.ReplaceAllString(strings.TrimSpace(line), "")
			line, _, _ = strings.Cut(line, "%0A")
			runes := []rune(strings.ReplaceAll(line, "|", "¦"))
			return string(runes[:min(100, len(runes))])
		}
	}
	return ""
}

// guard runs the guard in a folder.
func runGuard(ctx context.Context, m *bench.Machine, dir string, args ...string) answer {
	cmd := gocmd.Command(ctx, m.Wring, append([]string{"guard", "-format=github"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir, bench.Isolation)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	gocmd.EndGroup(ctx, cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return answer{exit.ExitCode(), out.String(), took}
	}
	if err != nil {
		return answer{-1, err.Error(), took}
	}
	return answer{0, out.String(), took}
}

// plant copies the module, changes the copy, and runs its guard.
func plantFault(ctx context.Context, m *bench.Machine, g guarded, f fault) (answer, error) {
	copied := g
	copied.dir = filepath.Join(m.Dir, "planted")
	if err := os.RemoveAll(copied.dir); err != nil {
		return answer{}, err
	}
	if err := bench.CopyTree(copied.dir, g.dir); err != nil {
		return answer{}, err
	}
	if f.before != nil {
		if err := f.before(copied); err != nil {
			return answer{}, err
		}
		if a := runGuard(ctx, m, copied.dir, "-update", "./..."); a.code != 0 {
			return answer{}, errors.New(a.text)
		}
	}
	if f.plant != nil {
		if err := f.plant(copied); err != nil {
			return answer{}, err
		}
	}
	args := f.args
	if len(args) == 0 {
		args = []string{"./..."}
	}
	return runGuard(ctx, m, copied.dir, args...), nil
}

// edit replaces the first old in a file of the module by new.
func (g guarded) edit(name, old, new string) error {
	text, err := g.read(name)
	if err != nil {
		return err
	}
	if !strings.Contains(text, old) {
		return fmt.Errorf("%s holds no %q", name, old)
	}
	return g.write(name, strings.Replace(text, old, new, 1))
}

// sub replaces what a pattern matches first in a file.
func (g guarded) sub(name, pattern, new string) error {
	text, err := g.read(name)
	if err != nil {
		return err
	}
	re := regexp.MustCompile("(?m)" + pattern)
	at := re.FindStringSubmatchIndex(text)
	if at == nil {
		return fmt.Errorf("%s holds nothing like %q", name, pattern)
	}
	to := re.ExpandString(nil, new, text, at)
	return g.write(name, text[:at[0]]+string(to)+text[at[1]:])
}

func (g guarded) read(name string) (string, error) {
	text, err := fs.ReadFile(os.DirFS(g.dir), name)
	return string(text), err
}

func (g guarded) write(name, text string) error {
	return os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o666)
}
