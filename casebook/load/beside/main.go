// Command beside puts the same load on the same server by several generators in turn,
// and says what each gets done, and what processor time it and the server take for a
// request.
//
//	go run ./casebook/load/beside
//
// wrk and ab are run where they are installed; hey is built from its module.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/serving"
)

// hey is the version that is built. Its module has no dependencies of weight, and no
// requirement in go.mod is needed for a program.
const hey = "github.com/rakyll/hey@v0.1.5"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beside:", err)
		os.Exit(2)
	}
}

// tool is a generator: how it is started, and where it says how many requests were
// answered, and in what time. None runs for just as long as it is asked to: wrk goes
// on for a tenth of a second.
type tool struct {
	name       string
	args       []string
	done, took *regexp.Regexp
	missing    string // why it is not measured

	// By round: requests per second, and µs per request of the generator and the server.
	rate, cpu, server []float64
}

// tools returns the generators, the one to compare with first.
func tools(dir, url string, clients, threads int, d time.Duration) []*tool {
	c, length := strconv.Itoa(clients), d.String()
	return []*tool{
		{name: "wrk", args: []string{"wrk", "-t2", "-c" + c, "-d" + seconds(d), url},
			done: regexp.MustCompile(`(\d+) requests in`),
			took: regexp.MustCompile(`requests in ([\d.]+[smh])`)},
		{name: "ab", args: []string{"ab", "-q", "-k", "-c" + c, "-t" + seconds(d), "-n100000000",
			url}, done: regexp.MustCompile(`Complete requests:\s+(\d+)`),
			took: regexp.MustCompile(`Time taken for tests:\s+([\d.]+) s`)},
		{name: "hey", args: []string{filepath.Join(dir, "hey"), "-c", c, "-z", length, url},
			done: regexp.MustCompile(`\[200\]\s+(\d+) responses`),
			took: regexp.MustCompile(`Total:\s+([\d.]+) s`)},
		{name: "load", args: []string{filepath.Join(dir, "load"), "-quiet", "-json", "-closed", c,
			"-d", length, "-warmup", "1ns", "-threads", strconv.Itoa(threads), url},
			done: regexp.MustCompile(`"completed": ?(\d+)`),
			took: regexp.MustCompile(`"seconds": ?([\d.]+)`)},
	}
}

// seconds returns whole seconds: wrk and ab take no parts.
func seconds(d time.Duration) string { return strconv.Itoa(int(d.Round(time.Second).Seconds())) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	fs := serving.Flags("beside", stderr)
	rounds := fs.Int("rounds", 5, "how often each is run")
	length := fs.Duration("d", 2*time.Second, "how long each runs, in whole seconds")
	clients := fs.Int("clients", 100, "connections")
	url := fs.String("url", "", "an address that is served already, instead of the delay server")
	threads := fs.Int("threads", 0, "let load run on `N` processors; 0 is what it chooses")
	pid := fs.Int("pid", 0, "the process id of the server at -url, to show its processor time")
	if err := serving.Parse(fs, args); err != nil {
		return err
	}
	if *rounds < 1 || *clients < 1 || *length < time.Second || *length%time.Second != 0 {
		return fmt.Errorf("-rounds %d and -clients %d must be at least 1, and -d %v whole seconds",
			*rounds, *clients, *length)
	}
	dir, err := os.MkdirTemp("", "beside")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *url == "" {
		address, process, stop, err := serve(ctx, dir)
		if err != nil {
			return err
		}
		defer stop()
		*url, *pid = "http://"+address+"/", process
	}
	all := tools(dir, *url, *clients, *threads, *length)
	if err := build(ctx, dir, "./casebook/load"); err != nil {
		return err
	}
	if err := build(ctx, dir, hey); err != nil {
		all[2].missing = err.Error()
	}
	if err := race(ctx, all, *rounds, *pid, stderr); err != nil {
		return err
	}
	write(stdout, all, *rounds)
	return nil
}

// build builds a program into dir: a package of this repository, or a module.
func build(ctx context.Context, dir, name string) error {
	cmd := exec.CommandContext(ctx, "go", "install", name)
	cmd.Env = append(os.Environ(), "GOBIN="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w: %s", name, err, out)
	}
	return nil
}

// race runs the generators in turn, beginning with another one in each round.
func race(ctx context.Context, all []*tool, rounds, pid int, stderr io.Writer) error {
	for round := range rounds {
		for turn := range all {
			t := all[(round+turn)%len(all)]
			if t.missing != "" {
				continue
			}
			fmt.Fprintf(stderr, "beside: round %d, %s\n", round+1, t.name)
			err := t.run(ctx, pid)
			switch {
			case errors.Is(err, exec.ErrNotFound):
				t.missing = err.Error()
			case err != nil:
				return err
			}
		}
	}
	return nil
}

// run runs a generator once. The server is a process, or 0 when it is not known.
func (t *tool) run(ctx context.Context, server int) error {
	before, err := processorTime(server)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, t.args[0], t.args[1:]...)
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		return err
	}
	n, seconds, ok := t.count(out)
	if !ok { // load says by its exit code that latencies are refused; requests are counted
		return fmt.Errorf("%s says nothing of requests: %v\n%s", t.name, err, out)
	}
	after, err := processorTime(server)
	if err != nil {
		return err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.rate = append(t.rate, n/seconds)
	t.cpu = append(t.cpu, float64(cpu.Nanoseconds())/1e3/n)
	t.server = append(t.server, float64((after-before).Nanoseconds())/1e3/n)
	return nil
}

func processorTime(process int) (time.Duration, error) {
	if process == 0 {
		return 0, nil
	}
	return generator.ProcessCPU(process)
}

// count returns how many requests were answered, and in how many seconds.
func (t *tool) count(out []byte) (n, seconds float64, ok bool) {
	done, took := t.done.FindSubmatch(out), t.took.FindSubmatch(out)
	if done == nil || took == nil {
		return 0, 0, false
	}
	n, err := strconv.ParseFloat(string(done[1]), 64)
	length := string(took[1])
	if strings.TrimRight(length, "smh") == length {
		length += "s"
	}
	d, err2 := time.ParseDuration(length)
	return n, d.Seconds(), err == nil && err2 == nil && n > 0 && d > 0
}

func write(w io.Writer, all []*tool, rounds int) {
	fmt.Fprintf(w, "Medians of %d rounds in turn; in brackets the 95 %% confidence interval.\n"+
		"Processor time is per request.\n\n", rounds)
	fmt.Fprintln(w, "| generator | its processor time | ratio | the server's | ratio | "+
		"requests/s | ratio |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, t := range all {
		if t.missing != "" {
			fmt.Fprintf(w, "| %s | not here: %.80s | | | | | |\n", t.name, t.missing)
			continue
		}
		fmt.Fprintf(w, "| %s | %.1f µs | %s | %s | %.0f | %s |\n", t.name,
			diary.SpreadOf(t.cpu)[1], ratio(t.cpu, all[0].cpu), t.ofServer(all[0]),
			diary.SpreadOf(t.rate)[1], ratio(t.rate, all[0].rate))
	}
}

// ofServer returns the two columns of the server's processor time, which a server
// that the command did not start may not have.
func (t *tool) ofServer(first *tool) string {
	if slices.Contains(slices.Concat(t.server, first.server), 0) {
		return "- | -"
	}
	return fmt.Sprintf("%.1f µs | %s", diary.SpreadOf(t.server)[1], ratio(t.server, first.server))
}

// ratio compares the rounds of two generators one by one.
func ratio(a, b []float64) string {
	var all []float64
	for i := range min(len(a), len(b)) {
		all = append(all, a[i]/b[i])
	}
	s := diary.SpreadOf(all)
	return fmt.Sprintf("%.2f [%.2f, %.2f]", s[1], s[0], s[2])
}
