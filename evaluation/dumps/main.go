// Command dumps compares wring's parser of goroutine dumps with two others:
// goroutines found, CPU and memory, on dumps recorded in every form and on a
// large one. Run it in the root of the repository. It exits 1 when wring lost a
// goroutine.
//
//	go run ./evaluation/dumps
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/DataDog/gostackparse"
	"github.com/maruel/panicparse/v2/stack"

	"github.com/wring-go/wring/service/stackdump"
)

func main() {
	lost, err := run(os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "dumps:", err)
		os.Exit(2)
	}
	if lost > 0 {
		os.Exit(1)
	}
}

// run prints both tables and returns how many goroutines wring lost.
func run(w io.Writer) (lost int, err error) {
	names, err := filepath.Glob("service/stackdump/testdata/dumps/*.txt")
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("no recorded dumps: run it in the root of the repository (%v)", err)
	}
	fmt.Fprintln(w, "| dump | headers | wring | gostackparse | panicparse |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return lost, err
		}
		lost += compare(w, strings.TrimSuffix(filepath.Base(name), ".txt"), data)
	}
	big, err := largeDump("service/stackdump/testdata/dumps/go1.26.8-debug2.txt")
	if err != nil {
		return lost, err
	}
	lost += compare(w, "10,000 goroutines", big)
	fmt.Fprintf(w, "\n| 10,000 goroutines, %.1f MB | CPU s | MB allocated |\n|---|--:|--:|\n",
		float64(len(big))/1e6)
	for _, p := range parsers() {
		cost(w, p, big)
	}
	return lost, nil
}

// parser is one of those compared; parse returns how many goroutines it gave.
type parser struct {
	name  string
	parse func(data []byte) (int, error)
}

func parsers() []parser {
	return []parser{
		{"wring", func(data []byte) (int, error) {
			n := 0
			_, err := stackdump.Read(bytes.NewReader(data), func(g *stackdump.Goroutine) {
				if !g.System {
					n += g.Count
				}
			})
			return n, err
		}},
		{"gostackparse", func(data []byte) (int, error) {
			list, errs := gostackparse.Parse(bytes.NewReader(data))
			if len(errs) > 0 {
				return len(list), errs[0]
			}
			return len(list), nil
		}},
		{"panicparse", func(data []byte) (int, error) {
			n := 0
			in := io.Reader(bytes.NewReader(data))
			for {
				snap, suffix, err := stack.ScanSnapshot(in, io.Discard, stack.DefaultOpts())
				if snap != nil {
					n += len(snap.Goroutines)
				}
				if err != nil || snap == nil {
					if err == io.EOF {
						err = nil
					}
					return n, err
				}
				in = io.MultiReader(bytes.NewReader(suffix), in)
			}
		}},
	}
}

var headerLine = regexp.MustCompile(`(?m)^goroutine \d+ .*\[.*:$|^\d+ @( 0x[0-9a-f]+)+$`)

// compare prints what each parser finds, and returns how many goroutines
// wring lost.
func compare(w io.Writer, name string, data []byte) int {
	want := len(headerLine.FindAll(data, -1))
	fmt.Fprintf(w, "| %s | %d |", name, want)
	lost := 0
	for i, p := range parsers() {
		n, err := p.parse(data)
		if i == 0 {
			lost = max(want-n, 0)
		}
		mark := ""
		if err != nil {
			mark = " (error)"
		}
		fmt.Fprintf(w, " %d%s |", n, mark)
	}
	fmt.Fprintln(w)
	return lost
}

// cost prints what one reading of data takes, the best of five.
func cost(w io.Writer, p parser, data []byte) {
	best := time.Hour
	var allocated uint64
	for range 5 {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		from := cpu()
		_, _ = p.parse(data) // the table before says who fails
		used := cpu() - from
		runtime.ReadMemStats(&after)
		best = min(best, used)
		allocated = after.TotalAlloc - before.TotalAlloc
	}
	fmt.Fprintf(w, "| %s | %.2f | %.0f |\n", p.name, best.Seconds(), float64(allocated)/1e6)
}

// cpu returns the CPU time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// largeDump returns a dump of 10,000 goroutines and 19 MB, made of those in a file.
func largeDump(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	number := regexp.MustCompile(`^goroutine \d+`)
	stacks := strings.Split(strings.TrimSpace(string(data)), "\n\n")
	var out bytes.Buffer
	for i := range 10000 {
		text := number.ReplaceAllString(stacks[i%len(stacks)], fmt.Sprint("goroutine ", i+1))
		head, rest, _ := strings.Cut(text, "\n")
		out.WriteString(head + "\n")
		for n := len(text); n < 1800; n += 130 {
			fmt.Fprintf(&out, "example.com/service/handler.(*Server).step%d(0xc%09x, {0xc%09x?, "+
				"0x5})\n\t/home/user/service/handler/server.go:%d +0x1d\n", n%9, i*64, i, n%900)
		}
		out.WriteString(rest[:min(len(rest), 1700)] + "\n\n")
	}
	return out.Bytes(), nil
}
