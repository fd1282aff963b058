package bench

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// SameTests compares a build, vet and all tests of two trees. It says how many
// tests pass in both, or what passes in the first and not in the second: then
// something is broken.
func (m *Machine) SameTests(ctx context.Context, before, after string) (said string, broken bool) {
	for _, verb := range []string{"build", "vet"} {
		if _, err := m.Run(ctx, before, nil, "go", verb, "./..."); err != nil {
			continue
		}
		if _, err := m.Run(ctx, after, nil, "go", verb, "./..."); err != nil {
			return FirstLine(err.Error()), true
		}
	}
	old, err := m.outcomes(ctx, before, "")
	if err != nil {
		return err.Error(), true
	}
	now, err := m.outcomes(ctx, after, "")
	if err != nil {
		return err.Error(), true
	}
	lost := old.LostIn(now)
	for try := 0; try < 4 && len(lost) > 0; try++ { // chance does not strike each time
		if now, err = m.outcomes(ctx, after, TopLevel(lost)); err != nil {
			return err.Error(), true
		}
		lost = slices.DeleteFunc(lost, func(name string) bool {
			return now.Outcome[name].action == "pass"
		})
	}
	if len(lost) > 0 {
		return "fail now: " + strings.Join(lost, ", "), true
	}
	return fmt.Sprintf("%d pass", len(old.passing())), false
}

// TopLevel returns an expression that matches tests by their names, which
// follow their package's.
func TopLevel(names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, regexp.QuoteMeta(name[strings.LastIndexByte(name, '.')+1:]))
	}
	return "^(" + strings.Join(list, "|") + ")$"
}

// outcomes runs tests below dir, all of them for no expression. Those of
// packages that do not build are not in it.
func (m *Machine) outcomes(ctx context.Context, dir, tests string) (*PlainRun, error) {
	if tests == "" {
		tests = "^(Test|Example|Fuzz)"
	}
	out, failed := m.Run(ctx, dir, nil, "go", "test", "-vet=off", "-json", "-count=1",
		"-run="+tests, "-timeout=5m", "./...")
	p, err := readPlain(bytes.NewReader(out), true)
	if err != nil {
		return nil, fmt.Errorf("go test -json in %s: %w", dir, err)
	}
	if len(p.Outcome) == 0 {
		return nil, fmt.Errorf("no test ran: %w", failed)
	}
	return p, nil
}

func (p *PlainRun) passing() []string {
	var list []string
	for _, name := range p.Order {
		if p.Outcome[name].action == "pass" {
			list = append(list, name)
		}
	}
	return list
}

// LostIn returns what passes in p and not in now.
func (p *PlainRun) LostIn(now *PlainRun) []string {
	var lost []string
	for _, name := range p.passing() {
		if now.Outcome[name].action != "pass" {
			lost = append(lost, name)
		}
	}
	return lost
}
