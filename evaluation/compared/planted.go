package compared

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
)

// promisedFound is the share of the comparisons in which a planted slowdown is
// found.
const promisedFound = 0.9

// plant is a change of the module, and the benchmark in which it is to be found.
type plant struct {
	name, bench string
	old, new    string // text of the source
	unit        string // in which it shows
	flags       []string
	site        string // the function at which a site is named; "" for none
}

// plants are made in copies of the module thirty.
func plants() []plant {
	return []plant{
		{name: "one more tiny object in 1 of 10 iterations", bench: "Work/tick", unit: "allocs/op",
			old: "Count += number % 7\n", flags: []string{"-counts"}, site: "thirty.Tick",
			new: "Count += number % 7\n\tif number%10 == 0 {\n\t\tSink = new(bool)\n\t}\n"},
		{name: "10 % more work", bench: "Work/checksum", unit: "sec/op",
			old: "checksumBytes = 2000", new: "checksumBytes = 2200"},
	}
}

// plantRow is what one comparison with a planted change said.
type plantRow struct {
	Plant      string
	Benchmarks int
	Found      bool
	Old, New   float64 // in the unit in which it shows
	P          float64
	Site       string   // that was named
	Others     int      // benchmarks that were judged, too
	Which      []string `json:",omitempty"` // of them
}

// Planted compares a tree with copies in which something was made worse.
func Planted(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("planted")
	runs := fs.Int("runs", 10, "how many comparisons for each plant, `COUNT`")
	keep := fs.String("keep", "", "add to the rows in `FILE`, which an earlier run has kept")
	benchtime := fs.Duration("benchtime", 20*time.Millisecond, "of each timed run")
	fs.Parse(args)
	rows, err := kept[plantRow](*keep)
	if err != nil {
		return err
	}
	old, err := copyOfThirty(m, "thirty-1", nil)
	if err != nil {
		return err
	}
	for _, p := range plants() {
		now, err := copyOfThirty(m, "thirty-2", func(source []byte) []byte {
			return bytes.Replace(source, []byte(p.old), []byte(p.new), 1)
		})
		if err != nil {
			return err
		}
		for range *runs {
			flags := append(p.flags, "-benchtime="+benchtime.String(), old, now)
			doc, err := runDiff(ctx, m, flags...)
			if err != nil {
				return err
			}
			rows = append(rows, p.row(doc))
			if err := keepRows(*keep, rows); err != nil {
				return err
			}
		}
	}
	if err := m.Describe(ctx, []string{"local"}, nil); err != nil {
		return err
	}
	return plantTable(m, rows)
}

// row looks for the plant.
func (p plant) row(doc diffDoc) plantRow {
	row := plantRow{Plant: p.name, Benchmarks: len(doc.Benchmarks)}
	for _, b := range doc.Benchmarks {
		for _, metric := range b.Metrics {
			judged := metric.Verdict == "worse" || metric.Verdict == "better"
			if b.Name != p.bench && judged {
				row.Others++
				row.Which = append(row.Which, fmt.Sprintf("%s %+.1f %%", b.Name,
					100*(metric.New.Center/metric.Old.Center-1)))
			}
			if b.Name == p.bench && metric.Unit == p.unit {
				row.Found = metric.Verdict == "worse"
				row.Old, row.New, row.P = metric.Old.Center, metric.New.Center, metric.P
			}
		}
	}
	for _, s := range doc.Sites.New {
		if p.site != "" && strings.HasSuffix(s.Func, p.site) {
			row.Site = fmt.Sprintf("%s:%d %s %s", s.File, s.Line, s.Type, s.Cause)
		}
	}
	row.Found = row.Found && (p.site == "" || row.Site != "")
	return row
}

// plantTable prints the rows and says whether the promises hold.
func plantTable(m *bench.Machine, rows []plantRow) error {
	t := bench.NewTable(m.Out, "planted", "run", "found", "old", "new", "p", "site",
		"others judged")
	found, all := map[string]int{}, map[string]int{}
	for _, r := range rows {
		all[r.Plant]++
		mark := "no"
		if r.Found {
			mark = "yes"
			found[r.Plant]++
		}
		t.Row(r.Plant, fmt.Sprint(all[r.Plant]), mark, fmt.Sprintf("%.4g", r.Old),
			fmt.Sprintf("%.4g", r.New), fmt.Sprintf("%.4f", r.P), r.Site,
			strings.TrimSpace(fmt.Sprint(r.Others, " ", strings.Join(r.Which, ", "))))
	}
	t.End()
	var broken error
	for _, p := range plants() {
		fmt.Fprintf(m.Out, "%s: found in %d of %d runs.\n", p.name, found[p.name], all[p.name])
		if float64(found[p.name]) < promisedFound*float64(all[p.name]) {
			broken = bench.ErrBroken
		}
	}
	return broken
}

// Toolchains compares modules with themselves under two toolchains.
func Toolchains(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("toolchains")
	pair := fs.String("go", "go1.26.8,go1.27.4", "the two, as GOTOOLCHAIN takes them: `OLD,NEW`")
	fs.Parse(args)
	names := fs.Args()
	if len(names) == 0 {
		names = []string{"zerolog"}
	}
	list, err := bench.Chosen(bench.Targets(), names)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, strings.Split(*pair, ","), list); err != nil {
		return err
	}
	for _, target := range list {
		dir, err := m.Prepare(ctx, target)
		if err != nil {
			return err
		}
		doc, err := runDiff(ctx, m, "-counts", "-go="+*pair, dir)
		if err != nil {
			return err
		}
		if doc.Change != "toolchain" {
			return errors.New("it is reported as a change of " + doc.Change)
		}
		toolchainTable(m, doc)
	}
	return nil
}

// toolchainTable prints what differs, and how much of it there is.
func toolchainTable(m *bench.Machine, doc diffDoc) {
	t := bench.NewTable(m.Out, "package", "benchmark", "allocs/op", "B/op", "verdict")
	differ, all := map[string]int{}, map[string]int{}
	var order []string
	for _, b := range doc.Benchmarks {
		if all[b.Package]++; all[b.Package] == 1 {
			order = append(order, b.Package)
		}
		cells := map[string]string{}
		verdict := ""
		for _, metric := range b.Metrics {
			cells[metric.Unit] = fmt.Sprintf("%.4g → %.4g", metric.Old.Center, metric.New.Center)
			if metric.Unit == "allocs/op" && metric.Verdict != "same" {
				verdict = metric.Verdict
			}
		}
		if verdict != "" {
			differ[b.Package]++
			t.Row(b.Package, b.Name, cells["allocs/op"], cells["B/op"], verdict)
		}
	}
	t.End()
	for _, pkg := range order {
		fmt.Fprintf(m.Out, "%s: %d of %d differ in allocs/op; a change of %s.\n", pkg, differ[pkg],
			all[pkg], doc.Change)
	}
}
