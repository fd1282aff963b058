// Command vetspeed compares the CPU time of go vet -vettool=wring with that of
// go vet, on a package that it writes: many functions, no two alike, some of the
// kinds that wring has something to say about.
//
//	go run ./evaluation/vetspeed [-lines 80000] [-files 40] [-rounds 3]
//
// Both check the same package, interleaved, and nothing is cached. It exits 1
// when wring takes more than twice go vet's time.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// most is how many times go vet's time wring may take.
const most = 2.0

func main() {
	lines := flag.Int("lines", 80_000, "how long the package is")
	files := flag.Int("files", 40, "of how many files it consists")
	rounds := flag.Int("rounds", 3, "how often both are run")
	keep := flag.String("keep", "", "write the package to this folder, and do no more")
	flag.Parse()
	ratio, err := run(*lines, *files, *rounds, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vetspeed:", err)
		os.Exit(2)
	}
	if ratio > most {
		os.Exit(1)
	}
}

func run(lines, files, rounds int, keep string) (ratio float64, err error) {
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
	fmt.Println("| round | go vet | go vet -vettool=wring | ratio |")
	fmt.Println("|--:|--:|--:|--:|")
	var plain, wring time.Duration
	for round := range rounds {
		pkg := filepath.Join(dir, "m")
		if err := write(pkg, lines, files, round); err != nil {
			return 0, err
		}
		a, err := vet(pkg)
		if err != nil {
			return 0, err
		}
		b, err := vet(pkg, "-vettool="+tool)
		if err != nil {
			return 0, err
		}
		plain, wring = plain+a, wring+b
		fmt.Printf("| %d | %.1f s | %.1f s | %.2f |\n", round+1, a.Seconds(), b.Seconds(),
			b.Seconds()/a.Seconds())
	}
	return wring.Seconds() / plain.Seconds(), nil
}

// vet returns the CPU time of go vet. That it finds something is no error.
func vet(dir string, flags ...string) (time.Duration, error) {
	cmd := exec.Command("go", append(append([]string{"vet"}, flags...), ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return 0, fmt.Errorf("go vet: %w\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
