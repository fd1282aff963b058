package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// maxRestarts bounds how often the benchmarks of one package are begun again
// after one of them ended the process.
const maxRestarts = 50

// measure runs j and adds its sections to b. When a benchmark ends the process
// or takes too long, it becomes a warning, and the others are run without it.
func (c *Config) measure(ctx context.Context, j job, b *builder) error {
	var skip []string
	done := map[string]bool{}
	for range maxRestarts {
		p := &process{cfg: c, job: j, decoder: newDecoder()}
		err := p.run(ctx, skip)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		p.addSections(b, done)
		b.rec.Warnings = append(b.rec.Warnings, p.warnings()...)
		if !p.decoder.inside || j.test != "" || p.decoder.begun == "" {
			return nil
		}
		if p.exit == nil && p.killed == "" {
			return nil // the last benchmark failed, and the process ended by itself
		}
		skip = append(skip, anchored(p.decoder.begun))
		for name := range done {
			skip = append(skip, anchored(name))
		}
	}
	return nil
}

// process is one run of a test binary.
type process struct {
	cfg     *Config
	job     job
	decoder *decoder
	output  tail
	exit    error  // how it ended, nil for success
	killed  string // why wring ended it; "" when it did not
}

// run runs the binary to its end. An error means that wring itself failed.
func (p *process) run(ctx context.Context, skip []string) error {
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
	cmd.Env = append(append(os.Environ(), p.cfg.Env...), "PWD="+cmd.Dir,
		"WRING_TRACE="+p.mode()+":"+file)
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: the test binary cannot be started: %w", p.job.pkg.Path, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	p.exit, err = p.follow(file, ended, stop)
	gocmd.EndGroup(ctx, cmd)
	return err
}

func (p *process) mode() string {
	if p.job.test != "" {
		return "test"
	}
	return "bench"
}

func (p *process) args(skip []string) []string {
	if p.job.test != "" {
		_, sub, _ := strings.Cut(p.cfg.Run, "/")
		return []string{"-test.run=^" + regexp.QuoteMeta(p.job.test) + "$/" + sub}
	}
	bench := p.cfg.Bench
	if bench == "" {
		bench = "."
	}
	args := []string{"-test.run=^$", "-test.bench=" + bench,
		fmt.Sprintf("-test.benchtime=%dx", p.cfg.N)}
	if len(skip) > 0 {
		args = append(args, "-test.skip="+strings.Join(skip, "|"))
	}
	return args
}

// follow decodes the file while the process writes it, and ends the process
// when one section takes longer than allowed. It returns how the process ended.
func (p *process) follow(file string, ended <-chan error, stop func()) (exit, err error) {
	var f *os.File
	defer func() { f.Close() }()
	last := time.Now()
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
			return exit, fmt.Errorf("%s: %w", p.job.pkg.Path, err)
		}
		if news {
			last = time.Now()
			p.cfg.progress("running", p.job.pkg.Path+" "+p.name())
		}
		if over {
			return exit, p.complete()
		}
		if limit := p.cfg.Timeout; limit > 0 && p.killed == "" && time.Since(last) > limit {
			p.killed = fmt.Sprintf("took longer than %v", limit)
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
func (p *process) complete() error {
	if len(p.decoder.buf) > 0 && p.killed == "" && p.exit == nil {
		return fmt.Errorf("%s: the trace file in %s ends in the middle of a record: "+
			"is the disk full?", p.job.pkg.Path, os.TempDir())
	}
	return nil
}

// name is what the process is working on.
func (p *process) name() string {
	if p.job.test != "" {
		return p.job.test
	}
	return p.decoder.begun
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
		if done[name] || p.decoder.inside && p.decoder.begun == s.name {
			continue
		}
		done[name] = true
		b.add(p.job.pkg.Path, name, p.decoder, s, warm)
		b.doubts(p.job.pkg.Path+"."+name, s)
		if s.n < uint64(p.cfg.N) && p.job.test == "" {
			b.rec.Warnings = append(b.rec.Warnings, slow(p.job.pkg.Path+"."+name, s.n, p.cfg.N))
		}
	}
}

func slow(name string, n uint64, asked int) alloc.Warning {
	return alloc.Warning{Code: "slow-benchmark", Text: fmt.Sprintf(
		"%s is slow: booked over %d iterations instead of %d.", name, n, asked)}
}

// warnings says what went wrong in the process.
func (p *process) warnings() []alloc.Warning {
	pkg := p.job.pkg.Path
	var out []alloc.Warning
	for _, name := range failedBenchmarks(p.output.String()) {
		out = append(out, alloc.Warning{Code: "failed",
			Text: fmt.Sprintf("%s.%s failed.", pkg, name)})
	}
	var exit *exec.ExitError
	switch {
	case p.killed != "":
		out = append(out, alloc.Warning{Code: "too-slow",
			Text: fmt.Sprintf("%s.%s %s and was stopped.", pkg, p.name(), p.killed)})
	case p.exit == nil || len(out) > 0 && !p.decoder.inside:
	case errors.As(p.exit, &exit):
		where := pkg
		if name := p.name(); name != "" {
			where += "." + name
		}
		out = append(out, alloc.Warning{Code: "ended-early", Text: fmt.Sprintf(
			"%s ended the process (%v):\n%s", where, exit, p.output.last(12))})
	}
	return out
}

// failedBenchmarks returns the names in "--- FAIL: NAME" lines.
func failedBenchmarks(output string) []string {
	var names []string
	for _, m := range failLine.FindAllStringSubmatch(output, -1) {
		names = append(names, m[1])
	}
	return names
}

var failLine = regexp.MustCompile(`(?m)^--- FAIL: ([^\s(]+)`)

// anchored is the -skip pattern for exactly one benchmark.
func anchored(name string) string {
	elems := strings.Split(name, "/")
	for i, e := range elems {
		elems[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elems, "/")
}

// matches reports whether the first element of a test pattern matches name.
func matches(pattern, name string) bool {
	first, _, _ := strings.Cut(pattern, "/")
	re, err := regexp.Compile(first)
	return err == nil && re.MatchString(name)
}
