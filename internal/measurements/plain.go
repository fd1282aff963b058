package main

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

// plainRun is what an ordinary go test says of benchmarks or tests when each
// runs once. It knows nothing of wring, and so says what wring must have booked.
type plainRun struct {
	outcome map[string]outcome // by package, dot, name
	order   []string
}

// outcome is how one benchmark or test went.
type outcome struct {
	pkg, name string
	action    string // "run" when it began and nothing else was said, "pass", "fail", "skip"
	output    string
}

// event is a line of go test -json.
type event struct{ Action, Package, Test, Output string }

// plain runs the benchmarks of t once, without wring, or its tests.
func (m *machine) plain(ctx context.Context, t target, dir string,
	env []string) (*plainRun, error) {
	args := []string{"test", "-vet=off", "-json", "-count=1", "-run=^$", "-bench=.",
		"-benchtime=1x"}
	if t.tests {
		args = []string{"test", "-vet=off", "-json", "-count=1", "-run=^Test"}
	}
	out, failed := m.run(ctx, dir, env, "go", append(args, t.patterns...)...)
	p, err := readPlain(bytes.NewReader(out), t.tests)
	if err != nil {
		return nil, fmt.Errorf("%s: go test -json: %w", t.name, err)
	}
	if len(p.outcome) == 0 {
		return nil, fmt.Errorf("%s: there is nothing to measure: %v", t.name, failed)
	}
	return p, nil
}

// readPlain reads the output of go test -json. Of tests it keeps those at the
// top level, which wring books one by one; of benchmarks those without others
// below them, which have figures of their own.
func readPlain(r io.Reader, tests bool) (*plainRun, error) {
	all := &plainRun{outcome: map[string]outcome{}}
	for dec := json.NewDecoder(r); ; {
		var e event
		if err := dec.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		all.add(e)
	}
	kept := &plainRun{outcome: map[string]outcome{}}
	for _, name := range all.order {
		if tests && all.parent(name) != "" || !tests && all.hasBelow(name) {
			continue
		}
		kept.order = append(kept.order, name)
		kept.outcome[name] = all.outcome[name]
	}
	return kept, nil
}

func (p *plainRun) add(e event) {
	if e.Test == "" {
		return
	}
	name := e.Package + "." + e.Test
	o, known := p.outcome[name]
	o.pkg, o.name = e.Package, e.Test
	switch e.Action {
	case "run":
		o.action = "run"
	case "pass", "fail", "skip":
		o.action = e.Action
	case "output":
		o.output += e.Output
	default:
		return
	}
	if !known {
		p.order = append(p.order, name)
	}
	p.outcome[name] = o
}

// parent returns the test that name is a subtest of, or "".
func (p *plainRun) parent(name string) string {
	for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
		if _, ok := p.outcome[name[:at]]; ok {
			return name[:at]
		}
	}
	return ""
}

func (p *plainRun) hasBelow(name string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(p.outcome)),
		func(other string) bool { return strings.HasPrefix(other, name+"/") })
}

// ran reports whether name ran to its end: then there is something to book.
func (p *plainRun) ran(name string) bool {
	action := p.outcome[name].action
	return action == "run" || action == "pass"
}

// reason returns why o did not run to its end, in its own words.
func (o outcome) reason() string {
	for line := range strings.Lines(o.output) {
		line = strings.TrimSpace(line)
		marked := strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ")
		if line != "" && line != o.name && !marked {
			return line
		}
	}
	return o.action
}
