package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// PlainRun is what an ordinary go test says of benchmarks or tests when each
// runs once. It knows nothing of wring, and so says what wring must have booked.
type PlainRun struct {
	Outcome map[string]Outcome // by package, dot, name
	Order   []string
}

// Outcome is how one benchmark or test went.
type Outcome struct {
	Pkg, Name string
	action    string // "run" when it began and nothing else was said, "pass", "fail", "skip"
	output    []byte
}

// Event is a line of go test -json.
type Event struct{ Action, Package, Test, Output string }

// Plain runs the benchmarks of t once, without wring, or its tests.
func (m *Machine) Plain(ctx context.Context, t Target, dir string,
	env []string) (*PlainRun, error) {
	args := []string{"test", "-vet=off", "-json", "-count=1", "-run=^$", "-bench=.",
		"-benchtime=1x"}
	if t.Tests {
		args = []string{"test", "-vet=off", "-json", "-count=1", "-run=^Test"}
	}
	out, failed := m.Run(ctx, dir, env, "go", append(args, t.Patterns...)...)
	p, err := readPlain(bytes.NewReader(out), t.Tests)
	if err != nil {
		return nil, fmt.Errorf("%s: go test -json: %w", t.Name, err)
	}
	if len(p.Outcome) == 0 {
		return nil, fmt.Errorf("%s: there is nothing to measure: %v", t.Name, failed)
	}
	return p, nil
}

// readPlain reads the output of go test -json. Of tests it keeps those at the
// top level, which wring books one by one; of benchmarks those without others
// below them, which have figures of their own.
func readPlain(r io.Reader, tests bool) (*PlainRun, error) {
	all := &PlainRun{Outcome: map[string]Outcome{}}
	for dec := json.NewDecoder(r); ; {
		var e Event
		if err := dec.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		all.Add(e)
	}
	kept := &PlainRun{Outcome: map[string]Outcome{}}
	for _, name := range all.Order {
		if tests && all.parent(name) != "" || !tests && all.hasBelow(name) {
			continue
		}
		kept.Order = append(kept.Order, name)
		kept.Outcome[name] = all.Outcome[name]
	}
	return kept, nil
}

// Add books what one event of go test -json says.
func (p *PlainRun) Add(e Event) {
	if e.Test == "" {
		return
	}
	name := e.Package + "." + e.Test
	o, known := p.Outcome[name]
	o.Pkg, o.Name = e.Package, e.Test
	switch e.Action {
	case "run":
		o.action = "run"
	case "pass", "fail", "skip":
		o.action = e.Action
	case "output":
		o.output = append(o.output, e.Output...)
	default:
		return
	}
	if !known {
		p.Order = append(p.Order, name)
	}
	p.Outcome[name] = o
}

// parent returns the test that name is a subtest of, or "".
func (p *PlainRun) parent(name string) string {
	for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
		if _, ok := p.Outcome[name[:at]]; ok {
			return name[:at]
		}
	}
	return ""
}

func (p *PlainRun) hasBelow(name string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(p.Outcome)),
		func(other string) bool { return strings.HasPrefix(other, name+"/") })
}

// Ran reports whether name ran to its end: then there is something to book.
func (p *PlainRun) Ran(name string) bool {
	action := p.Outcome[name].action
	return action == "run" || action == "pass"
}

// Reason returns why o did not run to its end, in its own words.
func (o Outcome) Reason() string {
	for line := range strings.Lines(string(o.output)) {
		line = strings.TrimSpace(line)
		marked := strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ")
		if line != "" && line != o.Name && !marked {
			return line
		}
	}
	return o.action
}
