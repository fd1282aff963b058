// Command vetspeed compares the time of go vet -vettool=wring with that of go
// vet, on a package that it writes: many functions, no two alike, some of the
// kinds that wring has something to say about. With -std it compares them on the
// standard library.
//
//	go run ./evaluation/vetspeed [-lines 80000] [-files 40] [-rounds 5]
//	go run ./evaluation/vetspeed -std [-rounds 3]
//
// Both check the same code, interleaved, in an order that changes with each
// round, and nothing that they find out is cached. CPU time is user and system
// time; wall time is shown beside it, because a busy machine stretches it. It
// exits 1 when the median of the CPU ratios of the rounds is more than 2.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// most is how many times go vet's CPU time wring may take.
const most = 2.0

func main() {
	lines := flag.Int("lines", 80_000, "how long the package is")
	files := flag.Int("files", 40, "of how many files it consists")
	rounds := flag.Int("rounds", 5, "how often both are run, 1 or more")
	keep := flag.String("keep", "", "write the package to this folder, and do no more")
	std := flag.Bool("std", false, "check the standard library instead")
	flag.Parse()
	if *rounds < 1 {
		fmt.Fprintf(os.Stderr, "vetspeed: -rounds %d: it must be 1 or more\n", *rounds)
		os.Exit(2)
	}
	if *keep != "" {
		if err := write(*keep, *lines, *files, 0); err != nil {
			fmt.Fprintln(os.Stderr, "vetspeed:", err)
			os.Exit(2)
		}
		return
	}
	got, err := run(*rounds, *std, *lines, *files)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vetspeed:", err)
		os.Exit(2)
	}
	if got > most {
		os.Exit(1)
	}
}

func run(rounds int, std bool, lines, files int) (middle float64, err error) {
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
	if std {
		return compare(rounds, func(round int) ([2]call, error) {
			return library(dir, tool, round)
		})
	}
	return compare(rounds, func(round int) ([2]call, error) {
		if round < 0 { // what both know of the packages that are imported
			return written(dir, tool, 400, 1, round)
		}
		return written(dir, tool, lines, files, round)
	})
}

// written returns the calls for a package that differs from round to round.
func written(dir, tool string, lines, files, round int) ([2]call, error) {
	pkg := filepath.Join(dir, "m")
	err := write(pkg, lines, files, round)
	return [2]call{{pkg, []string{"."}}, {pkg, []string{"-vettool=" + tool, "."}}}, err
}

// library returns the calls for the standard library. The go command keeps the findings of
// a tool in code that stays the same, unless its flags, or the build ID of the tool, differ.
func library(dir, tool string, round int) ([2]call, error) {
	text, err := os.ReadFile(tool)
	if err != nil {
		return [2]call{}, err
	}
	_, number, _ := strings.Cut(filepath.Base(dir), "-")
	once := fmt.Sprint("v", number, "r", round+1) // shorter than the hash at the end of the ID
	id, err := exec.Command("go", "tool", "buildid", tool).Output()
	if err != nil {
		return [2]call{}, fmt.Errorf("go tool buildid: %w", err)
	}
	was := bytes.TrimSpace(id)
	now := append(bytes.Clone(was[:len(was)-len(once)]), once...)
	name := filepath.Join(dir, fmt.Sprint("wring", round))
	err = os.WriteFile(name, bytes.ReplaceAll(text, was, now), 0o700)
	return [2]call{{dir, []string{"-printf.funcs=" + once, "std"}},
		{dir, []string{"-vettool=" + name, "std"}}}, err
}

// compare runs both sides, without and with wring, in each round after one that is not
// counted, whose number is -1.
func compare(rounds int, next func(round int) ([2]call, error)) (middle float64, err error) {
	fmt.Println("| round | go vet, CPU | with wring, CPU | ratio | " +
		"go vet, wall | with wring, wall | ratio |")
	fmt.Println("|--:|--:|--:|--:|--:|--:|--:|")
	var cpu, wall []float64
	for round := -1; round < rounds; round++ {
		calls, err := next(round)
		if err != nil {
			return 0, err
		}
		var spent [2]cost
		for i := range spent {
			side := (i + round + 1) % 2
			if spent[side], err = calls[side].vet(); err != nil {
				return 0, err
			}
		}
		if round < 0 {
			continue
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

// call is one of go vet: in a folder, with arguments.
type call struct {
	dir  string
	args []string
}

// vet returns the cost of the call. That it finds something is not an error.
func (c call) vet() (cost, error) {
	cmd := exec.Command("go", append([]string{"vet"}, c.args...)...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return cost{}, fmt.Errorf("go vet: %w\n%s", err, out)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		time.Since(start)}, nil
}
