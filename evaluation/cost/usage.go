package cost

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/trace"
)

// spent is what a test binary used, and for how many iterations.
type spent struct {
	user       time.Duration
	iterations uint64
}

// binary runs one benchmark of a test binary in one way.
type binary struct {
	path  string
	dir   string
	bench string
	trace string   // the file that a traced binary is to write; "" for none
	flags []string // besides those that choose the benchmark
	// labels are the keys by which a traced binary tells objects apart, if any.
	labels string
}

// repeats is how often a benchmark runs in one process. The tracer limits how
// long a single run may take.
const repeats = 10

// run runs n iterations several times, not counting those to warm up.
func (b binary) run(ctx context.Context, n uint64) (spent, error) {
	args := append([]string{"-test.run=^$", "-test.bench=^" + b.bench + "$",
		fmt.Sprintf("-test.benchtime=%dx", n), fmt.Sprint("-test.count=", repeats)}, b.flags...)
	cmd := gocmd.Command(ctx, b.path, args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "PWD="+b.dir)
	if b.trace != "" {
		os.Remove(b.trace)
		cmd.Env = append(cmd.Env, "WRING_TRACE=bench:"+b.trace)
		if b.labels != "" {
			cmd.Env = append(cmd.Env, "WRING_LABELS="+b.labels)
		}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return spent{}, fmt.Errorf("%s: %w\n%s", b.bench, err, out)
	}
	s := spent{user: cmd.ProcessState.UserTime()}
	if b.trace != "" {
		s.iterations, err = tracedIterations(b.trace)
	} else {
		s.iterations, err = plainIterations(string(out))
	}
	return s, err
}

// perIteration returns the user CPU of one iteration in nanoseconds, what the
// process itself needs taken away: it is what runs of one iteration use.
func (b binary) perIteration(ctx context.Context, n uint64) (float64, error) {
	short, err := b.run(ctx, 1)
	if err != nil {
		return 0, err
	}
	long, err := b.run(ctx, n)
	if err != nil {
		return 0, err
	}
	if long.iterations <= short.iterations || long.user <= short.user {
		return 0, fmt.Errorf("%s: %d iterations are too few to measure", b.bench, n)
	}
	return float64(long.user-short.user) / float64(long.iterations-short.iterations), nil
}

// tracedIterations sums the iterations of all sections: those to warm up cost
// as much as the last ones.
func tracedIterations(file string) (uint64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	sections, err := trace.Sections(data)
	if err != nil {
		return 0, err
	}
	var sum uint64
	for _, s := range sections {
		sum += s.N
	}
	return sum, nil
}

var resultLine = regexp.MustCompile(`(?m)^Benchmark\S*\s+(\d+)\s`)

// plainIterations sums the iterations in a benchmark's results. Package testing
// runs one before those that it reports.
func plainIterations(output string) (sum uint64, err error) {
	results := resultLine.FindAllStringSubmatch(output, -1)
	if len(results) == 0 {
		return 0, fmt.Errorf("no result in %q", output)
	}
	for _, m := range results {
		n, err := strconv.ParseUint(m[1], 10, 64)
		if err != nil {
			return 0, err
		}
		sum += n + 1
	}
	return sum, nil
}

// spread is the median of some values, with the least and the greatest.
type spread struct{ low, median, high float64 }

// spreadOf returns the spread of values, of which there is at least one.
func spreadOf(values []float64) spread {
	s := slices.Sorted(slices.Values(values))
	return spread{s[0], s[len(s)/2], s[len(s)-1]}
}

func (s spread) String() string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", s.median, s.low, s.high)
}
