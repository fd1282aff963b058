package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// maxRestarts bounds how often the benchmarks of one package are begun again
// after one of them ended the process.
const maxRestarts = 50

// measure runs j and adds its sections to b. When a benchmark ends the process
// or takes too long, it becomes a warning, and the others are run without it.
// So does a package whose books cannot be read: the other packages go on.
func (c *Config) measure(ctx context.Context, j job, b *builder) error {
	var culprits []string
	done := map[string]bool{}
	for range maxRestarts {
		p := &process{cfg: c, job: j, decoder: newDecoder()}
		err := p.run(ctx, skipPattern(culprits, done))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errUnreadable) {
			b.warn(p.warn(alloc.WarnUnreadable, "", err.Error()))
			return nil
		}
		if err != nil {
			return err
		}
		p.addSections(b, done)
		b.rec.Warnings = append(b.rec.Warnings, p.warnings()...)
		if p.regular() || j.test != "" || p.begun() == "" {
			return nil
		}
		culprits = append(culprits, p.culprit())
	}
	b.warn(alloc.Warning{Code: alloc.WarnGaveUp, Package: j.pkg.Path, Text: fmt.Sprintf(
		"%s was begun %d times and ended early each time: choose benchmarks with -bench.",
		j.pkg.Path, maxRestarts)})
	return nil
}

// process is one run of a test binary.
type process struct {
	cfg     *Config
	job     job
	decoder *decoder
	output  output
	exit    error  // how it ended, nil for success
	killed  string // why wring ended it; "" when it did not
}

// run runs the binary to its end. An error means that wring itself failed.
func (p *process) run(ctx context.Context, skip string) error {
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "trace")
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := gocmd.Command(ctx, p.job.binary, p.args(skip)...)
	cmd.Dir = p.job.pkg.Dir
	cmd.Env = slices.Concat(os.Environ(), p.cfg.Env, p.cfg.RunEnv,
		[]string{"PWD=" + cmd.Dir, "WRING_TRACE=" + p.mode() + ":" + file})
	if limit := p.cfg.Budget; limit > 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("WRING_BUDGET=%d", max(1, limit.Milliseconds())))
	}
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: the test binary cannot be started: %w", p.job.pkg.Path, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	p.exit, err = p.follow(file, cmd.Process.Pid, ended, stop)
	gocmd.EndGroup(ctx, cmd)
	p.output.end()
	return err
}

func (p *process) mode() string {
	if p.job.test != "" {
		return "test"
	}
	return "bench"
}

// args are the flags of package testing. As go test does, they ask for a panic
// when a test calls os.Exit(0): it would look like success.
func (p *process) args(skip string) []string {
	if p.job.test != "" {
		return []string{"-test.run=" + anchored(p.job.test), "-test.count=1",
			"-test.paniconexit0"}
	}
	bench := p.cfg.Bench
	if bench == "" {
		bench = "."
	}
	args := []string{"-test.run=^$", "-test.bench=" + bench,
		fmt.Sprintf("-test.benchtime=%dx", p.cfg.N), "-test.paniconexit0"}
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	return args
}

// follow decodes the file while the process writes it, and ends the process
// when one section takes longer than allowed. It returns how the process ended.
func (p *process) follow(file string, pid int, ended <-chan error, stop func()) (
	exit, err error) {
	var f *os.File
	defer func() { f.Close() }()
	last, waiting := time.Now(), stall{pid: pid, since: time.Now()}
	wait := time.NewTicker(10 * time.Millisecond)
	defer wait.Stop()
	for over := false; ; {
		select {
		case exit = <-ended:
			over = true
		case <-wait.C:
		}
		if f == nil {
			f, _ = os.Open(file)
		}
		news, err := p.read(f)
		if err != nil {
			stop()
			if !over {
				exit = <-ended // until then the process writes to p.output
			}
			return exit, fmt.Errorf("%s: %w: %w", p.where(), errUnreadable, err)
		}
		if news {
			last = time.Now()
			waiting.again()
			p.cfg.progress("running", p.job.pkg.Path+" "+p.name())
		}
		if over {
			p.exit = exit
			return exit, p.complete(file)
		}
		if p.killed != "" {
			continue
		}
		if limit := p.cfg.Timeout; limit > 0 && time.Since(last) > limit {
			p.killed = fmt.Sprintf("took longer than %v", limit)
			stop()
		}
		if limit := p.cfg.Stall; limit > 0 && p.replaysCall() && waiting.lasts() > limit {
			p.killed = fmt.Sprintf("waited for %v", limit)
			stop()
		}
	}
}

// read decodes what the process has added to its file, and reports whether
// there was anything.
func (p *process) read(f *os.File) (bool, error) {
	if f == nil {
		return false, nil
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return false, err
	}
	return len(data) > 0, p.decoder.feed(data)
}

// complete returns an error when the process could not write all of its file.
func (p *process) complete(file string) error {
	if len(p.decoder.buf) == 0 && hasRoom(filepath.Dir(file)) || p.killed != "" {
		return nil
	}
	if p.exit != nil && len(p.decoder.buf) > 0 && hasRoom(filepath.Dir(file)) {
		return nil // it ended while it wrote
	}
	return fmt.Errorf("%s: %w: %w", p.where(), errUnreadable, errFull())
}

func errFull() error {
	return fmt.Errorf("%s is full; set TMPDIR to a folder with more room", os.TempDir())
}

// hasRoom reports whether a small file can be written in dir.
func hasRoom(dir string) bool {
	name := filepath.Join(dir, "room")
	err := os.WriteFile(name, make([]byte, 16<<10), 0o600)
	_ = os.Remove(name)
	return err == nil
}

// name is what the process is working on.
func (p *process) name() string {
	if p.job.test != "" {
		return p.job.test
	}
	return p.begun()
}

// addSections adds the last section of each benchmark: the shorter ones before
// it ran the same code to warm it up and to tell first use apart.
func (p *process) addSections(b *builder, done map[string]bool) {
	sections := p.decoder.sections
	for i, s := range sections {
		if i+1 < len(sections) && sections[i+1].name == s.name {
			continue
		}
		var warm *section
		if i >= 2 && sections[i-1].name == s.name && sections[i-2].name == s.name {
			warm = &sections[i-1]
		}
		name := s.name
		if p.job.test != "" {
			name = p.job.test
		}
		unfinished := p.decoder.inside && p.decoder.begun == s.name
		if !isBooked(s) || done[name] || p.failed(name) || unfinished {
			continue
		}
		done[name] = true
		b.add(p.job.pkg.Path, name, p.decoder, s, warm)
		full := p.job.pkg.Path + "." + name
		b.doubts(p.job.pkg.Path, full, s)
		if s.n < uint64(p.cfg.N) && p.job.test == "" {
			b.warn(p.warn(alloc.WarnSlowBenchmark, full, fmt.Sprintf(
				"%s is slow: booked over %s instead of %d.", full, iterations(s.n), p.cfg.N)))
		}
	}
}
