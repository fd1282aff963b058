// Package books shows that every object and byte that the runtime counts is booked.
package books

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// supported are the toolchains that wring promises to balance under.
const supported = "go1.25.14,go1.26.8,go1.27.4"

// Balance books every benchmark under each toolchain and compares the books
// with the runtime's counters.
func Balance(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("balance")
	toolchains := fs.String("go", supported, "toolchains, as for GOTOOLCHAIN, `NAMES`")
	n := fs.Int("n", 20, "iterations of each benchmark: `COUNT`")
	fs.Parse(args)
	list, err := bench.Chosen(bench.Targets(), fs.Args())
	if err != nil {
		return err
	}
	versions := strings.Split(*toolchains, ",")
	if err := m.Describe(ctx, versions, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "toolchain", "package", "booked", "objects", "bytes",
		"unaccounted objects", "unaccounted bytes", "warnings")
	var all Verdict
	for _, toolchain := range versions {
		var sum books
		for _, target := range list {
			v, part, err := balanceOne(ctx, m, t, toolchain, *n, target)
			if err != nil {
				return err
			}
			for _, line := range v.broken {
				all.Breaks("%s %s", toolchain, line)
			}
			all.unrun = append(all.unrun, v.unrun...)
			sum.add(part)
		}
		sum.row(t, "**"+toolchain+"**", "**all**", "")
	}
	t.End()
	return all.Print(m)
}

// balanceOne measures one target under one toolchain, and adds a row to t for
// each of its packages.
func balanceOne(ctx context.Context, m *bench.Machine, t *bench.Table, toolchain string, n int,
	target bench.Target) (v Verdict, sum books, err error) {
	dir, err := m.Prepare(ctx, target)
	if err != nil {
		return v, sum, err
	}
	env := []string{"GOTOOLCHAIN=" + toolchain}
	plain, err := m.Plain(ctx, target, dir, env)
	if err != nil {
		return v, sum, err
	}
	rep, err := Top(ctx, m, dir, env, target, fmt.Sprint("-n=", n))
	if ctx.Err() != nil {
		return v, sum, ctx.Err()
	}
	if err != nil {
		t.Row(toolchain, target.Name, "failed")
		v.Breaks("%s: %v", target.Name, err)
		return v, sum, nil
	}
	said := warnings(rep)
	for _, b := range Sums(rep) {
		b.row(t, toolchain, b.Pkg+kind(target), said)
		sum.add(b)
		said = ""
	}
	return check(rep, plain), sum, nil
}

func kind(t bench.Target) string {
	if t.Tests {
		return " (tests)"
	}
	return ""
}

// Top runs wring top -json.
func Top(ctx context.Context, m *bench.Machine, dir string, env []string, t bench.Target,
	flags ...string) (*alloc.Report, error) {
	args := append([]string{"top", "-json"}, flags...)
	if t.Tests {
		args = append(args, "-run=^Test")
	}
	out, err := m.Run(ctx, dir, env, m.Wring, append(args, t.Patterns...)...)
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
		codes[string(w.Code)]++
	}
	var list []string
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		list = append(list, fmt.Sprintf("%d %s", codes[code], code))
	}
	return strings.Join(list, ", ")
}

// Print writes the verdict below the table; a broken promise is an error.
func (v *Verdict) Print(m *bench.Machine) error {
	v.printUnrun(m)
	for _, line := range v.broken {
		fmt.Fprintln(m.Out, "- **Broken**:", line)
	}
	if len(v.broken) > 0 {
		return bench.ErrBroken
	}
	fmt.Fprintln(m.Out, "Everything that runs was booked, and all books balance.")
	return nil
}

// printUnrun writes one line for each package with something that does not run.
func (v *Verdict) printUnrun(m *bench.Machine) {
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
	fmt.Fprint(m.Out, "What fails or is skipped, without wring too:\n\n")
	t := bench.NewTable(m.Out, "package", "benchmarks or tests", "the first of them says")
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		t.Row(pkg, strings.Join(names[pkg], ", "), "`"+reasons[pkg]+"`")
	}
	t.End()
}
