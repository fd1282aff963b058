package trace

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// errUnreadable marks errors about the file of one process: the books of its
// package are lost, those of the others are not.
var errUnreadable = errors.New("the books cannot be read")

// root is the name of the benchmark that package testing runs all others in.
const root = "Main"

// begun is the benchmark that was begun last, or "".
func (p *process) begun() string {
	if p.decoder.begun == root {
		return ""
	}
	return p.decoder.begun
}

// regular reports whether package testing came to its end, with success or with
// failures, so that everything that was asked for has been run.
func (p *process) regular() bool {
	if p.killed != "" {
		return false
	}
	if p.exit == nil {
		return true // os.Exit(0) inside a benchmark panics: see args
	}
	unfinished := p.decoder.inside && !p.failed(p.begun())
	return p.exitCode() == 1 && p.output.failed && !unfinished
}

// exitCode is that of an ended process; -1 when a signal ended it.
func (p *process) exitCode() int {
	var exit *exec.ExitError
	if errors.As(p.exit, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// failed reports whether package testing says of a benchmark or test that it
// failed. What looks like it in the output of a process that succeeded is the
// benchmark's own.
func (p *process) failed(name string) bool {
	return p.exitCode() == 1 && slices.ContainsFunc(p.output.failures,
		func(f failure) bool { return f.name == name })
}

// culprit is the benchmark to leave out when an irregular process is run again:
// the one that was running, or the one around it when that had ended.
func (p *process) culprit() string {
	if p.decoder.inside {
		return p.begun()
	}
	top, _, _ := strings.Cut(p.begun(), "/")
	return top
}

// at is the full name of the benchmark or test that the process was working on
// when it ended, or "".
func (p *process) at() string {
	name := cmp.Or(p.job.test, p.culprit())
	if name == "" {
		return ""
	}
	return p.job.pkg.Path + "." + name
}

// where names what the process was working on when it ended.
func (p *process) where() string { return cmp.Or(p.at(), p.job.pkg.Path) }

// warn returns a warning about a benchmark or test of the process's package, or
// with "" about the package.
func (p *process) warn(code alloc.WarningCode, benchmark, text string) alloc.Warning {
	return alloc.Warning{Code: code, Text: text, Package: p.job.pkg.Path, Benchmark: benchmark}
}

// warnings says what went wrong in the process.
func (p *process) warnings() []alloc.Warning {
	var out []alloc.Warning
	if p.exitCode() == 1 {
		for _, f := range p.output.leaves() {
			name := p.job.pkg.Path + "." + f.name
			out = append(out, p.warn(alloc.WarnFailed, name, fmt.Sprintf(
				"%s failed and is not booked%s", name, f.reason())))
		}
	}
	switch {
	case p.killed != "" && p.name() == "":
		out = append(out, p.warn(alloc.WarnTooSlow, p.at(), fmt.Sprintf(
			"%s %s before a benchmark began, and was stopped.", p.where(), p.killed)))
	case p.killed != "":
		out = append(out, p.warn(alloc.WarnTooSlow, p.at(), fmt.Sprintf(
			"%s %s and was stopped.", p.where(), p.killed)))
	case !p.regular():
		out = append(out, p.warn(alloc.WarnEndedEarly, p.at(), fmt.Sprintf(
			"%s ended the process (%v)%s", p.where(), p.exit, p.output.lastWords())))
	case !slices.ContainsFunc(p.decoder.sections, isBooked) && len(out) == 0:
		out = append(out, p.idle()...)
	}
	return out
}

// isBooked reports whether a section is one of the benchmarks asked for.
func isBooked(s section) bool { return s.name != root }

// idle says why a process that ended well has booked nothing.
func (p *process) idle() []alloc.Warning {
	switch {
	case p.begun() != "":
		return []alloc.Warning{p.warn(alloc.WarnSkipped, p.at(), fmt.Sprintf(
			"%s calls b.Skip; go test -v -run=^$ -bench=%s %s shows why.",
			p.where(), p.begun(), p.job.pkg.Path))}
	case !p.output.passed:
		return []alloc.Warning{p.warn(alloc.WarnEndedEarly, "", fmt.Sprintf(
			"%s ended well before a benchmark began (does its TestMain call m.Run?)%s",
			p.job.pkg.Path, p.output.lastWords()))}
	}
	return nil
}

// skipPattern is the -skip pattern for the culprits and for what is done. The
// benchmarks before the one of the last culprit are done as a whole.
func skipPattern(culprits []string, done map[string]bool) string {
	if len(culprits) == 0 {
		return ""
	}
	current, _, _ := strings.Cut(culprits[len(culprits)-1], "/")
	names := map[string]bool{}
	for _, name := range culprits {
		names[name] = true
	}
	for name := range done {
		if top, _, _ := strings.Cut(name, "/"); top != current {
			name = top
		}
		names[name] = true
	}
	var patterns []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		patterns = append(patterns, anchored(name))
	}
	return strings.Join(patterns, "|")
}

// anchored is the pattern for exactly one benchmark or test.
func anchored(name string) string {
	elems := strings.Split(name, "/")
	for i, e := range elems {
		elems[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elems, "/")
}

// Matches reports whether the first element of a test pattern matches name.
func Matches(pattern, name string) bool {
	first, _, _ := strings.Cut(pattern, "/")
	re, err := regexp.Compile(first)
	return err == nil && re.MatchString(name)
}

func iterations(n uint64) string {
	if n == 1 {
		return "1 iteration"
	}
	return fmt.Sprintf("%d iterations", n)
}

// warn adds a warning to the record.
func (b *builder) warn(w alloc.Warning) { b.rec.Warnings = append(b.rec.Warnings, w) }
