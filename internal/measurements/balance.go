package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// supported are the toolchains that wring promises to balance under.
const supported = "go1.25.14,go1.26.8,go1.27.4"

// balance books every benchmark under each toolchain and compares the books
// with the runtime's counters.
func balance(ctx context.Context, m *machine, args []string) error {
	fs := flags("balance")
	toolchains := fs.String("go", supported, "toolchains, as for GOTOOLCHAIN, `NAMES`")
	n := fs.Int("n", 20, "iterations of each benchmark: `COUNT`")
	fs.Parse(args)
	list, err := chosen(targets(), fs.Args())
	if err != nil {
		return err
	}
	versions := strings.Split(*toolchains, ",")
	if err := m.describe(ctx, versions, list); err != nil {
		return err
	}
	t := newTable(m.out, "toolchain", "package", "booked", "objects", "bytes",
		"unaccounted objects", "unaccounted bytes", "warnings")
	var all verdict
	for _, toolchain := range versions {
		var sum books
		for _, target := range list {
			v, part, err := m.balanceOne(ctx, t, toolchain, *n, target)
			if err != nil {
				return err
			}
			for _, line := range v.broken {
				all.breaks("%s %s", toolchain, line)
			}
			all.unrun = append(all.unrun, v.unrun...)
			sum.add(part)
		}
		sum.row(t, "**"+toolchain+"**", "**all**", "")
	}
	t.end()
	return all.print(m)
}

// balanceOne measures one target under one toolchain, and adds a row to t for
// each of its packages.
func (m *machine) balanceOne(ctx context.Context, t *table, toolchain string, n int,
	target target) (v verdict, sum books, err error) {
	dir, err := m.prepare(ctx, target)
	if err != nil {
		return v, sum, err
	}
	env := []string{"GOTOOLCHAIN=" + toolchain}
	plain, err := m.plain(ctx, target, dir, env)
	if err != nil {
		return v, sum, err
	}
	rep, err := m.top(ctx, dir, env, target, fmt.Sprint("-n=", n))
	if ctx.Err() != nil {
		return v, sum, ctx.Err()
	}
	if err != nil {
		t.row(toolchain, target.name, "failed")
		v.breaks("%s: %v", target.name, err)
		return v, sum, nil
	}
	said := warnings(rep)
	for _, b := range sums(rep) {
		b.row(t, toolchain, b.pkg+kind(target), said)
		sum.add(b)
		said = ""
	}
	return check(rep, plain), sum, nil
}

func kind(t target) string {
	if t.tests {
		return " (tests)"
	}
	return ""
}

// top runs wring top -json.
func (m *machine) top(ctx context.Context, dir string, env []string, t target,
	flags ...string) (*alloc.Report, error) {
	args := append([]string{"top", "-json"}, flags...)
	if t.tests {
		args = append(args, "-run=^Test")
	}
	out, err := m.run(ctx, dir, env, m.wring, append(args, t.patterns...)...)
	if err != nil {
		return nil, err
	}
	rep := new(alloc.Report)
	return rep, json.Unmarshal(out, rep)
}

// warnings returns the codes of rep's warnings and how often each occurs.
func warnings(rep *alloc.Report) string {
	codes := map[string]int{}
	for _, w := range rep.Warnings {
		codes[w.Code]++
	}
	var list []string
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		list = append(list, fmt.Sprintf("%d %s", codes[code], code))
	}
	return strings.Join(list, ", ")
}

// print writes the verdict below the table; a broken promise is an error.
func (v *verdict) print(m *machine) error {
	v.printUnrun(m)
	for _, line := range v.broken {
		fmt.Fprintln(m.out, "- **Broken**:", line)
	}
	if len(v.broken) > 0 {
		return errBroken
	}
	fmt.Fprintln(m.out, "Everything that runs was booked, and all books balance.")
	return nil
}

// printUnrun writes one line for each package with something that does not run.
func (v *verdict) printUnrun(m *machine) {
	names := map[string][]string{}
	reasons := map[string]string{}
	for _, u := range v.unrun {
		if !slices.Contains(names[u.pkg], u.name) {
			names[u.pkg] = append(names[u.pkg], u.name)
		}
		reasons[u.pkg] = cmp.Or(reasons[u.pkg], u.reason)
	}
	if len(names) == 0 {
		return
	}
	fmt.Fprint(m.out, "What fails or is skipped, without wring too:\n\n")
	t := newTable(m.out, "package", "benchmarks or tests", "the first of them says")
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		t.row(pkg, strings.Join(names[pkg], ", "), "`"+reasons[pkg]+"`")
	}
	t.end()
}
