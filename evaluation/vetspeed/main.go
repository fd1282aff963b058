// Command vetspeed compares the time of go vet -vettool=wring with that of go
// vet, on a package that it writes: many functions, no two alike, some of the
// kinds that wring has something to say about.
//
//	go run ./evaluation/vetspeed [-lines 80000] [-files 40] [-rounds 5]
//
// Both check the same package, interleaved, in an order that changes with each
// round, and nothing is cached. CPU time is user and system time; wall time is
// shown beside it, because a busy machine stretches it. It exits 1 when the
// median of the CPU ratios of the rounds is more than 2.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// most is how many times go vet's CPU time wring may take.
const most = 2.0

func main() {
	lines := flag.Int("lines", 80_000, "how long the package is")
	files := flag.Int("files", 40, "of how many files it consists")
	rounds := flag.Int("rounds", 5, "how often both are run, 1 or more")
	keep := flag.String("keep", "", "write the package to this folder, and do no more")
	flag.Parse()
	if *rounds < 1 {
		fmt.Fprintf(os.Stderr, "vetspeed: -rounds %d: it must be 1 or more\n", *rounds)
		os.Exit(2)
	}
	got, err := run(*lines, *files, *rounds, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vetspeed:", err)
		os.Exit(2)
	}
	if got > most {
		os.Exit(1)
	}
}

func run(lines, files, rounds int, keep string) (middle float64, err error) {
	if keep != "" {
		return 0, write(keep, lines, files, 0)
	}
	dir, err := os.MkdirTemp("", "vetspeed-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	tool := filepath.Join(dir, "wring")
	build := exec.Command("go", "build", "-o", tool, "github.com/wring-go/wring/cmd/wring")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building wring: %w\n%s", err, out)
	}
	// What both know of the packages that are imported stays in the build cache.
	small := filepath.Join(dir, "small")
	if err := write(small, 400, 1, 0); err != nil {
		return 0, err
	}
	for _, flags := range [][]string{nil, {"-vettool=" + tool}} {
		if _, err := vet(small, flags...); err != nil {
			return 0, err
		}
	}
	fmt.Println("| round | go vet, CPU | with wring, CPU | ratio | " +
		"go vet, wall | with wring, wall | ratio |")
	fmt.Println("|--:|--:|--:|--:|--:|--:|--:|")
	var cpu, wall []float64
	for round := range rounds {
		pkg := filepath.Join(dir, "m")
		if err := write(pkg, lines, files, round); err != nil {
			return 0, err
		}
		var spent [2]cost // without and with wring
		for i := range spent {
			side := (i + round) % 2
			var flags []string
			if side == 1 {
				flags = []string{"-vettool=" + tool}
			}
			if spent[side], err = vet(pkg, flags...); err != nil {
				return 0, err
			}
		}
		a, b := spent[0], spent[1]
		cpu, wall = append(cpu, ratio(b.cpu, a.cpu)), append(wall, ratio(b.wall, a.wall))
		fmt.Printf("| %d | %.1f s | %.1f s | %.2f | %.1f s | %.1f s | %.2f |\n", round+1,
			a.cpu.Seconds(), b.cpu.Seconds(), cpu[round],
			a.wall.Seconds(), b.wall.Seconds(), wall[round])
	}
	fmt.Printf("| median | | | %.2f | | | %.2f |\n", median(cpu), median(wall))
	return median(cpu), nil
}

// cost is what a command takes.
type cost struct{ cpu, wall time.Duration }

func ratio(a, b time.Duration) float64 { return a.Seconds() / b.Seconds() }

// median returns the middle of a list that is not empty.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// vet returns the cost of go vet. That it finds something is not an error.
func vet(dir string, flags ...string) (cost, error) {
	cmd := exec.Command("go", append(append([]string{"vet"}, flags...), ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return cost{}, fmt.Errorf("go vet: %w\n%s", err, out)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		time.Since(start)}, nil
}
